// SPDX-License-Identifier: GPL-3.0-or-later
// One GPU, as torch and Orrery ask for it.
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "tests/fake_gpu/memory.h"
#include "tests/fake_gpu/recording.h"

namespace orrery::fake_gpu {
namespace {

const c10::Device the_gpu(c10::kCUDA, 0);

/// One device with one stream.
struct Guard final : c10::impl::DeviceGuardImplInterface {
    c10::DeviceType type() const override { return c10::kCUDA; }
    c10::Device exchangeDevice(c10::Device) const override { return the_gpu; }
    c10::Device getDevice() const override { return the_gpu; }
    void setDevice(c10::Device) const override {}
    void uncheckedSetDevice(c10::Device) const noexcept override {}
    c10::Stream getStream(c10::Device) const override {
        return c10::Stream(c10::Stream::DEFAULT, the_gpu);
    }
    c10::Stream getDefaultStream(c10::Device device) const override { return getStream(device); }
    c10::Stream exchangeStream(c10::Stream) const override { return getStream(the_gpu); }
    c10::DeviceIndex deviceCount() const noexcept override { return 1; }
    void record(void**, const c10::Stream&, c10::DeviceIndex, c10::EventFlag) const override {}
    void block(void*, const c10::Stream&) const override {}
    bool queryEvent(void*) const override { return true; }
    void synchronizeDevice(c10::DeviceIndex) const override { waitFor("synchronizeDevice"); }
    void synchronizeStream(const c10::Stream&) const override { waitFor("synchronizeStream"); }
};
C10_REGISTER_GUARD_IMPL(CUDA, Guard)

struct CUDAHooks : at::CUDAHooksInterface {
    explicit CUDAHooks(at::CUDAHooksArgs) {}
    void init() const override {}
    bool isBuilt() const override { return true; }
    bool isAvailable() const override { return true; }
    bool hasCUDA() const override { return true; }
    bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
    bool isPinnedPtr(const void* data) const override { return isPinned(data); }
    c10::Allocator* getPinnedMemoryAllocator() const override { return pinnedAllocator(); }
    c10::Allocator* getCUDADeviceAllocator() const override { return deviceAllocator(); }
    c10::Device getDeviceFromPtr(void*) const override { return the_gpu; }
    c10::DeviceIndex deviceCount() const override { return 1; }
    int getNumGPUs() const override { return 1; }
    c10::DeviceIndex current_device() const override { return 0; }
    c10::DeviceIndex getCurrentDevice() const override { return 0; }
    void setCurrentDevice(c10::DeviceIndex) const override {}
    c10::DeviceIndex exchangeDevice(c10::DeviceIndex) const override { return 0; }
    c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }
    void deviceSynchronize(c10::DeviceIndex) const override { waitFor("deviceSynchronize"); }
};

struct Registration {
    Registration() { c10::SetAllocator(c10::kCUDA, deviceAllocator()); }
} registration;

}  // namespace
}  // namespace orrery::fake_gpu

namespace at {
using orrery::fake_gpu::CUDAHooks;
REGISTER_CUDA_HOOKS(CUDAHooks)
}  // namespace at

/// What the program asks the module by name (core/ops/device/device_cuda.cu).
extern "C" {

const char* orrery_cuda_device_name(int) {
    return "Large GPU";  // as the driver says
}
std::int64_t orrery_cuda_device_memory(int) {
    return orrery::fake_gpu::memorySize();
}
int orrery_cuda_device_generation(int) {
    return 9;
}
void orrery_cuda_forbid_waiting(int forbidden) {
    orrery::fake_gpu::forbidWaiting(forbidden != 0);
}
orrery::StepGraph* orrery_cuda_step_graph() {
    return new orrery::fake_gpu::FakeGraph;
}
}
