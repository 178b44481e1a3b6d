// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QSettings>
#include <algorithm>
#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/figure/look_words.h"
#include "widgets/plots/loss_look.h"
#include "widgets/plots/loss_readout.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/range_dialog.h"
#include "widgets/run/run_data.h"

namespace orrery {
namespace {

// Loss names and no other scalar: what this view draws.
bool isLoss(const QString& name) {
    return name == u"train/loss" || name == u"val/loss" || name == u"train/loss_with_pads" ||
           name == u"val/loss_with_pads" || name == u"val/bits_per_byte";
}

void appendNumber(QString& text, double value) {
    text += QLatin1Char(',');
    text += QString::number(value, 'g', 9);
}

/// "keys.alpha 0.01 -> 0.05".
QString wordsOf(const SettingChanged& change) {
    const std::string before = change.previous.empty() ? " = " : " " + change.previous + " -> ";
    return QString::fromStdString(change.key + before + change.value);
}

}  // namespace

LossView::LossView(QWidget* parent) : View(parent), chart_(new LossChart(this)) {
    readout_ = new LossReadout(*chart_);
    chart_->setFocusPolicy(Qt::StrongFocus);
    chart_->setAccessibleName(tr("Loss curves"));
    setFocusProxy(chart_);
    buildToolbar();
    connectChart();
    recall();
    applyTheme();
    showOptions();
}

LossView::~LossView() = default;

void LossView::connectChart() {
    chart_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    connect(chart_, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
        const bool vertical = event->modifiers().testFlag(Qt::ShiftModifier);
        chart_->axisRect()->setRangeZoom(vertical ? Qt::Vertical : Qt::Horizontal);
        // Over an axis its own direction is zoomed: QCustomPlot asks the rect whether it may.
        if (!chart_->axisRect()->rect().contains(event->position().toPoint()))
            chart_->axisRect()->setRangeZoom(Qt::Horizontal | Qt::Vertical);
    });
    connect(chart_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        const bool rectangle = event->modifiers().testFlag(Qt::ShiftModifier);
        chart_->setSelectionRectMode(rectangle ? QCP::srmZoom : QCP::srmNone);
    });
    connect(chart_, &QCustomPlot::mouseDoubleClick, this, &LossView::resetWindow);
    // The axes' ranges are also set by prepare(): only a replot out of the user's hand keeps them.
    const auto keep = [this](QCPAxis* axis, bool x) {
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), chart_, [this, x] {
            if (!chart_->preparing()) chart_->keepAxesAsWindow(x, !x);
        });
    };
    keep(chart_->xAxis, true);
    keep(chart_->yAxis, false);
}

void LossView::setRun(RunContext* run) {
    View::setRun(run);
    chart_->setRun(data());
    chart_->resetCurves();
    marks_.clear();
    collectMarks(0);
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, [this] {
        chart_->resetCurves();
        marks_.clear();
        resetWindow();
    });
    connect(data(), &RunData::seriesChanged, this, [this](const QStringList& names) {
        if (std::any_of(names.begin(), names.end(), isLoss)) markStale();
    });
    connect(data(), &RunData::settingsAdded, this, &LossView::collectMarks);
    connect(data(), &RunData::storedRead, this, [this] { markDirty(); });
}

void LossView::collectMarks(int first) {
    if (run()) {
        const auto& changes = data()->settings();
        for (auto i = static_cast<std::size_t>(std::max(first, 0)); i < changes.size(); ++i)
            marks_.push_back(
                {static_cast<double>(changes[i].step), changes[i].time, wordsOf(changes[i])});
    }
    if (marks_.size() == chart_->marks().size()) return;
    chart_->setMarks(marks_);
    markDirty();
}

void LossView::showPublishedNote() {
    const RunInfo* info = run() ? data()->info() : nullptr;
    const PublishedRun* published = info && options().published && options().axis == LossAxis::step
                                        ? findPublishedRun(info->name)
                                        : nullptr;
    const QString note = published ? publishedObstacle(*published, info->config) : QString();
    published_note_->setText(note);
    published_note_->setVisible(!note.isEmpty());
}

void LossView::refresh() {
    showPublishedNote();
    chart_->replot(QCustomPlot::rpQueuedRefresh);
}

void LossView::setOptions(const LossOptions& options) {
    const bool axis_changed = options.axis != chart_->options().axis;
    if (axis_changed) chart_->resetCurves();
    // A window in steps means nothing in seconds.
    if (axis_changed || options.log_x != chart_->options().log_x)
        chart_->setDataWindow({std::nullopt, chart_->dataWindow().y});
    if (options.log_y != chart_->options().log_y || options.range != chart_->options().range)
        chart_->setDataWindow({chart_->dataWindow().x, std::nullopt});
    chart_->setOptions(options);
    showOptions();
    remember();
    markDirty();
}

void LossView::change(const std::function<void(LossOptions&)>& edit) {
    LossOptions options = chart_->options();
    edit(options);
    if (options != chart_->options()) setOptions(options);
}

void LossView::resetWindow() {
    chart_->setDataWindow({});
    markDirty();
}

void LossView::askManualRange() {
    const QCPRange now = chart_->yAxis->range();
    const auto range = askRange(this, {now.lower, now.upper}, options().log_y);
    if (range) {
        change([&](LossOptions& options) {
            options.range = RangeMode::manual;
            options.manual = *range;
        });
    }
    showOptions();
}

void LossView::zoom(double factor) {
    chart_->xAxis->scaleRange(factor);
    markDirty();
}

void LossView::pan(double share) {
    const QCPRange range = chart_->xAxis->range();
    if (options().log_x)
        chart_->xAxis->scaleRange(1, std::pow(range.upper / range.lower, share));
    else
        chart_->xAxis->moveRange(range.size() * share);
    markDirty();
}

void LossView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoom(0.8);
        case Qt::Key_Minus:
            return zoom(1.25);
        case Qt::Key_Left:
            return pan(-0.1);
        case Qt::Key_Right:
            return pan(0.1);
        case Qt::Key_Home:
            return resetWindow();
        default:
            View::keyPressEvent(event);
    }
}

void LossView::applyTheme() {
    chart_->setTheme(themeOf(palette()), font());
}

void LossView::paintFigure(QPainter& painter, const QSizeF& size) const {
    LossChart figure;
    figure.setRun(data());
    figure.setWaiting(true);
    figure.setMarks(marks_);
    figure.setOptions(options());
    LossWindow window = chart_->dataWindow();
    if (const auto& x = figureStyle().x_range) window.x = ValueRange{x->first, x->second};
    if (const auto& y = figureStyle().y_range) window.y = ValueRange{y->first, y->second};
    figure.setDataWindow(window);
    placeLegend(figure, *figure.axisRect(), figureStyle().legend);
    figure.setTheme(figureTheme(), painter.font());
    figure.prepare(size);
    scaleLines(figure, figureStyle().line_scale);
    paintPlot(figure, painter, size);
}

QString LossView::dataAsCsv() const {
    LossCurves curves;
    LossOptions all = options();
    all.with_pads = true;
    all.axis = LossAxis::step;
    curves.update(data(), all);
    QString text = QStringLiteral("series,step,seconds,value,smoothed\n");
    for (const LossCurve& curve : curves.curves()) {
        Series series = data()->wholeSeries(curve.name);
        if (curve.published) {
            series.steps.assign(curve.x.begin(), curve.x.end());
            series.values.assign(curve.raw.begin(), curve.raw.end());
        }
        DebiasedAverage average(all.smoothing);
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            text += csvField(QString::fromStdString(curve.name));
            appendNumber(text, series.steps[i]);
            if (curve.published)
                text += QLatin1Char(',');
            else
                appendNumber(text, series.times[i]);
            appendNumber(text, series.values[i]);
            if (curve.smooth)
                appendNumber(text, average.add(series.values[i]));
            else
                text += QLatin1Char(',');
            text += QLatin1Char('\n');
        }
    }
    return text;
}

QStringList LossView::figureArguments() const {
    QStringList words = lookOf(options());
    const LossWindow& window = chart_->dataWindow();
    if (window.x) words << asReals(QStringLiteral("x"), {window.x->low, window.x->high});
    if (window.y) words << asReals(QStringLiteral("y"), {window.y->low, window.y->high});
    return lookArguments(words);
}

QString LossView::setLook(const QStringList& words) {
    LookWords ranges(words);
    const auto x = ranges.range(QStringLiteral("x")), y = ranges.range(QStringLiteral("y"));
    const LossLook look = lossLook(ranges.rest());
    if (!look.unknown.isEmpty()) return look.unknown;
    if (!ranges.refused().isEmpty()) return ranges.refused();
    remembers_ = false;
    setOptions(look.options);
    LossWindow window;
    if (x) window.x = ValueRange{x->first, x->second};
    if (y) window.y = ValueRange{y->first, y->second};
    chart_->setDataWindow(window);
    return {};
}

void LossView::remember() const {
    if (!remembers_) return;
    const LossOptions& now = options();
    QSettings settings;
    settings.beginGroup(QStringLiteral("views/loss"));
    settings.setValue("axis", static_cast<int>(now.axis));
    settings.setValue("log_x", now.log_x);
    settings.setValue("log_y", now.log_y);
    settings.setValue("smoothing", now.smoothing);
    settings.setValue("with_pads", now.with_pads);
    settings.setValue("published", now.published);
    settings.setValue("range", static_cast<int>(now.range));
    settings.setValue("include_zero", now.include_zero);
    settings.setValue("low", now.manual.low);
    settings.setValue("high", now.manual.high);
}

void LossView::recall() {
    LossOptions options;
    QSettings settings;
    settings.beginGroup(QStringLiteral("views/loss"));
    options.axis = static_cast<LossAxis>(std::clamp(settings.value("axis", 0).toInt(), 0, 2));
    options.log_x = settings.value("log_x", false).toBool();
    options.log_y = settings.value("log_y", false).toBool();
    options.smoothing = std::clamp(settings.value("smoothing", 0.9).toDouble(), 0.0, 0.9999);
    options.with_pads = settings.value("with_pads", false).toBool();
    options.published = settings.value("published", true).toBool();
    options.range = static_cast<RangeMode>(std::clamp(settings.value("range", 0).toInt(), 0, 2));
    options.include_zero = settings.value("include_zero", false).toBool();
    options.manual = {settings.value("low", 0.0).toDouble(),
                      settings.value("high", 10.0).toDouble()};
    if (!(options.manual.low < options.manual.high)) options.range = RangeMode::all;
    chart_->setOptions(options);
}

}  // namespace orrery
