// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/devices/device.h"
#include "core/error.h"

namespace orrery::test {

/// Tests that need a GPU. Where none works they are skipped; with ORRERY_REQUIRE_CUDA set (the GPU
/// check) they fail.
class Cuda : public testing::Test {
protected:
    void SetUp() override {
        try {
            chooseDevice(DeviceChoice::cuda);
        } catch (const Error& error) {
            if (std::getenv("ORRERY_REQUIRE_CUDA") != nullptr) FAIL() << error.what();
            GTEST_SKIP() << error.what();
        }
        allowTensorFloat32(false);
    }
};

}  // namespace orrery::test
