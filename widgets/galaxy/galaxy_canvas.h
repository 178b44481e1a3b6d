// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QPolygonF>
#include <memory>
#include <vector>

#include "widgets/galaxy/query_cloud.h"
#include "widgets/galaxy/render/galaxy_renderer.h"

namespace orrery {

class GalaxyNavigator;

/// A galaxy on the screen: its renderer, what mouse and keyboard do to it, and what is marked in
/// it. It speaks of experts, where those speak of points. GUI thread.
class GalaxyCanvas : public QObject {
    Q_OBJECT

public:
    /// Its widget is a child of `parent`; `name` is for screen readers.
    GalaxyCanvas(QWidget* parent, const QString& name);

    QWidget* widget() const { return renderer_->widget(); }
    GalaxyRenderer& renderer() { return *renderer_; }
    const OrbitCamera& camera() const;
    void setCamera(const OrbitCamera& camera);
    /// `queries`: those that the scene has behind its keys; may be null.
    void setScene(std::shared_ptr<const GalaxyScene> scene,
                  std::shared_ptr<const QueryCloud> queries);
    const QueryCloud* queries() const { return queries_.get(); }
    /// Whether a drag that begins on a key moves that: keyDropped().
    void setMovesKeys(bool on);
    /// Ascending; the queries that were sent to one of them are marked with them.
    void setSelected(const std::vector<int>& experts);

Q_SIGNALS:
    /// At a place between these others, with what each counts there.
    void keyDropped(int key, const std::vector<std::pair<int, double>>& near);
    void cameraChanged(const orrery::OrbitCamera& camera);
    void selected(const std::vector<int>& experts);          // none = of nothing
    void toggled(const std::vector<int>& experts);           // each is one more or one less
    void hovered(int point, const QPoint& global_position);  // -1 = none

private:
    std::vector<int> expertsAt(int point) const;
    void showMarks();

    GalaxyRenderer* renderer_;  // a child widget of the parent
    GalaxyNavigator* navigator_;
    std::shared_ptr<const QueryCloud> queries_;
    std::vector<int> experts_;  // that are selected
    int keys_ = 0;              // of the scene
    int hovered_ = -1;
    QPolygonF lasso_;
};

}  // namespace orrery
