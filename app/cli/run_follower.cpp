// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_follower.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/event_printer.h"
#include "app/cli/folder_pictures.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/events/commands.h"
#include "core/events/event_text.h"
#include "core/files/printable.h"
#include "core/runs/checkpoint_folder.h"

namespace orrery::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto poll_interval = std::chrono::milliseconds(50);
/// After the second Ctrl-C the session gets so long to end by itself.
constexpr auto patience = std::chrono::seconds(2);

bool lineTyped() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) <= 0) return false;
    char buffer[256];
    return read(STDIN_FILENO, buffer, sizeof buffer) > 0;
}

class Follower {
public:
    Follower(Session& session, EventQueue& queue, const RunOptions& options)
        : session_(session), queue_(queue), printer_(output_, options.json), options_(options) {}

    RunState follow() {
        Interrupt interrupt(3);
        session_.start();
        while (!isFinalState(session_.state())) {
            print();
            handleSignals(interrupt.count());
            answerPause();
            std::this_thread::sleep_for(poll_interval);
        }
        const RunState state = session_.wait();
        print();
        interrupted_ = interrupt.any();
        return state;
    }

    /// Says how it ended and how to go on.
    ExitCode finish(RunState state) {
        const std::string run = session_.runFolder().string();
        if (options_.json && !closed_) {
            printEnd(state, run);
        } else if (!closed_) {
            tellPlace(state, run);
        }
        if (state != RunState::finished && options_.failed && !cause_.empty())
            options_.failed(cause_);
        if (state == RunState::finished) return ExitCode::success;
        return state == RunState::stopped && interrupted_ && !closed_ ? ExitCode::stopped
                                                                      : ExitCode::failure;
    }

private:
    void print() {
        for (const Event& event : queue_.take().events) {
            const auto* message = std::get_if<Message>(&event);
            if (message && message->severity == Severity::error) cause_ = message->text;
            if (closed_) continue;
            try {
                printer_.print(event);
            } catch (const OutputClosed&) {
                closeDown();
            }
        }
    }

    /// Nobody reads: the run is kept, and ended as by Ctrl-C.
    void closeDown() {
        closed_ = true;
        session_.send(command::Stop{});
        std::fprintf(stderr,
                     "The output was closed: stopping the run and saving a checkpoint.\n%s\n",
                     printable(resumeText()).c_str());
    }

    void handleSignals(int signals) {
        if (signals >= 1 && !stop_sent_) {
            stop_sent_ = true;
            session_.send(command::Stop{});
            tell(
                "Stopping after this step and saving a checkpoint. Press Ctrl-C again to stop "
                "immediately.");
        }
        if (signals >= 2 && !stop_now_sent_) {
            stop_now_sent_ = true;
            deadline_ = Clock::now() + patience;
            session_.send(command::StopNow{});
            tell("Stopping immediately; the last checkpoint is kept.\n" + resumeText());
        }
        // Everything in the database is durable, and the checkpoints are whole.
        if (stop_now_sent_ && Clock::now() > deadline_) _exit(static_cast<int>(ExitCode::stopped));
    }

    /// The run paused itself (disk full, a loss that is not finite): somebody at a terminal may
    /// mend it.
    void answerPause() {
        const bool paused = session_.state() == RunState::paused;
        if (!paused) {
            asked_ = false;
            return;
        }
        const bool somebody = isatty(STDIN_FILENO) == 1 && output_.terminal() && !options_.json;
        if (!asked_ && somebody) tell("Press Enter to continue, Ctrl-C to stop.");
        if (!asked_ && !somebody) session_.send(command::Stop{});
        asked_ = true;
        if (somebody && lineTyped()) session_.send(command::Resume{});
    }

    std::string resumeText() const {
        return "Resume with: orrery-cli resume " + shellQuoted(session_.runFolder().string());
    }

    /// What failed before anything was saved would fail again.
    std::string goOnText(RunState state) const {
        const bool begins_anew =
            state == RunState::failed && listedCheckpoints(session_.runFolder()).empty();
        return begins_anew ? "It has no checkpoint to go on from: mend the cause and train anew."
                           : resumeText();
    }

    void tellPlace(RunState state, const std::string& run) {
        if (state == RunState::failed && !std::filesystem::exists(run))
            return tell("Nothing was trained: mend the cause and train anew.");
        tell("Run: " + run);
        if (state != RunState::finished && std::filesystem::exists(run)) tell(goOnText(state));
    }

    /// With --json the standard output holds objects only.
    void tell(const std::string& text) {
        if (closed_) return;
        try {
            output_.clearStatus();
            std::fprintf(options_.json ? stderr : stdout, "%s\n", printable(text).c_str());
            std::fflush(options_.json ? stderr : stdout);
        } catch (const OutputClosed&) {
            closed_ = true;
        }
    }

    void printEnd(RunState state, const std::string& run) {
        try {
            using Json = nlohmann::ordered_json;
            const Json end = {{"event", "end"}, {"state", stateName(state)}, {"run", run}};
            output_.line(end.dump(-1, ' ', false, Json::error_handler_t::replace));
        } catch (const OutputClosed&) {
            closed_ = true;
        }
    }

    Session& session_;
    EventQueue& queue_;
    Output output_;
    EventPrinter printer_;
    RunOptions options_;
    bool stop_sent_ = false;
    bool stop_now_sent_ = false;
    bool asked_ = false;
    bool closed_ = false;
    bool interrupted_ = false;
    std::string cause_;  // the newest error that the run told of
    Clock::time_point deadline_;
};

}  // namespace

ExitCode runSession(SessionOptions session_options, const RunOptions& options) {
    auto queue = std::make_shared<EventQueue>();
    Session session(std::move(session_options), queue);
    Follower follower(session, *queue, options);
    const RunState state = follower.follow();
    const ExitCode code = follower.finish(state);
    if (options.figures) writeRunFigures(session.runFolder());
    return code;
}

}  // namespace orrery::cli
