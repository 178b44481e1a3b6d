// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/tensorboard_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/number_text.h"

namespace orrery {
namespace {

constexpr std::size_t kMostWaiting = 16'000'000;  // bytes

}  // namespace

TensorboardLog::TensorboardLog(TensorboardLogOptions options)
    : options_(std::move(options)), events_(wallTime()) {
    if (options_.restart_at) events_.restart(wallTime(), *options_.restart_at);
    flush();
}

TensorboardLog::~TensorboardLog() {
    flush();
    if (descriptor_ >= 0) ::close(descriptor_);
}

void TensorboardLog::publish(const Event& event) {
    if (const auto* scalars = std::get_if<Scalars>(&event)) {
        events_.add(wallTime(), scalars->step, scalars->values);
    } else if (const auto* set = std::get_if<SettingChanged>(&event)) {
        const std::optional<double> value = parseNumber<double>(set->value);
        if (!value) return;
        events_.add(wallTime(), set->step, {{"settings/" + set->key, *value}});
    } else {
        return;
    }
    flush();
}

void TensorboardLog::open() {
    if (descriptor_ >= 0) return;
    makeFolders(options_.folder);
    const std::string name = "events.out.tfevents." +
                             std::to_string(static_cast<std::int64_t>(wallTime())) + "." +
                             std::to_string(::getpid()) + ".orrery";
    // A run that is resumed within a second by the same process gets a file of its own.
    for (int copy = 0; descriptor_ < 0; ++copy) {
        const std::string file = options_.folder / (name + (copy ? std::to_string(copy) : ""));
        descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST)
            throw Error("Cannot write " + file + ": " + systemErrorText(errno) + ".");
    }
}

/// A record that was cut off by a full disk is written over: readers wait for its end.
void TensorboardLog::flush() {
    const std::string& bytes = events_.bytes();
    try {
        open();
        for (std::size_t done = 0; done < bytes.size();) {
            const ssize_t count = ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done,
                                           written_ + static_cast<off_t>(done));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0)
                throw Error("Cannot write TensorBoard's events to " + options_.folder.string() +
                            ": " + systemErrorText(errno) + ".");
            done += static_cast<std::size_t>(count);
        }
        written_ += static_cast<std::int64_t>(bytes.size());
        events_.forget();
        report({});
    } catch (const std::exception& error) {
        report(error.what());
        if (bytes.size() > kMostWaiting) drop();
    }
}

void TensorboardLog::drop() {
    if (written_ == 0)
        events_ = TensorboardEvents(wallTime());  // without its head no file is read
    else
        events_.forget();
    // Part of what is dropped may have been written. Where that can't be cut off, readers stop
    // there.
    if (descriptor_ >= 0 && ::ftruncate(descriptor_, written_) != 0) return;
}

void TensorboardLog::report(const std::string& problem) {
    if (problem.empty() != failing_) return;  // said already
    failing_ = !problem.empty();
    if (options_.on_problem) options_.on_problem(problem);
}

std::filesystem::path freeTensorboardFolder(const std::filesystem::path& folder,
                                            const std::string& run_name) {
    std::error_code none;
    std::filesystem::path found = folder / run_name;
    for (int copy = 2; std::filesystem::exists(found, none); ++copy)
        found = folder / (run_name + "-" + std::to_string(copy));
    return found;
}

}  // namespace orrery
