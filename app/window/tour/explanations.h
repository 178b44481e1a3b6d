// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>

namespace orrery {

/// What is seen in a dock, for somebody who sees it for the first time.
struct Explanation {
    QString text;       // a few sentences
    QStringList terms;  // of the glossary, that it takes for granted
};

/// By the dock's name: "config", "runs", "levers" or a view's. Empty for another one.
Explanation explanationOf(const QString& dock);
/// The docks that the tour goes through, in its order.
QStringList tourStops();
/// With links "glossary:TERM" to its terms, as rich text.
QString richText(const Explanation& explanation);

}  // namespace orrery
