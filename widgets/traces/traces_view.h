// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>

#include "widgets/run/requests.h"
#include "widgets/traces/trace_difference.h"
#include "widgets/traces/trace_sets.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace orrery {

class TraceTable;

/// Tokens that a model may be asked to write behind a text.
constexpr int kMostTraceWritten = 1000;

/// Which experts each token of a text goes to. The text is traced by whoever answers the run
/// model's traceRequested(); a click on a cell marks its expert in every view. The same text by
/// another checkpoint, of this run or another one, can stand beside it; earlier texts are kept.
class TracesView : public View {
    Q_OBJECT

public:
    explicit TracesView(QWidget* parent = nullptr);
    ~TracesView() override;

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("traces"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    QStringList figureArguments() const override;
    /// "step=576" of the checkpoint that traces, "write=50" tokens behind the text,
    /// "compare-step=400", "compare-run=FOLDER".
    QString setLook(const QStringList& words) override;
    bool figurePending() const override {
        return reference_ && trace_ && !other_ && failure_.isEmpty();
    }
    QString figureFault() const override { return trace_ && !reference_ ? QString() : failure_; }
    /// The step that setLook() was told; nullopt = the newest checkpoint.
    std::optional<std::int64_t> lookStep() const { return look_step_; }
    /// Tokens that setLook() was told to have written behind the text.
    std::int64_t lookWrite() const { return look_write_; }
    /// token, piece, id, layer, rank, expert, gate: every cell; with a continuation whether the
    /// model wrote the token; beside another trace also its expert and gate.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;

    void setText(const QString& text);
    /// Asks for the trace of the text in the box; nothing happens while it is blank.
    void requestTrace();
    bool waiting() const { return waiting_; }
    /// Compares with another checkpoint from now on; nullopt = with nothing.
    void compareWith(const std::optional<TraceReference>& reference);
    const TraceDifference* difference() const { return other_ ? &difference_ : nullptr; }
    /// The texts traced so far, the newest first; one of them is shown again.
    const std::vector<Trace>& earlier() const { return earlier_; }
    void showEarlier(int index);
    TraceTable& table() { return *table_; }

Q_SIGNALS:
    void traceRequested(const QString& text);

protected:
    void refresh() override;
    void applyTheme() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildForm();
    void buildChoices(class FlowRow& row);
    void showState();
    void showChoices();
    void showTrace();
    void reset();
    void takeTrace();
    void takeOther(const Trace& trace);
    void requestOther();
    void chooseReference(int index);
    void showSets();
    void chooseSet(int index);
    const Trace* comparable() const;
    std::optional<TraceMark> mark() const;
    QString emptyText() const;
    QString markText() const;
    QString figureNote() const;
    /// What makes a ranking by gates tell little; empty where nothing does.
    QString warningNow() const;

    QPlainTextEdit* text_;
    QPushButton* button_;
    QSpinBox* write_;
    QComboBox *texts_, *references_, *sets_;
    std::vector<TraceSet> sets_found_;
    QLabel* message_;
    TraceTable* table_;
    std::optional<Trace> trace_;
    std::vector<Trace> earlier_;  // trace_ is one of them
    std::optional<TraceReference> reference_;
    std::optional<Trace> other_;
    TraceDifference difference_;
    QString failure_, warning_;
    std::optional<std::int64_t> look_step_;
    std::int64_t look_write_ = 0;
    bool waiting_ = false;
};

}  // namespace orrery
