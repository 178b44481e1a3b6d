// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace orrery {

struct RowShare {
    std::int64_t begin = 0;
    std::int64_t size = 0;  // 0 where there are fewer rows than ranks
};

/// The consecutive rows that `rank` of `ranks` takes of `rows`; sizes differ by one at most.
inline RowShare rowShare(std::int64_t rows, int rank, int ranks) {
    const std::int64_t begin = rows * rank / ranks;
    return {begin, rows * (rank + 1) / ranks - begin};
}

}  // namespace orrery
