// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/failure_text.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <new>

#include "core/error.h"

namespace orrery {
namespace {

std::string textOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return failureText(error);
    }
    return "";
}

TEST(FailureText, OfMissingMemoryNamesWhatToLower) {
    EXPECT_NE(textOf([] { throw std::bad_alloc(); }).find("Lower train.batch_size"),
              std::string::npos);
    const std::string text =
        textOf([] { at::empty({std::int64_t{1} << 46}, at::kFloat).fill_(1); });
    EXPECT_NE(text.find("Lower train.batch_size"), std::string::npos) << text;
}

/// As the allocator of CUDA throws it.
TEST(FailureText, OfADevicesMissingMemoryNamesWhatToLowerToo) {
    const std::string text = textOf([] {
        TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory. Tried to allocate 2.00 GiB.",
                         "\nGPU 0 has 0 bytes free.");
    });
    EXPECT_EQ(text.rfind("Not enough memory. Lower train.batch_size", 0), 0U) << text;
    EXPECT_NE(text.find("Tried to allocate 2.00 GiB"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

TEST(FailureText, OfLibTorchHasNoStackTrace) {
    const std::string text = textOf([] { at::zeros({2, 3}).matmul(at::zeros({2, 3})); });
    EXPECT_EQ(text.rfind("LibTorch reports: ", 0), 0U) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_EQ(textOf([] { throw Error("The corpus is empty."); }), "The corpus is empty.");
}

}  // namespace
}  // namespace orrery
