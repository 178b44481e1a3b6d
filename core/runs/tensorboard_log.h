// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/events/events.h"
#include "core/runs/tensorboard.h"

namespace orrery {

struct TensorboardLogOptions {
    std::filesystem::path folder;  // of the run's event files; made when it is missing
    /// A run that goes on: what readers know of this step and later ones is void.
    std::optional<std::int64_t> restart_at;
    /// A sentence when writing begins to fail (full disk, no permission), empty when it works
    /// again.
    std::function<void(const std::string&)> on_problem;
};

/// Writes a run's scalars as TensorBoard's events while it trains: each record whole, in one file
/// of each start. Nothing that fails here ends a run: what waits is written later, and above 16 MB
/// dropped. The training thread.
class TensorboardLog : public EventSink {
public:
    explicit TensorboardLog(TensorboardLogOptions options);
    ~TensorboardLog() override;
    TensorboardLog(const TensorboardLog&) = delete;
    TensorboardLog& operator=(const TensorboardLog&) = delete;

    /// Scalars, and live settings that are numbers (settings/keys.alpha). Never throws.
    void publish(const Event& event) override;

private:
    void flush();
    /// Opens the file where that is not done; throws Error.
    void open();
    /// Of what waits.
    void drop();
    void report(const std::string& problem);

    TensorboardLogOptions options_;
    TensorboardEvents events_;  // those that are not written yet
    int descriptor_ = -1;
    std::int64_t written_ = 0;  // bytes of whole records
    bool failing_ = false;
};

/// DIR/NAME of a run that begins: with -2, -3 ... where another run has that name.
std::filesystem::path freeTensorboardFolder(const std::filesystem::path& folder,
                                            const std::string& run_name);

}  // namespace orrery
