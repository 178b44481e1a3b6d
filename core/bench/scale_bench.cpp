// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/scale_bench.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "core/bench/machine.h"
#include "core/bench/random_batch.h"
#include "core/config/yaml.h"
#include "core/devices/device.h"
#include "core/error.h"
#include "core/files/number_text.h"
#include "core/ranks/c10d_ranks.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"
#include "core/train/ranks/rank_thread.h"
#include "core/train/ranks/shared_run.h"

namespace orrery {
namespace {

constexpr int kWarmUpSteps = 2;
constexpr std::int64_t kLargeMessage = 4 << 20;  // floats

/// From sums of one number and of many, as predictedSeconds() counts them.
RankLink measureLink(const Ranks& ranks) {
    if (ranks.alone()) return {};
    const auto sum = [&](std::int64_t floats) {
        const at::Tensor tensor = at::ones({floats});
        std::vector<double> times;
        for (int i = 0; i < 9; ++i) {
            ranks.barrier();
            times.push_back(secondsOf([&] { ranks.allReduce(tensor); }));
        }
        return median(times);
    };
    const double ring = 2.0 * (ranks.size() - 1);
    RankLink link;
    link.seconds = sum(1) / ring;
    const double large = std::max(sum(kLargeMessage) - sum(1), 1e-9);
    link.bytes_per_second = ring / ranks.size() * static_cast<double>(4 * kLargeMessage) / large;
    return link;
}

}  // namespace

ScaleBench benchScale(const Config& given, const RankPlace& place,
                      const ScaleBenchOptions& options) {
    const Ranks ranks = connectRanks(place);
    const Config config = parseConfig(ranks.broadcast(toYaml(given)), "rank 0");
    const std::int64_t threads = options.threads > 0 ? options.threads : config.train.threads;
    ScaleBench bench;
    bench.processes = ranks.size();
    bench.threads = prepareRankThread(threads, place);
    const std::string device = rankDevice(config.train.device, place);
    useDevice(device);
    bench.sums_on_gpus = chooseSums(gatherSites(at::Device(device), bench.threads, ranks),
                                    at::Device(device), ranks);
    LanguageModel model(config);
    if (isCuda(device)) model->moveTo(at::Device(device));
    const auto optimizer = makeOptimizer(config.train, model);
    Stepper stepper(model, *optimizer, config, stepBackend(device));
    const StepInput drawn = randomBatch(config);
    ranks.broadcast(drawn.inputs);
    ranks.broadcast(drawn.targets);
    const StepInput batch{drawn.inputs.to(at::Device(device)),
                          drawn.targets.to(at::Device(device))};
    bench.tokens = batch.inputs.numel();
    std::int64_t step = 0;
    const auto steps = [&](int count) {
        for (int i = 0; i < count; ++i) {
            StepOptions one{step++, kBenchSteps};
            one.ranks = ranks;
            stepper.step(batch, config, one);
        }
    };
    steps(kWarmUpSteps);
    bench.link = measureLink(ranks);
    std::vector<double> times;
    const RankTraffic before = ranks.traffic();
    for (int repeat = 0; repeat < options.repeats; ++repeat)
        times.push_back(secondsOf([&] { steps(options.steps); }) / options.steps);
    const RankTraffic after = ranks.traffic();
    const int made = options.repeats * options.steps;
    bench.bytes = (after.bytes - before.bytes) / made;
    bench.messages = (after.calls - before.calls) / made;
    bench.seconds = ranks.allReduce(median(times)) / ranks.size();
    bench.communication_seconds =
        ranks.allReduce((after.seconds - before.seconds) / made) / ranks.size();
    ranks.leave();
    return bench;
}

double ringSeconds(int nodes, std::int64_t bytes, std::int64_t messages, const RankLink& link) {
    const double ring = 2.0 * (nodes - 1);
    return ring / nodes * static_cast<double>(bytes) / link.bytes_per_second +
           ring * static_cast<double>(messages) * link.seconds;
}

double predictedHere(const ScaleBench& one, const ScaleBench& several) {
    return one.seconds +
           ringSeconds(several.processes, several.bytes, several.messages, several.link);
}

double predictedSeconds(double one, int nodes, std::int64_t bytes, std::int64_t messages,
                        const RankLink& link) {
    return one / nodes + ringSeconds(nodes, bytes, messages, link);
}

Cluster parseCluster(const std::string& text) {
    double nodes = 0;
    double gigabits = 0;
    double microseconds = -1;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        double* value = name == "nodes"  ? &nodes
                        : name == "gbit" ? &gigabits
                        : name == "us"   ? &microseconds
                                         : nullptr;
        const auto given = equals == std::string::npos
                               ? std::nullopt
                               : parseNumber<double>(std::string_view(word).substr(equals + 1));
        if (value == nullptr || !given)
            throw Error("\"" + word +
                        "\" says nothing of a cluster: give \"nodes=8 gbit=100 us=5\".");
        *value = *given;
    }
    if (nodes < 2 || nodes != static_cast<int>(nodes) || gigabits <= 0 || microseconds < 0)
        throw Error(
            "A cluster has nodes (2 or more), gbit (gigabits a second between them, above 0) "
            "and us (microseconds a message takes): give \"nodes=8 gbit=100 us=5\".");
    return {static_cast<int>(nodes), {gigabits * 1e9 / 8, microseconds * 1e-6}};
}

}  // namespace orrery
