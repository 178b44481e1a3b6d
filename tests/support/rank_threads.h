// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as threads of one process, which talk over Gloo as processes do.
#pragma once
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/ranks/c10d_ranks.h"
#include "core/ranks/sockets.h"

namespace orrery::test {

/// What each rank's `work` threw, or "".
inline std::vector<std::string> rankFailures(
    int size, const std::function<void(const Ranks&)>& work,
    std::chrono::seconds limit = std::chrono::seconds(60)) {
    ListeningSocket socket("127.0.0.1", 0);
    const int listen_fd = socket.release();
    const int port = socket.port();
    std::vector<std::string> failures(static_cast<std::size_t>(size));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank)
        threads.emplace_back([&, rank] {
            RankPlace place{.rank = rank, .size = size, .local_rank = rank, .local_size = size};
            place.address = "127.0.0.1";
            place.port = port;
            place.limit = limit;
            if (rank == 0) place.listen_fd = listen_fd;
            Ranks ranks;
            try {
                ranks = connectRanks(place);
                work(ranks);
                ranks.leave();
            } catch (const std::exception& error) {
                ranks.abort(error.what());
                failures[static_cast<std::size_t>(rank)] = error.what();
            }
        });
    threads.clear();
    return failures;
}

/// The first failure, or "".
inline std::string asRanks(int size, const std::function<void(const Ranks&)>& work) {
    for (const std::string& failure : rankFailures(size, work))
        if (!failure.empty()) return failure;
    return {};
}

}  // namespace orrery::test
