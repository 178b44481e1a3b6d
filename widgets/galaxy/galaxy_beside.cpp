// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_beside.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/galaxy/galaxy_film.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/elided_label.h"

namespace orrery {

GalaxyBeside::GalaxyBeside(QWidget* parent) : QWidget(parent) {
    picture_ = new GalaxyCanvas(this, tr("Galaxy to compare with"));
    title_ = new ElidedLabel(this);
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setAccessibleName(tr("Snapshot to compare with"));
    slider_->setToolTip(tr("Snapshot of the keys, by step"));
    step_text_ = new QLabel(this);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setToolTip(tr("Close the comparison"));
    close->setAccessibleName(close->toolTip());
    close->setAutoRaise(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 0, 4, 0);
    row->addWidget(title_);
    row->addWidget(slider_, 1);
    row->addWidget(step_text_);
    row->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(canvas(), 1);
    column->addLayout(row);
    connect(close, &QToolButton::clicked, this, &GalaxyBeside::closed);
    connect(slider_, &QSlider::valueChanged, this, [this](int index) {
        const auto known = steps();
        if (index >= 0 && index < static_cast<int>(known.size()))
            setStep(known[static_cast<std::size_t>(index)]);
    });
    connect(picture_, &GalaxyCanvas::cameraChanged, this, &GalaxyBeside::cameraChanged);
    connect(&job_, &ProjectionJob::finished, this, [this](const auto& layout) {
        layout_ = layout;
        Q_EMIT layoutChanged();
    });
    connect(&job_, &ProjectionJob::failed, this, [this](const QString& reason) {
        failure_ = reason;
        Q_EMIT layoutChanged();
    });
}

void GalaxyBeside::openRun(const std::filesystem::path& folder) {
    choose(openStoredRun(folder));
}

void GalaxyBeside::showOwnRun() {
    choose(nullptr);
}

void GalaxyBeside::choose(std::unique_ptr<RunSource> other) {
    other_ = std::move(other);
    job_.cancel();
    layout_.reset();
    figure_layout_.reset();
    step_ = -1;
    chosen_ = true;
}

QString runTitle(const RunInfo& info) {
    const std::string folder = info.folder.filename().string();
    return QString::fromStdString(folder.empty() ? info.name : folder);
}

QString GalaxyBeside::runName() const {
    return other_ ? runTitle(other_->info()) : QString();
}

std::vector<std::int64_t> GalaxyBeside::steps() {
    if (other_) return other_->keySteps(options_.layer);
    return run_ ? run_->keySteps(options_.layer) : std::vector<std::int64_t>{};
}

SharedKeys GalaxyBeside::keysAt(std::int64_t step) {
    if (other_) return other_->keysAt(options_.layer, step);
    return run_ ? run_->keysAt(options_.layer, step) : nullptr;
}

SceneOptions GalaxyBeside::otherRunOptions(const GalaxyOptions& look,
                                           const std::shared_ptr<const GalaxyLayout>& layout,
                                           int layers) {
    SceneOptions scene;
    scene.coloring = look.coloring;
    scene.size_by_usage = look.size_by_usage;
    scene.legend = look.legend;
    scene.run_name = runName();
    scene.layer_title = scene.run_name + QStringLiteral(", ") + layerTitle(look.layer, layers);
    if (needsAnalysis(look.coloring) || look.coloring == GalaxyColoring::token)
        scene.kinds.missing = tr("Tokens and guilds are known only for the open run");
    if (look.coloring != GalaxyColoring::drift || !layout) return scene;
    // Drift is measured from the layer's first snapshot.
    const auto known = other_->keySteps(look.layer);
    const SharedKeys from = known.empty() ? nullptr : other_->keysAt(look.layer, known.front());
    if (!from) return scene;
    scene.drift = cosineDrift(*from, *layout->keys);
    scene.drift_since = from->step;
    return scene;
}

void GalaxyBeside::follow(RunData* run, const GalaxyOptions& options,
                          std::shared_ptr<const GalaxyLayout> first) {
    const bool other_run = run != run_;
    const bool other_keys = other_run || options.layer != options_.layer;
    const bool other_picture = std::exchange(chosen_, false) || other_keys ||
                               !(options.request == options_.request) ||
                               (!first_ && first && !other_);
    run_ = run;
    options_ = options;
    first_ = std::move(first);
    if (other_keys) {
        layout_.reset();
        if (!other_) step_ = -1;
    }
    if (other_picture)
        compute();
    else
        showSteps();
}

void GalaxyBeside::setStep(std::int64_t step) {
    if (step == step_) return;
    step_ = step;
    compute();
}

void GalaxyBeside::showSteps() {
    const auto known = steps();
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, std::max(0, static_cast<int>(known.size()) - 1));
    slider_->setEnabled(known.size() > 1);
    slider_->setValue(static_cast<int>(std::ranges::lower_bound(known, step_) - known.begin()));
    title_->setText(other_ ? runName() : tr("This run"));
    title_->setToolTip(other_ ? QString::fromStdString(other_->info().folder.string()) : QString());
    step_text_->setText(step_ < 0 ? tr("none") : tr("step %1").arg(step_));
}

std::filesystem::path GalaxyBeside::runFolder() const {
    return other_ ? other_->info().folder : std::filesystem::path();
}

GalaxyRequest GalaxyBeside::requestAfter(const std::shared_ptr<const GalaxyLayout>& first,
                                         const Keys& keys, GalaxyRequest request) const {
    request.options.before.reset();
    if (!other_ && first && first->keys->experts == keys.experts && first->request == request)
        request.options.before = {first, &first->projection};
    return request;
}

std::int64_t GalaxyBeside::stepOf(RunData* run, int layer) const {
    const auto known = other_ ? other_->keySteps(layer)
                       : run  ? run->keySteps(layer)
                              : std::vector<std::int64_t>{};
    if (known.empty()) return -1;
    if (std::ranges::binary_search(known, step_)) return step_;
    // Of the run itself the beginning, which differs most; of another its end.
    return other_ ? known.back() : known.front();
}

std::shared_ptr<const GalaxyLayout> GalaxyBeside::layoutBeside(
    RunData* run, const GalaxyOptions& options, const std::shared_ptr<const GalaxyLayout>& first) {
    const std::int64_t step = stepOf(run, options.layer);
    const bool same =
        figure_layout_ && figure_first_ == first && figure_layout_->keys->step == step &&
        figure_layout_->keys->layer == options.layer && figure_layout_->request == options.request;
    if (same) return figure_layout_;
    SharedKeys keys;
    if (step >= 0)
        keys = other_ ? other_->keysAt(options.layer, step) : run->keysAt(options.layer, step);
    if (!keys) return nullptr;
    const GalaxyRequest after = requestAfter(first, *keys, options.request);
    figure_first_ = first;
    figure_layout_ = std::make_shared<const GalaxyLayout>(layOut(std::move(keys), after));
    return figure_layout_;
}

void GalaxyBeside::compute() {
    failure_.clear();
    try {
        if (const std::int64_t step = stepOf(run_, options_.layer); step >= 0) step_ = step;
        SharedKeys keys = step_ < 0 ? nullptr : keysAt(step_);
        if (keys) {
            const GalaxyRequest request = requestAfter(first_, *keys, options_.request);
            job_.start(std::move(keys), request);
        } else {
            failure_ = tr("No key snapshot of this layer.");
        }
    } catch (const std::exception& error) {
        failure_ = coreText(error);
    }
    showSteps();
    if (!failure_.isEmpty()) Q_EMIT layoutChanged();
}

int GalaxyBeside::rowHeight() const {
    return QWidget::layout()->itemAt(1)->sizeHint().height();
}

}  // namespace orrery
