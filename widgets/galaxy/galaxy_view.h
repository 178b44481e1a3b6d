// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "widgets/galaxy/galaxy_picture.h"
#include "widgets/galaxy/look_memory.h"
#include "widgets/view.h"

namespace orrery {

class FlowRow;
class GalaxySearch;
class LayerLink;
class ProjectionBar;
class StepBar;

/// The key store of a layer in space. PCA follows the run by itself; UMAP and t-SNE are computed on
/// demand, in the background, and the picture says when it is out of date. A click on an expert
/// marks it in every view. It only brings its parts together: each has a header of its own.
class GalaxyView : public View {
    Q_OBJECT

public:
    explicit GalaxyView(QWidget* parent = nullptr);
    ~GalaxyView() override;

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("galaxy"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override {
        picture_->paint(painter, size, figureTheme());
    }
    /// As layoutAsCsv(), of both galaxies where there are two.
    PythonPlot pythonPlot() const override;
    QString dataAsCsv() const override { return picture_->csv(); }
    bool needsAnalysis() const override;
    QStringList figureArguments() const override;
    /// The words of lookOf(), "camera=NAME" of a bookmark of the run, "film" (the frame of that
    /// step), "compare-step=0", "compare-run=FOLDER", "queries=TEXT". Throws Error for a folder
    /// that is no run.
    QString setLook(const QStringList& words) override;
    bool figurePending() const override;
    QString figureFault() const override;

    const GalaxyOptions& options() const { return picture_->options(); }
    void setOptions(const GalaxyOptions& options);
    /// Camera and options are kept with the run.
    OrbitCamera camera() const { return picture_->halves().camera(); }
    void setCamera(const OrbitCamera& camera) { picture_->halves().setCamera(camera); }
    /// Computes the picture that the controls describe.
    void compute();
    void cancel();
    bool computing() const { return picture_->current().computing(); }
    bool outOfDate() const { return picture_->outOfDate(); }
    /// nullptr while there is no picture.
    std::shared_ptr<const GalaxyLayout> shown() const { return picture_->current().get(); }
    GalaxyCanvas& canvas() { return picture_->halves().first(); }
    GalaxyRenderer& renderer() { return picture_->halves().first().renderer(); }

    /// A second galaxy, of another step of the run or of another run. Throws Error for a folder
    /// that is no run.
    void showStepBeside() { picture_->halves().compareWithStep(); }
    void showRunBeside(const std::filesystem::path& folder) {
        picture_->halves().compareWithRun(folder);
    }
    void closeBeside() { picture_->halves().endComparison(); }
    GalaxyBeside& beside() { return picture_->halves().beside(); }

    /// Selects what a search finds (GalaxySearch::find); nothing found is said in the picture.
    void find(const QString& text);
    /// Adds the keys nearest to the marked one to the selection.
    void selectNearest();

    /// The film of some experts of a layer, the rest grayed.
    void showFilmOf(int layer, std::vector<int> experts);
    /// The snapshots of the layer as a film, from its first frame; another layer or other options
    /// end it.
    void startFilm();
    void endFilm() { picture_->player().end(); }
    bool hasFilm() const { return picture_->player().isOn(); }
    const GalaxyFilm& film() const { return picture_->player().film(); }
    /// Selects what moved most (FilmPlayer::mostMoved).
    void selectMoved();
    /// Shows one frame of those that are ready.
    void showFrame(int frame) { picture_->player().showFrame(frame); }
    /// Of the frames that are ready (exportFrames). Throws Error.
    void exportFilm(const std::filesystem::path& folder, const QSize& size = {1280, 960}) const {
        picture_->exportFilm(folder, size);
    }

protected:
    void refresh() override;
    void applyTheme() override { picture_->show(); }

private:
    void addMoveToggle(FlowRow& row);
    void moveKey(int key, const std::vector<std::pair<int, double>>& near);
    void build();
    void connectControls();
    void connectFilm();
    void sourceChanged();
    void selectionChanged();
    void change(const GalaxyOptions& options);
    /// Without remembering them.
    void applyOptions(const GalaxyOptions& options);
    void showLayer(int layer);
    void moveTo(int index);
    void showOptions();
    void showSteps();
    void showState();
    void showCompletions();
    void askQueries(const QString& text);
    void showWantedFrame();

    GalaxyPicture* picture_;
    LookMemory look_;
    ProjectionBar* projection_bar_;
    LayerLink* link_;
    GalaxySearch* search_;
    StepBar* step_bar_;
    QString queries_text_;  // that was asked for last
    bool queries_waiting_ = false;
    std::int64_t film_step_ = -1;  // of the frame that setLook() waits for
};

}  // namespace orrery
