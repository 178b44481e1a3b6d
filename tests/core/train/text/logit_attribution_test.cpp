// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/logit_attribution.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/model/router_interventions.h"
#include "core/train/text/score_text.h"
#include "tests/core/train/text/text_support.h"

namespace orrery {
namespace {

using test::smallTokenizer;
using test::textConfig;

TextScore attributed(LanguageModel& model, const std::string& text,
                     const Interventions& interventions = {}) {
    ScoreOptions options;
    options.attribution = true;
    options.interventions = interventions;
    return scoreText(model, smallTokenizer(), text, options);
}

/// Norms and head biases that are not their initial ones and zeros.
void disturb(LanguageModel& model) {
    const at::NoGradGuard no_gradient;
    for (const auto& [name, tensor] : model->state(false))
        if (name.find("norm") != std::string::npos)
            tensor.add_(at::sin(at::arange(tensor.numel(), at::kFloat)).view_as(tensor), 0.3);
}

TEST(LogitAttribution, PartsSumToTheRealLogitForEveryKindOfModel) {
    for (const NormPlacement norm : {NormPlacement::post, NormPlacement::pre})
        for (const ExpertKind experts : {ExpertKind::frozen, ExpertKind::lora, ExpertKind::none}) {
            Config config = textConfig();
            config.model.num_layers = 3;
            config.model.norm = norm;
            config.some.experts = experts;
            LanguageModel model(config);
            disturb(model);
            const TextScore score = attributed(model, "the old king of the sea");
            for (const TokenReading& reading : score.readings) {
                ASSERT_TRUE(reading.parts);
                EXPECT_EQ(reading.parts->attention.size(), 3U);
                EXPECT_EQ(reading.parts->experts.size(), experts == ExpertKind::none ? 0U : 6U);
                EXPECT_NEAR(reading.parts->sum(), reading.parts->logit, 1e-4);
            }
        }
}

TEST(LogitAttribution, APartOfTheLastLayerIsWhatItsOutputIsWorthToTheHead) {
    Config config = textConfig();
    config.model.norm = NormPlacement::pre;
    LanguageModel model(config);
    const at::NoGradGuard no_gradient;
    const TextScore score = attributed(model, "the king");
    // Without its expert the logit of a pre-norm model falls by just that part, in the last layer.
    const TokenReading& reading = score.readings.back();
    Intervention off;
    off.kind = InterventionKind::scaleGate;
    off.layer = 1;
    off.expert = reading.experts[2];
    off.factor = 0;
    const TextScore without = attributed(model, "the king", {off});
    EXPECT_NEAR(without.readings.back().parts->logit,
                reading.parts->logit - reading.parts->experts[2], 1e-5);
}

TEST(LogitAttribution, TheLensReadsEachLayerAndAtLastTheModel) {
    LanguageModel model(textConfig());
    const TextScore score = attributed(model, "the old king");
    for (const TokenReading& reading : score.readings) {
        ASSERT_EQ(reading.lens.size(), 2U);
        EXPECT_NEAR(reading.lens.back().own_probability, std::exp(-reading.surprise), 1e-6);
        EXPECT_EQ(reading.lens.back().own_rank, reading.rank);
        EXPECT_GE(reading.lens.front().probability, reading.lens.front().own_probability);
    }
}

}  // namespace
}  // namespace orrery
