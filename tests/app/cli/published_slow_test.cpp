// SPDX-License-Identifier: GPL-3.0-or-later
// Every published run in its tiny form, as published and honest; prints what came out.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

struct Outcome {
    double loss = NAN;            // validation, real tokens
    double loss_with_pads = NAN;  // as the documents count
    double first_loss = NAN;      // before the first step
    double gini = NAN;            // of the middle layer, training
    double seconds = 0;           // of a processor: other programs on the machine do not count
};

/// Processor time of the programs that have ended.
double childSeconds() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class PublishedRun : public ProgramTest, public ::testing::WithParamInterface<const char*> {
protected:
    Outcome train(bool honest) {
        std::vector<std::string> words = {
            "train", std::string(ORRERY_SOURCE_DIR) + "/configs/published/" + GetParam() + ".yaml",
            "--scale", "tiny", "--json"};
        if (honest) words.emplace_back("--honest");
        const double before = childSeconds();
        const auto result = Program(folder_, words).wait(std::chrono::seconds(280));
        Outcome outcome;
        outcome.seconds = childSeconds() - before;
        EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
        read(result.out, outcome);
        return outcome;
    }

private:
    static void read(const std::string& output, Outcome& outcome) {
        std::istringstream lines(output);
        for (std::string line; std::getline(lines, line);) {
            const auto event = nlohmann::json::parse(line);
            if (event["event"] != "scalars") continue;
            const auto& values = event["values"];
            if (values.contains("val/loss")) {
                outcome.loss = values["val/loss"];
                outcome.loss_with_pads = values["val/loss_with_pads"];
                if (std::isnan(outcome.first_loss)) outcome.first_loss = outcome.loss;
            }
            int layers = 0;
            while (values.contains("layer" + std::to_string(layers) + "/gini"))
                ++layers;
            if (layers > 0) outcome.gini = values["layer" + std::to_string(layers / 2) + "/gini"];
        }
    }
};

TEST_P(PublishedRun, TrainsInItsTinyForm) {
    const Outcome published = train(false);
    const Outcome honest = train(true);
    std::printf(
        "%-13s loss as published %.3f, over real tokens %.3f, honest %.3f, gini %.3f (honest "
        "%.3f), %.0f + %.0f s of processor\n",
        GetParam(), published.loss_with_pads, published.loss, honest.loss, published.gini,
        honest.gini, published.seconds, honest.seconds);
    for (const Outcome& outcome : {published, honest}) {
        EXPECT_LT(outcome.loss, outcome.first_loss) << "it learned something";
        EXPECT_GE(outcome.gini, 0);
        EXPECT_LT(outcome.gini, 1);
        EXPECT_LT(outcome.seconds, 2 * 60) << "a minute on two cores";
    }
    EXPECT_EQ(honest.loss, honest.loss_with_pads) << "packed samples hold no padding";
}

INSTANTIATE_TEST_SUITE_P(Tiny, PublishedRun,
                         ::testing::Values("mvp_v2", "mvp_v3", "mvp_v4", "mvp_v5", "mvp_v6",
                                           "ablation_v1", "ablation_v2", "ablation_v3",
                                           "ablation_v4", "ablation_v5", "ablation_v6",
                                           "ablation_v7", "ablation_v8", "ablation_v9",
                                           "ablation_v10", "series_a1", "series_a2", "series_a3",
                                           "series_a4", "series_a5", "series_a6", "series_b1",
                                           "series_b2", "series_b3"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace orrery::testing
