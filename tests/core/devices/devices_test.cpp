// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/devices.h"

#include <gtest/gtest.h>

#include "core/config/fields.h"

namespace orrery {
namespace {

const DriverLibraries fake{ORRERY_FAKE_DRIVER, ORRERY_FAKE_DRIVER};

TEST(Devices, WithoutADriverTheCpuIsAllThereIs) {
    const auto devices = listDevices({"there-is-no-such-library.so", "nor-this.so"});
    ASSERT_EQ(devices.size(), 1u);
    EXPECT_EQ(devices[0].id, "cpu");
    EXPECT_FALSE(devices[0].name.empty());
    EXPECT_EQ(devices[0].capability, "");
    EXPECT_GT(devices[0].total, devices[0].free);
    EXPECT_GT(devices[0].free, 0);
}

TEST(Devices, ALibraryThatIsNoDriverListsNothing) {
    EXPECT_EQ(listDevices({"libm.so.6", "libm.so.6"}).size(), 1u);
}

TEST(Devices, TheDriversDevicesHaveNameCapabilityAndMemory) {
    const auto devices = listDevices(fake);
    ASSERT_EQ(devices.size(), 3u);
    EXPECT_EQ(devices[1].id, "cuda:0");
    EXPECT_EQ(devices[1].name, "Large GPU");
    EXPECT_EQ(devices[1].capability, "9.0");
    EXPECT_EQ(devices[1].total, 80'000'000'000);
    EXPECT_EQ(devices[1].free, 79'000'000'000);
    EXPECT_EQ(devices[2].id, "cuda:1");
    EXPECT_EQ(devices[2].name, "Small GPU");
    EXPECT_EQ(devices[2].capability, "8.6");
    EXPECT_LT(devices[2].free, 0) << "which the management library does not know";
}

TEST(Devices, WithoutTheManagementLibraryFreeMemoryIsUnknown) {
    const auto devices = listDevices({ORRERY_FAKE_DRIVER, "there-is-no-such-library.so"});
    ASSERT_EQ(devices.size(), 3u);
    EXPECT_EQ(devices[1].total, 80'000'000'000);
    EXPECT_LT(devices[1].free, 0);
}

TEST(Devices, ADeviceThatIsNotThereIsAFaultThatNamesThoseThatAre) {
    const auto devices = listDevices(fake);
    for (const DeviceChoice wanted : {DeviceChoice::automatic, DeviceChoice::cpu,
                                      DeviceChoice::cuda, DeviceChoice::cuda0, DeviceChoice::cuda1})
        EXPECT_EQ(deviceFault(wanted, devices), "") << wordOf("train.device", wanted);
    const std::string fault = deviceFault(DeviceChoice::cuda2, devices);
    EXPECT_TRUE(fault.starts_with("train.device is cuda:2, but this machine has cpu (")) << fault;
    EXPECT_NE(fault.find("cuda:1 (Small GPU): choose one"), std::string::npos) << fault;
    EXPECT_NE(deviceFault(DeviceChoice::cuda, {devices[0]}), "");
    EXPECT_EQ(deviceFault(DeviceChoice::automatic, {devices[0]}), "");
}

TEST(Devices, ConfigurationsMayNameADevice) {
    const Field& field = *findField("train.device");
    for (const char* name : {"auto", "cpu", "cuda", "cuda:0", "cuda:7"})
        EXPECT_NO_THROW(parseFieldValue(field, name)) << name;
    EXPECT_ANY_THROW(parseFieldValue(field, "cuda:x"));
}

}  // namespace
}  // namespace orrery
