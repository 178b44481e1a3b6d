// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device.h"

#include <ATen/ATen.h>
#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "core/error.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "liborrery_cuda.so";

/// Beside the program (a build), in lib beside its bin (installed), then where the loader looks.
void loadCudaModule() {
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    std::string reason;
    for (const fs::path& place : {folder / module_name, folder.parent_path() / "lib" / module_name,
                                  fs::path(module_name)}) {
        if (::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return;
        if (const char* text = ::dlerror(); text != nullptr) reason = text;
    }
    throw Error("train.device is cuda, but the CUDA module can't be loaded (" + reason +
                "): build with a CUDA toolkit, or set train.device to cpu.");
}

}  // namespace

std::string chooseDevice(const std::string& wanted) {
    if (wanted != "cuda") return "cpu";
    loadCudaModule();
    if (at::getNumGPUs() == 0) {
        throw Error(
            "train.device is cuda, but no CUDA device answers: check the driver, or set "
            "train.device "
            "to cpu.");
    }
    return "cuda";
}

int prepareThread(std::int64_t threads) {
    const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    const auto count = static_cast<int>(threads > 0 ? threads : cores);
    at::set_num_threads(count);
    // Gradients of rarely used weights become denormal and a hundred times slower to add; OpenMP's
    // threads take this setting over from the thread that starts them.
    at::globalContext().setFlushDenormal(true);
    return count;
}

}  // namespace orrery
