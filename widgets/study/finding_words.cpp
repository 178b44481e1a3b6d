// SPDX-License-Identifier: GPL-3.0-or-later
// The phrases are those of core/study/judges.
#include "widgets/study/finding_words.h"

#include <QCoreApplication>

namespace orrery {

namespace {

// Longer ones stand before those that they contain; spaces keep them off names.
constexpr const char* kPhrases[] = {
    QT_TRANSLATE_NOOP("orrery::FindingWords", "No trial is done: all of them failed"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "No trial is done yet"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": no two trials of a seed to compare"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": no four trials of a seed to compare"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": no trial is done"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": no cell is done"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": fewer than two points"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": fewer than four trials"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": one point of "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": not yet"),
    QT_TRANSLATE_NOOP("orrery::FindingWords",
                      "; seed noise can't be estimated: fewer than two seeds are done in all "
                      "cells"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "; seed noise can't be estimated from one seed"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "; one seed tells no noise"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "; too few seeds to compare"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "; better than every other one beyond seed noise"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", within seed noise"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", beyond seed noise"),
    QT_TRANSLATE_NOOP("orrery::FindingWords",
                      "; by cell, with Holm's correction, beyond it in "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", difference of differences"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "; sign test over trials, p = "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", which may be chance: "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", not shown equal within "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", equal within "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", no more than "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " larger (one-sided tests: "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " (one-sided tests: "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "rank correlation "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " up to the largest "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "; the next, "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", differs by "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", of other seeds"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ": best at "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", then "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " where one of "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " needs "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " below that at "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " below "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " against "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", ", under "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " along "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " over "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " pairs"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " cells"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " stable"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " alone"),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " from "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " of "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " and "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", " at "),
    QT_TRANSLATE_NOOP("orrery::FindingWords", "Best "),
};

}  // namespace

QString findingText(const std::string& english) {
    QString text = QString::fromStdString(english);
    for (const char* phrase : kPhrases)
        text.replace(QLatin1String(phrase),
                     QCoreApplication::translate("orrery::FindingWords", phrase));
    return text;
}

}  // namespace orrery
