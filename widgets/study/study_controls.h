// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QWidget>
#include <filesystem>
#include <string>

class QComboBox;
class QPushButton;
class QSpinBox;

namespace orrery {

class FlowRow;
class OpenStudy;

/// What a study is started with.
struct StudyStart {
    std::filesystem::path file, folder;
    std::string scale;
    int jobs = 1;
    bool retry_failed = false;
};

enum class StudyActivity { idle, running, pausing };

/// The row that opens a study, starts it and pauses it. GUI thread.
class StudyControls : public QObject {
    Q_OBJECT

public:
    /// Puts itself into `row`; its parts belong to `parent`.
    StudyControls(OpenStudy* study, FlowRow* row, QWidget* parent);

    void setActivity(StudyActivity activity);
    StudyActivity activity() const { return activity_; }
    /// Shows what can be done with the study as it is known now.
    void update();

Q_SIGNALS:
    void openRequested(const std::filesystem::path& path);
    void scaleRequested(const QString& scale);
    void startRequested(const orrery::StudyStart& start);
    void pauseRequested();

private:
    void addOpenButton(FlowRow& row, QWidget* parent);
    void chooseFile();
    void chooseFolder();
    void startOrPause();
    QString startText() const;

    OpenStudy* study_;
    QWidget* parent_;
    StudyActivity activity_ = StudyActivity::idle;
    QComboBox* scale_;
    QSpinBox* jobs_;
    QPushButton* start_;
};

}  // namespace orrery
