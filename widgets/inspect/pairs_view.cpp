// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/pairs_view.h"

#include <QComboBox>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QToolTip>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/plots/layer_link.h"
#include "widgets/plots/plot_style.h"
#include "widgets/python_plot.h"
#include "widgets/run/imported_words.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

PairsView::PairsView(QWidget* parent) : View(parent), chart_(new PairsChart(this)) {
    chart_->setAccessibleName(tr("Co-selection matrix of the experts"));
    chart_->setMouseTracking(true);
    chart_->installEventFilter(this);
    auto* row = new FlowRow;
    layer_ = addChoice(*row, tr("Layer"));
    link_ = new LayerLink(*row, this);
    measure_ = addChoice(*row, tr("Cell value"),
                         {tr("Share of the row's tokens"), tr("Lift over chance")});
    layOut(*this, row, {chart_});
    applyTheme();
    connect(layer_, &QComboBox::activated, this, &PairsView::setLayer);
    connect(link_, &LayerLink::asked, this, &PairsView::setLayer);
    connect(measure_, &QComboBox::currentIndexChanged, this, [this] { markDirty(); });
}

PairMeasure PairsView::measure() const {
    return measure_->currentIndex() == 0 ? PairMeasure::share : PairMeasure::lift;
}

void PairsView::setRun(RunContext* run) {
    View::setRun(run);
    link_->setRun(run);
    if (!run) return;
    const auto reset = [this] {
        const int layers = data()->layerCount();
        const QSignalBlocker blocker(layer_);
        listLayers(*layer_, layers);
        setLayer(link_->layer(layer_now_));
    };
    connect(data(), &RunData::sourceChanged, this, reset);
    connect(requests(), &Requests::analysisReady, this, [this] { markDirty(); });
    connect(selection(), &Selection::changed, this, [this] { markDirty(); });
    reset();
}

void PairsView::setLayer(int layer) {
    layer_now_ = layer;
    layer_->setCurrentIndex(layer);
    link_->tell(layer);
    markDirty();
}

void PairsView::fill(PairsChart& chart) const {
    if (!run()) return;
    const ExpertSelection& chosen = selection()->chosen();
    const QString missing = missingRouting(*data());
    chart.setMatrix(pairsOf(requests()->analysis(), layer_now_, measure()), measure(),
                    chosen.layer == layer_now_ ? chosen.experts : std::vector<int>{});
    chart.setTexts(
        requests()->analysis() && missing.isEmpty()
            ? tr("%1: experts selected for the same token, %n tokens, step %2", nullptr,
                 static_cast<int>(requests()->analysis()->tokens))
                  .arg(layerTitle(layer_now_, data()->layerCount()))
                  .arg(requests()->analysis()->step)
            : QString(),
        missing.isEmpty()
            ? tr("Press Analyze in the Inspector to count which experts are selected together.")
            : missing);
}

void PairsView::refresh() {
    fill(*chart_);
    chart_->replot(QCustomPlot::rpQueuedRefresh);
}

bool PairsView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const auto [one, other] = chart_->pairAt(mouse->position());
        if (one >= 0 && other >= 0)
            QToolTip::showText(mouse->globalPosition().toPoint(),
                               tr("Experts %1 and %2").arg(one).arg(other), chart_);
        else
            QToolTip::hideText();
    } else if (event->type() == QEvent::MouseButtonRelease && run()) {
        const auto [one, other] = chart_->pairAt(static_cast<QMouseEvent*>(event)->position());
        if (one >= 0 && other >= 0) selection()->select({layer_now_, {one, other}});
    }
    return View::eventFilter(watched, event);
}

void PairsView::applyTheme() {
    chart_->setTheme(themeOf(palette()), font());
}

bool PairsView::needsAnalysis() const {
    return run() && !requests()->analysis();
}

QStringList PairsView::figureArguments() const {
    QStringList words{QStringLiteral("layer=%1").arg(layer_now_)};
    if (measure() == PairMeasure::lift) words << QStringLiteral("lift");
    return lookArguments(words);
}

QString PairsView::setLook(const QStringList& words) {
    LookWords look(words);
    const int layers = run() ? data()->layerCount() : 0;
    const auto layer = look.whole(QStringLiteral("layer"), layers / 2, 0, layers - 1);
    const bool lift = look.flag(QStringLiteral("lift"));
    if (!look.unknown().isEmpty()) return look.unknown();
    measure_->setCurrentIndex(lift ? 1 : 0);
    setLayer(static_cast<int>(layer));
    return {};
}

void PairsView::paintFigure(QPainter& painter, const QSizeF& size) const {
    PairsChart figure;
    // To its right stands the color bar.
    const FigureLegend legend = figureStyle().legend;
    placeLegend(figure, figure.lower(),
                legend == FigureLegend::right ? FigureLegend::above : legend);
    figure.setTheme(figureTheme(), painter.font());
    fill(figure);
    figure.prepare(size);
    scaleLines(figure, figureStyle().line_scale);
    paintPlot(figure, painter, size);
}

PythonPlot PairsView::pythonPlot() const {
    PairsChart chart;
    fill(chart);
    const PairMatrix matrix =
        run() ? pairsOf(requests()->analysis(), layer_now_, measure()) : PairMatrix{};
    const bool lift = measure() == PairMeasure::lift;
    PythonPlot plot{QStringLiteral("pairs"),
                    QStringLiteral("kind,expert,other,value\n"),
                    {{"heading", chart.titleText()},
                     {"low", lift ? 0.2 : 0.0},
                     {"high", lift ? 5.0 : 0.0},
                     {"value", lift ? tr("Lift over chance") : tr("Share of the row's tokens")},
                     {"usage", tr("Share of the selections")},
                     {"gates", tr("Share of the gate mass")},
                     {"expert", tr("Expert")},
                     {"x_label", tr("Expert (co-selected experts adjacent)")},
                     {"share", tr("Share")}}};
    const auto add = [&](const char* kind, std::size_t i, const QString& other, double value) {
        plot.csv += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(QLatin1String(kind))
                        .arg(matrix.order[i])
                        .arg(other)
                        .arg(value, 0, 'g', 9);
    };
    for (std::size_t i = 0; i < matrix.order.size(); ++i) {
        add("usage", i, {}, matrix.usage_share[i]);
        if (i < matrix.gate_share.size()) add("gates", i, {}, matrix.gate_share[i]);
        for (std::size_t j = 0; j < matrix.order.size(); ++j)
            if (matrix.values[i][j] > 0)
                add("pair", i, QString::number(matrix.order[j]), matrix.values[i][j]);
    }
    return plot;
}

QString PairsView::dataAsCsv() const {
    QString text = QStringLiteral("layer,expert,other,measure,value\n");
    if (!run()) return text;
    const PairMatrix matrix = pairsOf(requests()->analysis(), layer_now_, measure());
    const QString name =
        measure() == PairMeasure::share ? QStringLiteral("share") : QStringLiteral("lift");
    for (std::size_t i = 0; i < matrix.order.size(); ++i)
        for (std::size_t j = 0; j < matrix.order.size(); ++j)
            if (matrix.values[i][j] > 0)
                text += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(layer_now_)
                            .arg(matrix.order[i])
                            .arg(matrix.order[j])
                            .arg(name)
                            .arg(matrix.values[i][j], 0, 'g', 9);
    return text;
}

}  // namespace orrery
