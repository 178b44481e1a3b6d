// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/weight_shards.h"

#include <nlohmann/json.hpp>

#include "core/exchange/model_folder.h"
#include "tests/core/exchange/model_files.h"

namespace orrery {
namespace {

using test::holds;
using test::readFile;
using test::stored;
using test::TemporaryFolder;
using test::writeFile;

std::map<std::string, TensorView> viewsIn(const std::map<std::string, test::StoredTensor>& all) {
    std::map<std::string, TensorView> views;
    for (const auto& [name, tensor] : all)
        views[name] = {tensor.dtype, tensor.shape, std::as_bytes(std::span(tensor.bytes))};
    return views;
}

TEST(WeightShards, AModelAboveTheLimitIsCutAndIndexed) {
    const TemporaryFolder folder;
    const std::map<std::string, test::StoredTensor> tensors = {
        {"a", stored<float>("F32", {2}, {1, 2})},
        {"b", stored<float>("F32", {2}, {3, 4})},
        {"c", stored<float>("F32", {5}, {5, 6, 7, 8, 9})}};
    const auto files = writeWeightShards(folder.path(), viewsIn(tensors), {false, 16});
    EXPECT_EQ(files, (std::vector<std::string>{"model-00001-of-00002.safetensors",
                                               "model-00002-of-00002.safetensors",
                                               "model.safetensors.index.json"}));
    const auto index = nlohmann::json::parse(readFile(folder / files[2]));
    EXPECT_EQ(index["metadata"]["total_size"], 36);
    EXPECT_EQ(index["weight_map"]["b"], files[0]);
    writeFile(folder / "config.json", "{}");
    ModelFolder model(folder.path());
    EXPECT_EQ(model.tensorNames(), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(floatsOf("c", model.tensor("c")), (std::vector<float>{5, 6, 7, 8, 9}));
}

TEST(WeightShards, Bfloat16RoundsToNearestEvenAndLeavesTheRouter) {
    const TemporaryFolder folder;
    const std::vector<float> values = {1.0F, 1.00390625F, 1.01171875F, -3.14159274F, 0.0F};
    const std::map<std::string, test::StoredTensor> tensors = {
        {"layers.0.some.keys", stored<float>("F32", {5}, values)},
        {"layers.0.some.experts.down", stored<float>("F32", {5}, values)}};
    writeWeightShards(folder.path(), viewsIn(tensors), {true, 1000});
    const SafetensorsFile file(folder / "model.safetensors");
    EXPECT_EQ(file.tensors().at("layers.0.some.keys").dtype, "F32");
    const TensorView& half = file.tensors().at("layers.0.some.experts.down");
    ASSERT_EQ(half.dtype, "BF16");
    // 1 + 2^-8 lies between 1 and 1 + 2^-7: the even one is 1; 1 + 3 * 2^-8 becomes 1 + 2^-6.
    EXPECT_EQ(floatsOf("down", half),
              (std::vector<float>{1.0F, 1.0F, 1.015625F, -3.140625F, 0.0F}));
}

TEST(WeightShards, Bfloat16BecomesFloat32Exactly) {
    const TemporaryFolder folder;
    const std::map<std::string, test::StoredTensor> tensors = {
        {"x", stored<std::uint16_t>("BF16", {2}, {0x3F80, 0xC049})}};
    writeWeightShards(folder.path(), viewsIn(tensors), {});
    const SafetensorsFile file(folder / "model.safetensors");
    EXPECT_EQ(file.tensors().at("x").dtype, "F32");
    EXPECT_EQ(floatsOf("x", file.tensors().at("x")), (std::vector<float>{1.0F, -3.140625F}));
}

TEST(FloatsOf, ReadsHalvesAndRefusesFloat8ByName) {
    const auto half = stored<std::uint16_t>("F16", {4}, {0x3C00, 0xC000, 0x0001, 0x7BFF});
    const TensorView view{half.dtype, half.shape, std::as_bytes(std::span(half.bytes))};
    EXPECT_EQ(floatsOf("x", view), (std::vector<float>{1, -2, 0x1p-24F, 65504}));
    const std::string error = test::errorText([] { floatsOf("gate", {"F8_E4M3", {0}, {}}); });
    EXPECT_TRUE(holds(error, "gate") && holds(error, "float8")) << error;
}

}  // namespace
}  // namespace orrery
