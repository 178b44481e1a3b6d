// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/step_trace.h"

#include <ATen/record_function.h>

#include <chrono>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/bench/random_batch.h"
#include "core/devices/device.h"
#include "core/devices/precision.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"

namespace orrery {
namespace {

using Clock = std::chrono::steady_clock;

/// Takes down what torch announces. Torch calls plain functions, so they find it by `active`.
class Recorder {
public:
    Recorder()
        : handle_(at::addGlobalCallback(
              at::RecordFunctionCallback(&started, &ended)
                  .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}))) {
        active = this;
    }
    ~Recorder() {
        at::removeCallback(handle_);
        active = nullptr;
    }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    std::vector<TraceSpan> take() {
        const std::scoped_lock lock(mutex_);
        return std::move(spans_);
    }

private:
    struct Running : at::ObserverContext {
        Clock::time_point begin = Clock::now();
        double of_callees = 0;
        Running* caller = innermost;
    };

    static std::unique_ptr<at::ObserverContext> started(const at::RecordFunction&) {
        auto running = std::make_unique<Running>();
        innermost = running.get();
        return running;
    }

    static void ended(const at::RecordFunction& function, at::ObserverContext* context) {
        auto* running = static_cast<Running*>(context);
        const double seconds = std::chrono::duration<double>(Clock::now() - running->begin).count();
        innermost = running->caller;
        if (innermost) innermost->of_callees += seconds;
        active->add(function.name(), *running, seconds);
    }

    void add(const char* name, const Running& running, double seconds) {
        const double begin = std::chrono::duration<double>(running.begin - start_).count();
        const std::scoped_lock lock(mutex_);
        const int thread =
            threads_.try_emplace(std::this_thread::get_id(), static_cast<int>(threads_.size()) + 1)
                .first->second;
        spans_.push_back({name, thread, begin, seconds, seconds - running.of_callees});
    }

    static inline Recorder* active = nullptr;
    static inline thread_local Running* innermost = nullptr;

    Clock::time_point start_ = Clock::now();
    std::mutex mutex_;
    std::map<std::thread::id, int> threads_;
    std::vector<TraceSpan> spans_;
    at::CallbackHandle handle_;
};

}  // namespace

std::vector<TraceSpan> traceStep(const Config& given) {
    prepareThread(given.train.threads);
    const at::Device device(chooseDevice(given.train.device));
    Config config = given;
    config.train.precision = choosePrecision(given, device.str()).precision;
    LanguageModel model(config);
    if (!device.is_cpu()) model->moveTo(device);
    const auto optimizer = makeOptimizer(config.train, model);
    Config one_by_one = config;  // a recorded step has no operations to be seen
    one_by_one.train.cuda_graph = CudaGraphUse::off;
    Stepper stepper(model, *optimizer, one_by_one, stepBackend(device.str()));
    const StepInput drawn = randomBatch(config);
    const StepInput batch{drawn.inputs.to(device), drawn.targets.to(device)};
    for (std::int64_t step = 0; step < 2; ++step)
        stepper.step(batch, config, {step, kBenchSteps, false});
    Recorder recorder;
    stepper.step(batch, config, {2, kBenchSteps, false});
    return recorder.take();
}

std::string chromeTrace(const std::vector<TraceSpan>& spans) {
    constexpr double kMicroseconds = 1e6;
    nlohmann::ordered_json events = nlohmann::ordered_json::array();
    for (const TraceSpan& span : spans)
        events.push_back({{"name", span.name},
                          {"ph", "X"},
                          {"pid", 1},
                          {"tid", span.thread},
                          {"ts", span.begin * kMicroseconds},
                          {"dur", span.seconds * kMicroseconds}});
    return nlohmann::ordered_json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump();
}

}  // namespace orrery
