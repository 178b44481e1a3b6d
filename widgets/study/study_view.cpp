// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_view.h"

#include <QComboBox>
#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/csv_field.h"
#include "widgets/plots/plot_style.h"
#include "widgets/status/run_words.h"
#include "widgets/study/trial_table.h"

namespace orrery {

namespace {

QString pathText(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

}  // namespace

QString StudyView::open(const std::filesystem::path& path) {
    QString reason;
    try {
        if (std::filesystem::is_directory(path)) {
            if (!std::filesystem::exists(path / "study.db"))
                throw Error(
                    tr("%1 is no study: it holds no study.db.").arg(pathText(path)).toStdString());
            file_.clear();
            folder_ = std::filesystem::absolute(path);
            feed_->setFolder(folder_);
        } else {
            openFile(std::filesystem::absolute(path));
        }
        QSettings().setValue(QStringLiteral("views/study/open"),
                             pathText(std::filesystem::absolute(path)));
        remembered_.clear();
    } catch (const std::exception& error) {
        reason = QString::fromUtf8(error.what());
    }
    setFault(reason);
    return reason;
}

void StudyView::openFile(const std::filesystem::path& file) {
    const Study study = loadStudy(file);
    QStringList scales;
    for (const StudyScale& scale : study.scales)
        scales << QString::fromStdString(scale.name);
    if (!scales.contains(QStringLiteral("full"))) scales << QStringLiteral("full");
    file_ = file;
    const QString chosen = scale_->currentText();
    scale_->clear();
    scale_->addItems(scales);
    // The first one is the smallest.
    setScale(scales.contains(chosen) ? chosen : scales.front());
}

void StudyView::setScale(const QString& scale) {
    scale_->setCurrentIndex(std::max(0, scale_->findText(scale)));
    if (file_.empty()) return;
    try {
        const std::string name = scale_->currentText().toStdString();
        folder_ = studies_ / (loadStudy(file_).name + "-" + name);
        feed_->setPlan(file_, name, folder_);
    } catch (const std::exception& error) {
        setFault(QString::fromUtf8(error.what()));
    }
}

void StudyView::setFault(const QString& reason) {
    fault_ = reason;
    showControls();
    markDirty();
}

void StudyView::setActivity(StudyActivity activity) {
    activity_ = activity;
    showControls();
    feed_->read();
}

void StudyView::startOrPause() {
    if (activity_ == StudyActivity::running) {
        Q_EMIT pauseRequested();
        return;
    }
    const auto& study = feed_->snapshot();
    if (!study) return;
    setFault({});
    Q_EMIT startRequested({file_.empty() ? study->file : file_, folder_, study->table.scale,
                           jobs_->value(), canRetry()});
}

bool StudyView::isOver() const {
    const auto& study = feed_->snapshot();
    return study && !study->planned && !study->trials.empty() &&
           std::ranges::none_of(study->trials, [](const TrialRecord& trial) {
               return trial.state == TrialState::queued || trial.state == TrialState::running;
           });
}

bool StudyView::canRetry() const {
    return isOver() && std::ranges::count(feed_->snapshot()->trials, TrialState::failed,
                                          &TrialRecord::state) > 0;
}

void StudyView::openTrial(std::int64_t number) {
    const auto& study = feed_->snapshot();
    const int row = trials_->rowOf(number);
    if (!study || row < 0) return;
    const auto run = runOfTrial(study->folder, study->table.study, trials_->trial(row));
    if (run.empty())
        setFault(tr("Trial %1 has no run yet.").arg(number));
    else
        Q_EMIT openRequested(pathText(run));
}

std::size_t StudyView::objective() const {
    return static_cast<std::size_t>(std::max(0, objective_->currentIndex()));
}

StudyPicture StudyView::picture() const {
    return static_cast<StudyPicture>(std::max(0, picture_->currentIndex()));
}

void StudyView::setPicture(StudyPicture picture) {
    picture_->setCurrentIndex(static_cast<int>(picture));
    QSettings().setValue(QStringLiteral("views/study/picture"), picture_->currentIndex());
    markDirty();
}

QString StudyView::hint() const {
    const auto& study = feed_->snapshot();
    if (!isOpen())
        return tr(
            "Open a study file or the folder of a study: a study trains a configuration at "
            "many points and compares them.");
    if (!study) return feed_->reading() ? tr("Reading the study...") : QString();
    if (picture() == StudyPicture::map)
        return tr("A search has no map: its trials share no points. Look at its lines.");
    return study->planned ? tr("Nothing is trained yet: press Start.")
                          : tr("No trial is over yet: the first is on its way.");
}

StudyDrawing StudyView::drawing() const {
    StudyDrawing drawing;
    drawing.hint = hint();
    const auto& study = feed_->snapshot();
    if (!study) return drawing;
    if (picture() == StudyPicture::map) {
        auto maps = studyMaps(study->table, objective());
        const auto part = static_cast<std::size_t>(std::max(0, part_->currentIndex()));
        if (!maps.empty()) drawing.map = std::move(maps[std::min(part, maps.size() - 1)]);
    } else {
        ParallelPicture lines = studyParallel(study->table, study->trials);
        if (!lines.lines.empty()) drawing.parallel = std::move(lines);
    }
    return drawing;
}

void StudyView::fillChart(CompareChart& chart) const {
    const auto& study = feed_->snapshot();
    CompareCurves curves = study ? study->curves : CompareCurves();
    QString note;
    if (!curves.empty()) {
        note = tr("line: mean of the seeds; band: lowest to highest");
        if (study->cells_with_curves > curves.size())
            note += tr("; %1 of %2 cells, the best and those in training")
                        .arg(curves.size())
                        .arg(study->cells_with_curves);
    }
    chart.setCurves(std::move(curves), {});
    chart.setTexts(tr("Training loss (nats per token)"), note, hint());
}

QString StudyView::progressText() const {
    const auto& study = feed_->snapshot();
    if (!study) return {};
    StudyProgress now = progressOf(study->trials, study->jobs,
                                   static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000);
    if (study->table.study.search == "tpe")
        now.total = std::max(now.total, static_cast<std::size_t>(study->table.study.trials));
    QString text = tr("%1 of %n trials done", nullptr, static_cast<int>(now.total)).arg(now.done);
    if (now.running > 0) text += tr(", %1 training").arg(now.running);
    if (now.failed > 0) text += tr(", %1 failed").arg(now.failed);
    if (now.pruned > 0) text += tr(", %1 pruned").arg(now.pruned);
    const bool over = now.done + now.failed + now.pruned == now.total;
    if (!over && now.running > 0 && std::isfinite(now.seconds_left))
        text += tr("; %1 left").arg(durationText(now.seconds_left));
    return text;
}

QString StudyView::stateText() const {
    return state_->text();
}

QString StudyView::verdictText() const {
    return verdict_->text();
}

void StudyView::refresh() {
    if (!remembered_.empty() && !isOpen()) open(std::exchange(remembered_, {}));
    const auto& study = feed_->snapshot();
    showChoices();
    trials_->setSnapshot(study);
    const bool curves = picture() == StudyPicture::curves;
    pictures_->setCurrentIndex(curves ? 1 : 0);
    if (curves) {
        fillChart(*chart_);
        chart_->replot(QCustomPlot::rpQueuedRefresh);
    } else {
        canvas_->setDrawing(drawing(), study);
    }
    QString state = fault_;
    if (state.isEmpty() && study)
        state = QStringLiteral("%1 (%2): %3")
                    .arg(QString::fromStdString(study->table.study.name),
                         QString::fromStdString(study->table.scale), progressText());
    state_->setText(state);
    state_->setVisible(!state.isEmpty());
    state_->setToolTip(pathText(folder_));
    QPalette colors = palette();
    if (!fault_.isEmpty()) colors.setColor(QPalette::WindowText, themeOf(palette()).warning);
    state_->setPalette(colors);
    QString verdict;
    if (study && !study->table.study.question.empty())
        verdict = QString::fromStdString(study->table.study.question) + u'\n';
    if (study && !study->planned) verdict += QString::fromStdString(study->verdict);
    verdict_->setText(verdict.trimmed());
    verdict_->setVisible(!verdict.trimmed().isEmpty());
    showControls();
}

void StudyView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    const ChartTheme theme = themeOf(palette());
    chart_->setTheme(theme, font());
    canvas_->setTheme(theme);
    trials_->setTheme(theme);
    markDirty();
}

void StudyView::paintFigure(QPainter& painter, const QSizeF& size) const {
    feed_->readNow();
    if (picture() != StudyPicture::curves) return drawing().paint(painter, size, figureTheme());
    CompareChart figure;
    figure.setTheme(figureTheme(), painter.font());
    fillChart(figure);
    figure.prepare(size);
    paintPlot(figure, painter, size);
}

QString StudyView::dataAsCsv() const {
    feed_->readNow();
    const auto& study = feed_->snapshot();
    if (!study) return QStringLiteral("trial,seed,state\n");
    if (picture() == StudyPicture::curves) return curvesCsv();
    const StudyDrawing now = drawing();
    return QString::fromStdString(now.map ? studyMapCsv(study->table, objective(), *now.map)
                                          : trialsCsv(study->table, study->trials));
}

QString StudyView::curvesCsv() const {
    QString text = QStringLiteral("cell,step,mean,low,high\n");
    for (const auto& curve : feed_->snapshot()->curves)
        for (std::size_t i = 0; i < curve->x.size(); ++i) {
            const bool alone = curve->low.empty();
            text += csvField(curve->title) + u',' + QString::number(curve->x[i], 'g', 12) + u',' +
                    QString::number(curve->y[i], 'g', 9) + u',' +
                    QString::number(alone ? curve->y[i] : curve->low[i], 'g', 9) + u',' +
                    QString::number(alone ? curve->y[i] : curve->high[i], 'g', 9) + u'\n';
        }
    return text;
}

}  // namespace orrery
