// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/panel_packing.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace orrery {
namespace {

constexpr std::int64_t kSide = 16;       // of the squares that are transposed in registers
constexpr std::int64_t kCacheLine = 64;  // bytes that memory is read by

float widened(float value) {
    return value;
}
double widened(double value) {
    return value;
}
float widened(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

/// Rows first .. first + count - 1 of a source are on their way from memory: weights are read once
/// in a step, so that they lie in no cache, and in pieces too short for a processor to see it.
template <class S>
[[gnu::always_inline]] inline void prefetchRows(const S* source, std::int64_t first,
                                                std::int64_t count, std::int64_t width,
                                                std::int64_t stride) {
    for (std::int64_t row = first; row < first + count; ++row) {
        const auto* at = reinterpret_cast<const char*>(source + row * stride);
        for (std::int64_t byte = 0; byte < width * std::int64_t{sizeof(S)}; byte += kCacheLine)
            __builtin_prefetch(at + byte, 0, 2);
    }
}

template <class S, class T>
[[gnu::always_inline]] inline void packBody(const S* source, std::int64_t depth,
                                            std::int64_t columns, std::int64_t stride, T* panels) {
    constexpr std::int64_t kAhead = 8;
    for (std::int64_t k = 0; k < depth; ++k) {
        if (k + kAhead < depth) prefetchRows(source, k + kAhead, 1, columns, stride);
        for (std::int64_t column = 0; column < columns; column += kPanel) {
            const S* from = source + k * stride + column;
            T* to = panels + column * depth + k * kPanel;
            const std::int64_t width = std::min(kPanel, columns - column);
            if (width == kPanel)
                for (std::int64_t x = 0; x < kPanel; ++x)
                    to[x] = widened(from[x]);
            else
                for (std::int64_t x = 0; x < width; ++x)
                    to[x] = widened(from[x]);
        }
    }
}

/// One by one.
template <class S, class T>
[[gnu::always_inline]] inline void transposeTile(const S* source, std::int64_t columns,
                                                 std::int64_t depth, std::int64_t stride, T* to) {
    for (std::int64_t x = 0; x < columns; ++x)
        for (std::int64_t k = 0; k < depth; ++k)
            to[k * kPanel + x] = widened(source[x * stride + k]);
}

/// `square(source, stride, to)` transposes kSide x kSide values.
template <class S, class T, class Square>
[[gnu::always_inline]] inline void packTransposedBody(const S* source, std::int64_t columns,
                                                      std::int64_t depth, std::int64_t stride,
                                                      T* panels, const Square& square) {
    for (std::int64_t first = 0; first < columns; first += kPanel) {
        const std::int64_t width = std::min(kPanel, columns - first);
        const std::int64_t ahead = std::min(kPanel, columns - first - width);
        for (std::int64_t begin = 0; begin < depth; begin += kSide) {
            const std::int64_t size = std::min(kSide, depth - begin);
            prefetchRows(source + begin, first + width, ahead, size, stride);
            T* tile = panels + first * depth + begin * kPanel;
            for (std::int64_t x = 0; x < width; x += kSide) {
                const std::int64_t count = std::min(kSide, width - x);
                const S* from = source + (first + x) * stride + begin;
                if (size == kSide && count == kSide)
                    square(from, stride, tile + x);
                else
                    transposeTile(from, count, size, stride, tile + x);
            }
        }
    }
}

struct PlainSquare {
    template <class S, class T>
    [[gnu::always_inline]] void operator()(const S* source, std::int64_t stride, T* to) const {
        transposeTile(source, kSide, kSide, stride, to);
    }
};

#if defined(__x86_64__)
using Lane = float __attribute__((vector_size(64)));
using Half = std::uint16_t __attribute__((vector_size(32)));
using Bits = std::uint32_t __attribute__((vector_size(64)));

[[gnu::always_inline]] inline void loadLane(const float* from, Lane& to) {
    std::memcpy(&to, from, sizeof to);
}
[[gnu::always_inline]] inline void loadLane(const std::uint16_t* from, Lane& to) {
    Half half;
    std::memcpy(&half, from, sizeof half);
    const Bits bits = __builtin_convertvector(half, Bits) << 16;
    to = __builtin_bit_cast(Lane, bits);
}

/// Exchanges the blocks of Size lanes that lie off the diagonal of two rows.
template <std::size_t Size, std::size_t... L>
[[gnu::always_inline]] inline void exchange(Lane& a, Lane& b, std::index_sequence<L...>) {
    const Lane low = __builtin_shufflevector(a, b, ((L & Size) == 0 ? L : kSide + L - Size)...);
    b = __builtin_shufflevector(a, b, ((L & Size) == 0 ? L + Size : kSide + L)...);
    a = low;
}
template <std::size_t Size>
[[gnu::always_inline]] inline void exchangeRows(Lane (&rows)[kSide]) {
#pragma GCC unroll 16
    for (std::size_t row = 0; row < kSide; ++row)
        if ((row & Size) == 0)
            exchange<Size>(rows[row], rows[row + Size], std::make_index_sequence<kSide>{});
}

struct RegisterSquare {
    template <class S>
    [[gnu::always_inline]] void operator()(const S* source, std::int64_t stride, float* to) const {
        Lane rows[kSide];
#pragma GCC unroll 16
        for (std::int64_t row = 0; row < kSide; ++row)
            loadLane(source + row * stride, rows[row]);
        exchangeRows<8>(rows);
        exchangeRows<4>(rows);
        exchangeRows<2>(rows);
        exchangeRows<1>(rows);
#pragma GCC unroll 16
        for (std::int64_t row = 0; row < kSide; ++row)
            std::memcpy(to + row * kPanel, &rows[row], sizeof rows[row]);
    }
};

template <class S>
__attribute__((target("avx512f,avx512bw"))) void packWide(const S* source, std::int64_t depth,
                                                          std::int64_t columns, std::int64_t stride,
                                                          float* panels) {
    packBody(source, depth, columns, stride, panels);
}
template <class S>
__attribute__((target("avx512f,avx512bw"))) void packTransposedWide(
    const S* source, std::int64_t columns, std::int64_t depth, std::int64_t stride, float* panels) {
    packTransposedBody(source, columns, depth, stride, panels, RegisterSquare{});
}

bool hasWideLanes() {
    static const bool has =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
    return has;
}
#endif

template <class S>
void packFloats(const S* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                float* panels) {
#if defined(__x86_64__)
    if (hasWideLanes()) return packWide(source, depth, columns, stride, panels);
#endif
    packBody(source, depth, columns, stride, panels);
}
template <class S>
void packTransposedFloats(const S* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, float* panels) {
#if defined(__x86_64__)
    if (hasWideLanes()) return packTransposedWide(source, columns, depth, stride, panels);
#endif
    packTransposedBody(source, columns, depth, stride, panels, PlainSquare{});
}

}  // namespace

void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                float* panels) {
    packFloats(source, depth, columns, stride, panels);
}
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, float* panels) {
    packFloats(source, depth, columns, stride, panels);
}
void packPanels(const double* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                double* panels) {
    packBody(source, depth, columns, stride, panels);
}

void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, float* panels) {
    packTransposedFloats(source, columns, depth, stride, panels);
}
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, float* panels) {
    packTransposedFloats(source, columns, depth, stride, panels);
}
void packTransposedPanels(const double* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, double* panels) {
    packTransposedBody(source, columns, depth, stride, panels, PlainSquare{});
}

}  // namespace orrery
