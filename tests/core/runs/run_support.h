// SPDX-License-Identifier: GPL-3.0-or-later
// Runs for tests: events of every kind, small disks, child processes.
#pragma once
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/events/events.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"

namespace orrery::test {

inline Scalars scalars(std::int64_t step, double loss) {
    return {step,
            0.5 * static_cast<double>(step),
            {{"time/wall", 0.5 * static_cast<double>(step)}, {"train/loss", loss}}};
}

inline SharedKeys keySnapshot(std::int64_t step, int layer) {
    const auto base = static_cast<float>(step);
    return std::make_shared<const Keys>(
        Keys{step, layer, 2, 3, {base, 1, 2, 3, 4, 5}, {0.5F, 0.25F}});
}

/// One event of each kind that run.db keeps in order.
inline std::vector<Event> oneOfEach() {
    return {
        scalars(1, 3.25),
        Usage{1, 0, {4, 0, 12}},
        keySnapshot(1, 0),
        ExpertTokens{1, 1, {{{" the", 12}, {"<0xE2>", 3}}, {}}},
        Message{1, 0.5, Severity::warning, "sample", "Once upon a \"time\"\nthere was"},
        SettingChanged{1, 0.5, "keys.alpha", "0.02", "0.01", SettingOrigin::mailbox},
        Respawned{1, 0.5, 1, {0, 2}},
        Trace{1, "a b", 1, 2, 4, {"a", " b"}, {7, 9}, {0, 1, 3, 2}, {0.75F, 0.25F, 0.5F, 0.5F}}};
}

/// Makes a run folder whose lock is free, of the shape that keySnapshot() has.
inline RunFolder makeRun(const std::filesystem::path& runs, const std::string& name) {
    const RunFolder folder = createRunFolder(runs, name);
    Config config;
    config.name = name;
    config.model.d_model = 3;
    config.model.num_heads = 1;
    config.model.positions = PositionEncoding::alibi;
    config.some.num_experts = 2;
    config.some.top_k = 1;
    writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
    RunDatabase database({folder.databaseFile(), {}, {}});
    database.setMeta("name", name);
    database.setMeta("created", "2026-11-27T14:05:00+0100");
    return folder;
}

/// Runs `body` in a child process that says "ready" through the pipe; killed with SIGKILL by the
/// destructor.
class ChildProcess {
public:
    explicit ChildProcess(const std::function<void(std::function<void()> ready)>& body) {
        int ends[2];
        if (::pipe(ends) != 0) throw Error("no pipe");
        process_ = ::fork();
        if (process_ == 0) {
            ::close(ends[0]);
            try {
                body([&] { [[maybe_unused]] const auto written = ::write(ends[1], "r", 1); });
            } catch (...) {
            }
            ::_exit(0);
        }
        ::close(ends[1]);
        char byte = 0;
        ready_ = ::read(ends[0], &byte, 1) == 1;
        ::close(ends[0]);
    }
    ~ChildProcess() { kill(); }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    bool ready() const { return ready_; }
    pid_t process() const { return process_; }
    void kill() {
        if (process_ <= 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
        process_ = -1;
    }

private:
    pid_t process_ = -1;
    bool ready_ = false;
};

/// A disk of its own; mounted() is false where that needs more rights than the test has.
class SmallDisk {
public:
    SmallDisk(std::filesystem::path place, const std::string& size) : place_(std::move(place)) {
        std::filesystem::create_directories(place_);
        mounted_ = ::mount("none", place_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    }
    ~SmallDisk() {
        if (mounted_) ::umount2(place_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool mounted() const { return mounted_; }
    /// To the last byte.
    void fill() {
        std::ofstream filler(place_ / "filler", std::ios::binary);
        const std::string page(4096, 'x');
        while (filler.write(page.data(), static_cast<std::streamsize>(page.size())).flush()) {
        }
    }
    bool makeReadOnly() {
        return ::mount("none", place_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "") == 0;
    }

private:
    std::filesystem::path place_;
    bool mounted_ = false;
};

template <typename Action>
std::string errorOf(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace orrery::test
