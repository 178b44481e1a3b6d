// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/local_ranks.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <future>
#include <mutex>
#include <sstream>
#include <thread>

#include "core/error.h"
#include "core/files/atomic_file.h"

extern char** environ;

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(5);

std::vector<std::string> environmentOf(int rank, int size, int port, std::chrono::seconds limit) {
    std::vector<std::string> all = {"RANK=" + std::to_string(rank),
                                    "WORLD_SIZE=" + std::to_string(size),
                                    "LOCAL_RANK=" + std::to_string(rank),
                                    "LOCAL_WORLD_SIZE=" + std::to_string(size),
                                    "ORRERY_RANK_TIMEOUT=" + std::to_string(limit.count()),
                                    "MASTER_ADDR=127.0.0.1",
                                    "MASTER_PORT=" + std::to_string(port)};
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        const std::string name = text.substr(0, text.find('='));
        if (name != "RANK" && name != "WORLD_SIZE" && !name.starts_with("LOCAL_") &&
            !name.starts_with("MASTER_") && !name.starts_with("TORCHELASTIC_"))
            all.push_back(text);
    }
    return all;
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));  // exec's old-fashioned type
    pointers.push_back(nullptr);
    return pointers;
}

/// In the copy of this process, which may have had many threads: system calls alone.
[[noreturn]] void become(const char* program, char** words, char** variables, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    setpgid(0, 0);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    execve(program, words, variables);
    _exit(127);
}

bool ended(pid_t process) {
    return waitpid(process, nullptr, WNOHANG) != 0;
}

}  // namespace

LocalRanks::LocalRanks(int size, const std::vector<std::string>& command,
                       std::chrono::seconds limit)
    : socket_("127.0.0.1", 0), size_(size), limit_(limit) {
    const auto started = std::make_shared<std::promise<void>>();
    keeper_ = std::jthread([this, started, command](const std::stop_token& stop) {
        try {
            start(command);
            started->set_value();
        } catch (...) {
            started->set_exception(std::current_exception());
            return;
        }
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait(lock, stop, [] { return false; });
    });
    started->get_future().get();
}

void LocalRanks::start(const std::vector<std::string>& command) {
    const std::vector<char*> words = pointersTo(command);
    if (access(words[0], X_OK) != 0)
        throw Error(command[0] + " can't be started: " + systemErrorText(errno) + ".");
    const pid_t own = getpid();
    for (int rank = 1; rank < size_; ++rank) {
        const std::vector<std::string> environment =
            environmentOf(rank, size_, socket_.port(), limit_);
        const std::vector<char*> variables = pointersTo(environment);
        const pid_t process = fork();
        if (process == 0)
            become(words[0], const_cast<char**>(words.data()), const_cast<char**>(variables.data()),
                   own);
        if (process < 0) {
            const int error = errno;
            for (const pid_t other : processes_)
                kill(other, SIGKILL);
            for (const pid_t other : processes_)
                waitpid(other, nullptr, 0);
            throw Error("Process " + std::to_string(rank + 1) + " of " + std::to_string(size_) +
                        " can't be started: " + systemErrorText(error) + ".");
        }
        processes_.push_back(process);
    }
}

LocalRanks::~LocalRanks() {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < deadline && !processes_.empty()) {
        std::erase_if(processes_, ended);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    for (const pid_t process : processes_) {
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
    }
}

RankPlace LocalRanks::place() {
    RankPlace place;
    place.size = place.local_size = size_;
    place.address = "127.0.0.1";
    place.port = socket_.port();
    place.listen_fd = socket_.release();
    place.own = true;
    place.limit = limit_;
    return place;
}

std::string siblingProgram(const std::string& name) {
    std::error_code none;
    const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
    if (const fs::path beside = folder / name; access(beside.c_str(), X_OK) == 0) return beside;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string each; std::getline(folders, each, ':');)
        if (const fs::path found = fs::path(each) / name; access(found.c_str(), X_OK) == 0)
            return found;
    throw Error("The program \"" + name + "\" was not found in " + folder.string() +
                " or on the PATH: it runs the other processes of a run. Install it there, or set "
                "train.processes to 1.");
}

}  // namespace orrery
