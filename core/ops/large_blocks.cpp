// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/large_blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kHugeFrom = 8 * kHugePage;  // then rounding up costs an eighth at most
constexpr std::size_t kArena = 2 * kHugeFrom;     // smaller blocks lie in these side by side
constexpr std::size_t kCacheShare = 8;            // of what was used may be cached beside it,
constexpr std::size_t kCacheBytes = std::size_t{1} << 23;  // and so much for small models

std::size_t rounded(std::size_t size, std::size_t unit) {
    return (size + unit - 1) / unit * unit;
}

/// Large pages of the system where there are, which also spares the processor's page tables.
void* mapPages(std::size_t size) {
    const std::size_t room = size + kHugePage;
    void* all = ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return nullptr;
    auto* const begin = static_cast<char*>(all);
    const auto address = reinterpret_cast<std::uintptr_t>(all);
    char* const aligned = begin + (rounded(address, kHugePage) - address);
    if (aligned != begin) ::munmap(begin, static_cast<std::size_t>(aligned - begin));
    char* const end = begin + room;
    if (aligned + size != end)
        ::munmap(aligned + size, static_cast<std::size_t>(end - (aligned + size)));
    ::madvise(aligned, size, MADV_HUGEPAGE);
    return aligned;
}

/// Blocks of equal size are cached in one list; which list was used last decides which goes first.
class Blocks {
public:
    void* take(std::size_t asked) {
        const std::size_t size = rounded(asked, asked < kHugeFrom ? kPage : kHugePage);
        const std::scoped_lock lock(mutex_);
        void* block = takeCached(size);
        if (block == nullptr) block = make(size);
        state_.used += bytes(sizes_.at(block));
        state_.most_used = std::max(state_.most_used, state_.used);
        return block;
    }

    void putBack(void* block) {
        const std::scoped_lock lock(mutex_);
        const std::size_t size = sizes_.at(block);
        List& list = cached_[size];
        list.blocks.push_back(block);
        list.used_at = ++clock_;
        state_.used -= bytes(size);
        state_.cached += bytes(size);
        shrinkFor(0);
    }

    bool owns(void* block) {
        const std::scoped_lock lock(mutex_);
        return sizes_.contains(block);
    }

    void release() {
        const std::scoped_lock lock(mutex_);
        while (!cached_.empty())
            unmapOne(cached_.begin());
        state_.most_used = state_.used;
    }

    LargeBlockUsage state() {
        const std::scoped_lock lock(mutex_);
        return state_;
    }

private:
    struct List {
        std::vector<void*> blocks;
        std::uint64_t used_at = 0;
    };
    using Cached = std::map<std::size_t, List>;

    static std::int64_t bytes(std::size_t size) { return static_cast<std::int64_t>(size); }

    /// One of this size, or an eighth larger at most; nullptr when none waits.
    void* takeCached(std::size_t size) {
        const auto list = cached_.lower_bound(size);
        if (list == cached_.end() || list->first > size + size / 8) return nullptr;
        void* block = list->second.blocks.back();
        list->second.blocks.pop_back();
        list->second.used_at = ++clock_;
        state_.cached -= bytes(list->first);
        if (list->second.blocks.empty()) cached_.erase(list);
        return block;
    }

    void* make(std::size_t size) {
        shrinkFor(size);
        void* block = size < kHugeFrom ? carve(size) : mapPages(size);
        if (block == nullptr) throw std::bad_alloc();
        sizes_.emplace(block, size);
        return block;
    }

    /// A piece of the newest arena. Pieces go back to the system one by one.
    void* carve(std::size_t size) {
        if (arena_left_ < size) {
            void* arena = mapPages(kArena);
            if (arena == nullptr) return nullptr;
            if (arena_left_ > 0) ::munmap(arena_, arena_left_);
            arena_ = static_cast<char*>(arena);
            arena_left_ = kArena;
        }
        void* block = arena_;
        arena_ += size;
        arena_left_ -= size;
        return block;
    }

    /// Gives back what waits, longest unused first, until a new block of that size keeps the limit.
    void shrinkFor(std::size_t size) {
        const std::int64_t used = state_.used + bytes(size);
        const std::int64_t most = std::max(state_.most_used, used);
        const std::int64_t limit = most + most / bytes(kCacheShare) + bytes(kCacheBytes);
        while (!cached_.empty() && used + state_.cached > limit)
            unmapOne(std::ranges::min_element(
                cached_, {}, [](const auto& entry) { return entry.second.used_at; }));
    }

    void unmapOne(Cached::iterator list) {
        void* block = list->second.blocks.back();
        ::munmap(block, list->first);
        sizes_.erase(block);
        state_.cached -= bytes(list->first);
        list->second.blocks.pop_back();
        if (list->second.blocks.empty()) cached_.erase(list);
    }

    std::mutex mutex_;
    Cached cached_;
    std::unordered_map<void*, std::size_t> sizes_;  // of all blocks
    LargeBlockUsage state_;
    std::uint64_t clock_ = 0;
    char* arena_ = nullptr;  // what is left of the newest
    std::size_t arena_left_ = 0;
};

/// Never destroyed: tensors of static storage may outlive it.
Blocks& blocks() {
    static Blocks& all = *new Blocks;
    return all;
}

}  // namespace

void* takeLargeBlock(std::size_t size) {
    return blocks().take(size);
}
void putLargeBlockBack(void* block) {
    blocks().putBack(block);
}
bool isLargeBlock(void* block) {
    return blocks().owns(block);
}
void releaseLargeBlocks() {
    blocks().release();
}
LargeBlockUsage largeBlockUsage() {
    return blocks().state();
}

}  // namespace orrery
