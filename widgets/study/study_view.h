// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTimer>
#include <filesystem>

#include "widgets/study/open_study.h"
#include "widgets/study/study_controls.h"
#include "widgets/study/study_pictures_panel.h"
#include "widgets/view.h"

class QLabel;
class QTableView;
class QTabWidget;

namespace orrery {

class TrialTable;
class VerdictTable;

/// A study, or the controls of a configuration: its trials and how far they are, and its pictures,
/// which fill in while it runs, here or in another process. It asks for its start and for a trial's
/// run to be opened.
class StudyView : public View {
    Q_OBJECT

public:
    explicit StudyView(QWidget* parent = nullptr);

    QString viewName() const override { return QStringLiteral("study"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    FigureParts figureParts() const override;
    QString figureSource() const override { return QString::fromStdString(folder().string()); }
    /// Reads the study once more, and says why that failed, or why it has no such picture.
    QString figureFault() const override;
    QStringList figureArguments() const override;
    /// "map", "parallel", "curves", "stream", "seeds", "keys", "xy" or "verdict"; "objective=2" and
    /// "part=3" of a map, counted from 1.
    QString setLook(const QStringList& words) override;
    /// Of the picture on show: cells, trials, curves or keys; of the verdict where it is in front.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;

    /// Where studies that are started here get their folder.
    void setStudiesFolder(const std::filesystem::path& folder) { study_->setStudiesFolder(folder); }
    /// A study file, or the folder of a study. What can't be opened is said in the view, and
    /// returned; what was open stays.
    QString open(const std::filesystem::path& path);
    bool isOpen() const { return study_->isOpen(); }
    const std::filesystem::path& folder() const { return study_->folder(); }
    void setScale(const QString& scale) { setFault(study_->setScale(scale)); }
    void setActivity(StudyActivity activity);
    StudyActivity activity() const { return controls_->activity(); }
    /// Why the study could not go on; empty takes it away.
    void setFault(const QString& reason);
    void setPicture(StudyPicture picture) { pictures_->setPicture(picture); }
    StudyPicture picture() const { return pictures_->picture(); }

    StudyFeed& feed() { return study_->feed(); }
    StudyCanvas& canvas() { return pictures_->canvas(); }
    CompareChart& chart() { return pictures_->chart(); }
    TrialTable& trials() { return *trials_; }
    VerdictTable& verdicts() { return *verdicts_; }
    QTabWidget& tables() { return *tables_; }
    QString stateText() const;
    QString verdictText() const;

Q_SIGNALS:
    void startRequested(const orrery::StudyStart& start);
    void pauseRequested();
    /// A trial's run.
    void openRequested(const QString& folder);

protected:
    void refresh() override;
    void applyTheme() override;

private:
    void buildTable();
    void buildVerdict();
    void placeParts(QLayout* controls, QLayout* choices);
    void connectParts();
    void openTrial(std::int64_t number);
    void showVerdict();
    QString hint() const;
    /// Waits for it.
    void readForFigure() const;
    bool setMapWord(const QString& word);
    /// Of what is known now; nullptr when nothing is.
    const std::shared_ptr<const StudySnapshot>& snapshot() const {
        return study_->feed().snapshot();
    }

    OpenStudy* study_;
    StudyControls* controls_;
    StudyPicturesPanel* pictures_;
    TrialTable* trials_;
    VerdictTable* verdicts_;
    QTableView *table_, *verdict_table_;
    QTabWidget* tables_;
    std::shared_ptr<const StudySnapshot> judged_;  // that the verdict shows
    QLabel *state_, *verdict_;
    QTimer timer_;
    QString fault_;
};

}  // namespace orrery
