// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/log_panel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextEdit>
#include <algorithm>
#include <utility>

#include "widgets/csv_field.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/view_layout.h"
#include "widgets/palette/visible_text.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"
#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

constexpr int kMostLines = 20'000;  // of the text shown; the CSV holds all
constexpr const char* kProgram = "program";

enum Kind { everything, warnings, samples, evaluations, checkpoints };
const QStringList kLooks{"all", "warnings", "samples", "evaluations", "checkpoints"};

QString stepOf(const Message& message) {
    return message.kind == kProgram ? QString() : countText(static_cast<double>(message.step));
}

QString timeOf(const Message& message) {
    return message.kind == kProgram ? QString() : durationText(message.time);
}

/// A text that the run generated stays as it is.
QString wordsOf(const Message& message) {
    const QString text = printableText(message.text);
    return message.kind == "sample" || message.kind == kProgram ? text : coreText(text);
}

QString severityWord(Severity severity) {
    return severity == Severity::error     ? QStringLiteral("error")
           : severity == Severity::warning ? QStringLiteral("warning")
                                           : QStringLiteral("info");
}

}  // namespace

LogPanel::LogPanel(QWidget* parent)
    : View(parent), search_(new QLineEdit(this)), text_(new QTextEdit(this)) {
    auto* row = new FlowRow;
    kind_ = addChoice(*row, tr("Messages to show"),
                      {tr("All messages"), tr("Warnings and errors"), tr("Samples"),
                       tr("Evaluations"), tr("Checkpoints")});
    search_->setPlaceholderText(tr("Search the log"));
    search_->setAccessibleName(tr("Search the log"));
    search_->setClearButtonEnabled(true);
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->document()->setMaximumBlockCount(kMostLines);
    text_->document()->setDocumentMargin(8);
    setColumns();
    text_->setPlaceholderText(
        tr("The log is empty. Messages, samples of generated text and evaluations of a run "
           "appear here."));
    text_->setAccessibleName(tr("Log"));
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    row->addWidget(search_);
    layOut(*this, row, {text_});
    connect(kind_, &QComboBox::currentIndexChanged, this, &LogPanel::restart);
    connect(search_, &QLineEdit::textChanged, this, &LogPanel::restart);
}

void LogPanel::setColumns() {
    const QFontMetricsF metrics(text_->font());
    const double step = metrics.horizontalAdvance(QStringLiteral("00 000 000"));
    const double time = step + metrics.horizontalAdvance(QStringLiteral("  00 min 00 s"));
    const double words = time + metrics.horizontalAdvance(QStringLiteral("000"));
    columns_.setTabPositions({QTextOption::Tab(step, QTextOption::RightTab),
                              QTextOption::Tab(time, QTextOption::RightTab),
                              QTextOption::Tab(words, QTextOption::LeftTab)});
    columns_.setLeftMargin(words);
    columns_.setTextIndent(-words);
    columns_.setBottomMargin(3);
}

// Where columns would leave the words less room than they take themselves, step and time stand
// above them.
void LogPanel::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    const bool narrow = text_->viewport()->width() < 2 * columns_.leftMargin();
    if (std::exchange(narrow_, narrow) != narrow) restart();
}

void LogPanel::restart() {
    anew_ = true;
    markDirty();
}

void LogPanel::setRun(RunContext* run) {
    View::setRun(run);
    messages_.clear();
    run_taken_ = 0;
    restart();
    if (!run) return;
    connect(data(), &RunData::messagesAdded, this, [this] {
        takeNew();
        markDirty();
    });
    connect(data(), &RunData::sourceChanged, this, [this] {
        messages_.clear();
        run_taken_ = 0;
        restart();
    });
    takeNew();
}

void LogPanel::takeNew() {
    if (!run()) return;
    const std::vector<Message>& all = data()->messages();
    messages_.insert(messages_.end(), all.begin() + static_cast<std::ptrdiff_t>(run_taken_),
                     all.end());
    run_taken_ = all.size();
}

void LogPanel::addProgramMessage(Severity severity, const QString& text) {
    messages_.push_back({0, 0, severity, kProgram, text.toStdString()});
    markDirty();
}

bool LogPanel::wanted(const Message& message) const {
    const bool by_kind = [&] {
        switch (kind_->currentIndex()) {
            case warnings:
                return message.severity != Severity::info;
            case samples:
                return message.kind == "sample";
            case evaluations:
                return message.kind == "evaluation";
            case checkpoints:
                return message.kind == "checkpoint";
            default:
                return true;
        }
    }();
    return by_kind && (search_->text().isEmpty() ||
                       wordsOf(message).contains(search_->text(), Qt::CaseInsensitive));
}

bool LogPanel::inFigure(const Message& message) const {
    return message.kind != kProgram && wanted(message);
}

QStringList LogPanel::figureArguments() const {
    QStringList words;
    if (kind_->currentIndex() > 0) words << kLooks[kind_->currentIndex()];
    if (!search_->text().isEmpty()) words << asText(QStringLiteral("find"), search_->text());
    return lookArguments(words);
}

QString LogPanel::setLook(const QStringList& words) {
    LookWords look(words);
    const int kind = look.choice(kLooks, everything);
    const QString find = look.text(QStringLiteral("find"));
    if (!look.unknown().isEmpty()) return look.unknown();
    kind_->setCurrentIndex(kind);
    search_->setText(find);
    return {};
}

void LogPanel::append(const Message& message) {
    QTextCharFormat head, body;
    head.setForeground(palette().color(QPalette::PlaceholderText));
    if (message.severity != Severity::info)
        body.setForeground(severityColor(message.severity, palette()));
    else if (message.kind == "evaluation" || message.kind == "state")
        body.setFontWeight(QFont::DemiBold);
    body.setFontItalic(message.kind == "sample");
    QTextCursor cursor(text_->document());
    cursor.movePosition(QTextCursor::End);
    if (!text_->document()->isEmpty()) cursor.insertBlock();
    QTextBlockFormat below;
    below.setBottomMargin(columns_.bottomMargin());
    cursor.setBlockFormat(narrow_ ? below : columns_);
    const QString step = stepOf(message), time = timeOf(message);
    if (!narrow_)
        cursor.insertText(u'\t' + step + u'\t' + time + u'\t', head);
    else if (!step.isEmpty())
        cursor.insertText(step + QStringLiteral("   ") + time + QChar(QChar::LineSeparator), head);
    // Further lines of a message stay in its paragraph, below its first.
    cursor.insertText(wordsOf(message).replace(u'\n', QChar::LineSeparator), body);
}

void LogPanel::refresh() {
    if (anew_) {
        text_->clear();
        shown_ = 0;
        anew_ = false;
    }
    QScrollBar* bar = text_->verticalScrollBar();
    const bool at_end = bar->value() >= bar->maximum() - 2;
    for (; shown_ < messages_.size(); ++shown_)
        if (wanted(messages_[shown_])) append(messages_[shown_]);
    if (at_end) bar->setValue(bar->maximum());
}

QString LogPanel::shownText() const {
    return text_->toPlainText();
}

void LogPanel::paintFigure(QPainter& painter, const QSizeF& size) const {
    if (std::ranges::none_of(messages_,
                             [this](const auto& message) { return inFigure(message); })) {
        painter.setPen(figureTheme().faint_text);
        painter.drawText(
            QRectF(QPointF(0, 0), size), Qt::AlignCenter | Qt::TextWordWrap,
            messages_.empty() ? text_->placeholderText() : tr("No matching messages."));
        return;
    }
    painter.setPen(figureTheme().text);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double step = metrics.horizontalAdvance(QStringLiteral("00 000"));
    const double words = step + metrics.horizontalAdvance(QStringLiteral("00 min 00 s  "));
    const QSizeF room(size.width() - words, 1e6);
    double bottom = size.height();
    // From the newest upwards, whole messages while there is room.
    for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
        if (!inFigure(*message)) continue;
        const QString text = wordsOf(*message);
        const double height = metrics.boundingRect({{0, 0}, room}, Qt::TextWordWrap, text).height();
        const double top = bottom - height;
        if (top < 0) break;
        painter.drawText(QRectF(0, top, step, height), Qt::AlignRight, stepOf(*message));
        painter.drawText(QRectF(step, top, words - step - metrics.averageCharWidth(), height),
                         Qt::AlignRight, timeOf(*message));
        painter.drawText(QRectF(words, top, room.width(), height), Qt::TextWordWrap, text);
        bottom = top - metrics.height() * 0.3;
    }
}

QString LogPanel::dataAsCsv() const {
    QString csv = QStringLiteral("step,time,severity,kind,text\n");
    for (const Message& message : messages_)
        csv += QStringLiteral("%1,%2,%3,%4,%5\n")
                   .arg(message.step)
                   .arg(message.time, 0, 'g', 10)
                   .arg(severityWord(message.severity), QString::fromStdString(message.kind),
                        csvField(QString::fromStdString(message.text)));
    return csv;
}

}  // namespace orrery
