// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

constexpr int kPollMilliseconds = 50;

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {
        if (number < 0)
            throw Error("Cannot start a helper process: " + systemErrorText(errno) + ".");
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return number_; }
    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

private:
    int number_;
};

/// A child that does not outlive its owner.
class Child {
public:
    explicit Child(pid_t process) : process_(process) {
        if (process < 0)
            throw Error("Cannot start a helper process: " + systemErrorText(errno) + ".");
    }
    ~Child() {
        if (process_ > 0) ::kill(process_, SIGKILL);
        wait();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int wait() {
        int status = 0;
        if (process_ > 0) {
            while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
            }
        }
        process_ = -1;
        return status;
    }

private:
    pid_t process_;
};

void writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) ::_exit(EXIT_FAILURE);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

[[noreturn]] void runJob(const std::function<std::string()>& job, int result, int messages) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::signal(SIGINT, SIG_IGN);  // the parent decides what Ctrl-C means
    ::signal(SIGTERM, SIG_DFL);
    ::dup2(messages, STDOUT_FILENO);
    ::dup2(messages, STDERR_FILENO);
    // The parent's files (databases, locks) are none of the child's business.
    ::close_range(3, static_cast<unsigned>(result) - 1, 0);
    ::close_range(static_cast<unsigned>(result) + 1, ~0U, 0);
    // A library that calls exit() must not run the destructors of the parent's objects.
    std::atexit([] { ::_exit(EXIT_FAILURE); });
    std::string answer;
    try {
        answer = "+" + job();
    } catch (const std::exception& error) {
        answer = std::string("-") + error.what();
    }
    writeAll(result, answer);
    ::_exit(EXIT_SUCCESS);
}

std::string readResult(int descriptor, const std::function<bool()>& cancelled) {
    std::string answer;
    std::array<char, 1 << 16> part{};
    while (true) {
        if (cancelled && cancelled()) throw Cancelled();
        pollfd waiting{descriptor, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMilliseconds) <= 0) continue;
        const ssize_t count = ::read(descriptor, part.data(), part.size());
        if (count == 0) return answer;
        if (count > 0) answer.append(part.data(), static_cast<std::size_t>(count));
    }
}

std::string printed(int messages) {
    std::string text(2000, '\0');
    const ssize_t count = ::pread(messages, text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

std::string failure(int status, const std::string& messages) {
    std::string text = "A helper process ended unexpectedly";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) text += " (killed: out of memory?)";
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        text += " (signal " + std::to_string(WTERMSIG(status)) + ")";
    return text + (messages.empty() ? "." : ": " + messages);
}

}  // namespace

std::string runInChild(const std::function<std::string()>& job,
                       const std::function<bool()>& cancelled) {
#if defined(__SANITIZE_THREAD__)
    // ThreadSanitizer lets no forked child start a thread.
    return job();
#else
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error("Cannot start a helper process: " + systemErrorText(errno) + ".");
    const Descriptor result(ends[0]);
    Descriptor sending(ends[1]);
    const Descriptor messages(::memfd_create("messages", MFD_CLOEXEC));
    const pid_t process = ::fork();
    if (process == 0) runJob(job, sending.get(), messages.get());
    Child child(process);
    sending.close();
    const std::string answer = readResult(result.get(), cancelled);
    const int status = child.wait();
    if (answer.empty() || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
        throw Error(failure(status, printed(messages.get())));
    if (answer.front() == '-') throw Error(answer.substr(1));
    return answer.substr(1);
#endif
}

}  // namespace orrery
