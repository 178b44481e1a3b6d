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
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/run/gate_warnings.h"
#include "widgets/run/imported_words.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/core_words.h"
#include "widgets/traces/trace_sets.h"
#include "widgets/traces/trace_table.h"

namespace orrery {

namespace {

constexpr std::size_t kMostEarlier = 30;

bool sameAsked(const Trace& a, const Trace& b) {
    return a.text == b.text && a.step == b.step && a.written_tokens == b.written_tokens;
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
    write_ = new QSpinBox(this);
    write_->setRange(0, kMostTraceWritten);
    write_->setPrefix(tr("continue "));
    write_->setSpecialValueText(tr("no continuation"));
    write_->setAccessibleName(tr("Tokens that the model writes behind the text"));
    write_->setToolTip(
        tr("Tokens that the model writes behind the text, each the likeliest; they are traced with "
           "it.\nExperts stand beside the token that they read. The notebooks of the documents "
           "print them one line too late: beside the token that they predicted."));
    message_ = new QLabel(this);
    message_->setTextFormat(Qt::PlainText);
    message_->setWordWrap(true);
    auto* form = new QHBoxLayout;
    form->setContentsMargins(4, 2, 4, 0);
    form->setSpacing(4);
    form->addWidget(text_, 1);
    form->addWidget(button_, 0, Qt::AlignTop);
    auto* choices = new FlowRow;
    choices->addWidget(write_);
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
    sets_ = addChoice(row, tr("Guilds in this trace"));
    sets_->setToolTip(
        tr("Sets of experts that serve tokens together, as the analysis found them: those that "
           "serve many kinds of tokens (utility guilds) first. A choice marks the set in every "
           "view; a frame is around cells that hold all of it."));
    connect(sets_, &QComboBox::activated, this, &TracesView::chooseSet);
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
        std::erase_if(earlier_, [&](const Trace& known) { return sameAsked(known, *trace_); });
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
    TraceReference wanted = *reference_;
    if (isConsistent(*trace_) && trace_->token_ids.size() == trace_->pieces.size())
        wanted.more_tokens.assign(trace_->token_ids.end() - trace_->written_tokens,
                                  trace_->token_ids.end());
    requests()->requestReferenceTrace(QString::fromStdString(trace_->text), wanted);
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

void TracesView::showSets() {
    sets_->clear();
    sets_found_ =
        trace_ && run() ? setsOf(*trace_, requests()->analysis()) : std::vector<TraceSet>{};
    sets_->addItem(tr("Guilds: %1").arg(sets_found_.size()));
    int chosen = 0;
    for (const TraceSet& set : sets_found_) {
        if (run() && selection()->chosen() == ExpertSelection{set.layer, set.experts})
            chosen = sets_->count();
        sets_->addItem(describeSet(set, tokenCount(*trace_)));
    }
    sets_->setCurrentIndex(chosen);
    sets_->setVisible(!sets_found_.empty());
}

void TracesView::chooseSet(int index) {
    if (!run()) return;
    if (index < 1 || index > static_cast<int>(sets_found_.size()))
        return selection()->markExpert(std::nullopt);
    const TraceSet& set = sets_found_[static_cast<std::size_t>(index - 1)];
    selection()->select({set.layer, set.experts});
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
        if (trace_ && sameAsked(known, *trace_)) chosen = texts_->count();
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
    connect(requests(), &Requests::analysisReady, this, [this] { markDirty(); });
}

void TracesView::setText(const QString& text) {
    text_->setPlainText(text);
}

QString TracesView::figureNote() const {
    QStringList parts{tr("Step %1.").arg(trace_->step)};
    if (comparable()) parts << tr("Compared with step %1.").arg(other_->step);
    if (trace_->written_tokens > 0)
        parts << tr("The model wrote the last %n tokens.", nullptr,
                    static_cast<int>(trace_->written_tokens));
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
    requests()->requestTrace(text, write_->value());
}

void TracesView::refresh() {
    table_->setMark(mark());
    showSets();
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
        return tr("; the %n selected experts of layer %1 serve %2 of them, all together %3",
                  nullptr, static_cast<int>(marked.experts.size()))
            .arg(marked.layer)
            .arg(times)
            .arg(tokensOfSet(*trace_, marked.layer, marked.experts));
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
    if (const QString missing = missingRouting(*data()); !missing.isEmpty()) return missing;
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
    if (failure_.isEmpty() && trace_ && trace_->written_tokens > 0)
        message +=
            tr("; the model wrote the last %n", nullptr, static_cast<int>(trace_->written_tokens));
    if (failure_.isEmpty() && trace_ && isConsistent(*trace_) && mark()) message += markText();
    if (failure_.isEmpty() && other_)
        message +=
            u'\n' +
            tr("Compared with step %1: %2").arg(other_->step).arg(describeDifference(difference_));
    if (failure_.isEmpty() && trace_ &&
        tokenCount(*trace_) - trace_->written_tokens < trace_->text_tokens)
        message += tr("; the text has %n tokens, of which only the first are traced", nullptr,
                      static_cast<int>(trace_->text_tokens));
    if (failure_.isEmpty())
        for (const auto* trace : {trace_ ? &*trace_ : nullptr, other_ ? &*other_ : nullptr})
            if (trace && !trace->stand_in.empty()) message += u'\n' + coreText(trace->stand_in);
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

}  // namespace orrery
