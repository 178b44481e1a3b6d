// SPDX-License-Identifier: GPL-3.0-or-later
// What the GPU is given to do: done at once, or recorded as a CUDA graph would be.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/ops/device/step_graph.h"
#include "tests/fake_gpu/memory.h"

namespace orrery::fake_gpu {

/// Does `work`, and has the graph that is being recorded do it again. Work reads and writes memory
/// of the GPU at fixed places, as a kernel does.
void give(const std::function<void()>& work);
/// To be called where the processor waits for the GPU: throws while that is forbidden, and while a
/// graph is recorded.
void waitFor(const std::string& what);
void forbidWaiting(bool forbidden);

class FakeGraph : public StepGraph {
public:
    void record(const std::function<void()>& work) override;
    void replay() override;

private:
    std::vector<std::function<void()>> works_;
    Blocks blocks_;  // that were taken while it was recorded
};

}  // namespace orrery::fake_gpu
