// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device.h"

#include <ATen/ATen.h>
#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "core/ops/step_memory.h"
#include "core/threads.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "liborrery_cuda.so";

/// Beside the program (a build), in lib beside its bin (installed), then where the loader looks.
/// Why it can't be loaded, or empty.
std::string loadCudaModule() {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    std::string reason;
    for (const fs::path& place : {folder / module_name, folder.parent_path() / "lib" / module_name,
                                  fs::path(module_name)}) {
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

/// A function that the module was opened with; null without it.
template <class Function>
Function* moduleFunction(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

void forbidWaiting(bool forbidden) {
    if (auto* forbid = moduleFunction<void(int)>("orrery_cuda_forbid_waiting")) forbid(forbidden);
}

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "unknown";
}

}  // namespace

std::string deviceName(const std::string& device) {
    if (device == "cpu") return processor();
    auto* name = moduleFunction<const char*()>("orrery_cuda_device_name");
    return name == nullptr ? "unknown" : name();
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

std::string chooseDevice(const std::string& wanted) {
    static const std::string problem = findCudaProblem();
    if (wanted == "cpu") return "cpu";
    if (problem.empty()) return "cuda";
    if (wanted == "auto") return "cpu";
    throw Error("train.device is cuda, but " + problem +
                ": check the driver and the installation, or set train.device to cpu or auto.");
}

int prepareThread(std::int64_t threads) {
    const int count = threads > 0 ? static_cast<int>(threads) : availableThreads();
    at::set_num_threads(count);
    // Gradients of rarely used weights become denormal and a hundred times slower to add; OpenMP's
    // threads take this setting over from the thread that starts them.
    at::globalContext().setFlushDenormal(true);
    useStepMemory();
    return count;
}

}  // namespace orrery
