// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/rank_follower.h"

#include <utility>

#include "core/devices/device.h"
#include "core/devices/failure_text.h"
#include "core/devices/precision.h"
#include "core/error.h"
#include "core/ranks/c10d_ranks.h"
#include "core/train/evaluator.h"
#include "core/train/ranks/rank_agreement.h"
#include "core/train/ranks/rank_checksum.h"
#include "core/train/ranks/rank_orders.h"
#include "core/train/ranks/rank_thread.h"
#include "core/train/ranks/shared_run.h"

namespace orrery {
namespace {

/// As rank 0 prepares it, with its tokenizer.
PreparedData followerData(const AgreedRun& agreed, const FollowOptions& options,
                          const Ranks& ranks) {
    PreparationOptions preparation;
    preparation.corpus = agreed.corpus;
    preparation.token_folder = options.token_folder;
    preparation.tokenizer = shareTokenizer(nullptr, ranks);
    preparation.progress = [](const std::string&, double) {};
    preparation.cancelled = [] { return false; };
    return prepareData(agreed.config, preparation);
}

class RankFollower {
public:
    RankFollower(const FollowOptions& options, const Ranks& ranks, const AgreedRun& agreed)
        : ranks_(ranks), run_(makeRun(options, ranks, agreed)) {
        shareRun(*run_, true, ranks);
        chooseSums(gatherSites(run_->device, run_->threads, ranks), run_->device, ranks);
    }

    void follow() {
        while (true) {
            const RankOrder order = nextOrder(ranks_, run_->config);
            if (order == RankOrder::end) return;
            if (order == RankOrder::evaluate) evaluateAlong();
            if (order == RankOrder::prepare_checkpoint) run_->prepareCheckpoint();
            if (order == RankOrder::step || order == RankOrder::step_and_report)
                step(order == RankOrder::step_and_report);
        }
    }

private:
    static std::unique_ptr<TrainingRun> makeRun(const FollowOptions& options, const Ranks& ranks,
                                                AgreedRun agreed) {
        Config& config = agreed.config;
        const int threads = prepareRankThread(config.train.threads, options.place);
        const std::string device = rankDevice(config.train.device, options.place);
        useDevice(device);
        allowTensorFloat32(isCuda(device));
        config.train.precision = agreedPrecision(choosePrecision(config, device).precision, ranks);
        return std::make_unique<TrainingRun>(config, followerData(agreed, options, ranks), device,
                                             threads, ranks);
    }

    void step(bool report) {
        TrainingRun& run = *run_;
        StepOptions options{run.step, run.total_steps, report};
        options.ranks = ranks_;
        const StepResult result = run.stepper.step(run.input(run.step), run.config, options, [] {});
        if (!result.not_finite.empty()) return;
        ++run.step;
        run.statistics.add(result.routing, result.routed_targets);
        if (!report) return;
        run.statistics.collect(ranks_);
        run.statistics.takeValues(run.model, result.routing, result.routed_targets, ranks_);
        run.rank_meter.take(run.step);
    }

    void evaluateAlong() {
        TrainingRun& run = *run_;
        requireEqualRanks(run.model->state(false), ranks_);
        try {
            evaluate(run.model, run.data.validation, run.data.tokenizer, run.config,
                     run.evaluatorOptions());
        } catch (const Cancelled&) {
        }
    }

    Ranks ranks_;
    std::unique_ptr<TrainingRun> run_;
};

}  // namespace

void followRun(const FollowOptions& options) {
    RankPlace place = options.place;
    if (options.config) place.limit = std::chrono::seconds(options.config->train.rank_timeout);
    prepareRankThread(0, place);
    const Ranks ranks = connectRanks(place);
    try {
        const AgreedRun agreed = agreedRun(options.config ? &*options.config : nullptr, ranks);
        RankFollower(options, ranks, agreed).follow();
        ranks.leave();
    } catch (const RankLost&) {
        throw;
    } catch (const std::exception& error) {
        ranks.abort(failureText(error));
        throw;
    }
}

}  // namespace orrery
