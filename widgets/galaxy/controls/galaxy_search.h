// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <vector>

#include "core/analysis/neighbors.h"
#include "core/events/events.h"

class QLineEdit;
class QWidget;

namespace orrery {

class FlowRow;
class RunData;
struct RunTables;

/// Finds keys: its controls at the end of a row, and what they find. GUI thread.
class GalaxySearch : public QObject {
    Q_OBJECT

public:
    GalaxySearch(FlowRow& row, QWidget* parent);

    /// What the search offers while it is typed.
    void setCompletions(const QStringList& texts);
    /// The experts of a layer that a text means: an expert's number, "guild 3", a kind of guild, or
    /// a part of a token that experts serve. `analysis` may be null. Where there are none, hint()
    /// says so.
    std::vector<int> find(const QString& text, const Keys& keys, const RunData& run,
                          const RunTables* analysis);
    /// The experts, and the keys nearest to the first of them by metric(). None where none is
    /// given, or `keys` is null, and hint() says so.
    std::vector<int> withNearest(std::vector<int> experts, const Keys* keys);
    /// "Nearest to 7 by cosine similarity: 12 (0.983), ...", of withNearest(); else empty.
    const QString& nearest() const { return nearest_; }
    DistanceMetric metric() const { return metric_; }
    void setMetric(DistanceMetric metric) { metric_ = metric; }
    /// Of the last search; empty where it found something.
    const QString& hint() const { return hint_; }
    void clearHint() {
        hint_.clear();
        nearest_.clear();
    }

Q_SIGNALS:
    void asked(const QString& text);
    void nearestAsked();

private:
    void addNearest(FlowRow& row);

    QLineEdit* line_;
    QString hint_, nearest_;
    DistanceMetric metric_ = DistanceMetric::cosine;
};

}  // namespace orrery
