// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTimer>
#include <filesystem>
#include <functional>
#include <memory>

#include "widgets/galaxy/galaxy_film.h"
#include "widgets/galaxy/galaxy_renderer.h"
#include "widgets/galaxy/projection_job.h"
#include "widgets/galaxy/scene_maker.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QSlider;
class QSpinBox;
class QDoubleSpinBox;
class QToolButton;
class QHBoxLayout;
class QLineEdit;

namespace orrery {

class GalaxyNavigator;

struct GalaxyOptions {
    int layer = 0;
    std::int64_t step = -1;  // of the snapshot, -1 = follow the newest
    GalaxyRequest request;
    GalaxyColoring coloring = GalaxyColoring::usage;
    bool size_by_usage = true;
    bool operator==(const GalaxyOptions&) const = default;
};

/// The key store of a layer in space. PCA follows the run by itself; UMAP and t-SNE are computed on
/// demand, in the background, and the picture says when it is out of date. A click on an expert
/// marks it in every view.
class GalaxyView : public View {
    Q_OBJECT

public:
    explicit GalaxyView(QWidget* parent = nullptr);
    ~GalaxyView() override;

    void setRun(RunModel* run) override;
    QString viewName() const override { return QStringLiteral("galaxy"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// expert, x, y, z, usage, cluster.
    QString dataAsCsv() const override;

    const GalaxyOptions& options() const { return options_; }
    void setOptions(const GalaxyOptions& options);
    OrbitCamera camera() const;
    void setCamera(const OrbitCamera& camera);
    /// Computes the picture that the controls describe.
    void compute();
    void cancel();
    bool computing() const { return job_.running(); }
    bool outOfDate() const;
    /// nullptr while there is no picture.
    std::shared_ptr<const GalaxyLayout> shown() const { return layout_; }
    GalaxyRenderer& renderer() { return *renderer_; }

    /// The snapshots of the layer as a film, from its first frame; another layer or other options
    /// end it.
    void startFilm();
    void endFilm();
    bool hasFilm() const { return film_frame_ >= 0; }
    const GalaxyFilm& film() const { return film_; }
    /// Shows one frame of those that are ready.
    void showFrame(int frame);
    /// Writes the frames that are ready as frame-0000.png ... into a folder, and film.mp4 beside
    /// them where ffmpeg is found. Throws Error.
    void exportFilm(const std::filesystem::path& folder, const QSize& size) const;

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    void buildToolbar();
    void addChoices(QHBoxLayout& row);
    void addSteps(QHBoxLayout& row);
    void buildParameters(QToolButton& button);
    void connectParts();
    void showOptions();
    void showSteps();
    void showState();
    void change(const std::function<void(GalaxyOptions&)>& edit);
    std::int64_t wantedStep() const;
    std::optional<Keys> wantedKeys() const;
    void showPartial(const std::shared_ptr<const GalaxyLayout>& layout);
    void showLayout(std::shared_ptr<const GalaxyLayout> layout);
    void showScene();
    SceneOptions sceneOptions() const;
    QString emptyText() const;
    std::shared_ptr<const GalaxyLayout> layoutForFigure() const;
    /// Of the layer on show.
    std::vector<int> selectedExperts() const;
    GalaxyMarks marks() const;
    void showMarks();
    void selectExperts(std::vector<int> experts);
    void find(const QString& text);
    void addFilm(QHBoxLayout& row);
    void frameAdded();
    void advanceFilm();
    void askFilmFolder();
    void fillDrift(SceneOptions& scene) const;
    void describe(int expert, const QPoint& global_position);
    void remember() const;
    void recall();

    GalaxyOptions options_;
    GalaxyRenderer* renderer_;  // owned by this as a child widget
    GalaxyNavigator* navigator_;
    ProjectionJob job_;
    std::shared_ptr<const GalaxyLayout> layout_;
    std::shared_ptr<const GalaxyScene> scene_;
    QString failure_;
    int hovered_ = -1;
    QPolygonF lasso_;
    GalaxyFilm film_;
    QTimer film_timer_;
    int film_frame_ = -1;                     // shown; -1 = no film
    mutable std::optional<Keys> first_keys_;  // of the layer: what drift is measured from
    QComboBox *layer_, *method_, *coloring_;
    QToolButton *parameters_, *run_button_, *follow_, *film_button_, *play_;
    QComboBox* speed_;
    QLineEdit* search_;
    QSlider* step_;
    QLabel* step_text_;
    QProgressBar* progress_;
    QSpinBox *seed_, *neighbors_, *clusters_;
    QDoubleSpinBox *min_distance_, *perplexity_;
    QAction* size_by_usage_;
};

}  // namespace orrery
