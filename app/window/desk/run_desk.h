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
class ConfigDesk;
class OpenDesk;
class RunBrowser;
class RunLifecycle;
class WindowMessages;

/// Does what the list of runs and the comparison ask for. GUI thread only.
class RunDesk : public QObject {
    Q_OBJECT

public:
    struct Parts {
        RunBrowser* browser;
        CompareView* compare;
        OpenDesk* opening;
        ConfigDesk* config;
        RunLifecycle* runs;
        WindowMessages* messages;
    };
    explicit RunDesk(const Parts& parts, QObject* parent = nullptr);
    /// Ends what is under way.
    ~RunDesk() override;

Q_SIGNALS:
    /// The comparison is what is to be looked at.
    void compared();

private:
    void compare(const QStringList& folders);
    void report(const QStringList& folders);
    void write(const ReportOptions& options, const QString& file);
    void askAndReport(ReportOptions options, const QString& file);
    void clone(const QString& folder);
    void rerun(const QString& folder);
    void goOn(const QString& folder);
    /// Calls `act`, and says why it failed.
    void attempt(const std::function<void()>& act);

    /// Trains a run that begins with the configuration, unless the form has edits that are kept.
    void train(const Config& config, const QString& weights = {}, const QString& tokenizer = {});
    void resume(const QString& folder);

    Parts parts_;
    QThreadPool pool_;                  // of reports that ask models
    std::atomic<bool> ending_ = false;  // which are cancelled
};

}  // namespace orrery
