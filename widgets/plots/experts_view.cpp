// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/experts_view.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/plots/layer_link.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/published_curves.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

ExpertsView::ExpertsView(QWidget* parent) : View(parent), chart_(new ExpertsChart(this)) {
    chart_->setFocusPolicy(Qt::StrongFocus);
    chart_->setAccessibleName(tr("Expert usage"));
    chart_->setMouseTracking(true);
    chart_->installEventFilter(this);
    setFocusProxy(chart_);
    buildToolbar();
    applyTheme();
    showOptions();
}

void ExpertsView::buildToolbar() {
    auto* row = new FlowRow;
    picture_ = addChoice(*row, tr("Plot type"), {tr("Selections"), tr("Histogram of the state")});
    picture_->setToolTip(
        tr("Selections of each expert, or as published: the number of experts by usage state, in "
           "50 bins, with Gini and entropy of that state"));
    layer_ = addChoice(*row, tr("Layer"));
    link_ = new LayerLink(*row, this);
    span_ = addChoice(*row, tr("Selections to count"), {tr("Whole run"), tr("Last interval")});
    sorted_ = addToggle(*row, tr("Sort"), tr("Sort the bars by usage instead of expert index"));
    log_ = addToggle(*row, tr("log y"), tr("Logarithmic axis of the selections"));
    published_note_ = new QLabel(this);
    published_note_->setTextFormat(Qt::PlainText);
    published_note_->setWordWrap(true);
    published_note_->hide();
    layOut(*this, row, {published_note_, chart_});
    connect(picture_, &QComboBox::activated, this, [this](int index) {
        change([index](ExpertsOptions& options) {
            options.picture = static_cast<UsagePicture>(index);
        });
    });
    connect(log_, &QToolButton::toggled, this,
            [this](bool on) { change([on](ExpertsOptions& options) { options.log = on; }); });
    connect(layer_, &QComboBox::activated, this, [this](int index) {
        change([index](ExpertsOptions& options) { options.layer = index; });
    });
    connect(link_, &LayerLink::asked, this,
            [this](int layer) { change([=](ExpertsOptions& options) { options.layer = layer; }); });
    connect(span_, &QComboBox::activated, this, [this](int index) {
        change([index](ExpertsOptions& options) { options.span = static_cast<UsageSpan>(index); });
    });
    connect(sorted_, &QToolButton::toggled, this,
            [this](bool on) { change([on](ExpertsOptions& options) { options.sorted = on; }); });
}

void ExpertsView::showOptions() {
    const QSignalBlocker blockers[] = {QSignalBlocker(picture_), QSignalBlocker(layer_),
                                       QSignalBlocker(span_), QSignalBlocker(sorted_),
                                       QSignalBlocker(log_)};
    const bool bars = options().picture == UsagePicture::bars;
    picture_->setCurrentIndex(static_cast<int>(options().picture));
    for (QToolButton* button : {sorted_, log_})
        button->setVisible(bars);
    const int layers = run() ? data()->layerCount() : 0;
    listLayers(*layer_, layers);
    layer_->setEnabled(layers > 0);
    layer_->setCurrentIndex(options().layer);
    span_->setCurrentIndex(static_cast<int>(options().span));
    sorted_->setChecked(options().sorted);
    log_->setChecked(options().log);
}

void ExpertsView::setRun(RunContext* run) {
    View::setRun(run);
    chart_->setRun(data(), selection());
    link_->setRun(run);
    const auto reset = [this] {
        ExpertsOptions now = options();
        now.counts = now.shares = std::nullopt;
        now.last_step = std::nullopt;
        now.layer = link_->layer(now.layer);
        setOptions(now);
    };
    reset();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, reset);
    connect(data(), &RunData::usageChanged, this, [this] { markStale(); });
    connect(data(), &RunData::keysChanged, this, [this](int layer) {
        if (options().picture == UsagePicture::histogram && layer == options().layer) markStale();
    });
    connect(selection(), &Selection::changed, this, [this] { markDirty(); });
}

void ExpertsView::setOptions(const ExpertsOptions& options) {
    chart_->setOptions(options);
    showOptions();
    link_->tell(options.layer);
    markDirty();
}

void ExpertsView::change(const std::function<void(ExpertsOptions&)>& edit) {
    ExpertsOptions options = chart_->options();
    edit(options);
    if (options != chart_->options()) setOptions(options);
}

QStringList ExpertsView::figureArguments() const {
    QStringList words;
    if (options().picture == UsagePicture::histogram) words << QStringLiteral("histogram");
    words << QStringLiteral("layer=%1").arg(options().layer);
    if (options().span == UsageSpan::last_interval) words << QStringLiteral("last");
    if (!options().sorted) words << QStringLiteral("unsorted");
    if (options().log) words << QStringLiteral("log-y");
    if (const auto& y = options().counts) words << asReals(QStringLiteral("y"), {y->low, y->high});
    if (const auto& shares = options().shares)
        words << asReals(QStringLiteral("colors"), {shares->low, shares->high});
    if (options().last_step) words << asReals(QStringLiteral("last-step"), {*options().last_step});
    return lookArguments(words);
}

QString ExpertsView::setLook(const QStringList& words) {
    LookWords look(words);
    ExpertsOptions options;
    if (look.flag(QStringLiteral("histogram"))) options.picture = UsagePicture::histogram;
    const int layers = run() ? data()->layerCount() : 0;
    options.layer =
        static_cast<int>(look.whole(QStringLiteral("layer"), layers / 2, 0, layers - 1));
    if (look.flag(QStringLiteral("last"))) options.span = UsageSpan::last_interval;
    options.sorted = !look.flag(QStringLiteral("unsorted"));
    options.log = look.flag(QStringLiteral("log-y"));
    if (const auto y = look.range(QStringLiteral("y")))
        options.counts = ValueRange{y->first, y->second};
    if (const auto shares = look.range(QStringLiteral("colors")); shares && shares->first > 0)
        options.shares = ValueRange{shares->first, shares->second};
    if (const auto last = look.reals(QStringLiteral("last-step"), 1); !last.isEmpty())
        options.last_step = last[0];
    if (look.unknown().isEmpty()) setOptions(options);
    return look.unknown();
}

void ExpertsView::showPublishedNote() {
    const RunInfo* info = run() ? data()->info() : nullptr;
    const bool middle = info && options().layer == data()->layerCount() / 2;
    const PublishedRun* published = middle && options().picture == UsagePicture::histogram
                                        ? findPublishedRun(info->name)
                                        : nullptr;
    const QString note = published ? publishedObstacle(*published, info->config) : QString();
    published_note_->setText(note);
    published_note_->setVisible(!note.isEmpty());
}

void ExpertsView::refresh() {
    showPublishedNote();
    chart_->replot(QCustomPlot::rpQueuedRefresh);
    chart_->setAccessibleDescription(chart_->summary());
}

void ExpertsView::click(const QPointF& position) {
    if (!run()) return;
    if (const int bin = chart_->binAt(position); bin >= 0)
        return selection()->select({options().layer, chart_->expertsOfBin(bin)});
    selection()->markExpert(chart_->expertAt(position));
}

bool ExpertsView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const auto expert = chart_->expertAt(mouse->position());
        const QString text = expert ? chart_->describe(*expert)
                                    : chart_->describeBin(chart_->binAt(mouse->position()));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(mouse->globalPosition().toPoint(), text, chart_);
    } else if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton) click(mouse->position());
    }
    return View::eventFilter(watched, event);
}

void ExpertsView::stepMark(int by) {
    if (!run()) return;
    const LayerUsage* usage = data()->usage(options().layer);
    if (!usage || usage->total.empty()) return;
    const int experts = static_cast<int>(usage->total.size());
    const auto& mark = selection()->markedExpert();
    const int now = mark && mark->layer == options().layer ? mark->expert : (by > 0 ? -1 : experts);
    selection()->markExpert(ExpertId{options().layer, std::clamp(now + by, 0, experts - 1)});
}

void ExpertsView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return stepMark(-1);
        case Qt::Key_Right:
            return stepMark(1);
        case Qt::Key_Escape:
            if (run() && selection()->markedExpert()) return selection()->markExpert(std::nullopt);
            break;
        default:
            break;
    }
    View::keyPressEvent(event);
}

void ExpertsView::applyTheme() {
    chart_->setTheme(themeOf(palette()), font());
}

void ExpertsView::paintFigure(QPainter& painter, const QSizeF& size) const {
    ExpertsChart figure;
    figure.setRun(data(), selection());
    ExpertsOptions drawn = options();
    if (const auto& y = figureStyle().y_range) drawn.counts = ValueRange{y->first, y->second};
    figure.setOptions(drawn);
    figure.setTheme(figureTheme(), painter.font());
    figure.prepare(size);
    scaleLines(figure, figureStyle().line_scale);
    paintPlot(figure, painter, size);
}

QString ExpertsView::dataAsCsv() const {
    if (options().picture == UsagePicture::histogram) {
        ExpertsChart figure;
        figure.setRun(data(), nullptr);
        figure.setOptions(options());
        figure.prepare({600, 400});
        return figure.binsCsv();
    }
    QString text = QStringLiteral("layer,expert,selections,share,last_selections,last_share\n");
    const ExpertUsage whole = usageOf(data(), UsageSpan::whole_run);
    const ExpertUsage last = usageOf(data(), UsageSpan::last_interval);
    for (std::size_t layer = 0; layer < whole.layers.size(); ++layer) {
        const auto& counts = whole.layers[layer];
        const double total = summarize(counts, 0).selections;
        const double last_total = summarize(last.layers[layer], 0).selections;
        for (std::size_t expert = 0; expert < counts.size(); ++expert) {
            const double recent =
                expert < last.layers[layer].size() ? last.layers[layer][expert] : 0;
            text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                        .arg(layer)
                        .arg(expert)
                        .arg(counts[expert], 0, 'g', 12)
                        .arg(total > 0 ? counts[expert] / total : 0, 0, 'g', 9)
                        .arg(recent, 0, 'g', 12)
                        .arg(last_total > 0 ? recent / last_total : 0, 0, 'g', 9);
        }
    }
    return text;
}

}  // namespace orrery
