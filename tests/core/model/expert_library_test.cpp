// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_library.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;

TEST(ExpertLibrary, GainScalesTheDrawnWeights) {
    ExpertLibraryOptions options{.experts = 2, .d_model = 4, .d_ffn = 6, .name = "x"};
    ExpertLibrary plain(options);
    options.gain = 3;
    ExpertLibrary loud(options);
    for (const char* name : {"down", "up"})
        EXPECT_LT(largestDifference(loud->named_buffers()[name], plain->named_buffers()[name] * 3),
                  1e-6);
}

TEST(ExpertLibrary, TrainedExpertsAreParameters) {
    ExpertLibraryOptions options{.experts = 2, .d_model = 4, .d_ffn = 6, .name = "x"};
    EXPECT_EQ(ExpertLibrary(options)->parameters().size(), 0U);
    options.trained = true;
    EXPECT_EQ(ExpertLibrary(options)->parameters().size(), 2U);
}

TEST(ExpertLibrary, KeepsFrozenExpertsInBfloat16AloneAsTheyWouldBeRounded) {
    ExpertLibraryOptions options{.experts = 3, .d_model = 8, .d_ffn = 6, .name = "x"};
    ExpertLibrary wide(options);
    options.bfloat16 = true;
    ExpertLibrary half(options);
    for (const char* name : {"down", "up"})
        EXPECT_TRUE(
            at::equal(half->named_buffers()[name], wide->named_buffers()[name].to(at::kBFloat16)));
    options.trained = true;
    EXPECT_THROW(ExpertLibrary{options}, Error);
}

}  // namespace
}  // namespace orrery
