// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_place.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>

#include "core/error.h"
#include "core/files/number_text.h"

namespace orrery {
namespace {

constexpr int kFirstSlurmPort = 20000;  // below those that the kernel gives out by itself
constexpr int kSlurmPorts = 10000;

class Reader {
public:
    explicit Reader(const Variables& variables) : variables_(variables) {}

    bool has(const char* name) const { return variables_(name).has_value(); }
    std::string text(const char* name) const { return variables_(name).value_or(""); }
    int number(const char* name, int otherwise) const {
        const auto text = variables_(name);
        if (!text) return otherwise;
        const auto value = parseNumber<int>(*text);
        if (!value || *value < 0)
            throw Error(std::string(name) + " is \"" + *text +
                        "\", which is no number: it should come from the launcher (torchrun, "
                        "mpirun, srun). Unset it to train in one process.");
        return *value;
    }
    /// The value of the first of these that is set.
    int firstNumber(std::initializer_list<const char*> names, int otherwise) const {
        for (const char* name : names)
            if (has(name)) return number(name, otherwise);
        return otherwise;
    }

private:
    const Variables& variables_;
};

/// "4(x3),2" of SLURM_STEP_TASKS_PER_NODE: what the first number says is near enough to share
/// cores.
int firstCount(const std::string& text, int otherwise) {
    int value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc() && value > 0 ? value : otherwise;
}

RankPlace ofTorchrun(const Reader& read) {
    RankPlace place;
    place.launcher = "torchrun";
    place.rank = read.number("RANK", 0);
    place.size = read.number("WORLD_SIZE", 1);
    place.local_rank = read.number("LOCAL_RANK", 0);
    place.local_size = read.number("LOCAL_WORLD_SIZE", 1);
    place.hosted = read.text("TORCHELASTIC_USE_AGENT_STORE") == "True";
    place.restart = read.number("TORCHELASTIC_RESTART_COUNT", 0);
    place.own = read.has("ORRERY_RANK_TIMEOUT");
    place.limit = std::chrono::seconds(read.number("ORRERY_RANK_TIMEOUT", 30));
    return place;
}

RankPlace ofMpi(const Reader& read) {
    RankPlace place;
    place.launcher = "MPI";
    place.rank = read.firstNumber({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, 0);
    place.size = read.firstNumber({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1);
    place.local_rank = read.firstNumber(
        {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PALS_LOCAL_RANKID", "SLURM_LOCALID"}, 0);
    place.local_size =
        read.firstNumber({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "PALS_LOCAL_SIZE"}, 1);
    return place;
}

RankPlace ofSlurm(const Reader& read) {
    RankPlace place;
    place.launcher = "Slurm";
    place.rank = read.number("SLURM_PROCID", 0);
    place.size = read.firstNumber({"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"}, 1);
    place.local_rank = read.number("SLURM_LOCALID", 0);
    place.local_size = firstCount(read.text("SLURM_STEP_TASKS_PER_NODE"), 1);
    return place;
}

std::string firstHostOf(const std::string& variable, const std::string& list) {
    const std::string host = firstHost(list);
    if (host.empty() || host.find_first_of("[], ") != std::string::npos)
        throw Error(
            variable + " is \"" + list +
            "\", which names no host as Slurm does (node[07-09,12],login1). Set MASTER_ADDR "
            "to the host of rank 0.");
    return host;
}

/// Where rank 0 is to be found, if MASTER_ADDR does not say.
std::string addressOf(const RankPlace& place, const Reader& read) {
    for (const char* list : {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"})
        if (read.has(list) && read.number("SLURM_JOB_NUM_NODES", 1) > 1)
            return firstHostOf(list, read.text(list));
    if (place.local_size >= place.size) return "127.0.0.1";
    throw Error(
        "MASTER_ADDR is not set, and these " + std::to_string(place.size) +
        " processes are on more than one host: set it to the host of rank 0, on a private network "
        "(mpirun -x MASTER_ADDR=node01 ...).");
}

int portOf(const RankPlace& place, const Reader& read) {
    const int job = read.number("SLURM_JOB_ID", -1);
    const bool shared = place.launcher == "Slurm" && job >= 0;
    const int port =
        read.number("MASTER_PORT", shared ? kFirstSlurmPort + job % kSlurmPorts : RankPlace{}.port);
    if (port < 1 || port > 65535)
        throw Error("MASTER_PORT is " + std::to_string(port) +
                    ", which is no port: set it to a free one between 1024 and 65535.");
    return port;
}

void check(const RankPlace& place) {
    if (place.size >= 1 && place.rank < place.size) return;
    throw Error("The launcher (" + place.launcher + ") calls this rank " +
                std::to_string(place.rank) + " of " + std::to_string(place.size) +
                ", which can't be: ranks count from 0.");
}

}  // namespace

Variables environmentVariables() {
    return [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        return value == nullptr || *value == '\0' ? std::nullopt : std::optional(value);
    };
}

RankPlace rankPlace(const Variables& variables) {
    const Reader read(variables);
    RankPlace place;
    if (read.has("RANK") && read.has("WORLD_SIZE"))
        place = ofTorchrun(read);
    else if (read.has("OMPI_COMM_WORLD_RANK") || read.has("PMI_RANK"))
        place = ofMpi(read);
    else if (read.has("SLURM_PROCID") && read.has("SLURM_STEP_ID"))
        place = ofSlurm(read);
    else
        return place;
    check(place);
    if (place.size == 1) return {};
    place.address = read.has("MASTER_ADDR") ? read.text("MASTER_ADDR") : addressOf(place, read);
    place.port = portOf(place, read);
    return place;
}

std::string firstHost(const std::string& list) {
    const std::size_t bracket = list.find('[');
    const std::size_t comma = list.find(',');
    if (bracket == std::string::npos || comma < bracket) return list.substr(0, comma);
    const std::size_t end = list.find_first_of("-,]", bracket);
    const std::size_t close = list.find(']', bracket);
    if (end == std::string::npos || close == std::string::npos) return list;
    const std::size_t after = list.find_first_of(",[", close);
    return list.substr(0, bracket) + list.substr(bracket + 1, end - bracket - 1) +
           list.substr(close + 1, after == std::string::npos ? after : after - close - 1);
}

std::string rankName(int rank, const std::string& host) {
    return "rank " + std::to_string(rank) + " (" + host + ")";
}

std::string hostName() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "unknown host";
    return name.data();
}

}  // namespace orrery
