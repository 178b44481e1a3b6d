// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_table_model.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QVector>
#include <limits>
#include <set>

#include "core/config/fields.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/palette/color_map.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

QString joinedTags(const RunEntry& entry) {
    QStringList tags;
    for (const std::string& tag : entry.notes.tags)
        tags << QString::fromStdString(tag);
    return tags.join(QStringLiteral(", "));
}

QString createdText(const RunEntry& entry) {
    // ISO 8601 to the minute, without the T and the zone.
    return QString::fromStdString(entry.summary.created.substr(0, 16)).replace(u'T', u' ');
}

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// The only validation was before the first step of a run that has trained since.
bool isOfUntrained(const RunSummary& run) {
    return run.validation_step == 0 && run.step > 0;
}

/// The run's color, where it has one, and a delta in the color of the window's text where a setting
/// was changed while it trained.
QPixmap marksOf(const RunEntry& entry) {
    const QPalette palette = QGuiApplication::palette();
    QPixmap pixmap(26, 12);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    if (entry.notes.color >= 0)
        painter.fillRect(QRectF(0, 1, 10, 10),
                         seriesColor(entry.notes.color, themeOf(palette).dark));
    painter.setPen(QPen(palette.color(QPalette::Text), 1.4));
    if (!entry.steered.empty()) painter.drawPolygon(QPolygonF({{20, 1.5}, {25, 10.5}, {15, 10.5}}));
    return pixmap;
}

}  // namespace

void RunTableModel::indexRows() {
    rows_.clear();
    for (std::size_t i = 0; i < entries_.size(); ++i)
        rows_[entries_[i].summary.folder] = static_cast<int>(i);
}

int RunTableModel::rowOf(const std::filesystem::path& folder) const {
    const auto found = rows_.find(folder);
    return found == rows_.end() ? -1 : found->second;
}

void RunTableModel::take(const std::vector<RunEntry>& entries) {
    std::vector<const RunEntry*> fresh;
    for (const RunEntry& entry : entries) {
        const int row = rowOf(entry.summary.folder);
        if (row < 0) {
            fresh.push_back(&entry);
            continue;
        }
        entries_[static_cast<std::size_t>(row)] = entry;
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
    if (fresh.empty()) return;
    const int first = static_cast<int>(entries_.size());
    beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
    for (const RunEntry* entry : fresh) {
        rows_[entry->summary.folder] = static_cast<int>(entries_.size());
        entries_.push_back(*entry);
    }
    endInsertRows();
}

void RunTableModel::keepOnly(const std::vector<std::filesystem::path>& folders) {
    const std::set<std::filesystem::path> kept(folders.begin(), folders.end());
    for (int row = static_cast<int>(entries_.size()) - 1; row >= 0; --row) {
        if (kept.contains(entry(row).summary.folder)) continue;
        beginRemoveRows({}, row, row);
        entries_.erase(entries_.begin() + row);
        indexRows();
        endRemoveRows();
    }
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns + static_cast<int>(settings_.size());
}

QVariant RunTableModel::textOf(const RunEntry& entry, int column) const {
    const RunSummary& run = entry.summary;
    switch (column) {
        case name:
            return QString::fromStdString(run.name);
        case state:
            return run.problem.empty() ? stateWord(run.state) : tr("Unreadable");
        case progress:
            if (run.total_steps <= 0) return countText(double(run.step));
            return QStringLiteral("%1 / %2").arg(countText(double(run.step)),
                                                 countText(double(run.total_steps)));
        case loss:
            return lossTextOf(run.validation_loss, run.validation_step, run.step);
        case bits:
            return lossTextOf(run.bits_per_byte, run.validation_step, run.step);
        case training:
            return lossTextOf(entry.training_loss, entry.training_step, run.step);
        case tags:
            return joinedTags(entry);
        case notes:
            return QString::fromStdString(entry.notes.text);
        case created:
            return createdText(entry);
        case group:
            return QString::fromStdString(entry.group);
        case run_group:
            return QString::fromStdString(entry.notes.group);
        case short_name:
            return QString::fromStdString(entry.notes.short_name);
        case host:
            return QString::fromStdString(entry.host);
        case commit:
            return QString::fromStdString(entry.git_commit);
        default:
            return isSetting(column) ? QVariant(settingOf(entry, column)) : QVariant();
    }
}

QVariant RunTableModel::sortValueOf(const RunEntry& entry, int column) const {
    const RunSummary& run = entry.summary;
    switch (column) {
        case progress:
            return static_cast<double>(run.step);
        case loss:
            return isOfUntrained(run) ? kUnknown : run.validation_loss;
        case bits:
            return isOfUntrained(run) ? kUnknown : run.bits_per_byte;
        case training:
        case curve:
            return entry.training_loss;
        case created:
            return QString::fromStdString(run.created + run.folder.filename().string());
        default:
            break;
    }
    if (!isSetting(column)) return textOf(entry, column);
    const Field* field = findField(settings_[column - kColumns].toStdString());
    if (!field || (field->type != FieldType::integer && field->type != FieldType::real))
        return textOf(entry, column);
    bool number = false;
    // Of one that was changed while it trained: what it began with.
    const double value = settingOf(entry, column).section(u' ', 0, 0).toDouble(&number);
    return number ? value : kUnknown;
}

QString RunTableModel::settingOf(const RunEntry& entry, int column) const {
    const auto found = entry.settings.find(settings_[column - kColumns].toStdString());
    return found == entry.settings.end() ? QString() : QString::fromStdString(found->second);
}

void RunTableModel::setSettings(const QStringList& keys) {
    if (keys == settings_) return;
    if (!settings_.isEmpty()) {
        beginRemoveColumns({}, kColumns, columnCount() - 1);
        settings_.clear();
        endRemoveColumns();
    }
    if (keys.isEmpty()) return;
    beginInsertColumns({}, kColumns, kColumns + static_cast<int>(keys.size()) - 1);
    settings_ = keys;
    endInsertColumns();
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const RunEntry& entry = this->entry(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return textOf(entry, index.column());
        case Qt::ToolTipRole:
            if (!entry.summary.problem.empty()) return coreText(entry.summary.problem);
            if (!entry.summary.warning.empty())
                return QString::fromStdString(entry.summary.warning);
            if (index.column() == notes) return textOf(entry, notes);
            if (index.column() == name && !entry.steered.empty())
                return tr("Changed while it trained:") + u'\n' +
                       QString::fromStdString(steeredLines(entry.steered));
            return QString::fromStdString(entry.summary.folder.string());
        case Qt::DecorationRole:
            if (index.column() == name && (!entry.steered.empty() || entry.notes.color >= 0))
                return marksOf(entry);
            return {};
        case Qt::TextAlignmentRole:
            if (index.column() >= progress && index.column() <= training)
                return QVariant(Qt::AlignRight | Qt::AlignVCenter);
            return {};
        case sort_role:
            return sortValueOf(entry, index.column());
        case folder_role:
            return QString::fromStdString(entry.summary.folder.string());
        case curve_role:
            return QVariant::fromValue(QVector<float>(entry.curve.begin(), entry.curve.end()));
        case search_role: {
            QStringList words;
            for (const int column :
                 {name, state, tags, notes, created, group, run_group, short_name, host, commit})
                words << textOf(entry, column).toString();
            if (!entry.steered.empty()) words << tr("steered");
            return words.join(u' ') + u' ' + QString::fromStdString(entry.summary.variant);
        }
        default:
            return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const QString names[] = {tr("Run"),           tr("State"),    tr("Step"),      tr("Loss"),
                             tr("Bits per byte"), tr("Training"), tr("Curve"),     tr("Tags"),
                             tr("Notes"),         tr("Started"),  tr("Folder"),    tr("Group"),
                             tr("Short name"),    tr("Host"),     tr("Git commit")};
    if (isSetting(section)) {
        const QString& key = settings_[section - kColumns];
        const Field* field = role == Qt::ToolTipRole ? findField(key.toStdString()) : nullptr;
        if (role == Qt::DisplayRole) return key;
        return field ? QVariant(QString::fromStdString(field->help)) : QVariant();
    }
    if (role == Qt::DisplayRole) return names[section];
    if (role != Qt::ToolTipRole) return {};
    switch (section) {
        case loss:
            return tr(
                "Last validation loss, padding excluded (nats per token), with its step where "
                "the run has come further. One of before the training sorts as none.");
        case bits:
            return tr(
                "Last validation loss in bits per byte of text: comparable across tokenizers");
        case training:
            return tr("Last training loss");
        case curve:
            return tr("Training loss over steps, each curve scaled to its own range");
        case tags:
            return tr("Tags separated by commas; double-click to edit");
        case run_group:
            return tr("Runs of one group can be averaged in Compare; double-click to edit");
        case short_name:
            return tr("In legends and tables in place of the folder's name; double-click to edit");
        case host:
            return tr("The machine that the run was begun on");
        case commit:
            return tr("Git commit of the program that began the run; + where files differed");
        default:
            return names[section];
    }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    for (const int column : {tags, notes, run_group, short_name})
        if (index.column() == column) flags |= Qt::ItemIsEditable;
    return flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    const RunEntry& entry = this->entry(index.row());
    RunNotes notes_now = entry.notes;
    const std::string text = value.toString().toStdString();
    if (index.column() == tags)
        notes_now.tags = splitTags(text);
    else if (index.column() == run_group)
        notes_now.group = text;
    else if (index.column() == short_name)
        notes_now.short_name = text;
    else
        notes_now.text = text;
    if (notes_now == entry.notes) return false;
    Q_EMIT notesEdited(QString::fromStdString(entry.summary.folder.string()), notes_now);
    return true;
}

}  // namespace orrery
