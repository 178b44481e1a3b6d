// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/run_program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;
constexpr auto tick = std::chrono::milliseconds(20);

std::string contents(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

void redirect(int descriptor, const fs::path& file, int flags) {
    const int opened = open(file.c_str(), flags, 0644);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(99);
}

[[noreturn]] void becomeProgram(const fs::path& folder, const std::vector<std::string>& arguments,
                                const fs::path& out, const fs::path& err) {
    if (chdir(folder.c_str()) != 0) _exit(98);
    setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
    unsetenv("OMP_WAIT_POLICY");   // the program sets it itself
    std::signal(SIGINT, SIG_DFL);  // which tests in the background may have been told to ignore
    const fs::path in = folder / "stdin";
    redirect(STDIN_FILENO, fs::exists(in) ? in : "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT);
    redirect(STDERR_FILENO, err, O_WRONLY | O_CREAT);
    std::vector<char*> words = {const_cast<char*>(ORRERY_CLI)};
    for (const auto& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    execv(ORRERY_CLI, words.data());
    _exit(97);
}

}  // namespace

Program::Program(const fs::path& folder, const std::vector<std::string>& arguments,
                 const fs::path& out) {
    static int count = 0;
    const std::string number = std::to_string(count++);
    out_ = out.empty() ? folder / ("out" + number) : out;
    err_ = folder / ("err" + number);
    process_ = fork();
    if (process_ == 0) becomeProgram(folder, arguments, out_, err_);
}

Program::~Program() {
    if (ended()) return;
    kill(process_, SIGKILL);
    waitpid(process_, &status_, 0);
}

void Program::signal(int number) const {
    kill(process_, number);
}

double Program::processorSeconds() const {
    const std::string stat = contents("/proc/" + std::to_string(process_) + "/stat");
    std::istringstream words(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
    std::vector<std::string> fields{std::istream_iterator<std::string>(words), {}};
    if (fields.size() < 13) return 0;
    const double ticks = std::stod(fields[11]) + std::stod(fields[12]);
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

bool Program::ended() {
    if (ended_) return true;
    rusage usage{};
    ended_ = wait4(process_, &status_, WNOHANG, &usage) == process_;
    if (ended_) peak_memory_ = static_cast<double>(usage.ru_maxrss) * 1024;
    return ended_;
}

bool Program::waitForOutput(const std::string& text, std::chrono::seconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < deadline) {
        const bool over = ended();  // asked before reading: the last words count
        if (contains(contents(out_), text)) return true;
        if (over) return false;
        std::this_thread::sleep_for(tick);
    }
    return false;
}

bool hasWindow() {
    return std::filesystem::exists(std::filesystem::path(ORRERY_CLI).parent_path() / "orrery");
}

bool eventually(const std::function<bool()>& true_now) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    bool yes = true_now();
    for (; !yes && std::chrono::steady_clock::now() < deadline; yes = true_now())
        std::this_thread::sleep_for(tick);
    return yes;
}

ProgramResult Program::wait(std::chrono::seconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!ended() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(tick);
    ProgramResult result;
    if (ended())
        result.exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    result.peak_memory = peak_memory_;
    if (fs::is_regular_file(out_)) result.out = contents(out_);
    result.err = contents(err_);
    return result;
}

void ProgramTest::SetUp() {
    std::string pattern = (fs::temp_directory_path() / "orrery cli XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
}

void ProgramTest::TearDown() {
    fs::remove_all(folder_);
}

std::string ProgramTest::write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
}

std::string tinyConfig(int steps) {
    return "name: tiny\n"
           "model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}\n"
           "some: {num_experts: 4, d_ffn: 16, top_k: 2}\n"
           "data: {train_documents: 60, val_documents: 6}\n"
           "eval: {every: 1000000}\n"
           "checkpoint: {every: 1000000}\n"
           "train:\n  batch_size: 4\n  threads: 1\n  max_steps: " +
           std::to_string(steps) + "\n";
}

}  // namespace orrery::testing
