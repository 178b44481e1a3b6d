// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a study and where they stand.
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/compare/compare_chart.h"
#include "widgets/figure/export_actions.h"
#include "widgets/figure/flow_row.h"
#include "widgets/study/study_view.h"
#include "widgets/study/trial_table.h"

namespace orrery {

namespace {

constexpr int kLookPeriod = 1000;  // ms between two looks at the study

}  // namespace

StudyView::StudyView(QWidget* parent)
    : View(parent),
      feed_(new StudyFeed(this)),
      trials_(new TrialTable(this)),
      canvas_(new StudyCanvas(this)),
      chart_(new CompareChart(this)),
      pictures_(new QStackedWidget(this)),
      state_(new QLabel(this)),
      verdict_(new QLabel(this)) {
    auto* top = new FlowRow;
    auto* second = new FlowRow;
    buildOpenRow(*top);
    buildPictureRow(*second);
    pictures_->addWidget(canvas_);
    pictures_->addWidget(chart_);
    canvas_->setAccessibleName(tr("Study plot"));
    chart_->setAccessibleName(tr("Study curves"));
    buildTable();
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
    column->addLayout(top);
    column->addLayout(second);
    column->addWidget(state_);
    column->addWidget(splitter, 1);
    column->addWidget(verdict_);
    const ChartTheme theme = themeOf(palette());
    chart_->setTheme(theme, font());
    canvas_->setTheme(theme);
    trials_->setTheme(theme);
    connect(feed_, &StudyFeed::changed, this, [this] { markStale(); });
    connect(feed_, &StudyFeed::failed, this, &StudyView::setFault);
    connect(canvas_, &StudyCanvas::trialActivated, this, &StudyView::openTrial);
    // A hidden view reads nothing.
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (canBeSeen()) feed_->read();
    });
    timer_.start(kLookPeriod);
    remembered_ = QSettings().value(QStringLiteral("views/study/open")).toString().toStdString();
    showControls();
}

void StudyView::buildOpenRow(FlowRow& row) {
    auto* open = new QToolButton(this);
    open->setText(tr("&Open"));
    open->setToolTip(tr("Open a study file or folder"));
    open->setAccessibleName(open->toolTip());
    open->setAutoRaise(true);
    open->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(open);
    menu->addAction(tr("Study &file..."), this, &StudyView::chooseFile);
    menu->addAction(tr("Study f&older..."), this, &StudyView::chooseFolder);
    open->setMenu(menu);
    scale_ = new QComboBox(this);
    scale_->setToolTip(tr("Scale of the study: model size and run length"));
    scale_->setAccessibleName(tr("Scale"));
    jobs_ = new QSpinBox(this);
    jobs_->setRange(1, 64);
    jobs_->setValue(std::clamp(QSettings().value("views/study/jobs", 1).toInt(), 1, 64));
    jobs_->setPrefix(tr("in parallel: "));
    jobs_->setToolTip(tr("Trials to train in parallel, each in its own process"));
    jobs_->setAccessibleName(tr("Parallel trials"));
    start_ = new QPushButton(this);
    start_->setObjectName(QStringLiteral("studyStart"));
    row.addWidget(open);
    row.addWidget(scale_);
    row.addWidget(jobs_);
    row.addWidget(start_);
    row.addStretch();
    connect(scale_, &QComboBox::textActivated, this, &StudyView::setScale);
    connect(jobs_, &QSpinBox::valueChanged, this,
            [](int jobs) { QSettings().setValue(QStringLiteral("views/study/jobs"), jobs); });
    connect(start_, &QPushButton::clicked, this, &StudyView::startOrPause);
}

void StudyView::buildPictureRow(FlowRow& row) {
    const auto combo = [&](const QString& name) {
        auto* box = new QComboBox(this);
        box->setToolTip(name);
        box->setAccessibleName(name);
        row.addWidget(box);
        connect(box, &QComboBox::activated, this, [this] { setPicture(picture()); });
        return box;
    };
    picture_ = combo(tr("Plot type"));
    picture_->addItems({tr("Heat map"), tr("Parallel coordinates"), tr("Curves")});
    picture_->setCurrentIndex(
        std::clamp(QSettings().value("views/study/picture", 0).toInt(), 0, 2));
    objective_ = combo(tr("Objective of the heat map"));
    part_ = combo(tr("Values of the other axes"));
    row.addStretch();
    row.addWidget(makeExportButton(*this));
}

void StudyView::buildTable() {
    table_ = new QTableView(this);
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

void StudyView::chooseFile() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open study"), QSettings().value("views/study/folder").toString(),
        tr("Studies (*.yaml *.yml)"));
    if (file.isEmpty()) return;
    QSettings().setValue(QStringLiteral("views/study/folder"), QFileInfo(file).path());
    open(file.toStdString());
}

void StudyView::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open study folder"), QString::fromStdString(studies_.string()));
    if (!folder.isEmpty()) open(folder.toStdString());
}

void StudyView::showControls() {
    const auto& study = feed_->snapshot();
    const bool idle = activity_ == StudyActivity::idle;
    scale_->setVisible(!file_.empty());
    scale_->setEnabled(idle);
    jobs_->setEnabled(idle);
    start_->setText(activity_ == StudyActivity::pausing   ? tr("Pausing...")
                    : activity_ == StudyActivity::running ? tr("&Pause study")
                    : canRetry()                          ? tr("Retry &failed")
                    : study && !study->planned            ? tr("&Resume study")
                                                          : tr("&Start study"));
    start_->setToolTip(idle ? tr("Train the queued trials, each in its own process")
                            : tr("Running trials save a checkpoint and resume from it"));
    start_->setEnabled(
        study && (activity_ == StudyActivity::running || (idle && (!isOver() || canRetry()))));
}

void StudyView::showChoices() {
    const auto& study = feed_->snapshot();
    QStringList objectives, parts;
    if (study) {
        for (const StudyObjective& each : study->table.study.objectives)
            objectives << QString::fromStdString(each.name);
        for (const StudyMap& map : studyMaps(study->table, 0))
            if (!map.rest.empty()) parts << QString::fromStdString(map.rest);
    }
    const auto set = [](QComboBox& box, const QStringList& texts, bool shown) {
        QStringList now;
        for (int i = 0; i < box.count(); ++i)
            now << box.itemText(i);
        if (now != texts) {
            box.clear();
            box.addItems(texts);
        }
        box.setVisible(shown && texts.size() > 1);
    };
    const bool map = picture() == StudyPicture::map;
    set(*objective_, objectives, map);
    set(*part_, parts, map);
}

}  // namespace orrery
