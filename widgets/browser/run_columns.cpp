// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_columns.h"

#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <map>

#include "core/config/fields.h"
#include "widgets/browser/run_table_model.h"

namespace orrery {

namespace {

const QString kHidden = QStringLiteral("runs/hidden");
const QString kSettings = QStringLiteral("runs/settings");
constexpr int kMostSettings = 24;
constexpr int kSettingWidth = 110;

/// Stable in every language and version.
constexpr const char* kNames[] = {"name",  "state",   "progress", "loss",      "bits",
                                  "training", "curve", "tags",  "notes",     "created",
                                  "folder", "group",  "short_name", "host", "commit"};
static_assert(std::size(kNames) == RunTableModel::kColumns);

QStringList hiddenAtFirst() {
    return {QStringLiteral("group"), QStringLiteral("short_name"), QStringLiteral("host"),
            QStringLiteral("commit")};
}

}  // namespace

RunColumns::RunColumns(QTableView* table, RunTableModel* model, QObject* parent)
    : QObject(parent), table_(table), model_(model), menu_(new QMenu(table)) {
    menu_->setToolTipsVisible(true);
    connect(menu_, &QMenu::aboutToShow, this, &RunColumns::fillMenu);
    QHeaderView* header = table->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& place) { menu_->popup(header->mapToGlobal(place)); });
    recall();
}

void RunColumns::fillMenu() {
    menu_->clear();
    for (int column = 1; column < RunTableModel::kColumns; ++column) {
        QAction* action = menu_->addAction(
            model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!table_->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool on) { show(column, on); });
    }
    menu_->addSeparator();
    QMenu* settings = menu_->addMenu(tr("&Settings"));
    settings->setToolTipsVisible(true);
    std::map<std::string, QMenu*> sections;
    for (const Field& field : fields()) {
        if (field.section().empty()) continue;
        QMenu*& section = sections[field.section()];
        if (!section) section = settings->addMenu(QString::fromStdString(field.section()));
        section->setToolTipsVisible(true);
        const QString key = QString::fromStdString(field.key);
        QAction* action = section->addAction(QString::fromStdString(field.leaf()));
        action->setToolTip(QString::fromStdString(field.help));
        action->setCheckable(true);
        action->setChecked(model_->settings().contains(key));
        connect(action, &QAction::toggled, this, [this, key](bool on) {
            QStringList keys = model_->settings();
            keys.removeAll(key);
            if (on) keys << key;
            setSettings(keys);
        });
    }
}

void RunColumns::show(int column, bool shown) {
    table_->setColumnHidden(column, !shown);
    remember();
}

void RunColumns::setSettings(const QStringList& keys) {
    QStringList known;
    for (const QString& key : keys)
        if (findField(key.toStdString()) && !known.contains(key) && known.size() < kMostSettings)
            known << key;
    model_->setSettings(known);
    for (int i = 0; i < known.size(); ++i) {
        table_->setColumnHidden(RunTableModel::kColumns + i, false);
        table_->setColumnWidth(RunTableModel::kColumns + i, kSettingWidth);
    }
    remember();
    Q_EMIT settingsChanged(known);
}

void RunColumns::remember() const {
    QStringList hidden;
    for (int column = 0; column < RunTableModel::kColumns; ++column)
        if (table_->isColumnHidden(column)) hidden << QLatin1String(kNames[column]);
    QSettings settings;
    // An empty list would read as one that nobody wrote.
    settings.setValue(kHidden, hidden.isEmpty() ? QStringList{QStringLiteral("none")} : hidden);
    settings.setValue(kSettings, model_->settings());
}

void RunColumns::recall() {
    const QSettings settings;
    const QStringList hidden = settings.value(kHidden, hiddenAtFirst()).toStringList();
    for (int column = 1; column < RunTableModel::kColumns; ++column)
        table_->setColumnHidden(column, hidden.contains(QLatin1String(kNames[column])));
    const QStringList keys = settings.value(kSettings).toStringList();
    if (!keys.isEmpty()) setSettings(keys);
}

}  // namespace orrery
