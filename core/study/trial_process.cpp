// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trial_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include "core/error.h"
#include "core/files/regular_file.h"

namespace orrery {
namespace {

constexpr const char* kThreadsName = "OMP_NUM_THREADS=";

/// This process' own, with the number of threads replaced unless it is 0.
std::vector<std::string> environment(int threads) {
    std::vector<std::string> settings;
    for (char** entry = environ; *entry; ++entry)
        if (threads == 0 || std::strncmp(*entry, kThreadsName, std::strlen(kThreadsName)) != 0)
            settings.emplace_back(*entry);
    if (threads > 0) settings.push_back(kThreadsName + std::to_string(threads));
    return settings;
}

}  // namespace

std::vector<char*> execPointers(const std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (const std::string& text : texts)
        all.push_back(const_cast<char*>(text.c_str()));  // exec's old-fashioned type
    all.push_back(nullptr);
    return all;
}

TrialProcess::TrialProcess(const std::vector<std::string>& arguments,
                           const std::filesystem::path& log, int threads) {
    const std::vector<std::string> settings = environment(threads);
    const std::vector<char*> words = execPointers(arguments), variables = execPointers(settings);
    std::optional<RegularFile> output;
    if (!log.empty()) output = RegularFile::open(log, O_WRONLY | O_CREAT | O_APPEND);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (output)
        posix_spawn_file_actions_adddup2(&actions, output->descriptor(), STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    // A process group of its own: Ctrl-C reaches the study, which ends its trials in order.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    // Where the study was started to ignore it (nohup, & in a script), its trials must hear it.
    sigset_t heard;
    sigemptyset(&heard);
    sigaddset(&heard, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &heard);
    const int error =
        posix_spawn(&process_, words[0], &actions, &attributes, words.data(), variables.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) {
        process_ = -1;
        throw Error(arguments.front() + " can't be started (log " + log.string() +
                    "): " + std::strerror(error) + ".");
    }
}

TrialProcess::TrialProcess(TrialProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), code_(other.code_) {}

TrialProcess& TrialProcess::operator=(TrialProcess&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(code_, other.code_);
    return *this;
}

TrialProcess::~TrialProcess() {
    if (process_ < 0 || ended()) return;
    signal(SIGKILL);
    waitpid(process_, nullptr, 0);
}

std::optional<int> TrialProcess::ended() {
    int status = 0;
    if (code_ || waitpid(process_, &status, WNOHANG) != process_) return code_;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return code_;
}

void TrialProcess::signal(int number) const {
    if (process_ > 0 && !code_) ::kill(process_, number);
}

std::filesystem::path findProgram(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0)
            return std::filesystem::path(folder) / name;
    return {};
}

std::string lastLine(const std::filesystem::path& log) {
    constexpr std::uint64_t end = 65'536;  // bytes: more than any line
    std::istringstream stream(endOfRegularFile(log, end));
    std::string last;
    for (std::string line; std::getline(stream, line);)
        if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
    return last;
}

}  // namespace orrery
