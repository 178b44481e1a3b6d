// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and states of a run in words, the same in every part of the window.
#pragma once
#include <QLocale>
#include <QString>
#include <cstdint>

#include "core/events/events.h"

namespace orrery {

QString stateWord(RunState state);      // "Training", "Paused" ...
bool hasEnded(RunState state);          // finished, stopped, failed or interrupted
bool canBeResumed(RunState state);      // stopped, failed or interrupted
QString durationText(double seconds);   // "45 s", "2 min 05 s", "3 h 20 min"; "–" when negative
QString bytesText(std::int64_t bytes);  // "612 MB", "1.4 GB"; "–" when not positive
QString countText(double value);        // "7 232", a thin space between thousands
QString lossText(double value);         // four digits after the point; "–" when not finite
/// The same with "(step 0)" behind it where the value is of another step than the run has come to.
/// A negative step is not known.
QString lossTextOf(double value, std::int64_t step, std::int64_t run_step);
/// With the decimal separator that the window's language has, and no other separators: for people.
/// `format` and `digits` as in QString::number().
QString decimalText(double value, char format, int digits);
/// What decimalText() writes with: for the ticks of axes.
QLocale numberLocale();
/// Numbers in a text of the core get the same separator.
QString withDecimals(QString text);

}  // namespace orrery
