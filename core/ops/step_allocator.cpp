// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/step_allocator.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/alloc_cpu.h>

#include <atomic>
#include <cstring>
#include <new>

#include "core/ops/large_blocks.h"

namespace orrery {
namespace {

void freeLarge(void* block) {
    putLargeBlockBack(block);
}
void freeEither(void* block) {
    if (block != nullptr && isLargeBlock(block))
        freeLarge(block);
    else
        c10::free_cpu(block);
}

class StepAllocator : public c10::Allocator {
public:
    std::atomic<bool> active{false};

    c10::DataPtr allocate(std::size_t size) override {
        const c10::Device cpu(c10::DeviceType::CPU);
        if (size < kLargeBlock || !active) {
            void* block = c10::alloc_cpu(size);
            return {block, block, &c10::free_cpu, cpu};
        }
        void* block = nullptr;
        try {
            block = takeLargeBlock(size);
        } catch (const std::bad_alloc&) {
            block = c10::alloc_cpu(size);  // for its message, should that fail, too
            return {block, block, &c10::free_cpu, cpu};
        }
        return {block, block, &freeLarge, cpu};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &freeEither; }
    void copy_data(void* to, const void* from, std::size_t count) const override {
        std::memcpy(to, from, count);
    }
};

}  // namespace

void useStepAllocator(bool use) {
    static StepAllocator& allocator = []() -> StepAllocator& {
        auto* made = new StepAllocator;
        c10::SetCPUAllocator(made, 1);
        return *made;
    }();
    allocator.active = use;
}

}  // namespace orrery
