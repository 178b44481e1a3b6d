// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/log_panel.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

#include "widgets/figure/export_actions.h"
#include "widgets/run/run_model.h"
#include "widgets/status/run_words.h"
#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

constexpr int kMostLines = 20'000;  // of the text shown; the CSV holds all
constexpr const char* kProgram = "program";

enum Kind { everything, warnings, samples, evaluations, checkpoints };

QString lineOf(const Message& message) {
    QString head;
    if (message.kind != kProgram)
        head = QStringLiteral("%1  %2  ").arg(message.step, 7).arg(durationText(message.time), 11);
    QString body = QString::fromStdString(message.text);
    body.replace(u'\n', u'\n' + QString(head.size(), u' '));
    return head + body;
}

QString quoted(QString text) {
    text.replace(u'"', QStringLiteral("\"\""));
    return u'"' + text + u'"';
}

QString severityWord(Severity severity) {
    return severity == Severity::error     ? QStringLiteral("error")
           : severity == Severity::warning ? QStringLiteral("warning")
                                           : QStringLiteral("info");
}

}  // namespace

LogPanel::LogPanel(QWidget* parent)
    : View(parent),
      kind_(new QComboBox(this)),
      search_(new QLineEdit(this)),
      text_(new QPlainTextEdit(this)) {
    kind_->addItems({tr("Everything"), tr("Warnings and errors"), tr("Samples"), tr("Evaluations"),
                     tr("Checkpoints")});
    kind_->setAccessibleName(tr("Which lines are shown"));
    search_->setPlaceholderText(tr("Search the log"));
    search_->setAccessibleName(tr("Search the log"));
    search_->setClearButtonEnabled(true);
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setMaximumBlockCount(kMostLines);
    text_->setPlaceholderText(
        tr("The log is empty. Messages, samples of generated text and evaluations of a run "
           "appear here."));
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text_->setAccessibleName(tr("Log"));
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 6, 8, 0);
    top->addWidget(kind_);
    top->addWidget(search_, 1);
    top->addWidget(makeExportButton(*this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(text_, 1);
    connect(kind_, &QComboBox::currentIndexChanged, this, &LogPanel::restart);
    connect(search_, &QLineEdit::textChanged, this, &LogPanel::restart);
}

void LogPanel::restart() {
    anew_ = true;
    markDirty();
}

void LogPanel::setRun(RunModel* run) {
    View::setRun(run);
    messages_.clear();
    run_taken_ = 0;
    restart();
    if (!run) return;
    connect(run, &RunModel::messagesAdded, this, [this] {
        takeNew();
        markDirty();
    });
    connect(run, &RunModel::sourceChanged, this, [this] {
        messages_.clear();
        run_taken_ = 0;
        restart();
    });
    takeNew();
}

void LogPanel::takeNew() {
    if (!run()) return;
    const std::vector<Message>& all = run()->messages();
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
    return by_kind &&
           (search_->text().isEmpty() ||
            QString::fromStdString(message.text).contains(search_->text(), Qt::CaseInsensitive));
}

void LogPanel::append(const Message& message) {
    QTextCharFormat format;
    if (message.severity != Severity::info)
        format.setForeground(severityColor(message.severity, palette()));
    else if (message.kind == "state" || message.kind == "evaluation")
        format.setFontWeight(QFont::DemiBold);
    QTextCursor cursor(text_->document());
    cursor.movePosition(QTextCursor::End);
    if (!text_->document()->isEmpty()) cursor.insertBlock();
    cursor.insertText(lineOf(message), format);
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
    painter.setPen(Qt::black);
    painter.setFont(text_->font());
    const QFontMetricsF metrics(text_->font(), painter.device());
    QStringList lines;
    for (const Message& message : messages_)
        if (wanted(message)) lines << lineOf(message).split(u'\n');
    const double height = metrics.lineSpacing();
    const auto fit = static_cast<qsizetype>(size.height() / height);
    double y = metrics.ascent();
    for (qsizetype i = std::max<qsizetype>(0, lines.size() - fit); i < lines.size(); ++i) {
        painter.drawText(QPointF(0, y), metrics.elidedText(lines[i], Qt::ElideRight, size.width()));
        y += height;
    }
}

QString LogPanel::dataAsCsv() const {
    QString csv = QStringLiteral("step,time,severity,kind,text\n");
    for (const Message& message : messages_)
        csv += QStringLiteral("%1,%2,%3,%4,%5\n")
                   .arg(message.step)
                   .arg(message.time, 0, 'g', 10)
                   .arg(severityWord(message.severity), QString::fromStdString(message.kind),
                        quoted(QString::fromStdString(message.text)));
    return csv;
}

}  // namespace orrery
