// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_canvas.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"
#include "widgets/study/parallel_painter.h"
#include "widgets/study/study_map_painter.h"
#include "widgets/study/trial_table.h"

namespace orrery {

StudyCanvas::StudyCanvas(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(120, 90);
}

void StudyCanvas::setDrawing(StudyDrawing drawing, std::shared_ptr<const StudySnapshot> study) {
    drawing_ = std::move(drawing);
    study_ = std::move(study);
    update();
}

void StudyCanvas::setTheme(const ChartTheme& theme) {
    theme_ = theme;
    update();
}

int StudyCanvas::indexAt(const QPointF& place) const {
    if (drawing_.map) return StudyMapLayout(*drawing_.map, size(), font()).at(place);
    if (!drawing_.parallel) return -1;
    return ParallelLayout(*drawing_.parallel, size(), font()).at(*drawing_.parallel, place);
}

std::int64_t StudyCanvas::trialAt(const QPointF& place) const {
    const int index = indexAt(place);
    if (index < 0) return 0;
    const auto at = static_cast<std::size_t>(index);
    if (drawing_.parallel) return drawing_.parallel->lines[at].trial;
    if (drawing_.map->cells[at] < 0) return 0;
    const auto& labels =
        study_->table.cells[static_cast<std::size_t>(drawing_.map->cells[at])].labels;
    for (const TrialRecord& trial : study_->trials)
        if (trial.labels == labels && trial.attempts > 0) return trial.number;
    return 0;
}

QString StudyCanvas::describe(const QPointF& place) const {
    const int index = indexAt(place);
    if (index < 0) return {};
    QStringList lines;
    const auto at = static_cast<std::size_t>(index);
    const auto tell = [&](const TrialRecord& trial) {
        QString line = tr("Trial %1, seed %2: %3")
                           .arg(trial.number)
                           .arg(trial.seed)
                           .arg(trialStateText(trial.state));
        if (std::isfinite(trial.objective))
            line += QStringLiteral(", %1 %2")
                        .arg(QString::fromStdString(study_->table.study.objectives[0].name))
                        .arg(decimalText(trial.objective, 'f', 4));
        lines << line;
        if (!trial.problem.empty()) lines << coreText(trial.problem);
    };
    std::vector<std::string> labels;
    if (drawing_.map && drawing_.map->cells[at] >= 0)
        labels = study_->table.cells[static_cast<std::size_t>(drawing_.map->cells[at])].labels;
    for (const TrialRecord& trial : study_->trials) {
        const bool meant = drawing_.map ? drawing_.map->cells[at] >= 0 && trial.labels == labels
                                        : trial.number == drawing_.parallel->lines[at].trial;
        if (!meant) continue;
        if (lines.isEmpty())
            lines << QString::fromStdString(cellName(study_->table, {trial.labels, {}}));
        tell(trial);
    }
    return lines.join(u'\n');
}

void StudyCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !drawing_.map);
    drawing_.paint(painter, size(), {theme_}, marked_);
}

void StudyCanvas::mouseMoveEvent(QMouseEvent* event) {
    const int index = indexAt(event->position());
    if (index != marked_) {
        marked_ = index;
        update();
    }
    const QString text = describe(event->position());
    if (text.isEmpty()) return QToolTip::hideText();
    QToolTip::showText(event->globalPosition().toPoint(), text, this);
}

void StudyCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::int64_t trial = trialAt(event->position());
    if (trial > 0) Q_EMIT trialActivated(trial);
}

void StudyCanvas::leaveEvent(QEvent*) {
    marked_ = -1;
    update();
}

}  // namespace orrery
