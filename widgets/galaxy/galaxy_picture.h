// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <vector>

#include "widgets/galaxy/current_layout.h"
#include "widgets/galaxy/film_player.h"
#include "widgets/galaxy/galaxy_halves.h"
#include "widgets/galaxy/galaxy_options.h"
#include "widgets/galaxy/refinement_pace.h"
#include "widgets/galaxy/scene_facts.h"

class QPainter;

namespace orrery {

/// The keys of a layer as options say, on the screen and on paper: which snapshot, its projection,
/// its film, what is compared with it, and the scenes of all these. It draws when it is told to.
/// GUI thread.
class GalaxyPicture : public QObject {
    Q_OBJECT

public:
    /// Its halves() are a child of `parent`, whose palette they have.
    explicit GalaxyPicture(QWidget* parent);

    /// nullptr = no run.
    void setRun(RunContext* run);
    /// Another source of the run: drops everything that is of the former one.
    void reset();
    const GalaxyOptions& options() const { return options_; }
    /// Another layer or request ends the film; another layer drops the projection, too.
    void setOptions(const GalaxyOptions& options);
    /// Said below the picture while nothing is wrong.
    void setHint(const QString& hint) { hint_ = hint; }
    const QString& hint() const { return hint_; }

    CurrentLayout& current() { return current_; }
    const CurrentLayout& current() const { return current_; }
    FilmPlayer& player() { return player_; }
    const FilmPlayer& player() const { return player_; }
    SceneFacts& facts() { return facts_; }
    GalaxyHalves& halves() const { return *halves_; }

    /// Of the snapshot that the options ask for; -1 = there is none.
    std::int64_t wantedStep() const;
    SharedKeys wantedKeys() const;
    bool outOfDate() const;
    /// There is something to compute that need not be asked for: the first picture, or a cheap one.
    bool computesByItself() const;
    void compute();
    /// What computesByItself() speaks of.
    void computeByItself();
    /// The picture goes on with new snapshots: it follows a run, of at most most_refined_keys, by a
    /// method that takes long, and that has not proved too slow.
    bool refines() const;
    /// Of wantedKeys(), from the first frame. False where there are none.
    bool startFilm();

    /// Of the layer on show, ascending.
    std::vector<int> selectedExperts() const;
    /// Of the layer that a layout is of; nothing without one.
    std::vector<int> selectedIn(const GalaxyLayout* layout) const;
    /// Of the layer on show; nothing without one.
    void select(std::vector<int> experts);

    /// Draws the halves anew.
    void show();
    /// As show() would, also of a view that was never seen.
    void paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme) const;
    /// As layoutAsCsv(), of both halves.
    QString csv() const;
    /// What paint() draws: one, or two beside each other.
    std::vector<GalaxyScene> figureScenes(const ChartTheme& theme) const;
    /// Of the frames that are ready (exportFrames). Throws Error.
    void exportFilm(const std::filesystem::path& folder, const QSize& size) const;

Q_SIGNALS:
    void refinementDue();  // computesByItself() may be true now

private:
    SceneOptions sceneOptions(const std::shared_ptr<const GalaxyLayout>& layout) const;
    /// Of the second picture, here or as it is in a figure.
    SceneOptions besideOptions(const std::shared_ptr<const GalaxyLayout>& layout) const;
    QString emptyText() const;
    /// What the options ask for, whatever is on show: of a film its frame.
    std::shared_ptr<const GalaxyLayout> layoutForFigure() const;
    void showBeside();
    void describe(bool beside, int point, const QPoint& global_position);

    QPointer<RunContext> run_;
    GalaxyOptions options_;
    CurrentLayout current_;
    FilmPlayer player_;
    SceneFacts facts_;
    RefinementPace pace_;
    QTimer pause_;  // until the pace allows the next
    QString hint_;
    mutable std::shared_ptr<const GalaxyLayout> figure_layout_;  // that only a figure needed
    GalaxyHalves* halves_;
};

}  // namespace orrery
