// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/traces_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <limits>
#include <utility>

#include "widgets/csv_field.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/python_plot.h"
#include "widgets/run/gate_warnings.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/traces/trace_table.h"

namespace orrery {

namespace {

constexpr std::size_t kMostEarlier = 30;

/// Empty where the other model chooses fewer experts.
QString otherFields(const TraceCell& cell, std::size_t rank) {
    if (rank >= cell.experts.size()) return QStringLiteral(",,");
    return QStringLiteral(",%1,%2")
        .arg(cell.experts[rank])
        .arg(static_cast<double>(cell.gates[rank]), 0, 'g', 7);
}

}  // namespace

TracesView::TracesView(QWidget* parent) : View(parent), table_(new TraceTable(this)) {
    buildForm();
    applyTheme();
    connect(table_, &TraceTable::expertChosen, this, [this](int layer, int expert) {
        if (!run()) return;
        selection()->markExpert(layer < 0 ? std::nullopt : std::optional(ExpertId{layer, expert}));
    });
    showState();
}

TracesView::~TracesView() = default;

void TracesView::buildForm() {
    text_ = new QPlainTextEdit(this);
    text_->setPlaceholderText(tr("A text to trace (Ctrl+Enter)"));
    text_->setAccessibleName(tr("Text to trace"));
    text_->setTabChangesFocus(true);
    text_->setFixedHeight(fontMetrics().lineSpacing() * 3 + 12);
    text_->installEventFilter(this);
    button_ = new QPushButton(tr("&Trace"), this);
    button_->setToolTip(tr("Run the text through the model and show the experts of each token"));
    message_ = new QLabel(this);
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    auto* form = new QHBoxLayout;
    form->setContentsMargins(4, 2, 4, 0);
    form->setSpacing(4);
    form->addWidget(text_, 1);
    form->addWidget(button_, 0, Qt::AlignTop);
    auto* choices = new FlowRow;
    buildChoices(*choices);
    layOut(*this, choices, {message_, table_})->insertLayout(0, form);
    setFocusProxy(text_);
    setTabOrder(text_, button_);
    setTabOrder(button_, table_);
    connect(button_, &QPushButton::clicked, this, &TracesView::requestTrace);
    connect(text_, &QPlainTextEdit::textChanged, this, &TracesView::showState);
}

void TracesView::buildChoices(FlowRow& row) {
    texts_ = addChoice(row, tr("Previous traces"));
    texts_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    texts_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    references_ = addChoice(row, tr("Trace to compare with"));
    references_->setToolTip(
        tr("Compare with the same text by another checkpoint of this or another run"));
    connect(texts_, &QComboBox::activated, this, &TracesView::showEarlier);
    connect(references_, &QComboBox::activated, this, &TracesView::chooseReference);
}

void TracesView::reset() {
    earlier_.clear();
    reference_.reset();
    failure_.clear();
    waiting_ = false;
    trace_.reset();
    other_.reset();
    if (run() && requests()->trace()) return takeTrace();
    showTrace();
}

void TracesView::takeTrace() {
    waiting_ = false;
    failure_.clear();
    trace_ = requests()->trace();
    other_.reset();
    if (!isConsistent(*trace_)) {
        failure_ = tr("The trace is corrupt: its sizes are inconsistent.");
    } else {
        std::erase_if(earlier_, [&](const Trace& known) {
            return known.text == trace_->text && known.step == trace_->step;
        });
        earlier_.insert(earlier_.begin(), *trace_);
        if (earlier_.size() > kMostEarlier) earlier_.pop_back();
        requestOther();
    }
    showTrace();
}

void TracesView::showEarlier(int index) {
    if (index < 0 || index >= static_cast<int>(earlier_.size())) return;
    trace_ = earlier_[static_cast<std::size_t>(index)];
    other_.reset();
    requestOther();
    showTrace();
}

void TracesView::showTrace() {
    warning_ = warningNow();
    table_->setTrace(trace_ ? &*trace_ : nullptr);
    showChoices();
    showState();
    markDirty();
}

void TracesView::compareWith(const std::optional<TraceReference>& reference) {
    reference_ = reference;
    other_.reset();
    table_->setOther(nullptr);
    requestOther();
    showChoices();
    showState();
}

void TracesView::requestOther() {
    if (!reference_ || !trace_ || !run()) return;
    requests()->requestReferenceTrace(QString::fromStdString(trace_->text), *reference_);
}

void TracesView::takeOther(const Trace& trace) {
    if (!trace_ || !reference_ || trace.text != trace_->text) return;  // of an earlier wish
    other_ = trace;
    difference_ = differenceOf(*trace_, trace);
    table_->setOther(comparable());
    showState();
}

const Trace* TracesView::comparable() const {
    return other_ && difference_.problem.isEmpty() ? &*other_ : nullptr;
}

void TracesView::chooseReference(int index) {
    if (index == 0) return compareWith(std::nullopt);
    const QVariant step = references_->itemData(index);
    if (step.isValid()) return compareWith(TraceReference{{}, step.toLongLong()});
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Compare with another run"));
    if (folder.isEmpty()) return showChoices();
    compareWith(TraceReference{folder.toStdString(), std::nullopt});
}

void TracesView::showChoices() {
    texts_->clear();
    int chosen = -1;
    for (const Trace& known : earlier_) {
        if (trace_ && known.text == trace_->text && known.step == trace_->step)
            chosen = texts_->count();
        texts_->addItem(tr("step %1: %2")
                            .arg(known.step)
                            .arg(QString::fromStdString(known.text).simplified().left(80)));
    }
    texts_->setCurrentIndex(chosen);
    texts_->setVisible(earlier_.size() > 1);
    references_->clear();
    references_->addItem(tr("No comparison"));
    int now = 0;
    if (run())
        for (const std::int64_t step : requests()->checkpoints()) {
            if (reference_ && reference_->folder.empty() && reference_->step == step)
                now = references_->count();
            references_->addItem(tr("Compare with step %1").arg(step), qlonglong(step));
        }
    if (reference_ && !reference_->folder.empty()) {
        now = references_->count();
        references_->addItem(
            tr("Compare with %1")
                .arg(QString::fromStdString(reference_->folder.filename().string())));
    }
    references_->addItem(tr("Compare with another run..."));
    references_->setCurrentIndex(now);
    references_->setVisible(run() && data()->hasSource());
}

void TracesView::setRun(RunContext* run) {
    View::setRun(run);
    reset();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, &TracesView::reset);
    connect(requests(), &Requests::traceReady, this, &TracesView::takeTrace);
    connect(requests(), &Requests::referenceTraceReady, this, &TracesView::takeOther);
    connect(requests(), &Requests::checkpointsChanged, this, &TracesView::showChoices);
    connect(requests(), &Requests::traceFailed, this, [this](const QString& reason) {
        waiting_ = false;
        failure_ = reason;
        showState();
    });
    connect(selection(), &Selection::changed, this, [this] { markDirty(); });
}

void TracesView::setText(const QString& text) {
    text_->setPlainText(text);
}

QString TracesView::figureNote() const {
    QStringList parts{tr("Step %1.").arg(trace_->step)};
    if (comparable()) parts << tr("Compared with step %1.").arg(other_->step);
    if (!warning_.isEmpty()) parts << warning_;
    return parts.join(u' ');
}

QString TracesView::warningNow() const {
    if (!run() || !trace_ || !isConsistent(*trace_)) return {};
    std::vector<SharedKeys> keys;
    for (int layer = 0; layer < trace_->layers; ++layer)
        keys.push_back(data()->keys(layer));
    return warningText(warningsOf(*trace_, keys));
}

void TracesView::requestTrace() {
    const QString text = text_->toPlainText();
    if (text.trimmed().isEmpty() || waiting_ || !run()) return;
    waiting_ = true;
    failure_.clear();
    showState();
    Q_EMIT traceRequested(text);
    requests()->requestTrace(text);
}

void TracesView::refresh() {
    table_->setMark(mark());
    showState();
}

std::optional<TraceMark> TracesView::mark() const {
    if (!run() || selection()->chosen().experts.empty()) return std::nullopt;
    return TraceMark{selection()->chosen().layer, selection()->chosen().experts};
}

QString TracesView::markText() const {
    const TraceMark marked = *mark();
    if (marked.layer < 0 || marked.layer >= trace_->layers) return {};
    int times = 0;
    for (int token = 0; token < tokenCount(*trace_); ++token)
        times += marked.in(cellOf(*trace_, token, marked.layer)) >= 0;
    if (marked.experts.size() > 1)
        return tr("; the %n selected experts of layer %1 serve %2 of them", nullptr,
                  static_cast<int>(marked.experts.size()))
            .arg(marked.layer)
            .arg(times);
    return tr("; expert %1 of layer %2 serves %3 of them")
        .arg(marked.experts.front())
        .arg(marked.layer)
        .arg(times);
}

QString TracesView::emptyText() const {
    if (!run() || !data()->hasSource())
        return tr(
            "Open a run, type a text and press Trace to see which experts its tokens are routed "
            "to.");
    return tr("Type a text and press Trace to see which experts its tokens are routed to.");
}

void TracesView::showState() {
    const bool can = run() && data()->hasSource() && !waiting_;
    button_->setEnabled(can && !text_->toPlainText().trimmed().isEmpty());
    button_->setText(waiting_ ? tr("Tracing...") : tr("&Trace"));
    QString message = failure_;
    if (message.isEmpty() && trace_)
        message =
            tr("%n tokens, %1 layers, top %2 of %3 experts, step %4", nullptr, tokenCount(*trace_))
                .arg(trace_->layers)
                .arg(trace_->top_k)
                .arg(trace_->experts_per_layer)
                .arg(trace_->step);
    if (failure_.isEmpty() && trace_ && isConsistent(*trace_) && mark()) message += markText();
    if (failure_.isEmpty() && other_)
        message +=
            u'\n' +
            tr("Compared with step %1: %2").arg(other_->step).arg(describeDifference(difference_));
    if (failure_.isEmpty() && trace_ && tokenCount(*trace_) < trace_->text_tokens)
        message += tr("; the text has %n tokens, of which only the first are traced", nullptr,
                      static_cast<int>(trace_->text_tokens));
    if (failure_.isEmpty())
        for (const auto* trace : {trace_ ? &*trace_ : nullptr, other_ ? &*other_ : nullptr})
            if (trace && !trace->stand_in.empty())
                message += u'\n' + QString::fromStdString(trace->stand_in);
    if (failure_.isEmpty() && trace_ && !warning_.isEmpty()) message += u'\n' + warning_;
    message_->setText(message);
    message_->setVisible(!message.isEmpty());
    message_->setContentsMargins(6, 0, 6, 0);
    QPalette colors = palette();
    const ChartTheme theme = themeOf(palette());
    colors.setColor(QPalette::WindowText, failure_.isEmpty() ? theme.faint_text : theme.warning);
    message_->setPalette(colors);
    table_->setEmptyText(emptyText());
}

bool TracesView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == text_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
            requestTrace();
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

void TracesView::applyTheme() {
    table_->setTheme(themeOf(palette()));
}

void TracesView::paintFigure(QPainter& painter, const QSizeF& size) const {
    if (trace_ && isConsistent(*trace_) && tokenCount(*trace_) > 0)
        return paintTraceFigure(painter, size, *trace_, mark(), figureTheme(), comparable(),
                                figureNote());
    painter.fillRect(QRectF(QPointF(0, 0), size), figureTheme().background);
    painter.setPen(figureTheme().faint_text);
    painter.drawText(QRectF(QPointF(0, 0), size), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
}

QStringList TracesView::figureArguments() const {
    if (!trace_) return {};
    QStringList words{QStringLiteral("step=%1").arg(trace_->step)};
    if (comparable()) {
        if (!reference_->folder.empty())
            words << asText(QStringLiteral("compare-run"),
                            QString::fromStdString(reference_->folder.string()));
        words << QStringLiteral("compare-step=%1").arg(other_->step);
    }
    return QStringList{QStringLiteral("--text"), QString::fromStdString(trace_->text)} +
           lookArguments(words);
}

QString TracesView::setLook(const QStringList& words) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    LookWords look(words);
    const std::int64_t step = look.whole(QStringLiteral("step"), -1, 0, kMost);
    const std::int64_t other = look.whole(QStringLiteral("compare-step"), -1, 0, kMost);
    const QString folder = look.text(QStringLiteral("compare-run"));
    if (!look.unknown().isEmpty()) return look.unknown();
    look_step_ = step < 0 ? std::nullopt : std::optional(step);
    if (other < 0 && folder.isEmpty())
        compareWith(std::nullopt);
    else
        compareWith(
            TraceReference{folder.toStdString(), other < 0 ? std::nullopt : std::optional(other)});
    return {};
}

PythonPlot TracesView::pythonPlot() const {
    if (!trace_ || !isConsistent(*trace_)) return {};
    return {QStringLiteral("traces"),
            dataAsCsv(),
            {{"heading", figureNote()},
             {"x_label", tr("Token")},
             {"y_label", tr("Layer")},
             {"gate", tr("Gate of the first expert")}}};
}

QString TracesView::dataAsCsv() const {
    const Trace* other = comparable();
    QString text = QStringLiteral("token,piece,id,layer,rank,expert,gate");
    text += other ? QStringLiteral(",other_expert,other_gate\n") : QStringLiteral("\n");
    if (!trace_ || !isConsistent(*trace_)) return text;
    for (int token = 0; token < tokenCount(*trace_); ++token) {
        const auto index = static_cast<std::size_t>(token);
        const QString piece = csvField(QString::fromStdString(trace_->pieces[index]));
        const QString id = index < trace_->token_ids.size()
                               ? QString::number(trace_->token_ids[index])
                               : QString();
        for (int layer = 0; layer < trace_->layers; ++layer) {
            const TraceCell cell = cellOf(*trace_, token, layer);
            for (std::size_t rank = 0; rank < cell.experts.size(); ++rank) {
                text += QStringLiteral("%1,").arg(token) + piece +
                        QStringLiteral(",%1,%2,%3,%4,%5")
                            .arg(id)
                            .arg(layer)
                            .arg(rank)
                            .arg(cell.experts[rank])
                            .arg(static_cast<double>(cell.gates[rank]), 0, 'g', 7);
                if (other) text += otherFields(cellOf(*other, token, layer), rank);
                text += u'\n';
            }
        }
    }
    return text;
}

}  // namespace orrery
