// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QWidget>

namespace orrery {

class FlowRow;

/// Interventions, each a button that takes it back.
class InterventionChips : public QWidget {
    Q_OBJECT

public:
    explicit InterventionChips(QWidget* parent = nullptr);
    /// As parseInterventions() reads them; what it can't read shows none.
    void show(const QString& text);
    int count() const;

Q_SIGNALS:
    /// The others remain.
    void changed(const QString& rest);

private:
    FlowRow* row_;
    QString text_;
};

}  // namespace orrery
