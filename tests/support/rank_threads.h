// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as threads of one process, which talk over Gloo as processes do.
#pragma once
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/ranks/c10d_ranks.h"
#include "core/ranks/sockets.h"

namespace orrery::test {

/// What `work` threw on each of the threads, or "".
inline std::vector<std::string> placeFailures(int size,
                                              const std::function<void(const RankPlace&)>& work) {
    // What torch keeps of the last sums is one list of a process, which threads would write at once.
    for (const char* name : {"TORCH_FR_BUFFER_SIZE", "TORCH_NCCL_TRACE_BUFFER_SIZE"})
        setenv(name, "0", 1);
    ListeningSocket socket("127.0.0.1", 0);
    const int port = socket.port();
    const int listen_fd = socket.release();
    std::vector<std::string> failures(static_cast<std::size_t>(size));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank)
        threads.emplace_back([&, rank] {
            RankPlace place{.rank = rank, .size = size, .local_rank = rank, .local_size = size};
            place.address = "127.0.0.1";
            place.port = port;
            place.limit = std::chrono::seconds(60);
            if (rank == 0) place.listen_fd = listen_fd;
            try {
                work(place);
            } catch (const std::exception& error) {
                failures[static_cast<std::size_t>(rank)] = error.what();
            }
        });
    threads.clear();
    return failures;
}

inline std::vector<std::string> rankFailures(int size,
                                             const std::function<void(const Ranks&)>& work) {
    return placeFailures(size, [&](const RankPlace& place) {
        const Ranks ranks = connectRanks(place);
        try {
            work(ranks);
            ranks.leave();
        } catch (const std::exception& error) {
            ranks.abort(error.what());
            throw;
        }
    });
}

/// The first failure, or "".
inline std::string firstFailure(const std::vector<std::string>& failures) {
    for (const std::string& failure : failures)
        if (!failure.empty()) return failure;
    return {};
}
inline std::string asPlaces(int size, const std::function<void(const RankPlace&)>& work) {
    return firstFailure(placeFailures(size, work));
}
inline std::string asRanks(int size, const std::function<void(const Ranks&)>& work) {
    return firstFailure(rankFailures(size, work));
}

}  // namespace orrery::test
