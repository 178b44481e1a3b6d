// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fake_gpu/memory.h"

#include <c10/core/CachingDeviceAllocator.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <set>

namespace orrery::fake_gpu {
namespace {

constexpr int kNotANumber = 0xFF;  // each byte of it

struct Ledger {
    std::mutex mutex;
    std::map<std::byte*, std::size_t> taken;
    std::size_t taken_bytes = 0;
    std::vector<std::unique_ptr<std::byte[]>> returned;  // kept, so that a late reader reads them
    std::size_t returned_bytes = 0;
    Blocks* kept = nullptr;
    std::set<const void*> pinned;
};

Ledger& ledger() {
    static auto* all = new Ledger;  // never destroyed: tensors may outlive it
    return *all;
}

void forgetBlock(void* context) {
    delete static_cast<std::shared_ptr<Block>*>(context);
}

class DeviceMemoryAllocator : public c10::DeviceAllocator {
public:
    c10::DataPtr allocate(std::size_t size) override {
        auto block = std::make_shared<Block>(size);
        {
            const std::scoped_lock lock(ledger().mutex);
            if (ledger().kept != nullptr) ledger().kept->push_back(block);
        }
        std::byte* data = block->data();
        return {data, new std::shared_ptr<Block>(std::move(block)), &forgetBlock,
                c10::Device(c10::kCUDA, 0)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
    void copy_data(void* to, const void* from, std::size_t size) const override {
        std::memcpy(to, from, size);
    }
    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override {}
    void recordStream(const c10::DataPtr&, c10::Stream) override {}
    c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex) override {
        c10::CachingDeviceAllocator::DeviceStats stats;
        stats.reserved_bytes[0].current = static_cast<std::int64_t>(takenBytes());
        return stats;
    }
    void resetAccumulatedStats(c10::DeviceIndex) override {}
    void resetPeakStats(c10::DeviceIndex) override {}
};

void forgetPinned(void* data) {
    const std::scoped_lock lock(ledger().mutex);
    ledger().pinned.erase(data);
    ::operator delete(data);
}

class PinnedAllocator : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t size) override {
        void* data = ::operator new(std::max<std::size_t>(size, 1));
        const std::scoped_lock lock(ledger().mutex);
        ledger().pinned.insert(data);
        return {data, data, &forgetPinned, c10::Device(c10::kCPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &forgetPinned; }
    void copy_data(void* to, const void* from, std::size_t size) const override {
        std::memcpy(to, from, size);
    }
};

}  // namespace

std::int64_t memorySize() {
    const char* set = std::getenv("ORRERY_FAKE_GPU_BYTES");
    return set == nullptr ? 80'000'000'000 : std::atoll(set);
}

Block::Block(std::size_t size) : size_(size) {
    // In the words that torch begins with then.
    TORCH_CHECK_WITH(OutOfMemoryError,
                     static_cast<std::int64_t>(takenBytes() + size) <= memorySize(),
                     "CUDA out of memory. Tried to allocate ", size, " bytes.");
    data_ = std::make_unique<std::byte[]>(std::max<std::size_t>(size, 1));
    std::memset(data_.get(), kNotANumber, size);
    const std::scoped_lock lock(ledger().mutex);
    ledger().taken.emplace(data(), size);
    ledger().taken_bytes += size;
}

Block::~Block() {
    constexpr std::size_t kMostReturned = std::size_t{256} << 20;
    std::memset(data_.get(), kNotANumber, size_);
    const std::scoped_lock lock(ledger().mutex);
    ledger().taken.erase(data());
    ledger().taken_bytes -= size_;
    ledger().returned_bytes += size_;
    ledger().returned.push_back(std::move(data_));
    if (ledger().returned_bytes < kMostReturned) return;
    ledger().returned.clear();
    ledger().returned_bytes = 0;
}

KeptBlocks::KeptBlocks(Blocks& blocks) {
    const std::scoped_lock lock(ledger().mutex);
    ledger().kept = &blocks;
}

KeptBlocks::~KeptBlocks() {
    const std::scoped_lock lock(ledger().mutex);
    ledger().kept = nullptr;
}

MemoryImage::MemoryImage() {
    const std::scoped_lock lock(ledger().mutex);
    for (const auto& [data, size] : ledger().taken)
        contents_.emplace(data, std::vector<std::byte>(data, data + size));
}

void MemoryImage::restore() const {
    const std::scoped_lock lock(ledger().mutex);
    for (const auto& [data, bytes] : contents_)
        if (ledger().taken.contains(data)) std::memcpy(data, bytes.data(), bytes.size());
}

std::size_t takenBytes() {
    const std::scoped_lock lock(ledger().mutex);
    return ledger().taken_bytes;
}

c10::Allocator* deviceAllocator() {
    static auto* allocator = new DeviceMemoryAllocator;
    return allocator;
}

c10::Allocator* pinnedAllocator() {
    static auto* allocator = new PinnedAllocator;
    return allocator;
}

bool isPinned(const void* data) {
    const std::scoped_lock lock(ledger().mutex);
    return ledger().pinned.contains(data);
}

}  // namespace orrery::fake_gpu
