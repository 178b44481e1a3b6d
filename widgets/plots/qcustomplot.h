// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot under QT_NO_KEYWORDS: its header spells Qt's keywords, so they exist for this one
// include.
#pragma once
#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
