// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/current_layout.h"

#include <exception>
#include <utility>

#include "widgets/status/core_words.h"

namespace orrery {

CurrentLayout::CurrentLayout(QObject* parent) : QObject(parent) {
    // Clusters come last: until then the keys keep the colors they had.
    connect(&job_, &ProjectionJob::partial, this,
            [this](const std::shared_ptr<const GalaxyLayout>& layout) { show(*layout); });
    connect(&job_, &ProjectionJob::finished, this,
            [this](const std::shared_ptr<const GalaxyLayout>& layout) {
                layout_ = refining_ ? goneOn(*layout) : layout;
                Q_EMIT changed();
                Q_EMIT finished();
            });
    connect(&job_, &ProjectionJob::gaveUp, this, &CurrentLayout::gaveUp);
    connect(&job_, &ProjectionJob::failed, this, &CurrentLayout::setFailure);
}

void CurrentLayout::setFailure(const QString& reason) {
    failure_ = reason;
    Q_EMIT changed();
}

void CurrentLayout::start(const std::function<SharedKeys()>& keys, const GalaxyRequest& request) {
    failure_.clear();
    refining_ = false;
    try {
        if (SharedKeys found = keys()) job_.start(std::move(found), request);
    } catch (const std::exception& error) {
        setFailure(coreText(error));
    }
}

void CurrentLayout::refine(const std::function<SharedKeys()>& keys) {
    if (!layout_) return;
    GalaxyRequest request = layout_->request;
    request.with_clusters = false;  // anew they would change their colors
    request.options.threads = 1;
    request.options.before = {layout_, &layout_->projection};
    refining_ = true;
    try {
        if (SharedKeys found = keys())
            job_.start(std::move(found), request, ProjectionEffort::gentle);
    } catch (const std::exception& error) {
        setFailure(coreText(error));
    }
}

std::shared_ptr<const GalaxyLayout> CurrentLayout::goneOn(const GalaxyLayout& made) const {
    auto layout = std::make_shared<GalaxyLayout>(made);
    layout->request = layout_->request;
    layout->request.options.before.reset();  // else each would keep all before it
    layout->clusters = layout_->clusters;
    layout->refined = layout_->refined + 1;
    layout->refined_from = layout_->refined > 0 ? layout_->refined_from : layout_->keys->step;
    return layout;
}

void CurrentLayout::clear() {
    job_.cancel();
    layout_.reset();
    failure_.clear();
}

void CurrentLayout::show(const GalaxyLayout& layout) {
    auto shown = std::make_shared<GalaxyLayout>(layout);
    if (layout_ && layout_->keys->layer == layout.keys->layer) shown->clusters = layout_->clusters;
    layout_ = std::move(shown);
    Q_EMIT changed();
}

bool CurrentLayout::isOf(const GalaxyRequest& request, int layer, std::int64_t step) const {
    return layout_ && (!layout_->aligned || layout_->refined > 0) && layout_->request == request &&
           layout_->keys->layer == layer && layout_->keys->step == step;
}

}  // namespace orrery
