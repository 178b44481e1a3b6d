// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_view.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QMenu>
#include <QSettings>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/compare/compare_tables.h"
#include "widgets/compare/curves_python.h"
#include "widgets/compare/routing_table.h"
#include "widgets/compare/scalar_menu.h"
#include "widgets/csv_field.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/palette/row_table.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr double kSmoothings[] = {0, 0.6, 0.9, 0.97, 0.99};

const QStringList kAxes{"steps", "tokens", "seconds", "share"};  // by LossAxis

struct ScalarChoice {
    const char* name;
    const char* title;
};
// What is asked for most, by a title; any other by its name.
constexpr ScalarChoice kScalars[] = {
    {"val/loss", QT_TRANSLATE_NOOP("orrery::CompareView", "Validation loss (nats per token)")},
    {"val/bits_per_byte", QT_TRANSLATE_NOOP("orrery::CompareView", "Bits per byte")},
    {"val/perplexity", QT_TRANSLATE_NOOP("orrery::CompareView", "Perplexity")},
    {"train/loss", QT_TRANSLATE_NOOP("orrery::CompareView", "Training loss (nats per token)")},
    {"train/loss_with_pads",
     QT_TRANSLATE_NOOP("orrery::CompareView", "Training loss, padding included")},
    {"train/gradient_norm", QT_TRANSLATE_NOOP("orrery::CompareView", "Gradient norm")},
    {"train/learning_rate", QT_TRANSLATE_NOOP("orrery::CompareView", "Learning rate")},
    {"train/real_tokens_per_second",
     QT_TRANSLATE_NOOP("orrery::CompareView", "Real tokens per second")},
};

// Of the curves and the tables, at first.
const QList<int> kBelow{420, 170}, kBeside{800, 480};
constexpr double kLow = 1.8;  // times as wide as high

/// A name such as "layer3/gini", whether or not a run has it.
bool isScalar(const QString& name) {
    return name.contains(u'/') && name.size() < 200;
}

QTableView* plainTable(QAbstractItemModel& model, const QString& name, QWidget* parent) {
    auto* table = new QTableView(parent);
    table->setModel(&model);
    table->setAccessibleName(name);
    makeRowTable(*table, parent->fontMetrics().height() + 8);
    table->setIconSize({28, 12});
    return table;
}

}  // namespace

CompareView::CompareView(QWidget* parent)
    : View(parent),
      runs_(new ComparedRuns(this)),
      chart_(new CompareChart(this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      tables_(new QSplitter(Qt::Horizontal, this)) {
    chart_->setAccessibleName(tr("Curves of the compared runs"));
    chart_->setFocusPolicy(Qt::StrongFocus);
    buildTables();
    tables_->addWidget(end_table_);
    tables_->addWidget(difference_table_);
    tables_->addWidget(routing_table_);
    splitter_->addWidget(chart_);
    splitter_->addWidget(tables_);
    chart_->setMinimumHeight(160);
    splitter_->setStretchFactor(0, 3);
    splitter_->setStretchFactor(1, 1);
    splitter_->setSizes(kBelow);
    auto* row = new FlowRow;
    buildToolbar(*row);
    layOut(*this, row, {splitter_});
    setFocusProxy(chart_);
    connectChart();
    recall();
    applyTheme();
    connect(runs_, &ComparedRuns::changed, this, [this] { markDirty(); });
}

void CompareView::buildTables() {
    end_table_ = plainTable(ends_, tr("Final results"), this);
    difference_table_ = plainTable(differences_, tr("Settings that differ"), this);
    routing_table_ = plainTable(routing_, tr("Routing of the same text"), this);
    routing_table_->hide();
    end_table_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    end_table_->setSortingEnabled(true);
    end_table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto folder = [this] {
        return end_table_->currentIndex().siblingAtColumn(0).data(Qt::UserRole).toString();
    };
    auto* base = new QAction(tr("Set as &baseline"), end_table_);
    auto* open = new QAction(tr("&Open this run"), end_table_);
    auto* remove = new QAction(tr("&Remove from comparison"), end_table_);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    end_table_->addActions({base, open, remove});
    connect(base, &QAction::triggered, this,
            [this, folder] { setBaseline(folder().toStdString()); });
    connect(open, &QAction::triggered, this, [this, folder] { Q_EMIT openRequested(folder()); });
    connect(remove, &QAction::triggered, this, &CompareView::removeChosen);
    connect(end_table_, &QTableView::activated, base, &QAction::trigger);
    end_table_->setToolTip(tr("Double-click a run to make it the baseline"));
}

void CompareView::buildToolbar(FlowRow& row) {
    scalar_ = addChoice(row, tr("Plotted metric"));
    for (const ScalarChoice& choice : kScalars)
        scalar_->addItem(tr(choice.title), QLatin1String(choice.name));
    QToolButton* others = addButton(row, tr("Metrics"), tr("Plot any scalar that the runs stored"));
    auto* menu = new QMenu(others);
    others->setMenu(menu);
    others->setPopupMode(QToolButton::InstantPopup);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        fillScalarMenu(*menu, runs_->scalars(), [this](const QString& name) { setScalar(name); });
    });
    axis_ = addChoice(row, tr("Unit of the x axis"),
                      {tr("by step"), tr("by tokens"), tr("by time"), tr("by share of training")});
    smoothing_ = addChoice(row, tr("Smoothing weight of the debiased EMA"));
    for (const double weight : kSmoothings)
        smoothing_->addItem(weight > 0 ? tr("EMA %1").arg(decimalText(weight, 'g', 6)) : tr("raw"),
                            weight);
    log_x_ = addToggle(row, tr("log x"), tr("Logarithmic x axis"));
    log_y_ = addToggle(row, tr("log y"), tr("Logarithmic y axis"));
    seeds_ = addToggle(row, tr("Seeds"),
                       tr("Group runs that differ only in their seed: mean and range"));
    groups_ = addToggle(row, tr("Groups"),
                        tr("Average the runs of each group of the run list: mean and range"));
    QToolButton* measure = addButton(
        row, tr("Measure"),
        tr("Measure the routing of all these runs on one text: Gini, entropy, saturation, "
           "information on token and part of speech, guilds"));
    connect(measure, &QToolButton::clicked, this,
            [this] { Q_EMIT measureRequested(runs_->folders()); });
    QToolButton* reload = addButton(row, tr("Reload"), tr("Read the runs from disk again"));
    connect(reload, &QToolButton::clicked, runs_, &ComparedRuns::reload);
    connect(scalar_, &QComboBox::activated, this,
            [this] { setScalar(scalar_->currentData().toString()); });
    connect(axis_, &QComboBox::activated, this, [this](int index) {
        change([=](CompareOptions& now) { now.axis = static_cast<LossAxis>(index); });
    });
    connect(smoothing_, &QComboBox::activated, this, [this] {
        change(
            [this](CompareOptions& now) { now.smoothing = smoothing_->currentData().toDouble(); });
    });
    connect(log_x_, &QToolButton::toggled, this,
            [this](bool on) { change([=](CompareOptions& now) { now.log_x = on; }); });
    connect(log_y_, &QToolButton::toggled, this,
            [this](bool on) { change([=](CompareOptions& now) { now.log_y = on; }); });
    connect(seeds_, &QToolButton::toggled, this,
            [this](bool on) { change([=](CompareOptions& now) { now.by_seeds = on; }); });
    connect(groups_, &QToolButton::toggled, this,
            [this](bool on) { change([=](CompareOptions& now) { now.by_groups = on; }); });
}

void CompareView::connectChart() {
    chart_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    chart_->axisRect()->setRangeZoom(Qt::Horizontal);
    chart_->axisRect()->setRangeDrag(Qt::Horizontal);
    connect(chart_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), chart_,
            [this](const QCPRange& range) {
                if (!chart_->preparing()) chart_->setRangeX(ValueRange{range.lower, range.upper});
            });
    connect(chart_, &QCustomPlot::mouseDoubleClick, this, [this] {
        chart_->setRangeX(std::nullopt);
        markDirty();
    });
}

void CompareView::setFolders(const QStringList& folders) {
    runs_->setFolders(folders);
    remember();
}

void CompareView::add(const QStringList& folders) {
    setFolders(runs_->folders() + folders);
}

void CompareView::removeChosen() {
    QStringList folders = runs_->folders();
    for (const QModelIndex& index : end_table_->selectionModel()->selectedRows())
        folders.removeAll(index.data(Qt::UserRole).toString());
    setFolders(folders);
}

void CompareView::setBaseline(const std::filesystem::path& folder) {
    baseline_ = folder;
    tables_of_ = -1;
    markDirty();
}

void CompareView::setScalar(const QString& name) {
    if (scalar_->findData(name) < 0 && isScalar(name)) {
        const QString title = measuredScalarTitle(name);
        scalar_->addItem(title.isEmpty() ? name : title, name);
    }
    scalar_->setCurrentIndex(std::max(0, scalar_->findData(name)));
    runs_->setScalar(scalar_->currentData().toString().toStdString());
    remember();
}

QString CompareView::scalarTitle() const {
    return scalar_->currentText();
}

void CompareView::change(const std::function<void(CompareOptions&)>& edit) {
    CompareOptions options = options_;
    edit(options);
    if (!(options == options_)) setOptions(options);
}

void CompareView::setOptions(const CompareOptions& options) {
    if (options.axis != options_.axis || options.log_x != options_.log_x)
        chart_->setRangeX(std::nullopt);
    options_ = options;
    tables_of_ = -1;
    const QSignalBlocker blockers[] = {QSignalBlocker(axis_),  QSignalBlocker(smoothing_),
                                       QSignalBlocker(log_x_), QSignalBlocker(log_y_),
                                       QSignalBlocker(seeds_), QSignalBlocker(groups_)};
    axis_->setCurrentIndex(static_cast<int>(options.axis));
    smoothing_->setCurrentIndex(std::max(0, smoothing_->findData(options.smoothing)));
    log_x_->setChecked(options.log_x);
    log_y_->setChecked(options.log_y);
    seeds_->setChecked(options.by_seeds);
    groups_->setChecked(options.by_groups);
    remember();
    markDirty();
}

QString CompareView::noteText() const {
    QStringList notes;
    if (!measuring_.isEmpty()) notes << measuring_;
    int without = 0;
    for (const ComparedRun& run : runs_->runs())
        without += run.known && run.curve->values.empty();
    if (runs_->reading())
        notes << tr("%1 of %2 curves are loaded in full; the others are previews")
                     .arg(runs_->complete())
                     .arg(runs_->runs().size());
    if (without > 0) notes << tr("%n runs have no values of this metric", nullptr, without);
    if (isMeasuredScalar(runs_->scalar())) notes << shortTextNote(runs_->runs());
    if (options_.by_groups)
        notes << tr("line: mean over the group; band: minimum to maximum");
    else if (options_.by_seeds)
        notes << tr("line: mean over seeds; band: minimum to maximum");
    return notes.join(QStringLiteral("; "));
}

void CompareView::fillChart(CompareChart& chart) const {
    chart.setCurves(compareCurves(runs_->runs(), options_, chart_->curves()), options_);
    QString empty = tr("Select runs in the Runs view, then press Compare.");
    if (!runs_->runs().empty())
        empty = runs_->reading() ? tr("Loading runs...")
                                 : tr("The selected runs have no values of this metric.");
    chart.setTexts(scalar_->currentText(), noteText(), empty);
    chart.setXLabel(xLabel());
}

QString CompareView::xLabel() const {
    if (!isByLayer(runs_->scalar())) return {};
    return options_.axis == LossAxis::share ? tr("Depth (share of the layers)") : tr("Layer");
}

void CompareView::setMeasuring(const QString& text, bool failed) {
    measuring_ = text;
    if (text.isEmpty() || failed) runs_->reload();
    markDirty();
}

void CompareView::refresh() {
    runs_->readIfNeeded();
    fillChart(*chart_);
    chart_->replot(QCustomPlot::rpQueuedRefresh);
    showTables();
}

void CompareView::showTables() {
    if (tables_of_ == runs_->identities()) return;
    tables_of_ = runs_->identities();
    const auto& runs = runs_->runs();
    fillEndTable(ends_, endRows(runs, options_.by_seeds, baseline_, options_.by_groups),
                 themeOf(palette()));
    ends_.sort(end_table_->horizontalHeader()->sortIndicatorSection(),
               end_table_->horizontalHeader()->sortIndicatorOrder());
    end_table_->resizeColumnsToContents();
    fillDifferences(differences_, runs);
    difference_table_->resizeColumnsToContents();
    for (int column = 1; column < differences_.columnCount(); ++column)
        if (difference_table_->columnWidth(column) > 260)
            difference_table_->setColumnWidth(column, 260);
    showRouting();
}

void CompareView::showRouting() {
    fillRoutingTable(routing_, runs_->runs(), themeOf(palette()));
    routing_table_->resizeColumnsToContents();
    routing_table_->setVisible(routing_.rowCount() > 0);
    routing_table_->setToolTip(routingTextNote(runs_->runs()));
}

// In a low view tables below would leave the curves flat: they stand beside them.
void CompareView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    const bool low = width() > kLow * height();
    if (low == (splitter_->orientation() == Qt::Horizontal)) return;
    splitter_->setOrientation(low ? Qt::Horizontal : Qt::Vertical);
    tables_->setOrientation(low ? Qt::Vertical : Qt::Horizontal);
    splitter_->setSizes(low ? kBeside : kBelow);
}

void CompareView::applyTheme() {
    chart_->setTheme(themeOf(palette()), font());
    tables_of_ = -1;
}

void CompareView::paintFigure(QPainter& painter, const QSizeF& size) const {
    runs_->readNow();
    CompareChart figure;
    fillChart(figure);
    figure.setRangeX(chart_->rangeX());
    figure.paintIn(figureStyle(), painter, size);
}

PythonPlot CompareView::pythonPlot() const {
    runs_->readNow();
    CompareChart figure;
    fillChart(figure);
    figure.prepare({600, 400});
    PythonPlot plot =
        curvesPlot(compareCurves(runs_->runs(), options_), figure.xAxis->label(), scalarTitle());
    plot.settings["log_x"] = options_.log_x;
    plot.settings["log_y"] = options_.log_y;
    if (const auto& x = chart_->rangeX()) plot.settings["x_range"] = QJsonArray{x->low, x->high};
    return plot;
}

QString CompareView::figureSource() const {
    return runs_->folders().value(0);
}

QString CompareView::figureFault() const {
    runs_->readNow();
    for (const ComparedRun& run : runs_->runs())
        if (!run.failure.isEmpty()) return run.failure;
    const QString name = scalar_->currentData().toString();
    const bool usual = scalar_->currentIndex() < static_cast<int>(std::size(kScalars));
    if (usual || runs_->runs().empty() || runs_->scalars().contains(name)) return {};
    return tr("None of the runs has stored a scalar of the name %1.").arg(name);
}

QStringList CompareView::figureArguments() const {
    const CompareOptions first;
    QStringList words;
    for (const ComparedRun& run : runs_->runs())
        words << asText(QStringLiteral("run"), QStringLiteral("%1:%2").arg(run.color).arg(
                                                   QString::fromStdString(run.folder.string())));
    words << asText(QStringLiteral("metric"), scalar_->currentData().toString());
    if (options_.axis != first.axis) words << kAxes[static_cast<int>(options_.axis)];
    if (options_.log_x) words << QStringLiteral("log-x");
    if (options_.log_y) words << QStringLiteral("log-y");
    if (options_.smoothing != first.smoothing)
        words << asReals(QStringLiteral("smoothing"), {options_.smoothing});
    if (options_.by_seeds) words << QStringLiteral("seeds");
    if (options_.by_groups) words << QStringLiteral("groups");
    if (const auto& x = chart_->rangeX()) words << asReals(QStringLiteral("x"), {x->low, x->high});
    return lookArguments(words);
}

QString CompareView::setLook(const QStringList& words) {
    LookWords look(words);
    CompareOptions options;
    const QStringList runs = look.texts(QStringLiteral("run"));
    const QString metric = look.text(QStringLiteral("metric"), QStringLiteral("val/loss"));
    if (scalar_->findData(metric) < 0 && !isScalar(metric))
        return asText(QStringLiteral("metric"), metric);
    options.axis = static_cast<LossAxis>(look.choice(kAxes, 0));
    options.log_x = look.flag(QStringLiteral("log-x"));
    options.log_y = look.flag(QStringLiteral("log-y"));
    options.smoothing = look.real(QStringLiteral("smoothing"), 0, 0, 0.9999);
    options.by_seeds = look.flag(QStringLiteral("seeds"));
    options.by_groups = look.flag(QStringLiteral("groups"));
    const auto x = look.range(QStringLiteral("x"));
    if (!look.unknown().isEmpty()) return look.unknown();
    remembers_ = false;
    showRuns(runs);
    setScalar(metric);
    setOptions(options);
    chart_->setRangeX(x ? std::optional(ValueRange{x->first, x->second}) : std::nullopt);
    return {};
}

void CompareView::showRuns(const QStringList& runs) {
    QStringList folders;
    std::vector<int> colors;
    for (const QString& run : runs) {
        colors.push_back(std::max(0, run.section(u':', 0, 0).toInt()));
        folders << run.section(u':', 1);
    }
    if (folders.isEmpty() && run() && data()->info())
        folders << QString::fromStdString(data()->info()->folder.string());
    setFolders(folders);
    runs_->setColors(colors);
}

QString CompareView::dataAsCsv() const {
    runs_->readNow();
    QString text = QStringLiteral("run,scalar,step,tokens,seconds,value\n");
    const QString scalar = csvField(QString::fromStdString(runs_->scalar()));
    for (const ComparedRun& run : runs_->runs()) {
        const QString head =
            csvField(QString::fromStdString(run.folder.filename().string())) + u',' + scalar + u',';
        const RunCurve& curve = *run.curve;
        for (std::size_t i = 0; i < curve.values.size(); ++i)
            text += head + QString::number(curve.steps[i], 'g', 12) + u',' +
                    QString::number(curve.tokens[i], 'g', 12) + u',' +
                    QString::number(curve.seconds[i], 'g', 9) + u',' +
                    QString::number(curve.values[i], 'g', 9) + u'\n';
    }
    return text;
}

void CompareView::remember() const {
    if (!remembers_) return;
    QSettings settings;
    settings.beginGroup(QStringLiteral("views/compare"));
    settings.setValue("runs", runs_->folders());
    settings.setValue("scalar", scalar_->currentData());
    settings.setValue("axis", static_cast<int>(options_.axis));
    settings.setValue("log_x", options_.log_x);
    settings.setValue("log_y", options_.log_y);
    settings.setValue("smoothing", options_.smoothing);
    settings.setValue("by_seeds", options_.by_seeds);
    settings.setValue("by_groups", options_.by_groups);
}

void CompareView::recall() {
    QSettings settings;
    settings.beginGroup(QStringLiteral("views/compare"));
    const QStringList folders = settings.value("runs").toStringList();
    CompareOptions options;
    options.axis = static_cast<LossAxis>(std::clamp(settings.value("axis", 0).toInt(), 0, 3));
    options.log_x = settings.value("log_x", false).toBool();
    options.log_y = settings.value("log_y", false).toBool();
    options.smoothing = std::clamp(settings.value("smoothing", 0.0).toDouble(), 0.0, 0.9999);
    options.by_seeds = settings.value("by_seeds", false).toBool();
    options.by_groups = settings.value("by_groups", false).toBool();
    const QString scalar = settings.value("scalar", QStringLiteral("val/loss")).toString();
    runs_->setFolders(folders);
    setOptions(options);
    setScalar(scalar);
}

}  // namespace orrery
