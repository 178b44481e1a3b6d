// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as rows. GUI thread only.
#pragma once
#include <QAbstractTableModel>
#include <QStringList>
#include <filesystem>
#include <map>
#include <vector>

#include "core/runs/run_catalog.h"

namespace orrery {

class RunTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        name,
        state,
        progress,
        loss,
        bits,
        training,
        curve,
        tags,
        notes,
        created,
        group,
        run_group,
        short_name,
        host,
        commit
    };
    static constexpr int kColumns = commit + 1;  // settings stand behind them
    enum Role {
        sort_role = Qt::UserRole,  // a number or a text; NaN where nothing is known
        search_role,               // every word of the row
        curve_role,                // QVector<float>
        folder_role,               // QString
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// New rows, and rows in the place of those with the same folder.
    void take(const std::vector<RunEntry>& entries);
    /// Removes all others.
    void keepOnly(const std::vector<std::filesystem::path>& folders);
    const RunEntry& entry(int row) const { return entries_[static_cast<std::size_t>(row)]; }
    /// A column for each of these fields, behind the others.
    void setSettings(const QStringList& keys);
    const QStringList& settings() const { return settings_; }
    /// -1 = none.
    int rowOf(const std::filesystem::path& folder) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Tags, notes, group and short name; changes nothing by itself, but asks: notesEdited().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void notesEdited(const QString& folder, const orrery::RunNotes& notes);

private:
    QVariant textOf(const RunEntry& entry, int column) const;
    QVariant sortValueOf(const RunEntry& entry, int column) const;
    void indexRows();

    bool isSetting(int column) const { return column >= kColumns; }
    QString settingOf(const RunEntry& entry, int column) const;

    QStringList settings_;
    std::vector<RunEntry> entries_;
    std::map<std::filesystem::path, int> rows_;
};

}  // namespace orrery
