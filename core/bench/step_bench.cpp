// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/step_bench.h"

#include <algorithm>
#include <map>
#include <memory>

#include "core/bench/busy_processes.h"
#include "core/bench/data_bench.h"
#include "core/bench/machine.h"
#include "core/bench/naive_step.h"
#include "core/bench/random_batch.h"
#include "core/devices/device.h"
#include "core/devices/devices.h"
#include "core/devices/memory_need.h"
#include "core/devices/precision.h"
#include "core/ops/step_allocator.h"
#include "core/model/parameter_count.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"
#include "core/step/thread_choice.h"

namespace orrery {

StepInput randomBatch(const Config& config) {
    const std::vector<std::int64_t> shape = {config.train.batch_size, config.model.seq_len};
    return {at::randint(4, config.model.vocab_size, shape, at::kLong),
            at::randint(4, config.model.vocab_size, shape, at::kLong)};
}

double flopPerToken(const Config& c) {
    const auto d = static_cast<double>(c.model.d_model);
    const auto t = static_cast<double>(c.model.seq_len);
    const auto v = static_cast<double>(c.model.vocab_size);
    const bool experts = c.some.experts != ExpertKind::none;
    const bool keys = experts && c.some.routing == Routing::keys;
    const double attention = 8 * d * d + (c.model.causal ? 2 : 4) * t * d;
    const double width =
        c.some.router == RouterKind::mlp ? 2 * static_cast<double>(routerHidden(c)) : d;
    const double router = keys ? 2 * width * d : 0;
    const double scores = keys ? 2 * d * static_cast<double>(c.some.num_experts) : 0;
    const double ffn = experts ? 4 * d * static_cast<double>(c.some.d_ffn * c.some.top_k) : 0;
    const double backward_of_ffn = c.some.experts == ExpertKind::trained ? 2 : 1;
    const double layer = 3 * (attention + router) + scores + (1 + backward_of_ffn) * ffn;
    return static_cast<double>(c.model.num_layers) * layer + 3 * 2 * d * v;
}

namespace {

/// Seconds of `work`, what it gave the device to do included.
double timed(const std::string& device, int times, const std::function<void()>& work) {
    return secondsOf([&] {
               for (int i = 0; i < times; ++i)
                   work();
               waitFor(device);
           }) /
           times;
}

/// Steps of one model on one batch, with the threads that a run would choose.
class BenchSteps {
public:
    BenchSteps(const Config& config, const std::string& device)
        : config_(config), device_(device), model_(made(config, device)) {
        optimizer_ = makeOptimizer(config.train, model_);
        const StepInput drawn = randomBatch(config);
        batch_ = {drawn.inputs.to(at::Device(device)), drawn.targets.to(at::Device(device))};
        stepper_ = std::make_unique<Stepper>(model_, *optimizer_, config, stepBackend(device));
    }

    void make(ThreadChoice& threads) {
        threads.apply();
        threads.add(secondsOf([&] {
            stepper_->step(batch_, config_, {step_++, kBenchSteps, false});
        }));
    }
    /// Makes steps until the threads are chosen.
    void settle(ThreadChoice& threads) {
        constexpr int kMost = 1000;
        for (int i = 0; i < kMost && !threads.settled(); ++i)
            make(threads);
    }
    void warmUp(ThreadChoice& threads) {
        for (int i = 0; i < (isCuda(device_) ? Stepper::kWarmUpSteps + 2 : 1); ++i)
            make(threads);
        settle(threads);
    }
    bool replays() const { return stepper_->replays(); }
    const StepInput& batch() const { return batch_; }
    std::map<std::string, at::Tensor> state() const { return model_->state(true); }

private:
    static LanguageModel made(const Config& config, const std::string& device) {
        LanguageModel model(config);
        if (isCuda(device)) model->moveTo(at::Device(device));
        return model;
    }

    const Config& config_;
    const std::string& device_;
    LanguageModel model_;
    std::unique_ptr<Optimizer> optimizer_;
    std::unique_ptr<Stepper> stepper_;
    StepInput batch_;
    std::int64_t step_ = 0;
};

struct Measured {
    std::vector<double> idle, beside, naive;  // seconds of a step, one a repeat
};

/// `threads` become those that an idle machine is given.
void measureSteps(const Config& config, const StepBenchOptions& options, ThreadChoice& threads,
                  StepBench& bench) {
    options.progress("Building the model");
    bench.base_memory = residentBytes();
    bench.estimated_memory = estimateMemory(config).total();
    BenchSteps steps(config, bench.device);
    options.progress("Warming up");
    steps.warmUp(threads);
    bench.cuda_graph = steps.replays();
    bench.peak_memory = peakMemoryOf(bench.device);
    BusyProcesses neighbors(options.beside);
    ThreadChoice beside_threads(config, isCuda(bench.device), bench.available_threads);
    std::unique_ptr<NaiveTraining> naive;
    if (options.naive) naive = std::make_unique<NaiveTraining>(config, steps.state());
    const auto slow = [&] {
        useStepAllocator(false);
        naive->step(steps.batch().inputs, steps.batch().targets, config.train.learning_rate);
        useStepAllocator(true);
    };
    if (naive) slow();
    waitFor(bench.device);
    Measured seconds;
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
        options.progress("Repeat " + std::to_string(repeat + 1) + " of " +
                         std::to_string(options.repeats));
        seconds.idle.push_back(timed(bench.device, options.steps, [&] { steps.make(threads); }));
        threads.release();
        if (naive) seconds.naive.push_back(timed(bench.device, options.steps, slow));
        if (options.beside == 0) continue;
        neighbors.resume();
        steps.settle(beside_threads);
        seconds.beside.push_back(
            timed(bench.device, options.steps, [&] { steps.make(beside_threads); }));
        beside_threads.release();
        neighbors.pause();
    }
    threads.apply();
    bench.seconds = median(seconds.idle);
    bench.fastest_seconds = std::ranges::min(seconds.idle);
    bench.plan = threads.plan();
    if (options.beside > 0) {
        bench.beside_seconds = median(seconds.beside);
        bench.beside_plan = beside_threads.plan();
    }
    if (!naive) return;
    bench.naive_seconds = median(seconds.naive);
    bench.naive_fastest_seconds = std::ranges::min(seconds.naive);
}

}  // namespace

StepBench benchStep(const Config& given, const StepBenchOptions& options) {
    StepBench bench;
    bench.available_threads = prepareThread(given.train.threads);
    bench.device = chooseDevice(given.train.device);
    Config config = given;
    const PrecisionChoice precision = choosePrecision(given, bench.device);
    config.train.precision = precision.precision;
    bench.precision = precision.text;
    useDevice(bench.device);
    allowTensorFloat32(isCuda(bench.device));
    bench.processor = processorName();
    if (bench.device != "cpu") bench.gpu = deviceName(bench.device);
    bench.tokens = config.train.batch_size * config.model.seq_len;
    bench.flop_per_token = flopPerToken(config);
    options.progress("Measuring a large matrix product");
    bench.sgemm_gflops = productRate(bench.device, config.train.precision == Precision::bf16);
    freshPeak(bench.device);
    bench.beside = options.beside;
    ThreadChoice threads(config, isCuda(bench.device), bench.available_threads);
    measureSteps(config, options, threads, bench);
    bench.gflops = bench.flop_per_token * bench.tokensPerSecond() / 1e9;
    if (!options.parts) return bench;
    options.progress("Measuring data loading and logging");
    const DataBench data = benchData(config, options.repeats);
    bench.data_seconds = data.batch_seconds;
    bench.record_seconds = data.record_seconds;
    options.progress("Measuring the parts");
    bench.parts = benchParts(config, options.repeats);
    double known = 0;
    for (const StepPart& part : bench.parts)
        known += part.seconds;
    bench.parts.push_back({"rest", bench.seconds - known});
    return bench;
}

}  // namespace orrery
