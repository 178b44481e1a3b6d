// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a configuration from being trained, each line a link to its place. GUI thread only.
#pragma once
#include <QListWidget>
#include <vector>

#include "core/config/yaml.h"

namespace orrery {

/// Hides itself when there is nothing to list.
class FaultList : public QListWidget {
    Q_OBJECT

public:
    explicit FaultList(QWidget* parent = nullptr);
    void setFaults(const std::vector<Diagnostic>& faults);
    const std::vector<Diagnostic>& faults() const { return faults_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void faultActivated(const orrery::Diagnostic& fault);  // by click or Enter

protected:
    void changeEvent(QEvent* event) override;

private:
    void activate(QListWidgetItem* item);
    void recolor();

    std::vector<Diagnostic> faults_;
};

}  // namespace orrery
