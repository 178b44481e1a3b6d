// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/layers_view.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/analysis/rare_experts.h"
#include "core/runs/imported_run.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/layers/chord_painter.h"
#include "widgets/layers/layer_roles.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/plots/layer_link.h"
#include "widgets/python_plot.h"
#include "widgets/run/gate_warnings.h"
#include "widgets/run/imported_words.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

constexpr std::size_t kFilmColumns = 120;
const QString kPicture = QStringLiteral("views/layers/picture");
const QStringList kLooks{"roles", "film", "chords", "gini", "entropy"};  // by picture
constexpr int kFilmPeriod = 4000;  // ms between two readings of a run that goes on

}  // namespace

class LayersView::Canvas : public QWidget {
public:
    explicit Canvas(LayersView* view) : QWidget(view), view_(view) {
        setAttribute(Qt::WA_OpaquePaintEvent);
        setMinimumSize(120, 90);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        view_->paint(painter, size(), themeOf(palette()));
    }
    bool event(QEvent* event) override {
        if (event->type() != QEvent::ToolTip) return QWidget::event(event);
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), view_->textAt(help->pos()), this);
        return true;
    }

private:
    LayersView* view_;
};

LayersView::LayersView(QWidget* parent)
    : View(parent), canvas_(new Canvas(this)), message_(new QLabel(this)) {
    canvas_->setAccessibleName(tr("Layer plot"));
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    message_->setContentsMargins(6, 0, 6, 2);
    buildRow();
    picture_->setCurrentIndex(
        std::clamp(QSettings().value(kPicture).toInt(), 0, picture_->count() - 1));
}

void LayersView::buildRow() {
    auto* row = new FlowRow;
    picture_ = addChoice(*row, tr("Plot type"),
                         {tr("Layer specialization"), tr("Usage over time"), tr("Co-selection"),
                          tr("Gini by layer and step"), tr("Entropy by layer and step")});
    layer_ = addChoice(*row, tr("Layer"));
    link_ = new LayerLink(*row, this);
    analyze_ = addButton(*row, tr("Analyze"),
                         tr("Run validation text through the latest checkpoint and compute what "
                            "each layer specializes in"));
    layOut(*this, row, {message_, canvas_});
    connect(picture_, &QComboBox::activated, this,
            [this](int index) { setPicture(static_cast<LayersPicture>(index)); });
    connect(link_, &LayerLink::asked, this, &LayersView::setLayer);
    connect(layer_, &QComboBox::activated, this, &LayersView::setLayer);
    connect(analyze_, &QToolButton::clicked, this, &LayersView::requestAnalysis);
}

LayersPicture LayersView::picture() const {
    return static_cast<LayersPicture>(std::max(0, picture_->currentIndex()));
}

void LayersView::setPicture(LayersPicture picture) {
    picture_->setCurrentIndex(static_cast<int>(picture));
    if (remembers_) QSettings().setValue(kPicture, static_cast<int>(picture));
    markDirty();
}

QStringList LayersView::figureArguments() const {
    if (picture() == LayersPicture::roles) return {};  // of all layers
    if (showsMap()) return lookArguments({kLooks[static_cast<int>(picture())]});
    return lookArguments(
        {kLooks[static_cast<int>(picture())], QStringLiteral("layer=%1").arg(layer())});
}

QString LayersView::setLook(const QStringList& words) {
    LookWords look(words);
    const int layers = run() ? data()->layerCount() : 0;
    const int picture = look.choice(kLooks, 0);
    const auto layer = look.whole(QStringLiteral("layer"), layers / 2, 0, std::max(0, layers - 1));
    if (!look.unknown().isEmpty()) return look.unknown();
    remembers_ = false;
    setPicture(static_cast<LayersPicture>(picture));
    setLayer(static_cast<int>(layer));
    return {};
}

int LayersView::layer() const {
    return std::max(0, layer_->currentIndex());
}

void LayersView::setLayer(int layer) {
    layer_->setCurrentIndex(layer);
    link_->tell(layer);
    film_of_ = -1;
    markDirty();
}

QString LayersView::message() const {
    return message_->text();
}

void LayersView::setRun(RunContext* run) {
    View::setRun(run);
    link_->setRun(run);
    const auto reset = [this] {
        waiting_ = false;
        failure_.clear();
        film_ = {};
        film_of_ = -1;
        showLayers();
        markDirty();
    };
    reset();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, reset);
    connect(data(), &RunData::caughtUp, this, [this] { markDirty(); });
    connect(data(), &RunData::usageChanged, this, [this](int layer) {
        if (picture() == LayersPicture::film && layer == this->layer()) markStale();
    });
    connect(data(), &RunData::seriesChanged, this, [this] {
        if (showsMap()) markStale();
    });
    connect(selection(), &Selection::changed, this, [this] { markDirty(); });
    connect(requests(), &Requests::analysisReady, this, [this] {
        waiting_ = false;
        failure_.clear();
        markDirty();
    });
    connect(requests(), &Requests::analysisFailed, this, [this](const QString& reason) {
        waiting_ = false;
        failure_ = reason;
        markDirty();
    });
}

void LayersView::showLayers() {
    const QSignalBlocker blocker(layer_);
    const int layers = run() ? data()->layerCount() : 0;
    listLayers(*layer_, layers);
    layer_->setCurrentIndex(link_->layer(layer()));
}

void LayersView::requestAnalysis() {
    if (!run() || waiting_) return;
    waiting_ = true;
    failure_.clear();
    markDirty();
    requests()->requestAnalysis();
}

// Looking the counts up takes milliseconds: for a run that goes on not at every step.
bool LayersView::readFilm() const {
    const LayerUsage* usage = run() ? data()->usage(layer()) : nullptr;
    if (!usage) return false;
    const bool due = !film_read_.isValid() || film_read_.hasExpired(kFilmPeriod);
    if (film_of_ < 0 || (usage->step != film_of_ && due)) {
        const KeysConfig& keys = data()->info()->config.keys;
        film_ = usageFilm(
            data()->usageHistory(layer(), kFilmColumns), layer(),
            rareStretches(data()->usageStates(layer()), keys.theta, keys.theta_percentile));
        film_of_ = usage->step;
        film_read_.start();
    }
    return !film_.columns.empty();
}

bool LayersView::showsMap() const {
    return picture() == LayersPicture::gini || picture() == LayersPicture::entropy;
}

bool LayersView::fromAnalysis() const {
    return picture() == LayersPicture::roles || picture() == LayersPicture::chords;
}

const LayerMap& LayersView::mapNow() const {
    const EvennessMeasure measure =
        picture() == LayersPicture::gini ? EvennessMeasure::gini : EvennessMeasure::entropy;
    map_ = run() ? layerMap(*data(), measure) : LayerMap{};
    return map_;
}

QString LayersView::textAt(const QPointF& place) const {
    return showsMap() ? layerMapText(place, canvas_->size(), map_, canvas_->font()) : QString();
}

QString LayersView::hint() const {
    if (!run() || !data()->hasSource())
        return tr("Open or train a run to see what its layers specialize in.");
    if (const QString missing = missingRouting(*data()); !missing.isEmpty()) return missing;
    const bool imported = isImportedRun(data()->info()->folder);
    if (!fromAnalysis())
        return imported ? tr("An imported model has no usage over training.")
                        : tr("No usage counts yet: waiting for the first.");
    return waiting_ ? tr("Analyzing...")
                    : tr("Press Analyze to run text through the latest checkpoint and compute what "
                         "each layer specializes in.");
}

void LayersView::paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme) const {
    const bool routed = run() && missingRouting(*data()).isEmpty();
    const RunTables* tables = routed ? requests()->analysis() : nullptr;
    const ExpertSelection mark = run() ? selection()->chosen() : ExpertSelection{};
    const auto marked = mark.layer == layer() ? mark.experts : std::vector<int>{};
    if (picture() == LayersPicture::film && readFilm())
        return paintUsageFilm(painter, size, film_, marked, theme);
    if (showsMap() && !mapNow().isEmpty()) return paintLayerMap(painter, size, map_, theme);
    if (picture() == LayersPicture::roles && tables) {
        QString found = describeRoles(layerRoles(*tables));
        found = found.left(1).toUpper() + found.mid(1);
        QString note = tr("Step %1, %n tokens. %2.", nullptr, static_cast<int>(tables->tokens))
                           .arg(tables->step)
                           .arg(found);
        if (tables->partsAreGuessed()) note += tr(" Parts of speech are dictionary tags.");
        if (!tables->stand_in.empty()) note += u' ' + coreText(tables->stand_in);
        if (const QString warning = warningText(warningsOf(tables)); !warning.isEmpty())
            note += u' ' + warning;
        return paintLayerRoles(painter, size, layerRoles(*tables), note, theme);
    }
    if (picture() == LayersPicture::chords && tables)
        return paintChords(painter, size, chordsOf(*tables, layer()), marked, theme);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(QPointF(12, 12), size - QSizeF(24, 24)),
                     Qt::AlignCenter | Qt::TextWordWrap, hint());
}

void LayersView::refresh() {
    const bool of_one = picture() == LayersPicture::film || picture() == LayersPicture::chords;
    layer_->setEnabled(of_one && layer_->count() > 0);
    analyze_->setEnabled(run() && data()->hasSource() && !waiting_);
    analyze_->setVisible(fromAnalysis());
    message_->setText(failure_);
    message_->setVisible(!failure_.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, themeOf(palette()).warning);
    message_->setPalette(colors);
    canvas_->update();
}

bool LayersView::needsAnalysis() const {
    return fromAnalysis() && run() && !requests()->analysis();
}

void LayersView::paintFigure(QPainter& painter, const QSizeF& size) const {
    paint(painter, size, figureTheme());
}

PythonPlot LayersView::pythonPlot() const {
    const RunTables* tables = run() ? requests()->analysis() : nullptr;
    const QString layer_title = layerTitle(layer(), run() ? data()->layerCount() : 0);
    if (picture() == LayersPicture::film)
        return {QStringLiteral("film"),
                dataAsCsv(),
                {{"heading", layer_title},
                 {"x_label", tr("Step")},
                 {"y_label", tr("Expert (the most used first)")},
                 {"share", tr("Share of the selections of the interval (%)")}}};
    if (showsMap())
        return {QStringLiteral("layer_map"),
                dataAsCsv(),
                {{"x_label", tr("Step")},
                 {"y_label", tr("Layer")},
                 {"measure", layerMapTitle(mapNow().measure)},
                 {"most",
                  picture() == LayersPicture::gini ? 1.0 : std::log2(std::max(2, map_.experts))}}};
    if (picture() == LayersPicture::roles)
        return {
            QStringLiteral("roles"),
            dataAsCsv(),
            {{"measures", roleMeasures()}, {"x_label", tr("Layer")}, {"y_label", tr("Share (%)")}}};
    const ChordPicture chords = tables ? chordsOf(*tables, layer()) : ChordPicture{};
    return {QStringLiteral("chords"), chordsPythonCsv(chords), {{"heading", chordsTitle(chords)}}};
}

QString LayersView::dataAsCsv() const {
    const RunTables* tables = run() ? requests()->analysis() : nullptr;
    if (picture() == LayersPicture::film) {
        if (!readFilm()) return usageFilmCsv({});
        return usageFilmCsv(film_);
    }
    if (showsMap() && run()) return layerMapCsv(*data(), mapNow().measure);
    if (picture() == LayersPicture::roles)
        return layerRolesCsv(tables ? layerRoles(*tables) : std::vector<LayerRole>{});
    return chordsCsv(tables ? chordsOf(*tables, layer()) : ChordPicture{});
}

}  // namespace orrery
