// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "widgets/compare/compared_runs.h"
#include "widgets/experts/expert_rows.h"

namespace orrery {

/// What several runs recorded of their experts, read in the background. GUI thread only.
class RunSpread : public QObject {
    Q_OBJECT

public:
    struct Run {
        std::filesystem::path folder;
        QString title = {};
        int color = 0;
        std::vector<ExpertRow> rows = {};  // empty while it is not read
        QString failure = {};
        bool read = false;
        std::int64_t step = 0;  // that Compare knows of
    };

    explicit RunSpread(QObject* parent = nullptr);
    /// Waits for what is being read.
    ~RunSpread() override;

    /// What was read of those that stay, stays, but where a run has come further.
    void setRuns(const std::vector<ComparedRun>& runs);
    const std::vector<Run>& runs() const { return runs_; }
    /// Begins to read what is not read yet.
    void readIfNeeded();
    bool reading() const;

Q_SIGNALS:
    void changed();

private:
    std::vector<Run> runs_;
    std::shared_ptr<std::atomic<int>> round_;  // of reading: answers to an older one are late
    bool reading_ = false;
    QThreadPool pool_;
};

}  // namespace orrery
