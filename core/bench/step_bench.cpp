// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/step_bench.h"

#include <algorithm>
#include <memory>

#include "core/bench/data_bench.h"
#include "core/bench/machine.h"
#include "core/bench/naive_step.h"
#include "core/bench/random_batch.h"
#include "core/devices/device.h"
#include "core/devices/devices.h"
#include "core/devices/memory_need.h"
#include "core/ops/step_allocator.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"

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
    const double router = keys ? (c.some.router == RouterKind::mlp ? 8 : 2) * d * d : 0;
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

void measureSteps(const Config& config, const StepBenchOptions& options, StepBench& bench) {
    options.progress("Building the model");
    bench.base_memory = residentBytes();
    bench.estimated_memory = estimateMemory(config).total();
    const at::Device device(bench.device);
    LanguageModel model(config);
    if (!device.is_cpu()) model->moveTo(device);
    const auto optimizer = makeOptimizer(config.train, model);
    const StepInput drawn = randomBatch(config);
    const StepInput batch{drawn.inputs.to(device), drawn.targets.to(device)};
    std::int64_t step = 0;
    Stepper stepper(model, *optimizer, config, stepBackend(bench.device));
    const auto fast = [&] { stepper.step(batch, config, {step++, kBenchSteps, false}); };
    std::unique_ptr<NaiveTraining> naive;
    const auto slow = [&] {
        useStepAllocator(false);
        naive->step(batch.inputs, batch.targets, config.train.learning_rate);
        useStepAllocator(true);
    };
    options.progress("Warming up");
    for (int i = 0; i < (device.is_cpu() ? 1 : Stepper::kWarmUpSteps + 2); ++i)
        fast();
    bench.cuda_graph = stepper.replays();
    bench.peak_memory = peakMemoryOf(bench.device);
    if (options.naive) naive = std::make_unique<NaiveTraining>(config, model->state(true));
    if (naive) slow();
    waitFor(bench.device);
    std::vector<double> seconds, naive_seconds;
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
        options.progress("Repeat " + std::to_string(repeat + 1) + " of " +
                         std::to_string(options.repeats));
        seconds.push_back(timed(bench.device, options.steps, fast));
        if (naive) naive_seconds.push_back(timed(bench.device, options.steps, slow));
    }
    bench.seconds = median(seconds);
    bench.fastest_seconds = std::ranges::min(seconds);
    if (!naive) return;
    bench.naive_seconds = median(naive_seconds);
    bench.naive_fastest_seconds = std::ranges::min(naive_seconds);
}

}  // namespace

StepBench benchStep(const Config& config, const StepBenchOptions& options) {
    StepBench bench;
    bench.threads = prepareThread(config.train.threads);
    bench.device = chooseDevice(config.train.device);
    useDevice(bench.device);
    allowTensorFloat32(isCuda(bench.device));
    bench.processor = processorName();
    if (bench.device != "cpu") bench.gpu = deviceName(bench.device);
    bench.tokens = config.train.batch_size * config.model.seq_len;
    bench.flop_per_token = flopPerToken(config);
    options.progress("Measuring a large matrix product");
    bench.sgemm_gflops = productRate(bench.device, config.train.precision == Precision::bf16);
    freshPeak(bench.device);
    measureSteps(config, options, bench);
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
