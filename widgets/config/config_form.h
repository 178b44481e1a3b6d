// SPDX-License-Identifier: GPL-3.0-or-later
// The form made from the table of fields: grouped, searchable, "changed only". GUI thread only.
#pragma once
#include <QVector>
#include <QWidget>
#include <string>

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
    void focusSearch();
    int shownFields() const;

private:
    void buildRows();
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
};

}  // namespace orrery
