// SPDX-License-Identifier: GPL-3.0-or-later
// Which scalars stand in which panel, on which axis. Values; any thread.
#pragma once
#include <QByteArray>
#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "widgets/run/series.h"

namespace orrery {

/// Of a scalar, "train/gradient_norm", or of that of every layer, "layer*/gini".
struct MetricEntry {
    QString name;
    bool right = false;  // on the right axis
    bool operator==(const MetricEntry&) const = default;
};

struct MetricPanel {
    std::vector<MetricEntry> entries;
    bool log_left = false, log_right = false;
    bool operator==(const MetricPanel&) const = default;

    /// Whether a scalar is in it, by itself or with those of its kind; nullptr = no.
    const MetricEntry* entryOf(const QString& scalar) const;
    /// Puts a scalar or a kind in, on this axis, or takes it out. A kind is taken apart where one
    /// of its scalars goes or changes its axis: `scalars` are all that there are.
    void set(const QString& name, bool in, bool right, const QStringList& scalars);
};

using MetricPanels = std::vector<MetricPanel>;

/// Gradient norm beside the learning rate, tokens per second, and every layer's Gini coefficient.
MetricPanels firstPanels();
/// Compact JSON; reading gives nullopt for what is none.
QByteArray asJson(const MetricPanels& panels);
std::optional<MetricPanels> panelsFrom(const QByteArray& json);

/// "layer*/gini" of "layer3/gini"; the name itself where no layer stands in it.
QString kindOf(const QString& scalar);
/// The scalars of an entry, layers in their order.
QStringList scalarsOf(const QString& entry, const QStringList& scalars);
/// By group, then layer: "layer10" stands behind "layer9".
QStringList inOrder(QStringList scalars);
/// Of a run, those that have values, in order.
QStringList namesOf(const std::map<std::string, Series>& series);

}  // namespace orrery
