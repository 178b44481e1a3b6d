// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/ranks.h"
#include "core/ranks/rank_sum.h"

#include <gtest/gtest.h>

#include <chrono>

#include "core/error.h"
#include "core/ranks/row_share.h"
#include "tests/support/rank_threads.h"

namespace orrery {
namespace {

using test::asRanks;
using test::rankFailures;

TEST(Ranks, AloneEverythingIsDoneAtOnce) {
    const Ranks ranks;
    const at::Tensor tensor = at::arange(3);
    ranks.allReduce(tensor);
    ranks.broadcast(tensor);
    EXPECT_TRUE(at::equal(tensor, at::arange(3)));
    EXPECT_EQ(ranks.gather(tensor).size(), 1U);
    EXPECT_EQ(ranks.gather("a"), std::vector<std::string>{"a"});
    EXPECT_EQ(ranks.broadcast("b"), "b");
    EXPECT_EQ(ranks.allReduce(2.0), 2.0);
    ranks.barrier();
    ranks.leave();
    EXPECT_EQ(ranks.traffic().calls, 0);
}

TEST(Ranks, SumsAreEqualBitForBit) {
    EXPECT_EQ(asRanks(3,
                      [](const Ranks& ranks) {
                          const at::Tensor values =
                              at::sin(at::arange(100'003, at::kFloat) + ranks.rank());
                          const at::Tensor counts = at::full({2, 5}, ranks.rank() + 1, at::kLong);
                          ranks.allReduce({values, values.narrow(0, 1, 7).clone()});
                          ranks.allReduce(counts.t());  // another layout
                          EXPECT_TRUE(at::equal(counts, at::full({2, 5}, 6, at::kLong)));
                          for (const at::Tensor& other : ranks.gather(values))
                              EXPECT_TRUE(at::equal(other, values));
                          EXPECT_GT(ranks.traffic().bytes, 400'000);
                      }),
              "");
}

TEST(Ranks, TextsAndTensorsOfDifferentLength) {
    EXPECT_EQ(asRanks(3,
                      [](const Ranks& ranks) {
                          const std::string own(static_cast<std::size_t>(ranks.rank()), 'x');
                          EXPECT_EQ(ranks.gather(own), (std::vector<std::string>{"", "x", "xx"}));
                          EXPECT_EQ(ranks.broadcast(own, 2), "xx");
                          const auto all = ranks.gather(
                              at::full({2 * ranks.rank(), 2}, ranks.rank(), at::kLong));
                          EXPECT_EQ(all[0].size(0), 0);
                          EXPECT_TRUE(at::equal(all[2], at::full({4, 2}, 2, at::kLong)));
                          at::Tensor values = at::full({3}, ranks.rank(), at::kDouble);
                          ranks.broadcast(values, 1);
                          EXPECT_EQ(values[2].item<double>(), 1);
                          EXPECT_EQ(ranks.host(2), hostName());
                      }),
              "");
}

TEST(Ranks, NoPortStaysOpen) {
    int port = 0;
    EXPECT_EQ(test::asPlaces(2,
                             [&](const RankPlace& place) {
                                 if (place.rank == 0) port = place.port;
                                 const Ranks ranks = connectRanks(place);
                                 ranks.leave();
                             }),
              "");
    EXPECT_EQ(ListeningSocket("127.0.0.1", port).port(), port);
}

TEST(Ranks, WhoCannotGoOnSaysWhy) {
    for (const int culprit : {0, 2}) {
        const auto failures = rankFailures(3, [&](const Ranks& ranks) {
            if (ranks.rank() == culprit) throw Error("the disk is full");
            ranks.barrier();
        });
        for (int rank = 0; rank < 3; ++rank)
            EXPECT_EQ(failures[static_cast<std::size_t>(rank)],
                      rank == culprit
                          ? "the disk is full"
                          : rankName(culprit, hostName()) + " can't go on: the disk is full");
    }
}

TEST(Ranks, WhoDoesNotComeIsNamed) {
    ListeningSocket socket("127.0.0.1", 0);
    RankPlace place{.rank = 0, .size = 3, .local_size = 3, .address = "127.0.0.1"};
    place.port = socket.port();
    place.listen_fd = socket.release();
    place.limit = std::chrono::seconds(1);
    try {
        connectRanks(place);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("Rank 1, 2 of 3"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find(std::to_string(place.port)), std::string::npos);
    }
}

TEST(Ranks, AStoreThatNobodyHolds) {
    const int port = ListeningSocket("127.0.0.1", 0).port();
    RankPlace place{.rank = 1, .size = 2, .local_size = 2, .address = "127.0.0.1"};
    place.port = port;
    place.limit = std::chrono::seconds(1);
    const auto begin = std::chrono::steady_clock::now();
    try {
        connectRanks(place);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("127.0.0.1:" + std::to_string(port)),
                  std::string::npos);
        EXPECT_NE(std::string(error.what()).find("MASTER_ADDR"), std::string::npos);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

/// As a rank 0 that is stopped before it answers.
TEST(Ranks, AStoreThatNeverAnswers) {
    const ListeningSocket silent("127.0.0.1", 0);
    RankPlace place{.rank = 1, .size = 2, .local_size = 2, .address = "127.0.0.1"};
    place.port = silent.port();
    place.limit = std::chrono::seconds(1);
    try {
        connectRanks(place);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("does not answer"), std::string::npos)
            << error.what();
    }
}

TEST(RowShare, CoversAllRowsOnce) {
    for (const std::int64_t rows : {0, 1, 3, 16, 17})
        for (const int ranks : {1, 2, 3, 5}) {
            std::int64_t next = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const RowShare share = rowShare(rows, rank, ranks);
                EXPECT_EQ(share.begin, next);
                EXPECT_LE(share.size, (rows + ranks - 1) / ranks);
                next += share.size;
            }
            EXPECT_EQ(next, rows);
        }
}

TEST(RankSum, IsOneMessageForAllParts) {
    EXPECT_EQ(test::asRanks(3,
                            [](const Ranks& ranks) {
                                const double own = ranks.rank() + 1;
                                const at::Tensor counts = at::full({2, 3}, own, at::kLong);
                                const at::Tensor table = at::full({4}, own, at::kInt);
                                at::Tensor taken;
                                RankSum sum(at::kDouble);
                                sum.add(counts.t());  // not contiguous
                                sum.add(at::full({2, 2}, own / 8, at::kFloat),
                                        [&](const at::Tensor& all) { taken = all; });
                                sum.add(table.narrow(0, 1, 2));
                                const auto before = ranks.traffic();
                                sum.reduce(ranks);
                                EXPECT_EQ(ranks.traffic().calls, before.calls + 1);
                                EXPECT_EQ(ranks.traffic().bytes, before.bytes + 8 * (6 + 4 + 2));
                                EXPECT_TRUE(at::equal(counts, at::full({2, 3}, 6, at::kLong)));
                                EXPECT_TRUE(at::equal(taken, at::full({2, 2}, 0.75, at::kDouble)));
                                EXPECT_EQ(table[0].item<int>(), static_cast<int>(own));
                                EXPECT_EQ(table[1].item<int>(), 6);
                                EXPECT_EQ(table[3].item<int>(), static_cast<int>(own));
                            }),
              "");
}

TEST(RankSum, OfOneProcessDoesNothing) {
    RankSum sum(at::kFloat);
    sum.add(at::ones({2}), [](const at::Tensor&) { FAIL(); });
    sum.reduce({});
}

}  // namespace
}  // namespace orrery
