// SPDX-License-Identifier: GPL-3.0-or-later
// Products of bfloat16 by AMX. Rounding and packing are those of AVX512_BF16, which each processor
// with AMX has.
#include "core/ops/panels/half_kernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/ops/panels/half_tiles.h"
#include "core/ops/panels/split_tiles.h"
#include "core/ops/panels/tile_attention.h"
#include "core/ops/panels/tile_expert.h"
#include "core/ops/panels/turned_ffn.h"

namespace orrery {
namespace {

/// What LDTILECFG reads: eight tiles of 16 rows of 64 bytes.
struct alignas(64) TileShapes {
    std::uint8_t palette = 1;
    std::uint8_t start_row = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

/// The unit of the calling thread. Prepared for each product, because torch gives it back between
/// them. The statements clobber memory: the compiler's own (GCC 12) do not say what they read.
class AmxTiles {
public:
    AmxTiles() {
        static constexpr TileShapes shapes;
        asm volatile("ldtilecfg %0" : : "m"(shapes) : "memory");
    }
    ~AmxTiles() { asm volatile("tilerelease" : : : "memory"); }
    AmxTiles(const AmxTiles&) = delete;
    AmxTiles& operator=(const AmxTiles&) = delete;

    template <int Tile>
    static void zero() {
        asm volatile("tilezero %%tmm%c0" : : "i"(Tile));
    }
    template <int Tile>
    static void load(const void* from, std::int64_t bytes) {
        asm volatile("tileloadd (%0,%1,1), %%tmm%c2"
                     :
                     : "r"(from), "r"(bytes), "i"(Tile)
                     : "memory");
    }
    template <int Tile>
    static void store(void* to, std::int64_t bytes) {
        asm volatile("tilestored %%tmm%c2, (%0,%1,1)"
                     :
                     : "r"(to), "r"(bytes), "i"(Tile)
                     : "memory");
    }
    template <int To, int Left, int Right>
    static void addProduct() {
        asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(To), "i"(Left), "i"(Right));
    }
};

void multiplyByTiles(const HalfOperands& on) {
    TileProduct<AmxTiles>(on).run();
}

template <class W>
void feedForwardByTiles(const ExpertFfn<W>& ffn) {
    const FlushTiny scope;
    TurnedFfn<AmxTiles, W>(ffn).run();
}

void multiplySplitsByTiles(const SplitOperands& on) {
    SplitTileProduct<AmxTiles>(on).run();
}

void attendByTiles(const AttentionHead& head, TileFactors factors) {
    const FlushTiny scope;
    if (factors == TileFactors::split)
        TileHeadForward<AmxTiles, kSplitParts>(head).run();
    else
        TileHeadForward<AmxTiles, 1>(head).run();
}

void attendBackwardByTiles(const AttentionHead& head, const AttentionHeadGradients& gradients,
                           TileFactors factors) {
    const FlushTiny scope;
    if (factors == TileFactors::split)
        TileHeadBackward<AmxTiles, kSplitParts>(head, gradients).run();
    else
        TileHeadBackward<AmxTiles, 1>(head, gradients).run();
}

template <int Parts, class S>
void packExpertOf(const ExpertWeights& weights, bool down, bool transposed, std::uint32_t* to) {
    const auto* matrix = static_cast<const S*>(down ? weights.down : weights.up);
    const std::int64_t rows = down ? weights.d_ffn : weights.d_model;
    const std::int64_t columns = down ? weights.d_model : weights.d_ffn;
    if (transposed)
        packBlockColumns<Parts>(matrix, rows, columns, columns, to);
    else
        packBlockRows<Parts>(matrix, rows, columns, columns, to);
}

void packExpertForTiles(const ExpertWeights& weights, bool down, bool transposed,
                        TileFactors factors, std::uint32_t* to) {
    const FlushTiny scope;
    const bool split = factors == TileFactors::split;
    if (weights.bfloat16)
        (split ? &packExpertOf<kSplitParts, std::uint16_t>
               : &packExpertOf<1, std::uint16_t>)(weights, down, transposed, to);
    else
        (split ? &packExpertOf<kSplitParts, float> : &packExpertOf<1, float>)(weights, down,
                                                                              transposed, to);
}

/// work(kernels of these rows)
template <class Work>
void withExpert(const ExpertPass& rows, const PackedExpert& expert, TileFactors factors,
                const Work& work) {
    const FlushTiny scope;
    if (factors == TileFactors::split)
        work(TileExpert<AmxTiles, kSplitParts, float>(rows, expert));
    else if (rows.hidden_bfloat16)
        work(TileExpert<AmxTiles, 1, std::uint16_t>(rows, expert));
    else
        work(TileExpert<AmxTiles, 1, float>(rows, expert));
}

void expertForwardByTiles(const ExpertPass& rows, const PackedExpert& expert, TileFactors factors) {
    withExpert(rows, expert, factors, [](auto&& kernels) { kernels.forward(); });
}

void expertBackwardByTiles(const ExpertPass& rows, const ExpertGates& gates,
                           const PackedExpert& expert, TileFactors factors) {
    withExpert(rows, expert, factors, [&](auto&& kernels) { kernels.backward(gates); });
}

bool processorHasTiles() {
    constexpr unsigned kFeatures = 7, kBf16 = 1U << 22U, kTiles = 1U << 24U;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(kFeatures, 0, &a, &b, &c, &d) != 0 && (d & kBf16) != 0 &&
           (d & kTiles) != 0;
}

/// The kernel saves tiles for processes that ask for them.
bool kernelPermitsTiles() {
    constexpr long kRequestPermission = 0x1023, kTileData = 18;
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

}  // namespace

const HalfKernels* amxHalfKernels() {
    if (!processorHasTiles() || !kernelPermitsTiles()) return nullptr;
    static const HalfKernels kernels = [] {
        HalfKernels table = *avx512HalfKernels();
        table.name = "AMX_BF16";
        table.multiply = &multiplyByTiles;
        table.feed_forward = &feedForwardByTiles<std::uint16_t>;
        table.feed_forward_split = &feedForwardByTiles<float>;
        table.multiply_split = &multiplySplitsByTiles;
        table.attend = &attendByTiles;
        table.pack_expert = &packExpertForTiles;
        table.expert_forward = &expertForwardByTiles;
        table.expert_backward = &expertBackwardByTiles;
        table.attend_backward = &attendBackwardByTiles;
        return table;
    }();
    return &kernels;
}

}  // namespace orrery
#else
namespace orrery {
const HalfKernels* amxHalfKernels() {
    return nullptr;
}
}  // namespace orrery
#endif
