// SPDX-License-Identifier: GPL-3.0-or-later
// Work for a device, recorded once and then given to it again and again as one piece.
#pragma once
#include <functional>

namespace orrery {

/// On CUDA a graph of the current device's kernels (step_graph_cuda.cu). One thread.
class StepGraph {
public:
    virtual ~StepGraph() = default;
    /// Records what `work` gives the device to do, in place of what was recorded before; nothing of
    /// it is done. Tensors that it makes are written by each replay. Throws what `work` throws, and
    /// what the device can't record; nothing is recorded then.
    virtual void record(const std::function<void()>& work) = 0;
    /// Does the recorded work, after what the device was given before. Does not wait for it.
    virtual void replay() = 0;
};

}  // namespace orrery
