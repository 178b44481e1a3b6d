// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

#include "core/files/csv.h"

namespace orrery {

/// core/files/csv.h for Qt's strings.
inline QString csvField(const QString& text) {
    return QString::fromStdString(csvField(text.toStdString()));
}

}  // namespace orrery
