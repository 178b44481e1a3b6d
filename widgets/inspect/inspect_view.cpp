// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/inspect_view.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/csv_field.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/inspect/fact_pane.h"
#include "widgets/inspect/rare_table.h"
#include "widgets/inspect/token_contexts.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/run/gate_warnings.h"
#include "widgets/run/intervention_menu.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

constexpr int kChartHeight = 110;
const QStringList kPages{"expert", "token", "guilds", "contexts", "rare"};  // by their index
constexpr int kRarePage = 4;
constexpr int kWide = 90;  // letters that facts and chart want beside each other

}  // namespace

InspectView::InspectView(QWidget* parent)
    : View(parent),
      pages_(new QTabWidget(this)),
      analyze_(new QPushButton(tr("&Analyze"), this)),
      state_(new QLabel(this)) {
    analyze_->setToolTip(
        tr("Run the validation text through the latest checkpoint: tokens, parts of speech, "
           "co-selected experts and guilds"));
    state_->setObjectName(QStringLiteral("inspectState"));
    state_->setWordWrap(true);
    state_->setTextFormat(Qt::PlainText);
    state_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    pages_->setDocumentMode(true);
    pages_->addTab(buildExpertPage(), tr("&Expert"));
    pages_->addTab(buildTokenPage(), tr("T&oken"));
    pages_->addTab(buildGuildPage(), tr("&Guilds"));
    contexts_ = addPane(this);
    pages_->addTab(contexts_, tr("&Contexts"));
    rare_ = addPane(this);
    pages_->addTab(rare_, tr("Below t&heta"));
    for (FactPane* page : {contexts_, rare_})
        page->layout()->setContentsMargins(8, 8, 8, 8);
    auto* row = new FlowRow;
    row->addWidget(analyze_);
    state_->setContentsMargins(6, 0, 6, 0);
    layOut(*this, row, {state_, pages_});
    connect(analyze_, &QPushButton::clicked, this, [this] {
        if (!run()) return;
        waiting_ = true;
        failure_.clear();
        showState();
        requests()->requestAnalysis();
    });
    connect(pages_, &QTabWidget::currentChanged, this, [this] { markDirty(); });
    showState();
}

InspectView::~InspectView() = default;

FactPane* InspectView::addPane(QWidget* parent) {
    auto* pane = new FactPane(parent);
    connect(pane, &FactPane::expertsChosen, this, [this](const ExpertSelection& experts) {
        if (run()) selection()->select(experts);
    });
    offerInterventions(&pane->table(), [this] { return run(); });
    return pane;
}

QWidget* InspectView::buildExpertPage() {
    auto* page = new QWidget(this);
    headline_ = new QLabel(page);
    headline_->setFont(scaledFont(font(), 1.25));
    facts_ = new QLabel(page);
    facts_->setWordWrap(true);
    facts_->setTextFormat(Qt::PlainText);
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    chart_ = new QCustomPlot(page);
    chart_->addGraph();
    chart_->setFixedHeight(kChartHeight);
    facts_and_chart_ = new QBoxLayout(QBoxLayout::TopToBottom);
    facts_and_chart_->addWidget(facts_, 1);
    facts_and_chart_->addWidget(chart_, 1);
    chart_->setAccessibleName(tr("Usage of the expert during training"));
    tables_ = new QGridLayout;
    tables_->setSpacing(8);
    for (FactPane** pane : {&tokens_, &parts_, &partners_, &neighbors_})
        *pane = addPane(page);
    auto* column = new QVBoxLayout(page);
    column->addWidget(headline_);
    column->addLayout(facts_and_chart_);
    column->addLayout(tables_, 1);
    column->addStretch(0);
    for (QLabel* label : {headline_, facts_})
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    arrangeExpertPage();
    return page;
}

void InspectView::arrangeExpertPage() {
    FactPane* panes[] = {tokens_, parts_, partners_, neighbors_};
    int widths[4], all = 0;
    for (int i = 0; i < 4; ++i)
        all += widths[i] = panes[i]->usualWidth();
    const bool wide = all + 3 * tables_->spacing() + 24 <= width();
    const bool beside = width() >= kWide * fontMetrics().averageCharWidth();
    facts_and_chart_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int columns = wide ? 4 : 2;
    for (int i = 0; i < 4; ++i) {
        tables_->addWidget(panes[i], i / columns, i % columns);
        tables_->setColumnStretch(i, wide ? widths[i] : i < columns);
    }
}

void InspectView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    arrangeExpertPage();
}

QWidget* InspectView::buildTokenPage() {
    auto* page = new QWidget(this);
    token_ = new QComboBox(page);
    token_->setEditable(true);
    token_->setInsertPolicy(QComboBox::NoInsert);
    token_->setAccessibleName(tr("Token"));
    token_->completer()->setFilterMode(Qt::MatchContains);
    token_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    route_ = addPane(page);
    auto* column = new QVBoxLayout(page);
    column->addWidget(token_);
    column->addWidget(route_, 1);
    places_ = addPane(page);
    column->addWidget(places_, 2);
    connect(token_, &QComboBox::currentTextChanged, this, [this] { markDirty(); });
    return page;
}

QWidget* InspectView::buildGuildPage() {
    guilds_ = addPane(this);
    guilds_->layout()->setContentsMargins(8, 8, 8, 8);
    film_ = new QPushButton(tr("&Film of its keys"), guilds_);
    film_->setObjectName(QStringLiteral("guildFilm"));
    film_->setToolTip(tr("Show in the galaxy how the keys of the selected guild moved"));
    remove_ = new QPushButton(tr("&Knock it out"), guilds_);
    remove_->setObjectName(QStringLiteral("guildRemoval"));
    remove_->setToolTip(
        tr("Whether the removal of the selected guild hurts its own tokens more than others, "
           "beside 100 random sets of equal size and usage, over the analyzed text"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(film_);
    buttons->addWidget(remove_);
    qobject_cast<QVBoxLayout*>(guilds_->layout())->addLayout(buttons);
    const auto show = [this] {
        film_->setEnabled(!guilds_->chosen().experts.empty());
        remove_->setEnabled(film_->isEnabled());
    };
    connect(remove_, &QPushButton::clicked, this, [this] {
        const ExpertSelection guild = guilds_->chosen();
        if (guild.experts.empty()) return;
        remove_->setEnabled(false);
        requests()->requestGuildRemoval(
            guild.layer, guild.experts,
            kindOfGuildRow(requests()->analysis(), guilds_->table().currentIndex().row()));
    });
    connect(guilds_->table().selectionModel(), &QItemSelectionModel::currentRowChanged, this, show);
    connect(&guilds_->model(), &QAbstractItemModel::modelReset, this, show);
    connect(film_, &QPushButton::clicked, this, [this] {
        const ExpertSelection guild = guilds_->chosen();
        if (!guild.experts.empty()) Q_EMIT filmRequested(guild.layer, guild.experts);
    });
    show();
    return guilds_;
}

void InspectView::setRun(RunContext* run) {
    View::setRun(run);
    if (!run) return;
    const auto reset = [this] {
        waiting_ = false;
        failure_.clear();
        const QSignalBlocker blocker(token_);
        const QString before = token_->currentText();
        token_->clear();
        token_->addItems(knownTokens(requests()->analysis()));
        if (const int index = token_->findText(before); index >= 0) token_->setCurrentIndex(index);
        showState();
        markDirty();
    };
    connect(data(), &RunData::sourceChanged, this, reset);
    connect(requests(), &Requests::analysisReady, this, reset);
    connect(requests(), &Requests::analysisFailed, this, [this](const QString& reason) {
        waiting_ = false;
        failure_ = reason;
        showState();
    });
    connect(requests(), &Requests::removalTold, state_, &QLabel::setText);
    connect(selection(), &Selection::changed, this, [this] { markDirty(); });
    connect(data(), &RunData::caughtUp, this, [this] { markDirty(); });
    for (const auto signal : {&RunData::keysChanged, &RunData::usageChanged})
        connect(data(), signal, this, [this](int layer) {
            const auto& expert = selection()->markedExpert();
            const bool of_expert = expert && expert->layer == layer;
            if (of_expert || pages_->currentIndex() == kRarePage) markStale();
        });
    reset();
}

void InspectView::showState() {
    const bool open = run() && data()->hasSource();
    analyze_->setEnabled(open && !waiting_);
    analyze_->setText(waiting_ ? tr("Analyzing...") : tr("&Analyze"));
    QString text = failure_;
    if (failure_.isEmpty() && open && requests()->analysis())
        text =
            tr("%n tokens of validation text, step %1", nullptr,
               static_cast<int>(requests()->analysis()->tokens))
                .arg(requests()->analysis()->step) +
            (requests()->analysis()->stand_in.empty() ? QStringLiteral() : QStringLiteral("\n")) +
            coreText(requests()->analysis()->stand_in) + warningNow(u'\n');
    else if (failure_.isEmpty() && open && !waiting_)
        text = tr("Not analyzed yet: showing the statistics recorded during training");
    state_->setText(text);
    remove_->setEnabled(film_->isEnabled());
}

QString InspectView::warningNow(QChar before) const {
    const QString warning = run() ? warningText(warningsOf(requests()->analysis())) : QString();
    return warning.isEmpty() ? warning : before + warning;
}

QString InspectView::headline() const {
    return headline_->text();
}

void InspectView::showToken(const QString& token) {
    pages_->setCurrentIndex(1);
    token_->setCurrentText(token);
}

// Who types a word means the token that begins one, where that alone is known.
QString InspectView::wantedToken() const {
    const QString typed = token_->currentText();
    const QString begins_word = QChar(0x2423) + typed;
    const auto known = [this](const QString& token) {
        return token_->findText(token, Qt::MatchExactly | Qt::MatchCaseSensitive) >= 0;
    };
    return !known(typed) && known(begins_word) ? begins_word : typed;
}

std::vector<FactTable> InspectView::pageTables() const {
    if (!run()) return {};
    const RunTables* analysis = requests()->analysis();
    if (pages_->currentIndex() == 1)
        return {routeOfToken(analysis, wantedToken()), occurrencesOfToken(analysis, wantedToken())};
    if (pages_->currentIndex() == 2) return {guildsOfRun(analysis)};
    if (pages_->currentIndex() == kRarePage) return {rareExpertsOfRun(*data())};
    const auto& expert = selection()->markedExpert();
    if (!expert) return {};
    if (pages_->currentIndex() == 3) return {contextsOfExpert(analysis, *expert)};
    return {tokensOfExpert(*data(), analysis, *expert), partsOfExpert(analysis, *expert),
            partnersOfExpert(analysis, *expert), neighborsOfExpert(*data(), *expert)};
}

void InspectView::showExpert() {
    const auto& expert = selection()->markedExpert();
    headline_->setText(expert ? expertTitle(*expert) : tr("No expert selected"));
    facts_->setText(
        expert ? expertFacts(*data(), requests()->analysis(), *expert).join(u'\n')
               : tr("Click an expert in the galaxy, the histogram, the heat map or a trace."));
    chart_->setVisible(expert.has_value());
    const auto tables = pageTables();
    FactPane* panes[] = {tokens_, parts_, partners_, neighbors_};
    for (std::size_t i = 0; i < std::size(panes); ++i) {
        panes[i]->setVisible(i < tables.size());
        if (i < tables.size()) panes[i]->fill(tables[i]);
    }
    arrangeExpertPage();
    if (!expert) return;
    setUpChart(*chart_, themeOf(palette()), scaledFont(font(), 0.9), kChartHeight);
    chart_->replot(QCustomPlot::rpQueuedRefresh);
}

void InspectView::setUpChart(QCustomPlot& chart, const ChartTheme& theme, const QFont& font,
                             double height) const {
    const UsageHistory history = usageHistory(*data(), *selection()->markedExpert());
    stylePlot(chart, theme, font);
    setAxisScale(*chart.xAxis, false);
    setAxisScale(*chart.yAxis, false);
    QCPGraph& graph = *chart.graph(0);
    graph.setData(QVector<double>(history.steps.begin(), history.steps.end()),
                  QVector<double>(history.usage.begin(), history.usage.end()), true);
    graph.setPen(QPen(seriesColor(0, theme.dark), 1.6));
    if (history.steps.size() < 30)
        graph.setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssDisc, seriesColor(0, theme.dark), 4));
    chart.xAxis->setLabel(tr("Step"));
    chart.yAxis->setLabel(fittedLabel(tr("Usage state"), font, height * 0.75));
    const double last = history.steps.empty() ? 1 : history.steps.back();
    double most = 0;
    for (const double usage : history.usage)
        most = std::max(most, usage);
    chart.xAxis->setRange(0, last * 1.02);
    chart.yAxis->setRange(0, most > 0 ? most * 1.1 : 1);
    chart.yAxis->ticker()->setTickCount(2);  // the chart is low
    chart.yAxis->ticker()->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);
}

void InspectView::refresh() {
    if (!run()) return;
    if (pages_->currentIndex() == 0) return showExpert();
    const std::vector<FactTable> tables = pageTables();
    FactPane* panes[] = {nullptr, route_, guilds_, contexts_, rare_};
    FactPane& pane = *panes[pages_->currentIndex()];
    pane.fill(tables.empty() ? FactTable{} : tables.front());
    places_->setVisible(tables.size() > 1 && !tables[1].rows.empty());
    if (tables.size() > 1) places_->fill(tables[1]);
    if (tables.empty())
        pane.setTitle(tr("No expert selected"));
    else if (tables.front().rows.empty())
        pane.setTitle(requests()->analysis() || !fromAnalysis()
                          ? tr("No results.")
                          : tr("Press Analyze to fill this page."));
    else if (pages_->currentIndex() == 3)
        pane.setTitle(expertTitle(*selection()->markedExpert()) + QStringLiteral(": ") +
                      tables.front().title);
}

QStringList InspectView::figureArguments() const {
    QStringList words;
    if (pages_->currentIndex() > 0) words << kPages[pages_->currentIndex()];
    if (pages_->currentIndex() == 1) words << asText(QStringLiteral("token"), wantedToken());
    return lookArguments(words);
}

QString InspectView::setLook(const QStringList& words) {
    LookWords look(words);
    const int page = look.choice(kPages, 0);
    const QString token = look.text(QStringLiteral("token"));
    if (!look.unknown().isEmpty()) return look.unknown();
    pages_->setCurrentIndex(page);
    if (!token.isEmpty()) token_->setCurrentText(token);
    return {};
}

bool InspectView::needsAnalysis() const {
    return fromAnalysis() && run() && !requests()->analysis();
}

bool InspectView::fromAnalysis() const {
    return pages_->currentIndex() != kRarePage;
}

QString InspectView::dataAsCsv() const {
    QString text =
        QStringLiteral("table,first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth\n");
    for (const FactTable& table : pageTables()) {
        std::vector<QStringList> rows = table.rows;
        rows.insert(rows.begin(), table.heads);
        for (const QStringList& row : rows) {
            text += csvField(table.title);
            for (int i = 0; i < 10; ++i)
                text += u',' + csvField(row.value(i));
            text += u'\n';
        }
    }
    return text;
}

}  // namespace orrery
