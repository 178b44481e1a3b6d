// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_status.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct StudyStatusWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyView)
};

QString progressText(const StudySnapshot& study, double now) {
    StudyProgress progress = progressOf(study.trials, study.jobs, now);
    if (study.table.study.search == "tpe")
        progress.total =
            std::max(progress.total, static_cast<std::size_t>(study.table.study.trials));
    QString text =
        StudyStatusWords::tr("%1 of %n trials done", nullptr, static_cast<int>(progress.total))
            .arg(progress.done);
    if (progress.running > 0) text += StudyStatusWords::tr(", %1 training").arg(progress.running);
    if (progress.failed > 0) text += StudyStatusWords::tr(", %1 failed").arg(progress.failed);
    if (progress.pruned > 0) text += StudyStatusWords::tr(", %1 pruned").arg(progress.pruned);
    const bool over = progress.done + progress.failed + progress.pruned == progress.total;
    if (!over && progress.running > 0 && std::isfinite(progress.seconds_left))
        text += StudyStatusWords::tr("; %1 left").arg(durationText(progress.seconds_left));
    return text;
}

}  // namespace

bool isOver(const StudySnapshot& study) {
    return !study.planned && !study.trials.empty() &&
           std::ranges::none_of(study.trials, [](const TrialRecord& trial) {
               return trial.state == TrialState::queued || trial.state == TrialState::running;
           });
}

bool canRetry(const StudySnapshot& study) {
    return isOver(study) &&
           std::ranges::count(study.trials, TrialState::failed, &TrialRecord::state) > 0;
}

QString studyStateText(const StudySnapshot& study, double now) {
    if (study.controls)
        return QStringLiteral("%1: %2").arg(QString::fromStdString(study.table.study.name),
                                            progressText(study, now));
    return QStringLiteral("%1 (%2): %3")
        .arg(QString::fromStdString(study.table.study.name),
             QString::fromStdString(study.table.scale), progressText(study, now));
}

QString studyQuestionText(const StudySnapshot& study, const QString& summary) {
    if (summary.isEmpty()) return studyVerdictText(study);
    return (QString::fromStdString(study.table.study.question) + u'\n' + summary).trimmed();
}

QString studyBaseText(const StudySnapshot& study) {
    const std::string& origin = study.table.study.origin;
    return origin.empty() ? QString()
                          : StudyStatusWords::tr("Base: %1").arg(QString::fromStdString(origin));
}

QString studyVerdictText(const StudySnapshot& study) {
    QString text;
    if (!study.table.study.question.empty())
        text = QString::fromStdString(study.table.study.question) + u'\n';
    if (!study.planned) text += QString::fromStdString(study.verdict);
    return text.trimmed();
}

}  // namespace orrery
