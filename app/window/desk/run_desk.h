// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <atomic>
#include <functional>

#include "app/window/report/report.h"
#include "core/config/config.h"

namespace orrery {

class CompareView;
class RunBrowser;

/// What the window does when the list of runs asks for it.
struct RunDeskActions {
    std::function<bool(const QString& folder)> open;
    std::function<void(const QString& folder)> resume;
    /// Into the form, under a name; false when the user keeps the edits that are in it.
    std::function<bool(const Config& config, const QString& title)> edit;
    /// A new run; `weights` and `tokenizer` are files of another run, or empty.
    std::function<void(const Config& config, const QString& weights, const QString& tokenizer)>
        train;
    std::function<void()> show_comparison;
    std::function<void(const QString& reason)> complain;
};

/// Connects the list of runs, the comparison and the window. GUI thread only.
class RunDesk : public QObject {
    Q_OBJECT

public:
    RunDesk(RunBrowser* browser, CompareView* compare, RunDeskActions actions, QObject* parent);
    /// Ends what is under way.
    ~RunDesk() override;

private:
    void compare(const QStringList& folders);
    void report(const QStringList& folders);
    void askAndReport(ReportOptions options, const QString& file);
    void clone(const QString& folder);
    void rerun(const QString& folder);
    void goOn(const QString& folder);
    /// Calls `act`, and says why it failed.
    void attempt(const std::function<void()>& act);

    RunBrowser* browser_;
    CompareView* compare_;
    RunDeskActions actions_;
    QThreadPool pool_;                  // of reports that ask models
    std::atomic<bool> ending_ = false;  // which are cancelled
};

}  // namespace orrery
