// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>
#include <QStringList>

class QLineEdit;
class QListWidget;

namespace orrery {

/// Asks which views of the runs a report holds.
class ReportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ReportDialog(qsizetype runs, QWidget* parent = nullptr);
    /// As writeReport() knows them; at least one.
    QStringList views() const;
    /// That traces show; empty = the beginning of each run's validation text.
    QString text() const;

private:
    QListWidget* views_;
    QLineEdit* text_;
};

}  // namespace orrery
