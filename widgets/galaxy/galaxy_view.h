// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTimer>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "widgets/galaxy/galaxy_film.h"
#include "widgets/galaxy/galaxy_options.h"
#include "widgets/galaxy/projection_job.h"
#include "widgets/galaxy/render/galaxy_renderer.h"
#include "widgets/galaxy/scene_maker.h"
#include "widgets/view.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QSlider;
class QSpinBox;
class QDoubleSpinBox;
class QToolButton;
class QLineEdit;

namespace orrery {

class FlowRow;
class GalaxyBeside;
class GalaxyNavigator;

/// The key store of a layer in space. PCA follows the run by itself; UMAP and t-SNE are computed on
/// demand, in the background, and the picture says when it is out of date. A click on an expert
/// marks it in every view.
class GalaxyView : public View {
    Q_OBJECT

public:
    explicit GalaxyView(QWidget* parent = nullptr);
    ~GalaxyView() override;

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("galaxy"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// As layoutAsCsv(), of both galaxies where there are two.
    QString dataAsCsv() const override;
    bool needsAnalysis() const override;

    const GalaxyOptions& options() const { return options_; }
    void setOptions(const GalaxyOptions& options);
    /// Camera and options are kept with the run.
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

    /// A second galaxy, of another step of the run or of another run. Throws Error for a folder
    /// that is no run.
    void showStepBeside();
    void showRunBeside(const std::filesystem::path& folder);
    void closeBeside();
    GalaxyBeside& beside() { return *beside_; }

    /// Selects what a search finds: an expert's number, "guild 3", a part of a token that experts
    /// serve, or a kind of guild; nothing found is said in the picture.
    void find(const QString& text);
    /// Adds the keys nearest to the marked one to the selection.
    void selectNearest();

    /// The film of some experts of a layer, the rest grayed.
    void showFilmOf(int layer, std::vector<int> experts);
    /// The snapshots of the layer as a film, from its first frame; another layer or other options
    /// end it.
    void startFilm();
    void endFilm();
    bool hasFilm() const { return film_frame_ >= 0; }
    const GalaxyFilm& film() const { return film_; }
    /// Selects the tenth of the keys, three at least, that moved most over the frames that are
    /// ready.
    void selectMoved();
    /// Shows one frame of those that are ready.
    void showFrame(int frame);
    /// Writes the frames that are ready as frame-0000.png ... into a folder, and film.mp4 beside
    /// them where ffmpeg is found. Throws Error.
    void exportFilm(const std::filesystem::path& folder, const QSize& size = {1280, 960}) const;

protected:
    void refresh() override;
    void applyTheme() override { showScene(); }

private:
    void buildToolbar();
    void addChoices(FlowRow& row);
    void addSearch(FlowRow& row);
    void buildQueries(QToolButton& button);
    void addSteps(FlowRow& row);
    void buildParameters(QToolButton& button);
    void addRendererChoice(QFormLayout& form);
    void buildBeside(QToolButton& button);
    void connectParts();
    void connectNavigator();
    void connectBeside();
    void showOptions();
    void showSteps();
    void showState();
    void showCompletions();
    void change(const std::function<void(GalaxyOptions&)>& edit);
    /// Without remembering them.
    void applyOptions(const GalaxyOptions& options);
    void sourceChanged();
    std::int64_t wantedStep() const;
    SharedKeys wantedKeys() const;
    void showPartial(const std::shared_ptr<const GalaxyLayout>& layout);
    void showLayout(std::shared_ptr<const GalaxyLayout> layout);
    void showScene();
    void showBesideScene();
    void followBeside();
    bool hasBeside() const;
    SceneOptions sceneOptions(const std::shared_ptr<const GalaxyLayout>& layout) const;
    SceneOptions besideOptions() const;
    void fillDrift(SceneOptions& scene, const SharedKeys& from, const GalaxyLayout& layout) const;
    const KeyKinds& kindsOf(const GalaxyLayout& layout) const;
    std::shared_ptr<const QueryCloud> queriesOf(
        const std::shared_ptr<const GalaxyLayout>& layout) const;
    void fillLabels(SceneOptions& scene, const GalaxyLayout& layout) const;
    std::set<int> respawnedKeys(const GalaxyLayout& layout) const;
    QString emptyText() const;
    std::shared_ptr<const GalaxyLayout> layoutForFigure() const;
    /// Of the layer on show.
    std::vector<int> selectedExperts() const;
    /// Those of the keys, and the queries that were sent to one of them.
    std::vector<int> selectedPoints(const QueryCloud* queries) const;
    std::vector<int> expertsAt(const std::vector<int>& points, const QueryCloud* queries) const;
    void showMarks();
    void selectExperts(std::vector<int> experts);
    void addFilm(FlowRow& row);
    void frameAdded();
    void advanceFilm();
    void askFilmFolder();
    SharedKeys firstKeys() const;
    void describe(int point, const QPoint& global_position, bool beside);
    void takeRespawns(int first);
    void lookChanged() {
        look_changed_ = true;
        look_timer_.start();
    }
    void keepLook();

    GalaxyOptions options_;
    GalaxyRenderer* renderer_;  // owned by this as a child widget
    GalaxyNavigator* navigator_;
    GalaxyBeside* beside_;
    ProjectionJob job_;
    std::shared_ptr<const GalaxyLayout> layout_;
    std::shared_ptr<const QueryCloud> queries_, beside_queries_;  // in the scenes on show
    QString failure_;
    QString hint_;  // of the last search
    int hovered_ = -1, hovered_beside_ = -1;
    QPolygonF lasso_;
    GalaxyFilm film_;
    QTimer film_timer_;
    int film_frame_ = -1;            // shown; -1 = no film
    mutable SharedKeys first_keys_;  // of the layer: what drift is measured from
    struct KnownKinds {
        int layer;
        GalaxyColoring coloring;
        KeyKinds kinds;
    };
    mutable std::optional<KnownKinds> kinds_;
    struct KnownQueries {
        std::shared_ptr<const GalaxyLayout> layout;
        std::shared_ptr<const TextQueries> text;
        std::shared_ptr<const QueryCloud> cloud;
    };
    mutable std::vector<KnownQueries> known_queries_;       // of the galaxies on show
    std::map<int, std::map<int, std::int64_t>> respawned_;  // layer, expert -> first step
    bool look_changed_ = false;                             // since it was kept last
    QTimer look_timer_;
    std::filesystem::path look_folder_;  // of the run it is kept with
    QComboBox *layer_, *method_, *coloring_;
    QToolButton *parameters_, *run_button_, *follow_, *film_button_, *play_, *queries_button_;
    QComboBox* speed_;
    QLineEdit* search_;
    QSlider* step_;
    QLabel *step_text_, *caption_;  // the run, where another stands beside it
    QProgressBar* progress_;
    QSpinBox *seed_, *neighbors_, *clusters_;
    QDoubleSpinBox *min_distance_, *perplexity_;
    QAction *size_by_usage_, *labels_, *legend_;
};

}  // namespace orrery
