// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameter_count.h"

#include <gtest/gtest.h>

#include "core/config/fields.h"
#include "core/model/language_model.h"
#include "tests/core/model/small_config.h"

namespace orrery {
namespace {

/// A published run and what it printed, in units of 10^4 parameters.
struct Published {
    const char* run;
    std::int64_t d_model, num_layers, vocab_size, num_experts, d_ffn;
    RouterKind router;
    std::int64_t total, trainable;
};

constexpr Published published[] = {
    {"mvp_v3", 384, 8, 8192, 32, 1024, RouterKind::linear, 21391, 1223},
    {"mvp_v4", 384, 8, 8192, 64, 1536, RouterKind::linear, 61719, 1223},
    {"mvp_v6", 384, 10, 8192, 128, 1536, RouterKind::linear, 152611, 1371},
    {"ablation_v1", 256, 4, 8192, 32, 1024, RouterKind::linear, 7280, 552},
    {"ablation_v3", 512, 8, 8192, 256, 1536, RouterKind::linear, 324434, 1892},
    {"ablation_v4", 384, 6, 16384, 64, 1024, RouterKind::linear, 31957, 1704},
    {"ablation_v5", 384, 6, 8192, 256, 1536, RouterKind::linear, 182563, 1074},
    {"ablation_v6", 512, 10, 8192, 64, 1024, RouterKind::linear, 69362, 2155},
    {"series_a1", 384, 8, 8192, 64, 1024, RouterKind::mlp, 41914, 1577},
    {"series_a2", 512, 8, 8192, 64, 1024, RouterKind::mlp, 56288, 2522},
    {"series_a3", 384, 10, 8192, 64, 1024, RouterKind::mlp, 52236, 1814},
    {"series_a5", 384, 12, 8192, 64, 1024, RouterKind::mlp, 62557, 2051},
    {"series_a6", 512, 16, 8192, 64, 1024, RouterKind::mlp, 111736, 4204},
    {"series_b1", 512, 10, 8192, 128, 1024, RouterKind::mlp, 137357, 2942},
    {"series_b3", 512, 10, 8192, 512, 1024, RouterKind::mlp, 540600, 2942},
};

std::int64_t rounded(std::int64_t parameters) {
    return (parameters + 5'000) / 10'000;
}

TEST(ParameterCount, EqualsThePublishedRunsToThePrintedDigit) {
    for (const Published& run : published) {
        SCOPED_TRACE(run.run);
        Config config;
        config.model.d_model = run.d_model;
        config.model.num_layers = run.num_layers;
        config.model.vocab_size = run.vocab_size;
        config.some.num_experts = run.num_experts;
        config.some.d_ffn = run.d_ffn;
        config.some.router = run.router;
        const ParameterCount count = countParameters(config);
        EXPECT_EQ(rounded(count.total), run.total);
        EXPECT_EQ(rounded(count.trainable), run.trainable);
    }
}

/// What the model really holds, expert biases (zero, not stored) left out.
std::int64_t elements(const Config& config) {
    std::int64_t sum = 0;
    for (const auto& [name, tensor] : LanguageModel(config)->trainedParameters())
        sum += tensor.numel();
    return sum;
}

TEST(ParameterCount, TrainableEqualsTheModelsOwnTensors) {
    Config config = test::smallConfig();
    for (const auto& router : findField("some.router")->words())
        for (const auto& experts : findField("some.experts")->words())
            for (const auto& routing : findField("some.routing")->words()) {
                findField("some.router")->set(config, router);
                findField("some.experts")->set(config, experts);
                findField("some.routing")->set(config, routing);
                EXPECT_EQ(countParameters(config).trainable, elements(config))
                    << router << " " << experts << " " << routing;
            }
}

TEST(ParameterCount, FrozenPartsAreCountedSo) {
    const Field& parts = *findField("train.parts");
    Config config = test::smallConfig();
    config.some.router_hidden = 1.5;
    const std::int64_t total = countParameters(config).total;
    for (const char* list :
         {"[]", "[routers]", "[attention]", "[embeddings]", "[head]", "[norms]", "[norms, head]"}) {
        parts.set(config, parseFieldValue(parts, list));
        EXPECT_EQ(countParameters(config).trainable, elements(config)) << list;
        EXPECT_EQ(countParameters(config).total, total) << list;
    }
    parts.set(config, parseFieldValue(parts, "[]"));
    EXPECT_EQ(countParameters(config).trainable, 0);
    config.some.experts = ExpertKind::trained;  // by a key of their own
    EXPECT_EQ(countParameters(config).trainable, 2 * 6 * 2 * 8 * 12);
    EXPECT_EQ(countParameters(config).trainable, elements(config));
}

TEST(ParameterCount, ASharedLibraryCountsOnce) {
    Config config = test::smallConfig();
    const ParameterCount own = countParameters(config);
    config.some.shared_library = true;
    const ParameterCount shared = countParameters(config);
    EXPECT_EQ(own.total - shared.total, 6 * (2 * 8 * 12 + 12 + 8));  // one library less of two
    EXPECT_EQ(own.trainable, shared.trainable);
    for (const ExpertKind experts : {ExpertKind::frozen, ExpertKind::lora, ExpertKind::trained}) {
        config.some.experts = experts;
        EXPECT_EQ(countParameters(config).trainable, elements(config))
            << wordOf("some.experts", experts);
    }
}

TEST(ParameterCount, WithoutExpertsNothingIsFrozen) {
    Config config = test::smallConfig();
    config.some.experts = ExpertKind::none;
    EXPECT_EQ(countParameters(config).total, countParameters(config).trainable);
}

}  // namespace
}  // namespace orrery
