// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fake_gpu/recording.h"

#include <atomic>

namespace orrery::fake_gpu {
namespace {

std::vector<std::function<void()>>* recorded = nullptr;  // of the graph that is being recorded
std::atomic<bool> waiting_forbidden = false;

}  // namespace

void give(const std::function<void()>& work) {
    work();
    if (recorded != nullptr) recorded->push_back(work);
}

void waitFor(const std::string& what) {
    TORCH_CHECK(recorded == nullptr, what,
                " waits for the GPU: operation not permitted when stream is capturing");
    TORCH_CHECK(!waiting_forbidden, what, ": called a synchronizing CUDA operation");
}

void forbidWaiting(bool forbidden) {
    waiting_forbidden = forbidden;
}

void FakeGraph::record(const std::function<void()>& work) {
    works_.clear();
    blocks_.clear();
    // Kernels are done while they are recorded, for the sizes of what they make; then all memory
    // is as it was.
    const MemoryImage before;
    recorded = &works_;
    try {
        const KeptBlocks kept(blocks_);
        work();
    } catch (...) {
        recorded = nullptr;
        before.restore();
        works_.clear();
        throw;
    }
    recorded = nullptr;
    before.restore();
}

void FakeGraph::replay() {
    for (const auto& work : works_)
        work();
}

}  // namespace orrery::fake_gpu
