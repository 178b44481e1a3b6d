// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/rank_checksum.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/error.h"
#include "core/ops/seeded_random.h"
#include "core/ranks/rank_place.h"

namespace orrery {

std::uint64_t tensorChecksum(const at::Tensor& tensor) {
    constexpr std::uint64_t kPrime = 0x100000001B3ULL;
    constexpr std::size_t kLanes = 4;
    const at::Tensor own = tensor.cpu().contiguous();
    const auto* bytes = static_cast<const char*>(own.const_data_ptr());
    const std::size_t size = own.nbytes();
    std::array<std::uint64_t, kLanes> lanes{1, 2, 3, 4};
    std::size_t at = 0;
    for (std::array<std::uint64_t, kLanes> words{}; at + sizeof words <= size; at += sizeof words) {
        std::memcpy(words.data(), bytes + at, sizeof words);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] = (lanes[lane] ^ words[lane]) * kPrime;
            lanes[lane] ^= lanes[lane] >> 29;
        }
    }
    for (; at < size; ++at)
        lanes[0] = (lanes[0] ^ static_cast<unsigned char>(bytes[at])) * kPrime;
    std::uint64_t sum = size;
    for (const std::uint64_t lane : lanes)
        sum = mixSeed(sum, lane);
    return sum;
}

void requireEqualRanks(const NamedTensors& tensors, const Ranks& ranks) {
    if (ranks.alone()) return;
    at::Tensor own = at::empty({static_cast<std::int64_t>(tensors.size())}, at::kLong);
    auto* sum = own.mutable_data_ptr<std::int64_t>();
    for (const auto& [name, tensor] : tensors)
        *sum++ = static_cast<std::int64_t>(tensorChecksum(tensor));
    const auto all = ranks.gather(own);
    for (int rank = 1; rank < ranks.size(); ++rank) {
        const auto* first = all[0].const_data_ptr<std::int64_t>();
        const auto* other = all[static_cast<std::size_t>(rank)].const_data_ptr<std::int64_t>();
        const auto end = first + own.numel();
        const auto found = std::mismatch(first, end, other).first;
        if (found == end) continue;
        throw Error("The tensor " + std::next(tensors.begin(), found - first)->first + " on " +
                    rankName(rank, ranks.host(rank)) + " differs from that of " +
                    rankName(0, ranks.host(0)) +
                    ": training can't go on. Do all hosts have the same processor and the same "
                    "program? Resume from the last checkpoint.");
    }
}

}  // namespace orrery
