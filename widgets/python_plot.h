// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QJsonObject>
#include <QString>

namespace orrery {

/// What matplotlib needs for a view's picture.
struct PythonPlot {
    QString script;        // of resources/python, without .py; empty = no picture of numbers
    QString csv;           // what it reads, with a header line
    QJsonObject settings;  // texts and choices: what the script finds in SETTINGS
};

}  // namespace orrery
