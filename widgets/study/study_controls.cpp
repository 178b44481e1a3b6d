// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_controls.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "widgets/figure/flow_row.h"
#include "widgets/study/open_study.h"
#include "widgets/study/study_status.h"

namespace orrery {

namespace {

const QString kJobs = QStringLiteral("views/study/jobs");
const QString kFileFolder = QStringLiteral("views/study/folder");
constexpr int kMostJobs = 64;

struct ControlWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyView)
};

}  // namespace

StudyControls::StudyControls(OpenStudy* study, FlowRow* row, QWidget* parent)
    : QObject(parent),
      study_(study),
      parent_(parent),
      scale_(new QComboBox(parent)),
      jobs_(new QSpinBox(parent)),
      start_(new QPushButton(parent)) {
    addOpenButton(*row, parent);
    scale_->setToolTip(ControlWords::tr("Scale of the study: model size and run length"));
    scale_->setAccessibleName(ControlWords::tr("Scale"));
    jobs_->setRange(1, kMostJobs);
    jobs_->setValue(std::clamp(QSettings().value(kJobs, 1).toInt(), 1, kMostJobs));
    jobs_->setPrefix(ControlWords::tr("in parallel: "));
    jobs_->setToolTip(ControlWords::tr("Trials to train in parallel, each in its own process"));
    jobs_->setAccessibleName(ControlWords::tr("Parallel trials"));
    start_->setObjectName(QStringLiteral("studyStart"));
    for (QWidget* part : {static_cast<QWidget*>(scale_), static_cast<QWidget*>(jobs_),
                          static_cast<QWidget*>(start_)})
        row->addWidget(part);
    row->addStretch();
    connect(scale_, &QComboBox::textActivated, this, &StudyControls::scaleRequested);
    connect(jobs_, &QSpinBox::valueChanged, this,
            [](int jobs) { QSettings().setValue(kJobs, jobs); });
    connect(start_, &QPushButton::clicked, this, &StudyControls::startOrPause);
    update();
}

void StudyControls::addOpenButton(FlowRow& row, QWidget* parent) {
    auto* open = new QToolButton(parent);
    open->setText(ControlWords::tr("&Open"));
    open->setToolTip(ControlWords::tr("Open a study file or folder"));
    open->setAccessibleName(open->toolTip());
    open->setAutoRaise(true);
    open->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(open);
    menu->addAction(ControlWords::tr("Study &file..."), this, &StudyControls::chooseFile);
    menu->addAction(ControlWords::tr("Study f&older..."), this, &StudyControls::chooseFolder);
    open->setMenu(menu);
    row.addWidget(open);
}

void StudyControls::chooseFile() {
    const QString file = QFileDialog::getOpenFileName(parent_, ControlWords::tr("Open study"),
                                                      QSettings().value(kFileFolder).toString(),
                                                      ControlWords::tr("Studies (*.yaml *.yml)"));
    if (file.isEmpty()) return;
    QSettings().setValue(kFileFolder, QFileInfo(file).path());
    Q_EMIT openRequested(file.toStdString());
}

void StudyControls::chooseFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(parent_, ControlWords::tr("Open study folder"),
                                          QString::fromStdString(study_->studiesFolder().string()));
    if (!folder.isEmpty()) Q_EMIT openRequested(folder.toStdString());
}

void StudyControls::setActivity(StudyActivity activity) {
    activity_ = activity;
    update();
}

void StudyControls::startOrPause() {
    if (activity_ == StudyActivity::running) {
        Q_EMIT pauseRequested();
        return;
    }
    const auto& study = study_->feed().snapshot();
    if (!study) return;
    Q_EMIT startRequested({study_->file().empty() ? study->file : study_->file(), study_->folder(),
                           study->table.scale, jobs_->value(), canRetry(*study)});
}

QString StudyControls::startText() const {
    const auto& study = study_->feed().snapshot();
    if (activity_ == StudyActivity::pausing) return ControlWords::tr("Pausing...");
    if (activity_ == StudyActivity::running) return ControlWords::tr("&Pause study");
    if (study && canRetry(*study)) return ControlWords::tr("Retry &failed");
    return study && !study->planned ? ControlWords::tr("&Resume study")
                                    : ControlWords::tr("&Start study");
}

void StudyControls::update() {
    const bool idle = activity_ == StudyActivity::idle;
    QStringList shown;
    for (int i = 0; i < scale_->count(); ++i)
        shown << scale_->itemText(i);
    if (shown != study_->scales()) {
        scale_->clear();
        scale_->addItems(study_->scales());
    }
    scale_->setCurrentText(study_->scale());
    scale_->setVisible(!study_->scales().isEmpty());
    scale_->setEnabled(idle);
    jobs_->setEnabled(idle);
    start_->setText(startText());
    start_->setToolTip(
        idle ? ControlWords::tr("Train the queued trials, each in its own process")
             : ControlWords::tr("Running trials save a checkpoint and resume from it"));
    const auto& study = study_->feed().snapshot();
    const bool left = study && (!isOver(*study) || canRetry(*study));
    start_->setEnabled(study && (activity_ == StudyActivity::running || (idle && left)));
}

}  // namespace orrery
