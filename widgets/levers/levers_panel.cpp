// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/levers/levers_panel.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/levers/lever.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr int kChangeRole = Qt::UserRole;

struct Shown {
    const char* key;
    const char* title;
    Lever::Range range;
};
constexpr Shown kShown[] = {
    {"keys.alpha", QT_TRANSLATE_NOOP("orrery::LeversPanel", "Alpha"), {1e-4, 1}},
    {"keys.beta", QT_TRANSLATE_NOOP("orrery::LeversPanel", "Beta"), {1e-4, 1}},
    {"train.temperature", QT_TRANSLATE_NOOP("orrery::LeversPanel", "Temperature"), {0.05, 20}},
    {"train.learning_rate", QT_TRANSLATE_NOOP("orrery::LeversPanel", "Learning rate"), {1e-6, 0.1}},
};

QString originText(SettingOrigin origin) {
    if (origin == SettingOrigin::session) return LeversPanel::tr("this program");
    if (origin == SettingOrigin::mailbox) return LeversPanel::tr("another program");
    return {};
}

}  // namespace

LeversPanel::LeversPanel(QWidget* parent)
    : QWidget(parent),
      state_(new QLabel(this)),
      log_(new QTreeWidget(this)),
      undo_(new QPushButton(tr("Un&do change"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(4);
    layout->addWidget(state_);
    for (const Shown& shown : kShown) {
        auto* lever = new Lever(*findField(shown.key), tr(shown.title), shown.range, this);
        layout->addWidget(lever);
        levers_ << lever;
        connect(lever, &Lever::asked, this,
                [this, lever](double value) { Q_EMIT setRequested(lever->field().key, value); });
    }
    buildLog();
    layout->addWidget(log_, 1);
    layout->addWidget(undo_, 0, Qt::AlignRight);
    setRunning(nullptr);
}

void LeversPanel::buildLog() {
    log_->setObjectName(QStringLiteral("leverLog"));
    log_->setAccessibleName(tr("Changes while training"));
    log_->setRootIsDecorated(false);
    log_->setUniformRowHeights(true);
    log_->setHeaderLabels({tr("Step"), tr("Setting"), tr("Before"), tr("After"), tr("By")});
    log_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    log_->setMinimumHeight(60);
    undo_->setObjectName(QStringLiteral("leverUndo"));
    undo_->setToolTip(
        tr("Set the field of the selected change, or else of the last one, back to what it was"));
    connect(undo_, &QPushButton::clicked, this, &LeversPanel::undo);
    connect(log_, &QTreeWidget::itemSelectionChanged, this, &LeversPanel::updateUndo);
}

void LeversPanel::setRun(RunData* run) {
    run_ = run;
    connect(run, &RunData::settingsAdded, this, &LeversPanel::addChanges);
    connect(run, &RunData::sourceChanged, this, [this] {
        log_->clear();
        updateUndo();
    });
}

void LeversPanel::setRunning(const Config* running) {
    running_ = running ? std::optional(*running) : std::nullopt;
    state_->setText(running ? tr("Changes take effect at the next step.")
                            : tr("Levers work while a run trains in this window."));
    state_->setForegroundRole(QPalette::PlaceholderText);
    state_->setWordWrap(true);
    for (Lever* lever : levers_) {
        const Field& field = lever->field();
        if (!running) {
            lever->setValue(std::nullopt);
            continue;
        }
        lever->setValue(std::get<double>(field.get(*running)));
        lever->setReason(field.inapplicable ? coreText(field.inapplicable(*running)) : QString());
    }
    updateUndo();
}

void LeversPanel::addChanges(int first) {
    const std::vector<SettingChanged>& all = run_->settings();
    for (auto i = static_cast<std::size_t>(first); i < all.size(); ++i) {
        const SettingChanged& change = all[i];
        auto* item = new QTreeWidgetItem(
            log_, {countText(static_cast<double>(change.step)), QString::fromStdString(change.key),
                   QString::fromStdString(change.previous), QString::fromStdString(change.value),
                   originText(change.origin)});
        item->setData(0, kChangeRole, static_cast<int>(i));
        item->setTextAlignment(0, Qt::AlignRight);
        log_->scrollToItem(item);
    }
    updateUndo();
}

int LeversPanel::changes() const {
    return log_->topLevelItemCount();
}

void LeversPanel::updateUndo() {
    undo_->setEnabled(running_.has_value() && changes() > 0);
}

void LeversPanel::undo() {
    const auto chosen = log_->selectedItems();
    const QTreeWidgetItem* item =
        chosen.isEmpty() ? log_->topLevelItem(changes() - 1) : chosen.front();
    if (!item) return;
    const auto index = static_cast<std::size_t>(item->data(0, kChangeRole).toInt());
    const SettingChanged& change = run_->settings().at(index);
    const Field* field = findField(change.key);
    if (!field || change.previous.empty()) return;
    log_->clearSelection();
    Q_EMIT setRequested(change.key, parseFieldValue(*field, change.previous));
}

}  // namespace orrery
