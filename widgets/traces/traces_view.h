// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "widgets/traces/trace_layout.h"
#include "widgets/view.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace orrery {

class TraceTable;

/// Which experts each token of a text goes to. The text is traced by whoever answers the run
/// model's traceRequested(); a click on a cell marks its expert in every view.
class TracesView : public View {
    Q_OBJECT

public:
    explicit TracesView(QWidget* parent = nullptr);
    ~TracesView() override;

    void setRun(RunModel* run) override;
    QString viewName() const override { return QStringLiteral("traces"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// token, piece, id, layer, rank, expert, gate: every cell.
    QString dataAsCsv() const override;

    void setText(const QString& text);
    /// Asks for the trace of the text in the box; nothing happens while it is blank.
    void requestTrace();
    bool waiting() const { return waiting_; }
    TraceTable& table() { return *table_; }

Q_SIGNALS:
    void traceRequested(const QString& text);

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildForm();
    void showState();
    std::optional<TraceMark> mark() const;
    QString emptyText() const;
    QString markText() const;

    QPlainTextEdit* text_;
    QPushButton* button_;
    QLabel* message_;
    TraceTable* table_;
    std::optional<Trace> trace_;
    QString failure_;
    bool waiting_ = false;
};

}  // namespace orrery
