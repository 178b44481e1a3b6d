// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/device.h"

#include <ATen/ATen.h>
#include <ATen/DeviceAccelerator.h>
#include <dlfcn.h>

#include <charconv>
#include <filesystem>

#include "core/config/fields.h"
#include "core/devices/devices.h"
#include "core/error.h"
#include "core/ops/step_allocator.h"
#include "core/threads.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModuleName = "liborrery_cuda.so";

/// Beside the program (a build), in lib beside its bin (installed), then where the loader looks.
/// Why it can't be loaded, or empty.
std::string loadCudaModule() {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    std::string reason;
    for (const fs::path& place : {folder / kModuleName, folder.parent_path() / "lib" / kModuleName,
                                  fs::path(kModuleName)}) {
        if (::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return {};
        if (const char* text = ::dlerror(); text != nullptr) reason = text;
        if (fs::exists(place, ignored))
            break;  // that one is ours: what follows would hide its reason
    }
    return "the CUDA module can't be loaded (" + reason + ")";
}

/// Why there is no CUDA, or empty. The driver comes first: without one the module, which brings all
/// of torch's CUDA libraries, need not be tried.
std::string findCudaProblem() {
    if (::dlopen("libcuda.so.1", RTLD_LAZY) == nullptr) return "no NVIDIA driver is installed";
    if (std::string problem = loadCudaModule(); !problem.empty()) return problem;
    return at::getNumGPUs() == 0 ? "no CUDA device answers" : "";
}

/// The number behind "cuda:"; 0 without one.
c10::DeviceIndex cudaIndex(const std::string& device) {
    int number = 0;
    if (const auto colon = device.find(':'); colon != std::string::npos)
        std::from_chars(device.data() + colon + 1, device.data() + device.size(), number);
    return static_cast<c10::DeviceIndex>(number);
}

/// A function that the module was opened with; null without it.
template <class Function>
Function* moduleFunction(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

void forbidWaiting(bool forbidden) {
    if (auto* forbid = moduleFunction<void(int)>("orrery_cuda_forbid_waiting")) forbid(forbidden);
}

}  // namespace

std::string deviceName(const std::string& device) {
    if (device == "cpu") return processorModel();
    auto* name = moduleFunction<const char*(int)>("orrery_cuda_device_name");
    return name == nullptr ? "unknown" : name(cudaIndex(device));
}

int deviceGeneration(const std::string& device) {
    if (!isCuda(device)) return 0;
    auto* generation = moduleFunction<int(int)>("orrery_cuda_device_generation");
    return generation == nullptr ? 0 : generation(cudaIndex(device));
}

std::unique_ptr<StepGraph> makeStepGraph() {
    auto* make = moduleFunction<StepGraph*()>("orrery_cuda_step_graph");
    return std::unique_ptr<StepGraph>(make == nullptr ? nullptr : make());
}

DeviceMemory deviceMemory(const std::string& device) {
    if (!isCuda(device)) {
        static const std::int64_t total = machineMemory();
        return {"cpu", residentBytes(), total};
    }
    const c10::DeviceIndex index = cudaIndex(device);
    using c10::CachingAllocator::StatType;
    DeviceMemory memory{"cuda:" + std::to_string(index), 0, 0};
    memory.used = at::accelerator::getDeviceStats(index)
                      .reserved_bytes[static_cast<std::size_t>(StatType::AGGREGATE)]
                      .current;
    if (auto* total = moduleFunction<std::int64_t(int)>("orrery_cuda_device_memory"))
        memory.total = total(index);
    return memory;
}

void allowTensorFloat32(bool allowed) {
    at::globalContext().setAllowTF32CuBLAS(allowed);
}

WaitingForbidden::WaitingForbidden() {
    forbidWaiting(true);
}
WaitingForbidden::~WaitingForbidden() {
    forbidWaiting(false);
}

std::string chooseDevice(DeviceChoice wanted) {
    const std::string problem = cudaProblem();
    if (wanted == DeviceChoice::cpu) return "cpu";
    const bool automatic = wanted == DeviceChoice::automatic;
    const std::string& word = wordOf("train.device", wanted);
    if (!problem.empty()) {
        if (automatic) return "cpu";
        throw Error("train.device is " + word + ", but " + problem +
                    ": check the driver and the installation, or set train.device to cpu or auto.");
    }
    if (cudaIndex(word) < static_cast<int>(at::getNumGPUs())) return automatic ? "cuda" : word;
    throw Error(deviceFault(wanted, listDevices()));
}

std::string cudaProblem() {
    static const std::string problem = findCudaProblem();
    return problem;
}

bool isCuda(const std::string& device) {
    return device.starts_with("cuda");
}

void useDevice(const std::string& device) {
    if (isCuda(device)) at::accelerator::setDeviceIndex(cudaIndex(device));
}

int prepareThread(std::int64_t threads) {
    const int count = threads > 0 ? static_cast<int>(threads) : availableThreads();
    at::set_num_threads(count);
    // Gradients of rarely used weights become denormal and a hundred times slower to add; OpenMP's
    // threads take this setting over from the thread that starts them.
    at::globalContext().setFlushDenormal(true);
    useStepAllocator();
    return count;
}

}  // namespace orrery
