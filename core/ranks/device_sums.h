// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <memory>

namespace orrery {

/// Sums over ranks of tensors that lie on a device, without the host: NCCL in the CUDA module
/// (device_sums_nccl.cpp). sum(): one thread; abort(): any.
class DeviceSums {
public:
    virtual ~DeviceSums() = default;
    /// In place: after what the device was given before, and before what it is given next. Does
    /// not wait for it.
    virtual void sum(at::Tensor& tensor) = 0;
    /// A rank is lost: sums that wait for it end, with any numbers.
    virtual void abort() = 0;
};

/// Whether the CUDA module is loaded and can make them.
bool hasDeviceSums();
/// On the GPU of this index; all ranks at once, each on a GPU of its own. Throws when they can't
/// reach each other.
std::unique_ptr<DeviceSums> makeDeviceSums(c10::intrusive_ptr<c10d::Store> store, int rank,
                                           int size, int device);

}  // namespace orrery
