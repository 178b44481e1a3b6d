// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>

#include "core/config/config.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace orrery {

/// Asks which one setting of a run's configuration shall be another in the next run. GUI thread.
class RerunDialog : public QDialog {
    Q_OBJECT

public:
    explicit RerunDialog(const Config& config, QWidget* parent = nullptr);
    void choose(const QString& key, const QString& value);
    /// With the change, named after it ("demo-alpha-0.5").
    const Config& config() const { return changed_; }
    /// Why it can't be run; empty when it can.
    QString fault() const { return fault_; }

private:
    void showKey();
    void check();

    Config original_, changed_;
    QString fault_;
    QComboBox* key_;
    QLineEdit* value_;
    QLabel *help_, *message_;
    QDialogButtonBox* buttons_;
};

}  // namespace orrery
