// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_place.h"

#include <gtest/gtest.h>

#include <map>

#include "core/error.h"

namespace orrery {
namespace {

using Environment = std::map<std::string, std::string>;

RankPlace placeIn(const Environment& environment) {
    return rankPlace([&](const std::string& name) -> std::optional<std::string> {
        const auto found = environment.find(name);
        return found == environment.end() ? std::nullopt : std::optional(found->second);
    });
}

std::string faultIn(const Environment& environment) {
    try {
        placeIn(environment);
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(RankPlace, AProcessAlone) {
    EXPECT_EQ(placeIn({}).size, 1);
    EXPECT_EQ(placeIn({{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"MASTER_ADDR", "a"}}).size, 1);
    // What sbatch sets in a script that starts no step.
    EXPECT_EQ(placeIn({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}).size, 1);
}

TEST(RankPlace, Torchrun) {
    const RankPlace place = placeIn({{"RANK", "5"},
                                     {"WORLD_SIZE", "8"},
                                     {"LOCAL_RANK", "1"},
                                     {"LOCAL_WORLD_SIZE", "4"},
                                     {"MASTER_ADDR", "node1"},
                                     {"MASTER_PORT", "1234"},
                                     {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                                     {"TORCHELASTIC_RESTART_COUNT", "2"}});
    EXPECT_EQ(place.rank, 5);
    EXPECT_EQ(place.size, 8);
    EXPECT_EQ(place.local_rank, 1);
    EXPECT_EQ(place.local_size, 4);
    EXPECT_EQ(place.address, "node1");
    EXPECT_EQ(place.port, 1234);
    EXPECT_TRUE(place.hosted);
    EXPECT_EQ(place.restart, 2);
    EXPECT_EQ(place.launcher, "torchrun");
}

TEST(RankPlace, Mpi) {
    Environment open_mpi = {{"OMPI_COMM_WORLD_RANK", "1"},
                            {"OMPI_COMM_WORLD_SIZE", "2"},
                            {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                            {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
    EXPECT_EQ(placeIn(open_mpi).rank, 1);
    EXPECT_EQ(placeIn(open_mpi).address, "127.0.0.1");
    EXPECT_EQ(placeIn(open_mpi).port, 29500);
    open_mpi["OMPI_COMM_WORLD_LOCAL_SIZE"] = "1";
    EXPECT_NE(faultIn(open_mpi).find("MASTER_ADDR is not set"), std::string::npos);
    open_mpi["MASTER_ADDR"] = "10.0.0.1";
    EXPECT_EQ(placeIn(open_mpi).address, "10.0.0.1");
    const RankPlace pmi = placeIn({{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}, {"MASTER_ADDR", "h"}});
    EXPECT_EQ(pmi.rank, 2);
    EXPECT_EQ(pmi.size, 3);
}

TEST(RankPlace, Slurm) {
    Environment step = {{"SLURM_PROCID", "3"},        {"SLURM_STEP_ID", "0"},
                        {"SLURM_NTASKS", "4"},        {"SLURM_LOCALID", "1"},
                        {"SLURM_JOB_NUM_NODES", "2"}, {"SLURM_JOB_NODELIST", "node[07-08]"},
                        {"SLURM_JOB_ID", "41234"},    {"SLURM_STEP_TASKS_PER_NODE", "2(x2)"}};
    const RankPlace place = placeIn(step);
    EXPECT_EQ(place.rank, 3);
    EXPECT_EQ(place.size, 4);
    EXPECT_EQ(place.local_rank, 1);
    EXPECT_EQ(place.local_size, 2);
    EXPECT_EQ(place.address, "node07");
    EXPECT_EQ(place.port, 21234);
    step["SLURM_STEP_NUM_TASKS"] = "4";
    step["SLURM_NTASKS"] = "16";  // of the job, which has other steps
    EXPECT_EQ(placeIn(step).size, 4);
}

TEST(RankPlace, RefusesWhatCannotBe) {
    const Environment good = {{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}};
    for (const auto& [name, value] :
         Environment{{"RANK", "x"}, {"WORLD_SIZE", "-2"}, {"MASTER_PORT", "29500x"}}) {
        Environment bad = good;
        bad[name] = value;
        EXPECT_NE(faultIn(bad).find(name + " is \"" + value + "\""), std::string::npos) << name;
    }
    Environment bad = good;
    bad["RANK"] = "2";
    EXPECT_NE(faultIn(bad).find("rank 2 of 2"), std::string::npos);
    bad = good;
    bad["MASTER_PORT"] = "70000";
    EXPECT_NE(faultIn(bad), "");
}

TEST(RankPlace, FirstHostOfAList) {
    EXPECT_EQ(firstHost("login1"), "login1");
    EXPECT_EQ(firstHost("a,b[1-2]"), "a");
    EXPECT_EQ(firstHost("node[07-09,12],login1"), "node07");
    EXPECT_EQ(firstHost("node[3,5]"), "node3");
    EXPECT_EQ(firstHost("gpu[001-128]-ib,x"), "gpu001-ib");
}

TEST(RankPlace, AListWithoutAHostIsNamed) {
    for (const char* list : {"node[", "node[01-", "[]", "[,]", "]", ","}) {
        const std::string fault = faultIn({{"SLURM_PROCID", "0"},
                                           {"SLURM_STEP_ID", "0"},
                                           {"SLURM_STEP_NUM_TASKS", "2"},
                                           {"SLURM_JOB_NUM_NODES", "2"},
                                           {"SLURM_STEP_NODELIST", list}});
        EXPECT_NE(fault.find("SLURM_STEP_NODELIST"), std::string::npos) << list << ": " << fault;
    }
}

TEST(RankPlace, APortThatIsNone) {
    for (const char* port : {"0", "65536", "99999"}) {
        const std::string fault = faultIn({{"RANK", "0"},
                                           {"WORLD_SIZE", "2"},
                                           {"MASTER_ADDR", "127.0.0.1"},
                                           {"MASTER_PORT", port}});
        EXPECT_NE(fault.find("MASTER_PORT"), std::string::npos) << port << ": " << fault;
    }
}

}  // namespace
}  // namespace orrery
