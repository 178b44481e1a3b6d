// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/traces_view.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/figure/export_actions.h"
#include "widgets/run/run_model.h"
#include "widgets/traces/trace_table.h"

namespace orrery {

TracesView::TracesView(QWidget* parent) : View(parent), table_(new TraceTable(this)) {
    buildForm();
    table_->setTheme(themeOf(palette()));
    connect(table_, &TraceTable::expertChosen, this, [this](int layer, int expert) {
        if (!run()) return;
        run()->markExpert(layer < 0 ? std::nullopt : std::optional(ExpertId{layer, expert}));
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
    button_->setToolTip(tr("Send the text through the model and show the experts of each token"));
    message_ = new QLabel(this);
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    auto* side = new QVBoxLayout;
    side->addWidget(button_);
    side->addWidget(makeExportButton(*this), 0, Qt::AlignRight);
    side->addStretch(1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 4, 4, 0);
    row->addWidget(text_, 1);
    row->addLayout(side);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addLayout(row);
    column->addWidget(message_);
    column->addWidget(table_, 1);
    setFocusProxy(text_);
    setTabOrder(text_, button_);
    setTabOrder(button_, table_);
    connect(button_, &QPushButton::clicked, this, &TracesView::requestTrace);
    connect(text_, &QPlainTextEdit::textChanged, this, &TracesView::showState);
}

void TracesView::setRun(RunModel* run) {
    View::setRun(run);
    const auto reset = [this] {
        waiting_ = false;
        failure_.clear();
        table_->setTrace(nullptr);
        trace_ = this->run() ? this->run()->trace() : std::nullopt;
        table_->setTrace(trace_ ? &*trace_ : nullptr);
        showState();
        markDirty();
    };
    reset();
    if (!run) return;
    connect(run, &RunModel::sourceChanged, this, reset);
    connect(run, &RunModel::traceReady, this, [this, reset] {
        reset();
        if (trace_ && !isConsistent(*trace_)) {
            failure_ = tr("The trace is damaged: its sizes contradict each other.");
            showState();
        }
    });
    connect(run, &RunModel::traceFailed, this, [this](const QString& reason) {
        waiting_ = false;
        failure_ = reason;
        showState();
    });
    connect(run, &RunModel::markedExpertChanged, this, [this] { markDirty(); });
}

void TracesView::setText(const QString& text) {
    text_->setPlainText(text);
}

void TracesView::requestTrace() {
    const QString text = text_->toPlainText();
    if (text.trimmed().isEmpty() || waiting_ || !run()) return;
    waiting_ = true;
    failure_.clear();
    showState();
    Q_EMIT traceRequested(text);
    run()->requestTrace(text);
}

void TracesView::refresh() {
    table_->setMark(mark());
    showState();
}

std::optional<TraceMark> TracesView::mark() const {
    if (!run() || run()->selection().experts.empty()) return std::nullopt;
    return TraceMark{run()->selection().layer, run()->selection().experts};
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
    if (!run() || !run()->hasSource())
        return tr("Open a run, type a text and press Trace to see which experts its tokens go to.");
    return tr("Type a text and press Trace to see which experts its tokens go to.");
}

void TracesView::showState() {
    const bool can = run() && run()->hasSource() && !waiting_;
    button_->setEnabled(can && !text_->toPlainText().trimmed().isEmpty());
    button_->setText(waiting_ ? tr("Tracing...") : tr("&Trace"));
    QString message = failure_;
    if (message.isEmpty() && trace_)
        message = tr("%1 tokens, %2 layers, top %3 of %4 experts, step %5")
                      .arg(tokenCount(*trace_))
                      .arg(trace_->layers)
                      .arg(trace_->top_k)
                      .arg(trace_->experts_per_layer)
                      .arg(trace_->step);
    if (failure_.isEmpty() && trace_ && isConsistent(*trace_) && mark()) message += markText();
    if (failure_.isEmpty() && trace_ && tokenCount(*trace_) < trace_->text_tokens)
        message += tr("; the text has %1 tokens, and only the first of them are traced")
                       .arg(trace_->text_tokens);
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

void TracesView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    table_->setTheme(themeOf(palette()));
    showState();
}

void TracesView::paintFigure(QPainter& painter, const QSizeF& size) const {
    if (trace_ && isConsistent(*trace_) && tokenCount(*trace_) > 0)
        return paintTraceFigure(painter, size, *trace_, mark(), paperTheme());
    painter.fillRect(QRectF(QPointF(0, 0), size), paperTheme().background);
    painter.setPen(paperTheme().faint_text);
    painter.drawText(QRectF(QPointF(0, 0), size), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
}

QString TracesView::dataAsCsv() const {
    QString text = QStringLiteral("token,piece,id,layer,rank,expert,gate\n");
    if (!trace_ || !isConsistent(*trace_)) return text;
    for (int token = 0; token < tokenCount(*trace_); ++token) {
        const auto index = static_cast<std::size_t>(token);
        QString piece = QString::fromStdString(trace_->pieces[index]);
        piece.replace(QLatin1Char('"'), QStringLiteral("\"\""));
        const QString id = index < trace_->token_ids.size()
                               ? QString::number(trace_->token_ids[index])
                               : QString();
        for (int layer = 0; layer < trace_->layers; ++layer) {
            const TraceCell cell = cellOf(*trace_, token, layer);
            for (std::size_t rank = 0; rank < cell.experts.size(); ++rank)
                text += QStringLiteral("%1,\"").arg(token) + piece +
                        QStringLiteral("\",%1,%2,%3,%4,%5\n")
                            .arg(id)
                            .arg(layer)
                            .arg(rank)
                            .arg(cell.experts[rank])
                            .arg(static_cast<double>(cell.gates[rank]), 0, 'g', 7);
        }
    }
    return text;
}

}  // namespace orrery
