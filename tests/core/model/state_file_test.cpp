// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/state_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/error.h"
#include "core/files/safetensors.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

class StateFile : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() / ("orrery-state-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_;
};

TEST_F(StateFile, RoundTripOfTypesShapesAndStrides) {
    const NamedTensors tensors{
        {"float", test::randomTensor({3, 4}, 1, at::kFloat)},
        {"double", test::randomTensor({2}, 2)},
        {"transposed", test::randomTensor({3, 5}, 3, at::kFloat).t()},
        {"whole", at::arange(6, at::kLong).view({1, 2, 3})},
        {"half", test::randomTensor({4}, 4, at::kBFloat16)},
        {"empty", at::zeros({0, 3})},
        {"scalar", at::scalar_tensor(2.5)},
    };
    saveTensors(folder_ / "a.safetensors", tensors, {{"step", "7"}});
    const NamedTensors loaded = loadTensors(folder_ / "a.safetensors");
    ASSERT_EQ(loaded.size(), tensors.size());
    for (const auto& [name, tensor] : tensors) {
        EXPECT_TRUE(at::equal(loaded.at(name), tensor)) << name;
        EXPECT_EQ(loaded.at(name).scalar_type(), tensor.scalar_type()) << name;
    }
    EXPECT_EQ(SafetensorsFile(folder_ / "a.safetensors").metadata().at("step"), "7");
}

TEST_F(StateFile, RefusesWhatIsNoStateFile) {
    EXPECT_THROW(loadTensors(folder_ / "missing.safetensors"), Error);
    std::ofstream(folder_ / "foreign.safetensors") << "not a tensor in sight";
    EXPECT_THROW(loadTensors(folder_ / "foreign.safetensors"), Error);
    saveTensors(folder_ / "cut.safetensors", {{"a", at::ones({100})}});
    std::filesystem::resize_file(folder_ / "cut.safetensors", 200);
    EXPECT_THROW(loadTensors(folder_ / "cut.safetensors"), Error);
}

TEST_F(StateFile, RefusesTypesWithoutAName) {
    EXPECT_THROW(saveTensors(folder_ / "c.safetensors", {{"a", at::ones({2}, at::kComplexFloat)}}),
                 Error);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "c.safetensors"));
}

}  // namespace
}  // namespace orrery
