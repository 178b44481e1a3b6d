// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metrics/metrics_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/csv_field.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/metrics/metrics_tree.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/run_data.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr double kMostOfList = 0.45;  // of the view's width
constexpr double kWeights[] = {0, 0.6, 0.9, 0.97, 0.99};

}  // namespace

MetricsView::MetricsView(QWidget* parent)
    : View(parent),
      chart_(new MetricsChart(this)),
      tree_(new MetricsTree(this)),
      filter_(new QLineEdit(this)),
      message_(new QLabel(this)),
      splitter_(new QSplitter(Qt::Horizontal, this)) {
    chart_->setAccessibleName(tr("Panels of metrics"));
    chart_->setFocusPolicy(Qt::StrongFocus);
    chart_->setMinimumSize(160, 180);
    filter_->setPlaceholderText(tr("Filter: regular expression"));
    filter_->setToolTip(
        tr("A regular expression on whole names, for example gini|entropy or layer[02]/"));
    filter_->setAccessibleName(tr("Filter the metrics"));
    filter_->setClearButtonEnabled(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    message_->hide();
    auto* side = new QWidget(this);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(filter_);
    column->addWidget(message_);
    column->addWidget(tree_, 1);
    splitter_->addWidget(side);
    splitter_->addWidget(chart_);
    splitter_->setStretchFactor(1, 1);
    buildControls();
    setFocusProxy(chart_);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        const bool valid = tree_->setFilter(text);
        message_->setText(valid ? QString() : tr("“%1” is no regular expression.").arg(text));
        message_->setVisible(!valid);
    });
    connect(tree_, &MetricsTree::toggled, this, [this](const QString& name, bool in, bool right) {
        change([&](MetricsOptions& now) { currentPanel(now).set(name, in, right, scalars()); });
    });
    connect(chart_, &MetricsChart::panelChosen, this,
            [this](int panel) { change([=](MetricsOptions& now) { now.current = panel; }); });
    connect(chart_, &MetricsChart::rangeChosen, this,
            [this](const auto& x) { change([&](MetricsOptions& now) { now.x = x; }); });
    applyTheme();
    showOptions();
}

void MetricsView::buildControls() {
    auto* row = new FlowRow;
    list_ = addToggle(*row, tr("List"), tr("Show the list of metrics"));
    list_->setChecked(true);
    QToolButton* add = addButton(*row, tr("Add panel"), tr("Add an empty panel below the others"));
    remove_ = addButton(*row, tr("Remove panel"), tr("Remove the panel that the list edits"));
    log_left_ = addToggle(*row, tr("log left"),
                          tr("Logarithmic left axis of the panel that the list edits"));
    log_right_ = addToggle(*row, tr("log right"),
                           tr("Logarithmic right axis of the panel that the list edits"));
    smoothing_ = addChoice(*row, tr("Smoothing weight of the debiased EMA"));
    for (const double weight : kWeights)
        smoothing_->addItem(weight > 0 ? tr("EMA %1").arg(decimalText(weight, 'g', 6)) : tr("raw"),
                            weight);
    layOut(*this, row, {splitter_});
    connect(list_, &QToolButton::toggled, splitter_->widget(0), &QWidget::setVisible);
    connect(add, &QToolButton::clicked, this, &MetricsView::addPanel);
    connect(remove_, &QToolButton::clicked, this, &MetricsView::removePanel);
    connect(log_left_, &QToolButton::toggled, this, [this](bool on) {
        change([=, this](MetricsOptions& now) { currentPanel(now).log_left = on; });
    });
    connect(log_right_, &QToolButton::toggled, this, [this](bool on) {
        change([=, this](MetricsOptions& now) { currentPanel(now).log_right = on; });
    });
    connect(smoothing_, &QComboBox::activated, this, [this] {
        change(
            [this](MetricsOptions& now) { now.smoothing = smoothing_->currentData().toDouble(); });
    });
}

MetricPanel& MetricsView::currentPanel(MetricsOptions& options) const {
    return options.panels[static_cast<std::size_t>(options.current)];
}

void MetricsView::change(const std::function<void(MetricsOptions&)>& edit) {
    MetricsOptions options = options_;
    edit(options);
    setOptions(options);
}

void MetricsView::setOptions(const MetricsOptions& options) {
    options_ = options;
    if (options_.panels.empty()) options_.panels.emplace_back();
    options_.current =
        std::clamp(options_.current, 0, static_cast<int>(options_.panels.size()) - 1);
    showOptions();
    markDirty();
}

void MetricsView::setPanels(const QByteArray& json) {
    if (const auto panels = panelsFrom(json))
        change([&](MetricsOptions& now) { now.panels = *panels; });
}

void MetricsView::addPanel() {
    change([](MetricsOptions& now) {
        now.panels.emplace_back();
        now.current = static_cast<int>(now.panels.size()) - 1;
    });
}

void MetricsView::removePanel() {
    change([](MetricsOptions& now) { now.panels.erase(now.panels.begin() + now.current); });
}

void MetricsView::showOptions() {
    const QSignalBlocker blockers[] = {QSignalBlocker(log_left_), QSignalBlocker(log_right_),
                                       QSignalBlocker(smoothing_)};
    const MetricPanel& panel = currentPanel(options_);
    log_left_->setChecked(panel.log_left);
    log_right_->setChecked(panel.log_right);
    smoothing_->setCurrentIndex(std::max(0, smoothing_->findData(options_.smoothing)));
    remove_->setEnabled(options_.panels.size() > 1);
}

QStringList MetricsView::scalars() const {
    return run() ? namesOf(data()->series()) : QStringList();
}

void MetricsView::setRun(RunContext* run) {
    View::setRun(run);
    chart_->setRun(data());
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this,
            [this] { change([](MetricsOptions& now) { now.x.reset(); }); });
    connect(data(), &RunData::seriesChanged, this, [this] { markStale(); });
}

void MetricsView::refresh() {
    tree_->show(scalars(), currentPanel(options_));
    shareRoom();
    chart_->setOptions(options_);
    chart_->replot(QCustomPlot::rpQueuedRefresh);
}

// The list has its names whole, once they are known; then it is the user's.
void MetricsView::shareRoom() {
    if (shared_ || scalars().isEmpty() || width() < 1) return;
    shared_ = true;
    const int list = std::min(tree_->wantedWidth(), static_cast<int>(kMostOfList * width()));
    splitter_->setSizes({list, width() - list});
}

void MetricsView::applyTheme() {
    chart_->setTheme(themeOf(palette()), font(), true);
}

void MetricsView::paintFigure(QPainter& painter, const QSizeF& size) const {
    MetricsChart figure;
    figure.setRun(data());
    figure.setOptions(options_);
    figure.setTheme(figureTheme(), painter.font(), false);
    figure.prepare(size);
    paintPlot(figure, painter, size);
}

QString MetricsView::dataAsCsv() const {
    QString text = QStringLiteral("panel,axis,scalar,step,seconds,value\n");
    const QStringList names = scalars();
    for (std::size_t i = 0; i < options_.panels.size(); ++i)
        for (const MetricEntry& entry : options_.panels[i].entries)
            for (const QString& name : scalarsOf(entry.name, names)) {
                const Series series = data()->wholeSeries(name.toStdString());
                const QString head =
                    QStringLiteral("%1,%2,%3,")
                        .arg(i + 1)
                        .arg(entry.right ? QLatin1String("right") : QLatin1String("left"),
                             csvField(name));
                for (std::size_t k = 0; k < series.steps.size(); ++k)
                    text += head + QStringLiteral("%1,%2,%3\n")
                                       .arg(series.steps[k], 0, 'g', 15)
                                       .arg(series.times[k], 0, 'g', 9)
                                       .arg(series.values[k], 0, 'g', 12);
            }
    return text;
}

QStringList MetricsView::figureArguments() const {
    QStringList words{asText(QStringLiteral("panels"), QString::fromUtf8(panels()))};
    if (options_.smoothing > 0) words << asReals(QStringLiteral("smoothing"), {options_.smoothing});
    if (options_.x) words << asReals(QStringLiteral("x"), {options_.x->low, options_.x->high});
    return lookArguments(words);
}

QString MetricsView::setLook(const QStringList& words) {
    LookWords look(words);
    MetricsOptions options;
    const QString json = look.text(QStringLiteral("panels"));
    if (!json.isEmpty()) {
        const auto panels = panelsFrom(json.toUtf8());
        if (!panels) return asText(QStringLiteral("panels"), json);
        options.panels = *panels;
    }
    options.smoothing = look.real(QStringLiteral("smoothing"), 0, 0, 0.9999);
    if (const auto x = look.range(QStringLiteral("x"))) options.x = ValueRange{x->first, x->second};
    if (!look.unknown().isEmpty()) return look.unknown();
    setOptions(options);
    return {};
}

}  // namespace orrery
