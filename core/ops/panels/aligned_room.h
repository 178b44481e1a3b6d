// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace orrery {

/// Memory that begins with a line of the cache: a row of 64 bytes that lies across two lines is
/// read at half the speed. T's size divides a line, or a line its. It grows, and is kept for the
/// next use. One thread at a time.
template <class T>
class AlignedRoom {
public:
    /// Room for `size` values; what was there is lost when it grows.
    T* reserve(std::int64_t size) {
        if (capacity_ >= size) return memory_.get();
        constexpr std::int64_t kLine = sizeof(T) < 64 ? 64 / std::int64_t{sizeof(T)} : 1;
        const std::int64_t whole = (size + kLine - 1) / kLine * kLine;
        memory_.reset();
        capacity_ = 0;
        memory_.reset(
            static_cast<T*>(std::aligned_alloc(64, static_cast<std::size_t>(whole) * sizeof(T))));
        if (!memory_) throw std::bad_alloc();
        capacity_ = whole;
        return memory_.get();
    }
    T* get() const { return memory_.get(); }

private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T[], Free> memory_;
    std::int64_t capacity_ = 0;
};

}  // namespace orrery
