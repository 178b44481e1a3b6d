// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTimer>
#include <filesystem>

#include "widgets/study/study_canvas.h"
#include "widgets/study/study_feed.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace orrery {

class CompareChart;
class FlowRow;
class TrialTable;

/// What a study is started with.
struct StudyStart {
    std::filesystem::path file, folder;
    std::string scale;
    int jobs = 1;
    bool retry_failed = false;
};

enum class StudyActivity { idle, running, pausing };
enum class StudyPicture { map, parallel, curves };

/// A study: its trials and how far they are, its map, its lines and its curves, which fill in while
/// it runs, here or in another process. It asks for its start and for a trial's run to be opened.
class StudyView : public View {
    Q_OBJECT

public:
    explicit StudyView(QWidget* parent = nullptr);

    QString viewName() const override { return QStringLiteral("study"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    QString figureSource() const override { return QString::fromStdString(folder_.string()); }
    /// Of the picture on show: cells, trials or curves.
    QString dataAsCsv() const override;

    /// Where studies that are started here get their folder.
    void setStudiesFolder(const std::filesystem::path& folder) { studies_ = folder; }
    /// A study file, or the folder of a study. What can't be opened is said in the view, and
    /// returned; what was open stays.
    QString open(const std::filesystem::path& path);
    bool isOpen() const { return !folder_.empty(); }
    const std::filesystem::path& folder() const { return folder_; }
    void setActivity(StudyActivity activity);
    StudyActivity activity() const { return activity_; }
    /// Why the study could not go on; empty takes it away.
    void setFault(const QString& reason);

    void setPicture(StudyPicture picture);
    StudyPicture picture() const;
    void setScale(const QString& scale);
    StudyFeed& feed() { return *feed_; }
    StudyCanvas& canvas() { return *canvas_; }
    CompareChart& chart() { return *chart_; }
    TrialTable& trials() { return *trials_; }
    QString stateText() const;
    QString verdictText() const;

Q_SIGNALS:
    void startRequested(const orrery::StudyStart& start);
    void pauseRequested();
    /// A trial's run.
    void openRequested(const QString& folder);

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    void buildOpenRow(FlowRow& row);
    void buildPictureRow(FlowRow& row);
    void buildTable();
    void chooseFile();
    void chooseFolder();
    void openFile(const std::filesystem::path& file);
    void startOrPause();
    void openTrial(std::int64_t number);
    void showControls();
    /// No trial waits any more; and some failed.
    bool isOver() const;
    bool canRetry() const;
    void showChoices();
    void fillChart(CompareChart& chart) const;
    StudyDrawing drawing() const;
    QString hint() const;
    QString progressText() const;
    QString curvesCsv() const;
    std::size_t objective() const;

    std::filesystem::path studies_, file_, folder_;
    std::filesystem::path remembered_;  // opened when the view is first seen
    StudyActivity activity_ = StudyActivity::idle;
    QString fault_;
    StudyFeed* feed_;
    QTimer timer_;
    TrialTable* trials_;
    StudyCanvas* canvas_;
    CompareChart* chart_;
    QStackedWidget* pictures_;
    QTableView* table_;
    QLabel *state_, *verdict_;
    QComboBox *scale_, *picture_, *objective_, *part_;
    QSpinBox* jobs_;
    QPushButton* start_;
};

}  // namespace orrery
