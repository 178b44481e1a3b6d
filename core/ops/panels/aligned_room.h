// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/ops/large_blocks.h"

namespace orrery {

/// Memory that begins with a line of the cache: a row of 64 bytes that lies across two lines is
/// read at half the speed. It grows, and is kept for the next use. One thread at a time.
template <class T>
class AlignedRoom {
public:
    AlignedRoom() = default;
    ~AlignedRoom() { giveBack(); }
    AlignedRoom(AlignedRoom&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)),
          capacity_(std::exchange(other.capacity_, 0)),
          large_(other.large_) {}
    AlignedRoom& operator=(AlignedRoom&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(capacity_, other.capacity_);
        std::swap(large_, other.large_);
        return *this;
    }
    AlignedRoom(const AlignedRoom&) = delete;
    AlignedRoom& operator=(const AlignedRoom&) = delete;

    /// Room for `size` values; what was there is lost when it grows.
    T* reserve(std::int64_t size) {
        if (capacity_ >= size) return memory_;
        giveBack();
        constexpr std::size_t kLine = 64;
        const std::size_t bytes =
            (static_cast<std::size_t>(size) * sizeof(T) + kLine - 1) / kLine * kLine;
        large_ = bytes >= kLargeBlock;
        void* room = large_ ? takeLargeBlock(bytes) : std::aligned_alloc(kLine, bytes);
        if (room == nullptr) throw std::bad_alloc();
        memory_ = static_cast<T*>(room);
        capacity_ = static_cast<std::int64_t>(bytes / sizeof(T));
        return memory_;
    }
    T* get() const { return memory_; }

private:
    void giveBack() {
        if (memory_ == nullptr) return;
        if (large_)
            putLargeBlockBack(memory_);
        else
            std::free(memory_);
        memory_ = nullptr;
        capacity_ = 0;
    }

    T* memory_ = nullptr;
    std::int64_t capacity_ = 0;
    bool large_ = false;
};

}  // namespace orrery
