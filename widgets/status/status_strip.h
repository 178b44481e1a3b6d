// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar's contents: state, step, loss, speed, time left, memory. GUI thread only.
#pragma once
#include <QPointer>
#include <QWidget>
#include <optional>

#include "core/events/events.h"

class QLabel;
class QProgressBar;

namespace orrery {

class RunData;

class StatusStrip : public QWidget {
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);

    void setRun(RunData* run);
    /// Shown at once instead of what the run says ("Stopping"), until it is lifted with nullopt.
    void setOverride(std::optional<QString> state);
    QString stateText() const;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* addFigure(const QString& name, const QString& tip, const QString& widest);
    void showRun();
    void showProgress(const Progress& progress);
    void showMemory(const Progress& progress);
    void showInfo();
    /// What there is no room for is left out, the least needed first.
    void fit();

    QPointer<RunData> run_;
    std::optional<QString> override_;
    QLabel* state_;
    QProgressBar* bar_;
    QLabel *step_, *loss_, *speed_, *left_, *memory_;
    QProgressBar* gauge_;  // of the device's memory
};

}  // namespace orrery
