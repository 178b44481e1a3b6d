// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are compared, read in the background. GUI thread only.
#pragma once
#include <QColor>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/runs/run_comparison.h"

namespace orrery {

struct ComparedRun {
    std::filesystem::path folder;
    int color = 0;          // of runColor and runDash: the run's own as long as it is compared
    bool known = false;     // identity is read
    QString failure;        // why it can't be
    bool complete = false;  // the curve is no preview any more
    RunIdentity identity;
    /// Of the scalar in work; empty while it is not read, never null.
    std::shared_ptr<const RunCurve> curve = std::make_shared<RunCurve>();
};

QColor runColor(int index, bool dark);
/// 32 runs differ in color or dash.
Qt::PenStyle runDash(int index);

class ComparedRuns : public QObject {
    Q_OBJECT

public:
    explicit ComparedRuns(QObject* parent = nullptr);
    ~ComparedRuns() override;

    /// Those that stay keep their colors.
    void setFolders(const QStringList& folders);
    QStringList folders() const;
    /// Of runs(), in their order: as in another window.
    void setColors(const std::vector<int>& colors);
    void setScalar(const std::string& name);
    const std::string& scalar() const { return scalar_; }
    const std::vector<ComparedRun>& runs() const { return runs_; }
    bool reading() const { return reading_; }
    /// How many curves are no preview any more.
    std::size_t complete() const;
    /// That any of the runs has stored, as far as they are read: by group, then layer.
    QStringList scalars() const;
    /// Counts up when what is known of the runs beside their curves has changed.
    int identities() const { return identities_; }
    /// Reads everything anew: runs that go on.
    void reload();
    /// Begins to read what was chosen since; nothing is read before, so that a hidden view costs
    /// nothing.
    void readIfNeeded();
    /// The same, and waits for it: figures of a view that nobody sees.
    void readNow();

    /// Points that are kept of all curves together; above it each is thinned, its extremes kept.
    static constexpr std::size_t most_points = 6'000'000;

Q_SIGNALS:
    void changed();  // runs, identities or curves

private:
    struct Answer;
    struct Inbox;
    class Reader;
    void takeAnswers();
    void take(const Answer& answer);
    int freeColor(const QString& folder) const;

    std::vector<ComparedRun> runs_;
    std::string scalar_ = "val/loss";
    QThreadPool pool_;
    std::shared_ptr<Inbox> inbox_;  // of the reading under way
    QTimer timer_;  // takes what has been read: not each answer by itself, which would be drawn
    int identities_ = 0;
    bool reading_ = false;
    bool needed_ = false;
};

}  // namespace orrery
