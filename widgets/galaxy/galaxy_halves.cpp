// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_halves.h"

#include <QVBoxLayout>
#include <utility>

#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/status/elided_label.h"

namespace orrery {

GalaxyHalves::GalaxyHalves(QWidget* parent) : QSplitter(Qt::Horizontal, parent) {
    setChildrenCollapsible(false);
    // With a row below as the second has one: pictures of one size.
    auto* half = new QWidget(this);
    first_ = new GalaxyCanvas(half, tr("Galaxy of expert keys"));
    caption_ = new ElidedLabel(half);
    caption_->setContentsMargins(6, 0, 6, 0);
    auto* column = new QVBoxLayout(half);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(first_->widget(), 1);
    column->addWidget(caption_);
    addWidget(half);
    beside_ = new GalaxyBeside(this);
    beside_->hide();
    addWidget(beside_);
    connectHalf(*first_, false);
    connectHalf(beside_->picture(), true);
    connect(first_, &GalaxyCanvas::cameraChanged, this, [this](const OrbitCamera& camera) {
        beside_->setCamera(camera);
        Q_EMIT cameraChanged();
    });
    connect(beside_, &GalaxyBeside::cameraChanged, this, &GalaxyHalves::setCamera);
    connect(first_, &GalaxyCanvas::toggled, this, &GalaxyHalves::toggled);
    connect(beside_, &GalaxyBeside::layoutChanged, this, &GalaxyHalves::besideChanged);
    connect(beside_, &GalaxyBeside::closed, this, &GalaxyHalves::endComparison);
}

GalaxyHalves::~GalaxyHalves() = default;

void GalaxyHalves::connectHalf(GalaxyCanvas& half, bool beside) {
    connect(&half, &GalaxyCanvas::selected, this, &GalaxyHalves::selected);
    connect(&half, &GalaxyCanvas::hovered, this, [this, beside](int point, const QPoint& place) {
        Q_EMIT hovered(beside, point, place);
    });
}

bool GalaxyHalves::compares() const {
    return !beside_->isHidden();
}

void GalaxyHalves::compareWithStep() {
    beside_->setCamera(camera());
    beside_->show();
    beside_->showOwnRun();
    Q_EMIT comparisonChanged();
}

void GalaxyHalves::compareWithRun(const std::filesystem::path& folder) {
    beside_->openRun(folder);
    beside_->setCamera(camera());
    beside_->show();
    Q_EMIT comparisonChanged();
}

void GalaxyHalves::endComparison() {
    if (!compares()) return;
    beside_->hide();
    beside_->showOwnRun();
    Q_EMIT comparisonChanged();
}

void GalaxyHalves::setScene(const std::shared_ptr<const GalaxyScene>& scene,
                            std::shared_ptr<const QueryCloud> queries, const QString& name) {
    first_->setScene(scene, std::move(queries));
    first_->widget()->setAccessibleDescription(scene->title + u' ' + scene->note);
    caption_->setVisible(compares());
    caption_->setText(name);
    caption_->setFixedHeight(beside_->rowHeight());
}

void GalaxyHalves::setBesideScene(std::shared_ptr<const GalaxyScene> scene,
                                  std::shared_ptr<const QueryCloud> queries) {
    beside_->picture().setScene(std::move(scene), std::move(queries));
}

void GalaxyHalves::setSelected(const std::vector<int>& experts) {
    first_->setSelected(experts);
    if (compares()) beside_->picture().setSelected(experts);
}

}  // namespace orrery
