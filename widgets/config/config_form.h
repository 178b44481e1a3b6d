// SPDX-License-Identifier: GPL-3.0-or-later
// The form made from the table of fields: grouped, searchable, "changed only". GUI thread only.
#pragma once
#include <QVector>
#include <QWidget>
#include <optional>
#include <string>

#include "core/config/config.h"
#include "widgets/config/pending_changes.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace orrery {

class ConfigDocument;
class FieldRow;
class FormSection;

class ConfigForm : public QWidget {
    Q_OBJECT

public:
    explicit ConfigForm(ConfigDocument* document, QWidget* parent = nullptr);

    /// Brings a field into view and gives it the focus; lifts the filter and unfolds its section
    /// when they hide it. False when there is no such field.
    bool revealField(const std::string& key);
    FieldRow* row(const std::string& key) const;
    /// Marks what differs from the run that trains; nullptr without one.
    void setRunning(const Config* running);
    const PendingChanges& pending() const { return pending_; }
    void focusSearch();
    int shownFields() const;

Q_SIGNALS:
    void pendingChanged();

private:
    void buildRows();
    void updatePending();
    void alignLabels();
    void updateRows();
    void applyFilter();
    FormSection* sectionOf(const std::string& name);

    ConfigDocument* document_;
    QLineEdit* search_;
    QCheckBox* changed_only_;
    QScrollArea* scroll_;
    QLabel* nothing_;
    QVector<FormSection*> sections_;
    QVector<FieldRow*> rows_;
    std::optional<Config> running_;
    PendingChanges pending_;
};

}  // namespace orrery
