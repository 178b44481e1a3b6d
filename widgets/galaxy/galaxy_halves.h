// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSplitter>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "widgets/galaxy/galaxy_canvas.h"

namespace orrery {

class ElidedLabel;
class GalaxyBeside;

/// The galaxy, and a second one beside it where something is compared: one camera, one selection.
/// GUI thread.
class GalaxyHalves : public QSplitter {
    Q_OBJECT

public:
    explicit GalaxyHalves(QWidget* parent = nullptr);
    ~GalaxyHalves() override;

    GalaxyCanvas& first() { return *first_; }
    GalaxyBeside& beside() const { return *beside_; }
    const OrbitCamera& camera() const { return first_->camera(); }
    void setCamera(const OrbitCamera& camera) { first_->setCamera(camera); }

    bool compares() const;
    void compareWithStep();
    /// Throws Error for a folder that is no run; what was on show stays.
    void compareWithRun(const std::filesystem::path& folder);
    /// Nothing where nothing is compared.
    void endComparison();

    /// The picture of the first; `name`, of its run, stands below it while something is compared.
    void setScene(const std::shared_ptr<const GalaxyScene>& scene,
                  std::shared_ptr<const QueryCloud> queries, const QString& name);
    void setBesideScene(std::shared_ptr<const GalaxyScene> scene,
                        std::shared_ptr<const QueryCloud> queries);
    /// Ascending.
    void setSelected(const std::vector<int>& experts);

Q_SIGNALS:
    void cameraChanged();
    void comparisonChanged();  // another, or none any more
    void besideChanged();      // its projection
    void selected(const std::vector<int>& experts);
    void toggled(const std::vector<int>& experts);
    /// A point of the first, or of the second; -1 = none.
    void hovered(bool beside, int point, const QPoint& global_position);

private:
    void connectHalf(GalaxyCanvas& half, bool beside);

    GalaxyCanvas* first_;
    GalaxyBeside* beside_;
    ElidedLabel* caption_;
};

}  // namespace orrery
