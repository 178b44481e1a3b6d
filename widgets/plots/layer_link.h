// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QPointer>

class QToolButton;

namespace orrery {

class FlowRow;
class LayerChoice;
class RunContext;

/// Keeps the layer of a view and that of all views the same, until it is unlinked. GUI thread only.
class LayerLink : public QObject {
    Q_OBJECT

public:
    /// Puts its button at the end of the row.
    explicit LayerLink(FlowRow& row, QObject* parent = nullptr);

    /// Asks for nothing by itself: the view begins with layer().
    void setRun(RunContext* run);
    /// That the view should show now; `own` while it is unlinked, cut to the run's layers.
    int layer(int own) const;
    bool isLinked() const;
    void setLinked(bool linked);
    /// The view shows another layer: the others follow while it is linked.
    void tell(int layer);

Q_SIGNALS:
    /// Another view has chosen this layer, or the view was linked again.
    void asked(int layer);

private:
    QToolButton* unlink_;
    QPointer<RunContext> run_;
};

}  // namespace orrery
