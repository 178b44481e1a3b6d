// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/resources.h"

#include <gtest/gtest.h>

#include "core/devices/memory_need.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

TEST(Resources, GrowWithWhatTheyAreMadeOf) {
    const Config small = test::tinyConfig();
    const ResourceNeed need = estimateNeed(small);
    EXPECT_GT(need.model_bytes, 0);
    EXPECT_GT(need.disk_bytes, need.checkpoint_bytes);
    Config batch = small;
    batch.train.batch_size *= 8;
    EXPECT_GT(estimateNeed(batch).training_bytes, need.training_bytes);
    EXPECT_EQ(estimateNeed(batch).checkpoint_bytes, need.checkpoint_bytes);
    Config experts = small;
    experts.some.num_experts *= 8;
    EXPECT_GT(estimateNeed(experts).model_bytes, need.model_bytes);
    Config full = small;
    full.checkpoint.experts = ExpertStorage::full;
    EXPECT_GT(estimateNeed(full).checkpoint_bytes, need.checkpoint_bytes);
    Config half = full;
    half.some.expert_dtype = Precision::bf16;
    EXPECT_LT(estimateNeed(half).model_bytes, need.model_bytes);
    EXPECT_LT(estimateNeed(half).checkpoint_bytes, estimateNeed(full).checkpoint_bytes);
    Config lora = full;
    lora.some.experts = ExpertKind::lora;  // the library and what is trained beside it
    EXPECT_GT(estimateNeed(lora).checkpoint_bytes, estimateNeed(full).checkpoint_bytes);
    Config balance = small;
    balance.some.balance_loss = 0.1;
    EXPECT_GT(estimateNeed(balance).training_bytes, need.training_bytes);
}

TEST(Resources, WhatFitsIsFineAndWhatDoesNotSaysWhatToLower) {
    test::TemporaryFolder folder;
    EXPECT_EQ(test::errorOf([&] { requireResources(test::tinyConfig(), folder / "not" / "yet"); }),
              "");
    Config disk = test::tinyConfig();
    disk.checkpoint.keep = 10'000'000'000;
    const std::string text = test::errorOf([&] { requireResources(disk, folder / "runs"); });
    EXPECT_NE(text.find("lower checkpoint.keep"), std::string::npos) << text;
    EXPECT_NE(text.find("GB"), std::string::npos) << text;
}

TEST(Resources, MemoryThatIsNotThereIsRefusedWithTheChangesThatLowerTheNeed) {
    Config config = test::tinyConfig();
    config.some.num_experts = 4096;
    config.some.d_ffn = 512;
    const MemoryNeed need = estimateMemory(config);
    EXPECT_EQ(test::errorOf([&] { requireMemory(config, need.total()); }), "");
    const std::string text = test::errorOf([&] { requireMemory(config, 0.6 * need.total()); });
    EXPECT_NE(text.find("some.expert_dtype=bf16 needs"), std::string::npos) << text;
    EXPECT_NE(text.find("some.shared_library=true needs"), std::string::npos) << text;
    EXPECT_NE(text.find(", which would fit"), std::string::npos) << text;
    EXPECT_EQ(text.find("train.accumulation"), std::string::npos) << "that is no large part here";
    for (const MemoryAdvice& advice : memoryAdvice(config))
        EXPECT_LT(advice.bytes, 0.9 * need.total()) << advice.change;
}

TEST(Resources, AccumulationAndSharedLibrariesLowerTheMemory) {
    const Config plain = test::tinyConfig();
    Config parts = plain;
    parts.train.accumulation = 4;
    EXPECT_LT(estimateMemory(parts).activations, 0.5 * estimateMemory(plain).activations);
    Config shared = plain;
    shared.some.shared_library = true;
    EXPECT_EQ(estimateMemory(shared).library, estimateMemory(plain).library / 2);
    Config trained = plain;
    trained.some.experts = ExpertKind::trained;
    EXPECT_EQ(estimateMemory(trained).library, 0);
    EXPECT_GT(estimateMemory(trained).optimizer, estimateMemory(plain).optimizer);
}

TEST(Resources, ARunThatGoesOnAsksForWhatItAddsAlone) {
    const Config config = test::tinyConfig(100);
    const ResourceNeed fresh = estimateNeed(config);
    StoredPart stored{3 * fresh.checkpoint_bytes, 50};
    const ResourceNeed more = estimateNeed(config, stored);
    EXPECT_LT(more.disk_bytes, fresh.disk_bytes - 2 * fresh.checkpoint_bytes);
    EXPECT_GT(more.disk_bytes, fresh.checkpoint_bytes) << "one is written before one is removed";
    stored.checkpoint_bytes = 100 * fresh.checkpoint_bytes;
    EXPECT_GE(estimateNeed(config, stored).disk_bytes, fresh.checkpoint_bytes);
    EXPECT_EQ(more.model_bytes + more.training_bytes, fresh.model_bytes + fresh.training_bytes);
}

TEST(Resources, WhatIsStoredAreTheCheckpointsOfTheFolder) {
    test::TemporaryFolder folder;
    EXPECT_EQ(storedPart(folder / "checkpoints", 7).checkpoint_bytes, 0);
    test::writeFile(folder / "run.db", std::string(5000, 'x'));
    for (const char* step : {"step-000001", "step-000002"}) {
        std::filesystem::create_directories(folder / "checkpoints" / step);
        test::writeFile(folder / "checkpoints" / step / "model.safetensors",
                        std::string(1000, 'x'));
    }
    const StoredPart stored = storedPart(folder / "checkpoints", 7);
    EXPECT_EQ(stored.checkpoint_bytes, 2000);
    EXPECT_EQ(stored.step, 7);
}

}  // namespace
}  // namespace orrery
