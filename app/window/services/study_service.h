// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a study for its view: trials in processes of their own, on a thread that waits for them. GUI
// thread only.
#pragma once
#include <QObject>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <thread>

#include "widgets/study/study_view.h"

namespace orrery {

class StudyService : public QObject {
    Q_OBJECT

public:
    explicit StudyService(StudyView* view, QObject* parent = nullptr);
    /// Pauses a study that runs, and waits for its trials to save.
    ~StudyService() override;

    /// The program that trains the trials; orrery-cli beside this program unless told otherwise.
    void setProgram(const std::filesystem::path& program) { program_ = program; }
    /// Ignored while a study runs.
    void start(const StudyStart& start);
    /// Trials that are training save a checkpoint, and go on from it next time. Ended by ended().
    void pause();
    bool isBusy() const { return view_->activity() != StudyActivity::idle; }

Q_SIGNALS:
    /// `complete`: no trial waits any more.
    void ended(bool complete);
    void failed(const QString& reason);

private:
    void finish(bool complete, const QString& reason);

    StudyView* view_;
    std::filesystem::path program_;
    std::jthread thread_;
};

}  // namespace orrery
