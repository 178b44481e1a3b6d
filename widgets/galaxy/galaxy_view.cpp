// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_view.h"

#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/camera_bookmarks.h"
#include "widgets/galaxy/controls/galaxy_menus.h"
#include "widgets/galaxy/controls/galaxy_search.h"
#include "widgets/galaxy/controls/projection_bar.h"
#include "widgets/galaxy/controls/step_bar.h"
#include "widgets/galaxy/film_export.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/plots/layer_link.h"
#include "widgets/run/intervention_menu.h"
#include "widgets/run/key_moves.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

GalaxyView::GalaxyView(QWidget* parent)
    : View(parent), picture_(new GalaxyPicture(this)), look_([this] {
          return GalaxyLook{options(), camera()};
      }) {
    build();
    connectControls();
    connectFilm();
    connect(&picture_->halves(), &GalaxyHalves::cameraChanged, &look_, &LookMemory::noteChange);
    connect(&picture_->current(), &CurrentLayout::changed, this, &GalaxyView::showState);
    connect(picture_, &GalaxyPicture::refinementDue, this, &GalaxyView::markStale);
    connect(&picture_->current(), &CurrentLayout::finished, this, [this] {
        if (picture_->computesByItself()) markStale();  // a newer snapshot came meanwhile
    });
    const GalaxyLook look = rememberedLook();
    picture_->setOptions(look.options);
    setCamera(look.camera);
    look_.dropChange();
    showOptions();
    picture_->show();
}

GalaxyView::~GalaxyView() {
    look_.keep();
}

void GalaxyView::build() {
    auto* choices = new FlowRow;
    projection_bar_ = new ProjectionBar(*choices, this);
    link_ = new LayerLink(*choices, this);
    auto* search = new FlowRow;
    search_ = new GalaxySearch(*search, this);
    addQueriesMenu(*search, [this](const QString& text) { askQueries(text); });
    addCameraMenu(*search, {[this] { return look_.folder(); }, [this] { return camera(); },
                            [this](const OrbitCamera& camera) { setCamera(camera); }, this});
    addMoveToggle(*search);
    addCompareMenu(*search, picture_->halves(), [this] { return look_.folder().parent_path(); });
    setFocusProxy(picture_->halves().first().widget());
    auto* steps = new FlowRow;
    step_bar_ = new StepBar(*steps, this);
    QVBoxLayout* column = layOut(*this, search, {&picture_->halves()});
    column->insertLayout(0, choices);
    column->addLayout(steps);
}

void GalaxyView::addMoveToggle(FlowRow& row) {
    GalaxyCanvas& canvas = picture_->halves().first();
    const QToolButton* move =
        addToggle(row, tr("Move keys"),
                  tr("A drag that begins on a key asks for it to be moved: to the mean of the keys "
                     "nearest to where it is dropped. The playground lists that among the "
                     "interventions."));
    connect(move, &QToolButton::toggled, this, [&canvas](bool on) { canvas.setMovesKeys(on); });
    connect(&canvas, &GalaxyCanvas::keyDropped, this, &GalaxyView::moveKey);
    offerInterventions(canvas.widget(), [this] { return run(); });
}

void GalaxyView::moveKey(int key, const std::vector<std::pair<int, double>>& near) {
    if (!run() || !shown()) return;
    if (const auto moved = moveToKeys(*shown()->keys, key, near))
        requests()->requestInterventions({*moved});
}

void GalaxyView::connectControls() {
    connect(link_, &LayerLink::asked, this, &GalaxyView::showLayer);
    connect(search_, &GalaxySearch::asked, this, &GalaxyView::find);
    connect(search_, &GalaxySearch::nearestAsked, this, &GalaxyView::selectNearest);
    connect(projection_bar_, &ProjectionBar::edited, this, &GalaxyView::change);
    connect(projection_bar_, &ProjectionBar::coloringChosen, this, [this] {
        if (needsAnalysis() && data()->hasSource()) requests()->requestAnalysis();
    });
    connect(projection_bar_, &ProjectionBar::runClicked, this,
            [this] { computing() && !picture_->current().refining() ? cancel() : compute(); });
    connect(step_bar_, &StepBar::moved, this, &GalaxyView::moveTo);
    connect(step_bar_, &StepBar::followToggled, this, [this](bool on) {
        GalaxyOptions options = this->options();
        options.step = on ? -1 : picture_->wantedStep();
        change(options);
    });
}

void GalaxyView::connectFilm() {
    FilmPlayer& player = picture_->player();
    player.setSeen([this] { return canBeSeen(); });
    player.setFramesPerSecond(step_bar_->framesPerSecond());
    connect(step_bar_, &StepBar::filmToggled, this,
            [this](bool on) { on ? startFilm() : endFilm(); });
    connect(step_bar_, &StepBar::playToggled, &player, &FilmPlayer::play);
    connect(step_bar_, &StepBar::speedChanged, &player, &FilmPlayer::setFramesPerSecond);
    connect(step_bar_, &StepBar::selectMovedAsked, this, &GalaxyView::selectMoved);
    connect(step_bar_, &StepBar::exportAsked, this, [this] {
        if (!hasFilm()) startFilm();
        exportWhereAsked(this, [this](const auto& folder) { exportFilm(folder); });
    });
    connect(&player, &FilmPlayer::frameShown, this, &GalaxyView::showSteps);
    connect(&player, &FilmPlayer::changed, this, &GalaxyView::showSteps);
    connect(&player, &FilmPlayer::changed, this, &GalaxyView::showWantedFrame);
    connect(&player, &FilmPlayer::frameShown, this, &GalaxyView::showWantedFrame);
    connect(&player, &FilmPlayer::ended, this, [this] {
        showSteps();
        markDirty();
    });
}

void GalaxyView::sourceChanged() {
    look_.keep();
    picture_->reset();
    search_->clearHint();
    GalaxyLook look{options(), camera()};
    const int layers = run() ? data()->layerCount() : 0;
    look.options.layer = link_->layer(look.options.layer);
    look.options.step = -1;
    look_.setFolder(run() && data()->info() ? data()->info()->folder : std::filesystem::path());
    const int layer = look.options.layer;
    if (readLook(look_.folder(), look)) {
        if (look.options.layer >= layers) look.options.layer = layer;
        const auto& steps = data()->keySteps(look.options.layer);
        if (!std::ranges::binary_search(steps, look.options.step)) look.options.step = -1;
        setCamera(look.camera);
    }
    look_.dropChange();
    picture_->setOptions(look.options);
    link_->tell(look.options.layer);
    showOptions();
    showCompletions();
    picture_->show();
    markDirty();
}

void GalaxyView::setRun(RunContext* run) {
    View::setRun(run);
    picture_->setRun(run);
    link_->setRun(run);
    sourceChanged();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, &GalaxyView::sourceChanged);
    connect(data(), &RunData::keysChanged, this, [this](int layer) {
        if (layer == options().layer) markStale();
    });
    connect(data(), &RunData::expertTokensChanged, this, [this](int layer) {
        picture_->facts().forgetKinds();
        if (layer == options().layer) markStale();
    });
    const auto take_respawns = [this](int first) {
        if (picture_->facts().takeRespawns(first, options().layer)) markStale();
    };
    take_respawns(0);
    connect(data(), &RunData::respawnsAdded, this, take_respawns);
    connect(selection(), &Selection::changed, this, &GalaxyView::selectionChanged);
    connect(requests(), &Requests::analysisReady, this, [this] {
        picture_->facts().forgetKinds();
        showCompletions();
        markDirty();
    });
    connect(requests(), &Requests::queriesReady, this, [this] {
        queries_waiting_ = false;
        picture_->current().clearFailure();
        markDirty();
    });
    connect(requests(), &Requests::queriesFailed, this, [this](const QString& reason) {
        queries_waiting_ = false;
        picture_->current().setFailure(reason);
    });
}

void GalaxyView::selectionChanged() {
    // What was found belongs to the selection that was.
    const bool had_hint = !picture_->hint().isEmpty();
    picture_->setHint({});
    if (options().labels || had_hint) picture_->show();
    picture_->halves().setSelected(picture_->selectedExperts());
}

void GalaxyView::applyOptions(const GalaxyOptions& options) {
    picture_->setOptions(options);
    link_->tell(options.layer);
    showCompletions();
    showOptions();
    picture_->show();
    markDirty();
}

void GalaxyView::showLayer(int layer) {
    if (layer == options().layer) return;
    GalaxyOptions now = options();
    now.layer = layer;
    applyOptions(now);
}

void GalaxyView::setOptions(const GalaxyOptions& options) {
    applyOptions(options);
    look_.noteChange();
}

void GalaxyView::change(const GalaxyOptions& options) {
    if (!(options == this->options())) setOptions(options);
}

void GalaxyView::refresh() {
    if (hasFilm()) return picture_->show();
    showSteps();
    if (picture_->computesByItself()) {
        picture_->computeByItself();
        return showState();
    }
    picture_->show();
    showState();
}

void GalaxyView::compute() {
    picture_->compute();
    showState();
}

void GalaxyView::cancel() {
    picture_->current().cancel();
    picture_->show();
    showState();
}

bool GalaxyView::needsAnalysis() const {
    return run() && !requests()->analysis() && orrery::needsAnalysis(options().coloring);
}

void GalaxyView::askQueries(const QString& text) {
    if (!run()) return;
    queries_text_ = text;
    queries_waiting_ = true;
    requests()->requestQueries(text);
}

void GalaxyView::showWantedFrame() {
    if (film_step_ < 0 || !hasFilm() || film().making()) return;
    const std::int64_t step = std::exchange(film_step_, -1);
    picture_->player().play(false);
    for (std::size_t i = 0; i < film().frames().size(); ++i)
        if (film().frames()[i]->keys->step == step) showFrame(static_cast<int>(i));
}

QStringList GalaxyView::figureArguments() const {
    if (!run()) return {};
    GalaxyLook look{options(), camera()};
    look.options.step = hasFilm() && shown() ? shown()->keys->step : picture_->wantedStep();
    QStringList words = lookOf(look);
    if (hasFilm()) words << QStringLiteral("film");
    if (picture_->halves().compares()) {
        const GalaxyBeside& beside = picture_->halves().beside();
        if (beside.isOtherRun())
            words << asText(QStringLiteral("compare-run"),
                            QString::fromStdString(beside.runFolder().string()));
        words << QStringLiteral("compare-step=%1").arg(beside.stepOf(data(), options().layer));
    }
    if (requests()->queries()) words << asText(QStringLiteral("queries"), queries_text_);
    return lookArguments(words);
}

QString GalaxyView::setLook(const QStringList& words) {
    LookWords given(withNamedCamera(words, look_.folder()));
    const GalaxyLook look = lookFrom(given, run() ? data()->layerCount() : 0);
    const bool film = given.flag(QStringLiteral("film"));
    const std::int64_t beside_step =
        given.whole(QStringLiteral("compare-step"), -1, 0, 1'000'000'000'000'000);
    const QString beside_run = given.text(QStringLiteral("compare-run"));
    const QString queries = given.text(QStringLiteral("queries"));
    if (!given.unknown().isEmpty()) return given.unknown();
    endFilm();
    closeBeside();
    setCamera(look.camera);
    applyOptions(look.options);
    if (!beside_run.isEmpty())
        showRunBeside(beside_run.toStdString());
    else if (beside_step >= 0)
        showStepBeside();
    if (beside_step >= 0) beside().setStep(beside_step);
    if (!queries.isEmpty()) askQueries(queries);
    film_step_ = film ? look.options.step : -1;
    if (film) startFilm();
    look_.dropChange();
    return {};
}

bool GalaxyView::figurePending() const {
    return film_step_ >= 0 || queries_waiting_;
}

QString GalaxyView::figureFault() const {
    if (hasFilm() && film().making())
        return tr("The film is still being made: its colors span all of its frames.");
    return {};
}

void GalaxyView::find(const QString& text) {
    if (!run() || !shown()) return;
    picture_->select(search_->find(text, *shown()->keys, *data(), requests()->analysis()));
    picture_->setHint(search_->hint());
    picture_->show();
}

void GalaxyView::selectNearest() {
    const Keys* keys = shown() ? shown()->keys.get() : nullptr;
    std::vector<int> experts = search_->withNearest(picture_->selectedExperts(), keys);
    if (!experts.empty()) picture_->select(std::move(experts));
    picture_->setHint(search_->hint().isEmpty() ? search_->nearest() : search_->hint());
    picture_->show();
}

void GalaxyView::startFilm() {
    picture_->startFilm();
    showSteps();
}

void GalaxyView::showFilmOf(int layer, std::vector<int> experts) {
    if (!run()) return;
    endFilm();
    showLayer(layer);
    selection()->select({layer, std::move(experts)});
    startFilm();
}

void GalaxyView::selectMoved() {
    std::vector<int> experts = picture_->player().mostMoved();
    if (run() && !experts.empty()) selection()->select({options().layer, std::move(experts)});
}

void GalaxyView::moveTo(int index) {
    if (!run()) return;
    if (hasFilm()) {
        picture_->player().play(false);
        return showFrame(index);
    }
    const auto& steps = data()->keySteps(options().layer);
    if (index < 0 || index >= static_cast<int>(steps.size())) return;
    GalaxyOptions now = options();
    now.step = steps[static_cast<std::size_t>(index)];
    change(now);
}

void GalaxyView::showOptions() {
    projection_bar_->show(options(), run() ? data()->layerCount() : 0);
    showSteps();
    showState();
}

void GalaxyView::showSteps() {
    const FilmPlayer& player = picture_->player();
    if (player.isOn())
        return step_bar_->showFilm({player.frame(), static_cast<int>(film().frames().size()),
                                    static_cast<int>(film().length()),
                                    shown() ? shown()->keys->step : 0, player.isPlaying()});
    step_bar_->showSnapshots(
        run() ? data()->keySteps(options().layer) : std::vector<std::int64_t>{},
        picture_->wantedStep(), options().step < 0);
}

void GalaxyView::showState() {
    // What refines itself asks for nothing.
    const bool busy = computing() && !picture_->current().refining();
    projection_bar_->showState({busy, shown() ? shown()->projection.progress : 0,
                                picture_->wantedStep() >= 0, outOfDate() && !picture_->refines()});
}

void GalaxyView::showCompletions() {
    search_->setCompletions(run() ? guildNames(requests()->analysis(), options().layer)
                                  : QStringList());
}

}  // namespace orrery
