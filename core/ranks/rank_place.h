// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a run's processes this is, as the launcher's environment says: torchrun, MPI launchers,
// Slurm. The one place that reads their variables.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace orrery {

struct RankPlace {
    int rank = 0;
    int size = 1;
    int local_rank = 0;
    int local_size = 1;      // ranks on this host
    std::string address{};   // of rank 0: host name or IP address
    int port = 29500;        // of the store, where the ranks meet
    bool hosted = false;     // torchrun's agent holds the store, and no rank does
    int restart = 0;         // how often torchrun has started the ranks anew
    int listen_fd = -1;      // rank 0 only: a socket that listens already; -1 = it binds one
    bool own = false;        // started by a process of this program (local_ranks.h)
    std::string launcher{};  // "torchrun", "MPI", "Slurm", or empty: a process alone
    std::chrono::seconds limit{30};  // how long to wait for ranks that are silent
};

/// The value of a variable, or nothing.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables environmentVariables();

/// Of RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT and TORCHELASTIC_*;
/// else of OMPI_COMM_WORLD_* or PMI_*; else, in a step that srun started, of SLURM_*. A size of 1
/// without any. Throws Error, naming the variable, for what is no number, a rank outside the size,
/// and an address that nothing tells.
RankPlace rankPlace(const Variables& variables);

/// The first host of a list as Slurm writes it: "node07" of "node[07-09,12],login1".
std::string firstHost(const std::string& list);

/// "rank 2 (node07)"
std::string rankName(int rank, const std::string& host);
/// Of this machine.
std::string hostName();

}  // namespace orrery
