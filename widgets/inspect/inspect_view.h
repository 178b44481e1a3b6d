// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/inspect/inspect_facts.h"
#include "widgets/view.h"

class QBoxLayout;
class QComboBox;
class QGridLayout;
class QCustomPlot;
class QLabel;
class QPushButton;
class QTabWidget;

namespace orrery {

class FactPane;

/// Pages about one expert, one token, the guilds, and the experts whose keys decay. What needs a
/// text to be sent through the model is asked for by a button and comes from a pool thread. A row
/// about experts selects them in every view.
class InspectView : public View {
    Q_OBJECT

public:
    explicit InspectView(QWidget* parent = nullptr);
    ~InspectView() override;

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("inspect"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    FigureParts figureParts() const override { return {.lines = true}; }
    /// table, then the cells of each row, of the page on show.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;
    bool needsAnalysis() const override;
    QStringList figureArguments() const override;
    /// "expert", "token", "guilds", "contexts", "rare": the page; "token=the".
    QString setLook(const QStringList& words) override;

    void showToken(const QString& token);
    QString headline() const;

Q_SIGNALS:
    /// The film of a guild's keys is wanted.
    void filmRequested(int layer, const std::vector<int>& experts);

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildExpertPage();
    QWidget* buildTokenPage();
    QWidget* buildGuildPage();
    FactPane* addPane(QWidget* parent);
    /// The tables of an expert get the room: beside each other where that is wide enough.
    void arrangeExpertPage();
    /// What the page on show tells comes from an analysis.
    bool fromAnalysis() const;
    void showExpert();
    void showState();
    void paintTables(QPainter& painter, const QRectF& area,
                     const std::vector<FactTable>& tables) const;
    /// What makes a ranking by gates tell little, with a sign before it; else empty.
    QString warningNow(QChar before) const;
    void setUpChart(QCustomPlot& chart, const ChartTheme& theme, const QFont& font,
                    double height) const;
    QString wantedToken() const;
    std::vector<FactTable> pageTables() const;

    QTabWidget* pages_;
    QPushButton *analyze_, *film_;
    QLabel *state_, *headline_, *facts_;
    QCustomPlot* chart_;
    QBoxLayout* facts_and_chart_;
    QGridLayout* tables_;
    QComboBox* token_;
    FactPane *tokens_, *parts_, *partners_, *neighbors_, *route_, *places_, *guilds_, *contexts_,
        *rare_;
    bool waiting_ = false;
    QString failure_;
};

}  // namespace orrery
