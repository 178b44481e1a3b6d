// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/precision.h"

#include <gtest/gtest.h>

#include "core/ops/panels/half_product.h"
#include "core/ops/panels/split_product.h"

namespace orrery {
namespace {

PrecisionChoice chosen(Precision precision) {
    Config config;
    config.train.precision = precision;
    return choosePrecision(config, "cpu");
}

TEST(Precision, Fp32IsWhatItSays) {
    const PrecisionChoice choice = chosen(Precision::fp32);
    EXPECT_EQ(choice.precision, Precision::fp32);
    EXPECT_EQ(choice.text.empty(), !hasSplitProducts());
    EXPECT_EQ(choice.text.find("each factor in three parts") != std::string::npos,
              hasSplitProducts());
}

TEST(Precision, Bf16StaysAndTheLogSaysWhatItIsHere) {
    const PrecisionChoice choice = chosen(Precision::bf16);
    EXPECT_EQ(choice.precision, Precision::bf16);
    const char* words = hasHalfProducts() ? "in bfloat16 with" : "computed in fp32";
    EXPECT_NE(choice.text.find(words), std::string::npos) << choice.text;
}

TEST(Precision, AutoIsWhatIsFasterHere) {
    const PrecisionChoice choice = chosen(Precision::automatic);
    EXPECT_EQ(choice.precision, hasHalfProducts() ? Precision::bf16 : Precision::fp32);
    EXPECT_EQ(choice.text.rfind("train.precision: auto is ", 0), 0U) << choice.text;
}

TEST(Precision, ExceptionsAreNamed) {
    if (!hasHalfProducts()) GTEST_SKIP() << "All products are fp32 here.";
    Config config;
    config.train.precision = Precision::bf16;
    config.some.experts = ExpertKind::lora;
    config.model.positions = PositionEncoding::rope;
    const std::string text = choosePrecision(config, "cpu").text;
    EXPECT_NE(text.find("low-rank parts in fp32"), std::string::npos) << text;
    EXPECT_NE(text.find("model.positions"), std::string::npos) << text;
}

}  // namespace
}  // namespace orrery
