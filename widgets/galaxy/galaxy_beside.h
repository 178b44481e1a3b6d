// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointer>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>

#include "core/runs/run_source.h"
#include "widgets/galaxy/galaxy_canvas.h"
#include "widgets/galaxy/galaxy_options.h"
#include "widgets/galaxy/scene_maker.h"

class QLabel;
class QSlider;

namespace orrery {

class ElidedLabel;
class RunData;

/// The name of a run's folder, which tells runs of one name apart; its own name without a folder.
QString runTitle(const RunInfo& info);

/// A second galaxy beside the first, through the same camera: another step of the run on show, or
/// another run. It lays its keys out by the same method; those of the same run go on from the first
/// picture, so that each key stays where it was. The scene of the run's own step is the galaxy
/// view's business. GUI thread.
class GalaxyBeside : public QWidget {
    Q_OBJECT

public:
    explicit GalaxyBeside(QWidget* parent = nullptr);

    /// Another run from its folder: its last snapshot. Throws Error; what was on show stays.
    void openRun(const std::filesystem::path& folder);
    /// Another step of the run that the galaxy shows: its first snapshot.
    void showOwnRun();
    bool isOtherRun() const { return other_ != nullptr; }
    QString runName() const;  // of the other run; empty for the run itself

    /// What the first galaxy shows by now: its run, options and picture (which may be null). The
    /// layer and the method follow it; what is to be laid out is so from here on.
    void follow(RunData* run, const GalaxyOptions& options,
                std::shared_ptr<const GalaxyLayout> first);
    void setStep(std::int64_t step);
    /// That stands or will stand beside a layer of the run; -1 = the layer has no snapshot.
    std::int64_t stepOf(RunData* run, int layer) const;
    /// Of the other run; empty for the run itself.
    std::filesystem::path runFolder() const;
    std::shared_ptr<const GalaxyLayout> layout() const { return layout_; }
    /// What stands beside `first`, of the run and the options, whatever was on show before: for
    /// figures. nullptr without keys. Throws Error.
    std::shared_ptr<const GalaxyLayout> layoutBeside(
        RunData* run, const GalaxyOptions& options,
        const std::shared_ptr<const GalaxyLayout>& first);
    bool computing() const { return job_.running(); }
    QString failure() const { return failure_; }
    /// What the scene of another run says of itself: nothing that is known of the run on show.
    SceneOptions otherRunOptions(const GalaxyOptions& look,
                                 const std::shared_ptr<const GalaxyLayout>& layout, int layers);

    GalaxyCanvas& picture() { return *picture_; }
    QWidget* canvas() const { return picture_->widget(); }
    void setCamera(const OrbitCamera& camera) { picture_->setCamera(camera); }
    /// Pixels of the row below the picture.
    int rowHeight() const;

Q_SIGNALS:
    void layoutChanged();                                   // also failure()
    void cameraChanged(const orrery::OrbitCamera& camera);  // as of picture()
    void closed();

private:
    std::vector<std::int64_t> steps();
    SharedKeys keysAt(std::int64_t step);
    void choose(std::unique_ptr<RunSource> other);
    void showSteps();
    void compute();
    /// Goes on from the first picture where it may.
    GalaxyRequest requestAfter(const std::shared_ptr<const GalaxyLayout>& first, const Keys& keys,
                               GalaxyRequest request) const;

    GalaxyCanvas* picture_;
    ElidedLabel* title_;
    QLabel* step_text_;
    QSlider* slider_;
    ProjectionJob job_;
    QPointer<RunData> run_;
    std::unique_ptr<RunSource> other_;
    GalaxyOptions options_;  // layer and request of the first
    std::int64_t step_ = -1;
    std::shared_ptr<const GalaxyLayout> first_, layout_;
    std::shared_ptr<const GalaxyLayout> figure_first_, figure_layout_;  // of layoutBeside()
    bool chosen_ = false;  // something else than what is laid out
    QString failure_;
};

}  // namespace orrery
