// SPDX-License-Identifier: GPL-3.0-or-later
// The configurations that come with the program. GUI thread only.
#pragma once
#include <QString>
#include <QStringList>
#include <QVector>

#include "core/config/config.h"

class QMenu;

namespace orrery {

class ConfigDocument;

/// "demo.yaml", "published/series_a1.yaml", "rules/generation5.yaml" ...
QStringList presetNames();
/// Read with all that it extends. Throws Error.
Config presetConfig(const QString& name);
/// The comment above it, as one line.
QString presetComment(const QString& name);

/// A study that comes with the program.
struct ShippedStudy {
    QString name;  // "2_1_linear_router"
    QString question;
};
QVector<ShippedStudy> shippedStudies();
/// Its file, unpacked with all that it reads into the user's data folder. Throws Error.
QString shippedStudyFile(const QString& name);

/// Puts key rules into a configuration, as one edit that undo takes back: all of `keys`, and what
/// the rules ask of other sections; the rest stays. Throws Error.
void applyRules(ConfigDocument& document, const QString& name);

}  // namespace orrery
