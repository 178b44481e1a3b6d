// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_view.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/figure/export_actions.h"
#include "widgets/figure/flow_row.h"
#include "widgets/study/study_status.h"
#include "widgets/study/trial_table.h"

namespace orrery {

namespace {

constexpr int kLookPeriod = 1000;                            // ms between two looks at the study
const QStringList kStudyLooks{"map", "parallel", "curves"};  // by picture

}  // namespace

StudyView::StudyView(QWidget* parent)
    : View(parent),
      study_(new OpenStudy(this)),
      trials_(new TrialTable(this)),
      table_(new QTableView(this)),
      state_(new QLabel(this)),
      verdict_(new QLabel(this)) {
    auto* controls = new FlowRow;
    controls_ = new StudyControls(study_, controls, this);
    auto* choices = new FlowRow;
    pictures_ = new StudyPicturesPanel(choices, this);
    choices->addStretch();
    choices->addWidget(makeExportButton(*this));
    buildTable();
    placeParts(controls, choices);
    connectParts();
    applyTheme();
    timer_.start(kLookPeriod);
}

void StudyView::buildTable() {
    table_->setModel(trials_);
    table_->setAccessibleName(tr("Trials of the study"));
    table_->setToolTip(tr("Double-click a trial to open its run"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setAlternatingRowColors(true);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setStretchLastSection(true);
    connect(trials_, &QAbstractItemModel::modelReset, table_,
            [this] { table_->resizeColumnsToContents(); });
    connect(table_, &QTableView::activated, this,
            [this](const QModelIndex& index) { openTrial(trials_->trial(index.row()).number); });
}

void StudyView::placeParts(QLayout* controls, QLayout* choices) {
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(pictures_);
    splitter->addWidget(table_);
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
    if (picture() == StudyPicture::map)
        return tr(
            "A search has no heat map, since its trials lie on no grid. Use the parallel "
            "coordinates.");
    return snapshot()->planned ? tr("No trial has started yet: press Start.")
                               : tr("No trial has finished yet.");
}

QString StudyView::stateText() const {
    return state_->text();
}

QString StudyView::verdictText() const {
    return verdict_->text();
}

void StudyView::refresh() {
    if (const QString reason = study_->openLast(); !reason.isEmpty()) setFault(reason);
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
    const QString verdict = study ? studyVerdictText(*study) : QString();
    verdict_->setText(verdict);
    verdict_->setVisible(!verdict.isEmpty());
    controls_->update();
}

void StudyView::applyTheme() {
    const ChartTheme theme = themeOf(palette());
    pictures_->setTheme(theme, font());
    trials_->setTheme(theme);
}

QStringList StudyView::figureArguments() const {
    if (picture() == StudyPicture::map) return {};
    return {QStringLiteral("--look"), kStudyLooks[static_cast<int>(picture())]};
}

QString StudyView::setLook(const QStringList& words) {
    for (const QString& word : words) {
        const auto index = kStudyLooks.indexOf(word);
        if (index < 0) return word;
        setPicture(static_cast<StudyPicture>(index));
    }
    return {};
}

QString StudyView::figureFault() const {
    study_->feed().readNow();
    return study_->feed().failure();
}

void StudyView::paintFigure(QPainter& painter, const QSizeF& size) const {
    study_->feed().readNow();
    pictures_->paint(painter, size, figureTheme(), snapshot().get(), hint());
}

QString StudyView::dataAsCsv() const {
    study_->feed().readNow();
    return pictures_->csv(snapshot().get());
}

}  // namespace orrery
