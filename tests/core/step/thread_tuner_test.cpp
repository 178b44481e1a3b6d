// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/thread_tuner.h"

#include <gtest/gtest.h>

#include <functional>

namespace orrery {
namespace {

using Machine = std::function<double(const ThreadPlan&)>;  // seconds of a step

double idle(const ThreadPlan& plan) {
    return plan.threads == 1 ? 0.020 : plan.sleep ? 0.014 : 0.012;
}
double shared(const ThreadPlan& plan) {
    return plan.threads == 1 ? 0.021 : plan.sleep ? 0.025 : 0.050;
}

struct Trial {
    explicit Trial(int most) : tuner(most) {}

    ThreadTuner tuner;
    double seconds = 0;
    int changes = 0;
    std::string text;

    void make(const Machine& machine) {
        const double step = machine(tuner.plan());
        seconds += step;
        const auto told = tuner.add(step);
        if (!told) return;
        ++changes;
        text = *told;
    }
    void settle(const Machine& machine) {
        for (int i = 0; i < 1000 && !tuner.settled(); ++i)
            make(machine);
        ASSERT_TRUE(tuner.settled());
    }
    void steps(int count, const Machine& machine) {
        for (int i = 0; i < count; ++i)
            make(machine);
    }
};

TEST(ThreadTuner, PlansFallFromAllThreadsToOne) {
    EXPECT_EQ(threadPlans(1), (std::vector<ThreadPlan>{{1, false}}));
    EXPECT_EQ(threadPlans(2), (std::vector<ThreadPlan>{{2, false}, {2, true}, {1, false}}));
    std::vector<int> counts;
    for (const ThreadPlan& plan : threadPlans(16))
        if (!plan.sleep) counts.push_back(plan.threads);
    EXPECT_EQ(counts, (std::vector<int>{16, 15, 8, 4, 2, 1}));
}

TEST(ThreadTuner, OneThreadHasNothingToChoose) {
    Trial run(1);
    run.steps(100, idle);
    EXPECT_TRUE(run.tuner.settled());
    EXPECT_EQ(run.changes, 0);
}

TEST(ThreadTuner, KeepsTheFastestPlanAndSaysSo) {
    Trial run(2);
    EXPECT_FALSE(run.tuner.settled());
    run.settle(idle);
    EXPECT_EQ(run.tuner.plan(), (ThreadPlan{2, false}));
    EXPECT_EQ(run.text, "Threads: 2 spinning, 12.0 ms a step (2 sleeping 14.0, 1 20.0).");
    EXPECT_LT(run.seconds, 1);
    Trial beside(2);
    beside.settle(shared);
    EXPECT_EQ(beside.tuner.plan(), (ThreadPlan{1, false}));
}

TEST(ThreadTuner, TheFirstStepDoesNotCount) {
    Trial run(2);
    run.make([](const ThreadPlan&) { return 5.0; });
    run.settle(idle);
    EXPECT_EQ(run.tuner.plan(), (ThreadPlan{2, false}));
}

TEST(ThreadTuner, ANeighborThatComesIsMet) {
    Trial run(2);
    run.settle(idle);
    run.steps(500, idle);
    EXPECT_EQ(run.changes, 1);
    const double before = run.seconds;
    for (int i = 0; i < 1000 && run.changes == 1; ++i)
        run.make(shared);
    EXPECT_EQ(run.tuner.plan(), (ThreadPlan{1, false}));
    EXPECT_LT(run.seconds - before, 3);
}

TEST(ThreadTuner, ANeighborThatGoesIsMissedWithinAMinute) {
    Trial run(2);
    run.settle(shared);
    run.steps(500, shared);
    const double before = run.seconds;
    for (int i = 0; i < 10000 && run.changes == 1; ++i)
        run.make([](const ThreadPlan& plan) { return plan.threads == 1 ? 0.021 : idle(plan); });
    EXPECT_EQ(run.tuner.plan(), (ThreadPlan{2, false}));
    EXPECT_LT(run.seconds - before, 60);
}

TEST(ThreadTuner, NoiseChangesNothing) {
    Trial run(2);
    int turn = 0;
    const auto noisy = [&](const ThreadPlan& plan) {
        return idle(plan) * (1 + 0.1 * (++turn % 7 - 3) / 3.0);
    };
    run.settle(noisy);
    run.steps(20000, noisy);
    EXPECT_EQ(run.changes, 1);
    EXPECT_EQ(run.tuner.plan(), (ThreadPlan{2, false}));
}

TEST(ThreadTuner, MeasuringCostsLittle) {
    // Steps of seconds on many cores: few threads are far too slow to be tried often, or at all.
    Trial run(16);
    std::vector<int> tried(17);
    const auto many = [&](const ThreadPlan& plan) {
        ++tried[static_cast<std::size_t>(plan.threads)];
        return 16.0 / plan.threads + (plan.sleep ? 0.1 : 0);
    };
    run.settle(many);
    EXPECT_EQ(run.tuner.plan(), (ThreadPlan{16, false}));
    EXPECT_EQ(tried[8], 2);
    EXPECT_EQ(tried[4] + tried[2] + tried[1], 0);
    const int first = 1000;
    run.seconds = 0;
    run.steps(first, many);
    EXPECT_LT(run.seconds, 1.03 * first);
    // Where times shift all the time, at most a twentieth more.
    Trial restless(2);
    int turn = 0;
    double fastest = 0;
    for (int i = 0; i < 20000; ++i) {
        const double factor = ++turn / 40 % 2 == 0 ? 1 : 2;
        fastest += factor * 0.012;
        restless.make([&](const ThreadPlan& plan) { return factor * idle(plan); });
    }
    EXPECT_LT(restless.seconds, 1.07 * fastest);
}

}  // namespace
}  // namespace orrery
