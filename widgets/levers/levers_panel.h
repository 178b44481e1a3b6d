// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QVector>
#include <QWidget>
#include <optional>

#include "core/config/config.h"
#include "core/config/fields.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace orrery {

class Lever;
class RunData;

/// Sliders of the numbers that are changed most while a run trains, and every change of the run
/// on show, from whom and at which step, with a way back. GUI thread only.
class LeversPanel : public QWidget {
    Q_OBJECT

public:
    explicit LeversPanel(QWidget* parent = nullptr);

    void setRun(RunData* run);
    /// The run that trains here; nullptr without one: sliders and undo are off then.
    void setRunning(const Config* running);
    const QVector<Lever*>& levers() const { return levers_; }
    int changes() const;

Q_SIGNALS:
    void setRequested(const std::string& key, const orrery::FieldValue& value);

private:
    void buildLog();
    void addChanges(int first);
    void updateUndo();
    /// Sets the chosen change's field to what it was before; the last change's without a choice.
    void undo();

    RunData* run_ = nullptr;
    std::optional<Config> running_;
    QVector<Lever*> levers_;
    QLabel* state_;
    QTreeWidget* log_;
    QPushButton* undo_;
};

}  // namespace orrery
