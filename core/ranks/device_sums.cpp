// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/device_sums.h"

#include <dlfcn.h>

#include <utility>

#include "core/error.h"

namespace orrery {
namespace {

using Make = DeviceSums*(c10::intrusive_ptr<c10d::Store>*, int, int, int);

Make* maker() {
    return reinterpret_cast<Make*>(::dlsym(RTLD_DEFAULT, "orrery_cuda_device_sums"));
}

}  // namespace

bool hasDeviceSums() {
    return maker() != nullptr;
}

std::unique_ptr<DeviceSums> makeDeviceSums(c10::intrusive_ptr<c10d::Store> store, int rank,
                                           int size, int device) {
    Make* make = maker();
    if (make == nullptr) throw Error("The CUDA module was built without NCCL.");
    return std::unique_ptr<DeviceSums>(make(&store, rank, size, device));
}

}  // namespace orrery
