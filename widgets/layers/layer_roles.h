// SPDX-License-Identifier: GPL-3.0-or-later
// What the layers of a model specialize in, from the analysis of a run, and its picture.
#pragma once
#include <QJsonArray>
#include <QSizeF>
#include <QString>
#include <vector>

#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

struct RunTables;

/// Four shares of 0..1; not a number where the analysis holds none.
struct LayerRole {
    int layer = 0;
    /// Lexical: of the choice of expert (its entropy), what the token itself explains, chance
    /// taken off.
    double token = 0;
    /// The same of the part of speech.
    double part = 0;
    /// Guild: of the selections, those of experts that belong to a guild.
    double guild = 0;
    /// General: of the selections, those of experts that serve tokens about as the text has
    /// them (specialization below one bit).
    double general = 0;
};

/// Empty while the run is not analyzed.
std::vector<LayerRole> layerRoles(const RunTables& tables);
/// layer, token, part, guild, general
QString layerRolesCsv(const std::vector<LayerRole>& roles);
/// Pairs of a column of that and what it stands for.
QJsonArray roleMeasures();
/// "Early layers: lexical 41 %, syntactic 9 %, guild 3 % ..." for each third of the layers.
QString describeRoles(const std::vector<LayerRole>& roles);
void paintLayerRoles(QPainter& painter, const QSizeF& size, const std::vector<LayerRole>& roles,
                     const QString& note, const ChartTheme& theme);

}  // namespace orrery
