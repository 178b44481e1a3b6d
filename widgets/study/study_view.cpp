// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_view.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/figure/export_actions.h"
#include "widgets/figure/flow_row.h"
#include "widgets/palette/row_table.h"
#include "widgets/study/study_python.h"
#include "widgets/study/study_status.h"
#include "widgets/study/trial_table.h"
#include "widgets/study/verdict_table.h"

namespace orrery {

namespace {

constexpr int kWidestVerdict = 420;
constexpr int kLookPeriod = 1000;  // ms between two looks at the study
const QStringList kStudyLooks{"map",   "parallel", "curves", "stream",
                              "seeds", "keys",     "xy",     "verdict"};  // by picture

}  // namespace

StudyView::StudyView(QWidget* parent)
    : View(parent),
      study_(new OpenStudy(this)),
      trials_(new TrialTable(this)),
      verdicts_(new VerdictTable(this)),
      table_(new QTableView(this)),
      verdict_table_(new QTableView(this)),
      tables_(new QTabWidget(this)),
      state_(new QLabel(this)),
      verdict_(new QLabel(this)) {
    auto* controls = new FlowRow;
    controls_ = new StudyControls(study_, controls, this);
    auto* choices = new FlowRow;
    pictures_ = new StudyPicturesPanel(choices, this);
    choices->addStretch();
    choices->addWidget(makeExplainButton(*this));
    choices->addWidget(makeExportButton(*this));
    buildTable();
    buildVerdict();
    placeParts(controls, choices);
    connectParts();
    applyTheme();
    timer_.start(kLookPeriod);
}

void StudyView::buildTable() {
    table_->setModel(trials_);
    table_->setAccessibleName(tr("Trials of the study"));
    table_->setToolTip(tr("Double-click a trial to open its run"));
    makeRowTable(*table_, fontMetrics().height() + 8);
    table_->horizontalHeader()->setStretchLastSection(true);
    connect(trials_, &QAbstractItemModel::modelReset, table_,
            [this] { table_->resizeColumnsToContents(); });
    connect(table_, &QTableView::activated, this,
            [this](const QModelIndex& index) { openTrial(trials_->trial(index.row()).number); });
}

void StudyView::buildVerdict() {
    verdict_table_->setModel(verdicts_);
    verdict_table_->setAccessibleName(tr("Verdict of the study"));
    verdict_table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    verdict_table_->setAlternatingRowColors(true);
    verdict_table_->setShowGrid(false);
    verdict_table_->setTabKeyNavigation(false);
    verdict_table_->verticalHeader()->hide();
    verdict_table_->horizontalHeader()->setHighlightSections(false);
    verdict_table_->horizontalHeader()->setStretchLastSection(true);
    connect(verdicts_, &QAbstractItemModel::modelReset, verdict_table_, [this] {
        verdict_table_->resizeColumnsToContents();
        for (int column = 0; column < VerdictTable::finding; ++column)
            if (verdict_table_->columnWidth(column) > kWidestVerdict)
                verdict_table_->setColumnWidth(column, kWidestVerdict);
        verdict_table_->resizeRowsToContents();
    });
    tables_->setDocumentMode(true);
    tables_->addTab(table_, tr("Trials"));
    tables_->addTab(verdict_table_, tr("Verdict"));
}

void StudyView::placeParts(QLayout* controls, QLayout* choices) {
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(pictures_);
    splitter->addWidget(tables_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    for (QLabel* label : {state_, verdict_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setContentsMargins(6, 0, 6, 2);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(controls);
    column->addLayout(choices);
    column->addWidget(state_);
    column->addWidget(splitter, 1);
    column->addWidget(verdict_);
}

void StudyView::connectParts() {
    connect(study_, &OpenStudy::chosen, this, &StudyView::markDirty);
    const auto news = [this] {
        controls_->update();
        markStale();
    };
    connect(&study_->feed(), &StudyFeed::changed, this, news);
    connect(&study_->feed(), &StudyFeed::failed, this, news);
    connect(controls_, &StudyControls::openRequested, this, &StudyView::open);
    connect(controls_, &StudyControls::scaleRequested, this, &StudyView::setScale);
    connect(controls_, &StudyControls::startRequested, this, [this](const StudyStart& start) {
        setFault({});
        Q_EMIT startRequested(start);
    });
    connect(controls_, &StudyControls::pauseRequested, this, &StudyView::pauseRequested);
    connect(pictures_, &StudyPicturesPanel::chosen, this, &StudyView::markDirty);
    connect(&pictures_->canvas(), &StudyCanvas::trialActivated, this, &StudyView::openTrial);
    // A hidden view reads nothing.
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (canBeSeen()) study_->feed().read();
    });
}

QString StudyView::open(const std::filesystem::path& path) {
    const QString reason = study_->open(path);
    setFault(reason);
    return reason;
}

void StudyView::setFault(const QString& reason) {
    fault_ = reason;
    controls_->update();
    markDirty();
}

void StudyView::setActivity(StudyActivity activity) {
    controls_->setActivity(activity);
    study_->feed().read();
}

void StudyView::openTrial(std::int64_t number) {
    const int row = trials_->rowOf(number);
    if (!snapshot() || row < 0) return;
    const auto run = runOfTrial(snapshot()->folder, snapshot()->table.study, trials_->trial(row));
    if (run.empty())
        setFault(tr("Trial %1 has no run yet.").arg(number));
    else
        Q_EMIT openRequested(QString::fromStdString(run.string()));
}

QString StudyView::hint() const {
    if (!isOpen())
        return tr(
            "Open a study file or a study folder. A study trains a configuration at many points of "
            "a search space and compares them.");
    if (!snapshot()) return study_->feed().reading() ? tr("Loading the study...") : QString();
    if (picture() == StudyPicture::stream && snapshot()->table.study.stream.empty())
        return tr("This study reads no stream of domains.");
    if (picture() == StudyPicture::keys && !snapshot()->keys) return tr("Projecting the keys...");
    if (picture() == StudyPicture::keys && snapshot()->table.done > 0)
        return tr("No trial has key snapshots of four keys or more.");
    if (picture() == StudyPicture::map)
        return tr(
            "A search has no heat map, since its trials lie on no grid. Use the parallel "
            "coordinates.");
    if (snapshot()->planned) return tr("No trial has started yet: press Start.");
    if (picture() == StudyPicture::curves) return tr("No trial has a training curve yet.");
    return tr("No trial has finished yet.");
}

QString StudyView::stateText() const {
    return state_->text();
}

QString StudyView::verdictText() const {
    return snapshot() ? studyVerdictText(*snapshot()) : QString();
}

void StudyView::refresh() {
    if (const QString reason = study_->openLast(); !reason.isEmpty()) setFault(reason);
    study_->feed().wantKeys(picture() == StudyPicture::keys);
    const auto study = snapshot();
    trials_->setSnapshot(study);
    pictures_->showStudy(study, hint());
    const QString fault = fault_.isEmpty() ? study_->feed().failure() : fault_;
    QString state = fault;
    if (state.isEmpty() && study)
        state =
            studyStateText(*study, static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000);
    state_->setText(state);
    state_->setVisible(!state.isEmpty());
    state_->setToolTip(figureSource());
    QPalette colors = palette();
    if (!fault.isEmpty()) colors.setColor(QPalette::WindowText, themeOf(palette()).warning);
    state_->setPalette(colors);
    showVerdict();
    const QString verdict = study ? studyQuestionText(*study, verdicts_->summary()) : QString();
    verdict_->setText(verdict);
    verdict_->setVisible(!verdict.isEmpty());
    verdict_->setToolTip(study ? studyBaseText(*study) : QString());
    controls_->update();
}

void StudyView::showVerdict() {
    const auto study = snapshot();
    if (study == judged_) return;
    judged_ = study;
    const bool some = study && !study->planned && !study->controls;
    verdicts_->setFindings(study ? study->table.study : Study(),
                           some ? study->findings : std::vector<Finding>{});
    tables_->setTabVisible(1, some);
}

void StudyView::applyTheme() {
    const ChartTheme theme = themeOf(palette());
    pictures_->setTheme(theme, font());
    trials_->setTheme(theme);
    verdicts_->setTheme(theme);
}

FigureParts StudyView::figureParts() const {
    const bool curves = picture() == StudyPicture::curves || picture() == StudyPicture::stream;
    return curves ? kCurveParts : FigureParts();
}

QStringList StudyView::figureArguments() const {
    const StudyChoice choice = pictures_->choice();
    QStringList words;
    if (choice.picture != StudyPicture::map) words << kStudyLooks[static_cast<int>(choice.picture)];
    const bool xy = choice.picture == StudyPicture::xy;
    const bool map = choice.picture == StudyPicture::map || xy;
    if (choice.objective > 0 && (map || choice.picture == StudyPicture::seeds))
        words << QStringLiteral("objective=%1").arg(choice.objective + 1);
    if (choice.part > 0 && map) words << QStringLiteral("part=%1").arg(choice.part + 1);
    if (words.isEmpty()) return {};
    return {QStringLiteral("--look"), words.join(u',')};
}

QString StudyView::setLook(const QStringList& words) {
    for (const QString& word : words) {
        const auto index = kStudyLooks.indexOf(word);
        if (index >= 0)
            setPicture(static_cast<StudyPicture>(index));
        else if (!setMapWord(word))
            return word;
    }
    return {};
}

bool StudyView::setMapWord(const QString& word) {
    const QString name = word.section(u'=', 0, 0);
    bool whole = false;
    const uint number = word.section(u'=', 1).toUInt(&whole);
    if (!whole || number == 0 || (name != u"objective" && name != u"part")) return false;
    study_->feed().readNow();
    return name == u"part" ? pictures_->setPart(snapshot().get(), number - 1)
                           : pictures_->setObjective(snapshot().get(), number - 1);
}

void StudyView::readForFigure() const {
    study_->feed().wantKeys(picture() == StudyPicture::keys);
    study_->feed().readNow();
}

QString StudyView::figureFault() const {
    readForFigure();
    const QString failure = study_->feed().failure();
    if (!failure.isEmpty() || !isOpen()) return failure;
    const bool empty = studyDrawing(snapshot().get(), pictures_->choice(), {}).isEmpty();
    return empty ? hint() : QString();
}

void StudyView::paintFigure(QPainter& painter, const QSizeF& size) const {
    readForFigure();
    pictures_->paint(painter, size, figureStyle(), snapshot().get(), hint());
}

PythonPlot StudyView::pythonPlot() const {
    readForFigure();
    return studyPython(studyDrawing(snapshot().get(), pictures_->choice(), {}));
}

QString StudyView::dataAsCsv() const {
    readForFigure();
    if (tables_->currentIndex() == 1) return verdicts_->csv();
    return pictures_->csv(snapshot().get());
}

}  // namespace orrery
