// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/step/causality.h"
#include "core/step/training_step.h"
#include "tests/core/model/small_config.h"

namespace orrery {
namespace {

const at::Tensor tokens = at::arange(20, at::kLong).view({2, 10});

TEST(CausalityProbe, TellsAMaskFromNone) {
    Config config = test::smallConfig();
    LanguageModel causal(config);
    EXPECT_LT(causalityProbe(causal, tokens, 1.0), 1e-4);
    config.model.causal = false;
    LanguageModel open(config);
    EXPECT_GT(causalityProbe(open, tokens, 1.0), 1e-3);
}

TEST(CausalityProbe, LeavesItsTokensAndNeedsTwo) {
    LanguageModel model(test::smallConfig());
    const at::Tensor before = tokens.clone();
    causalityProbe(model, tokens, 1.0);
    EXPECT_TRUE(at::equal(tokens, before));
    EXPECT_NO_THROW(causalityProbe(model, tokens.narrow(1, 0, 2), 1.0));
    EXPECT_THROW(causalityProbe(model, tokens.narrow(1, 0, 1), 1.0), Error);
}

}  // namespace
}  // namespace orrery
