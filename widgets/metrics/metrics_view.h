// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "widgets/metrics/metrics_chart.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace orrery {

class MetricsTree;

/// Any scalars of a run in panels of the user's own. A click chooses the panel that the list
/// edits. Drag and wheel: along the steps; double click: everything.
class MetricsView : public View {
    Q_OBJECT

public:
    explicit MetricsView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("metrics"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// panel, axis, scalar, step, seconds, value: every point.
    QString dataAsCsv() const override;
    QStringList figureArguments() const override;
    /// "panels=" and their JSON, "smoothing=0.9", "x=10:200".
    QString setLook(const QStringList& words) override;

    const MetricsOptions& options() const { return options_; }
    void setOptions(const MetricsOptions& options);
    /// As the window keeps them with its layout; what is none changes nothing.
    QByteArray panels() const { return asJson(options_.panels); }
    void setPanels(const QByteArray& json);
    void addPanel();
    void removePanel();
    MetricsChart& chart() { return *chart_; }
    MetricsTree& tree() { return *tree_; }

protected:
    void refresh() override;
    void applyTheme() override;

private:
    void buildControls();
    void change(const std::function<void(MetricsOptions&)>& edit);
    MetricPanel& currentPanel(MetricsOptions& options) const;
    void showOptions();
    void shareRoom();
    QStringList scalars() const;

    MetricsOptions options_;
    bool shared_ = false;  // the room, between list and chart
    MetricsChart* chart_;
    MetricsTree* tree_;
    QLineEdit* filter_;
    QLabel* message_;
    QSplitter* splitter_;
    QComboBox* smoothing_;
    QToolButton *log_left_, *log_right_, *list_, *remove_;
};

}  // namespace orrery
