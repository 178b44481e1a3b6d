// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/python_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "core/error.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string pythonProgram() {
    if (const char* named = std::getenv("ORRERY_PYTHON")) return named;
    // Debian's, whose packages set-up installs.
    std::error_code none;
    return fs::exists("/usr/bin/python3", none) ? "/usr/bin/python3" : "python3";
}

bool isOneOf(const std::vector<std::string>& packages, const std::string& name) {
    for (const std::string& package : packages)
        if (name.starts_with(package)) return true;
    return false;
}

/// What set-up unpacked, before what PYTHONPATH names, which a Python on its own (-I) doesn't read.
/// Absolute places alone: others would begin where the program was started.
std::vector<std::string> pythonPlaces(const std::vector<std::string>& packages) {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    const fs::path deps =
        (cache && *cache == '/' ? fs::path(cache) : fs::path(home ? home : "/") / ".cache") /
        "orrery" / "deps";
    std::vector<std::string> places;
    std::error_code none;
    for (fs::directory_iterator entry(deps, none), end; !none && entry != end;
         entry.increment(none)) {
        if (isOneOf(packages, entry->path().filename().string()))
            places.push_back(entry->path().string());
    }
    const char* before = std::getenv("PYTHONPATH");
    std::istringstream words(before ? before : "");
    for (std::string word; std::getline(words, word, ':');)
        if (word.starts_with('/')) places.push_back(word);
    return places;
}

/// What posix_spawn is told; freed with it.
struct SpawnPlan {
    SpawnPlan(int input, int output, int errors) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
        posix_spawnattr_init(&attributes);  // a group of its own: Ctrl-C is the caller's to handle
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

}  // namespace

PythonProcess::PythonProcess(const char* script, const std::vector<std::string>& arguments,
                             const std::vector<std::string>& packages, int errors) {
    // -I: neither the working folder nor the user's is a place of modules.
    std::vector<std::string> words = {pythonProgram(), "-I", "-B", "-c", script};
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (std::string& place : pythonPlaces(packages))
        words.push_back(std::move(place));
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0)
        throw Error(std::string("Can't create a pipe: ") + std::strerror(errno) + ".");
    if (pipe2(output, O_CLOEXEC) != 0) {
        const int code = errno;
        close(input[0]);
        close(input[1]);
        throw Error(std::string("Can't create a pipe: ") + std::strerror(code) + ".");
    }
    const SpawnPlan plan(input[0], output[1], errors);
    const int code = posix_spawnp(&process_, pointers[0], &plan.actions, &plan.attributes,
                                  pointers.data(), environ);
    close(input[0]);
    close(output[1]);
    to_ = fdopen(input[1], "w");
    from_ = fdopen(output[0], "r");
    if (code == 0) return;
    process_ = -1;
    wait();
    throw Error(words[0] + " can't be started: " + std::strerror(code) +
                ". ORRERY_PYTHON names another Python.");
}

PythonProcess::~PythonProcess() {
    wait();
}

bool PythonProcess::send(const std::string& line) {
    // A script that ended must not end this process, too.
    void (*before)(int) = ::signal(SIGPIPE, SIG_IGN);
    const bool sent = std::fputs((line + "\n").c_str(), to_) >= 0 && std::fflush(to_) == 0;
    ::signal(SIGPIPE, before);
    return sent;
}

std::string PythonProcess::line() {
    std::string text;
    for (int c; (c = std::fgetc(from_)) != EOF && c != '\n';)
        text += static_cast<char>(c);
    return text;
}

int PythonProcess::wait() {
    if (to_) std::fclose(to_);
    if (from_) std::fclose(from_);
    to_ = from_ = nullptr;
    int status = 0;
    if (process_ > 0) waitpid(process_, &status, 0);
    process_ = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace orrery
