// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/yaml_editor.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "widgets/config/config_document.h"
#include "widgets/config/yaml_highlighter.h"
#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

constexpr int kMarginSpace = 8;

class LineNumbers : public QWidget {
public:
    explicit LineNumbers(YamlEditor* editor) : QWidget(editor), editor_(editor) {}
    QSize sizeHint() const override { return {editor_->marginWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { editor_->paintLineNumbers(this, event); }

private:
    YamlEditor* editor_;
};

}  // namespace

YamlEditor::YamlEditor(ConfigDocument* document, QWidget* parent)
    : QPlainTextEdit(parent), document_(document), margin_(new LineNumbers(this)) {
    // The document's default font must be set before the editor takes it over.
    const QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    document->textDocument()->setDefaultFont(font);
    setDocument(document->textDocument());
    setFont(font);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(u' '));
    setTabChangesFocus(true);
    setAccessibleName(tr("YAML text of the configuration"));
    setObjectName(QStringLiteral("yamlEditor"));
    highlighter_ = new YamlHighlighter(document->textDocument());
    highlighter_->setPalette(palette());
    connect(this, &QPlainTextEdit::blockCountChanged, this, &YamlEditor::placeMargin);
    connect(this, &QPlainTextEdit::updateRequest, margin_, qOverload<>(&QWidget::update));
    connect(document, &ConfigDocument::changed, this, &YamlEditor::showMarks);
    placeMargin();
    showMarks();
}

int YamlEditor::marginWidth() const {
    const auto digits = std::max<qsizetype>(2, QString::number(blockCount()).size());
    return 2 * kMarginSpace + fontMetrics().horizontalAdvance(u'9') * static_cast<int>(digits);
}

void YamlEditor::placeMargin() {
    setViewportMargins(marginWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    margin_->setGeometry(inside.left(), inside.top(), marginWidth(), inside.height());
}

void YamlEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    placeMargin();
}

void YamlEditor::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !highlighter_) return;
    highlighter_->setPalette(palette());
    showMarks();
}

void YamlEditor::paintLineNumbers(QWidget* margin, QPaintEvent* event) {
    QPainter painter(margin);
    painter.fillRect(event->rect(), palette().color(QPalette::Window));
    painter.setFont(font());
    QTextBlock block = firstVisibleBlock();
    QRectF box = blockBoundingGeometry(block).translated(contentOffset());
    while (block.isValid() && box.top() <= event->rect().bottom()) {
        const int line = block.blockNumber() + 1;
        const QRect row(0, static_cast<int>(box.top()), margin->width(),
                        static_cast<int>(box.height()));
        const bool faulty = marks_.contains(line);
        if (faulty) painter.fillRect(row, severityTint(Severity::error, palette()));
        painter.setPen(faulty ? severityColor(Severity::error, palette())
                              : palette().color(QPalette::PlaceholderText));
        painter.drawText(row.adjusted(0, 0, -kMarginSpace, 0), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(line));
        box.translate(0, box.height());
        block = block.next();
        if (block.isValid()) box.setHeight(blockBoundingRect(block).height());
    }
}

void YamlEditor::showMarks() {
    marks_.clear();
    const std::string name = document_->messageName();
    for (const Diagnostic& fault : document_->faults()) {
        if (fault.line < 1 || fault.line > blockCount() || fault.file != name) continue;
        QString& text = marks_[fault.line];
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
                QString::fromStdString(fault.message);
    }
    QList<QTextEdit::ExtraSelection> selections;
    for (const auto& [line, text] : marks_) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(line - 1));
        mark.format.setBackground(severityTint(Severity::error, palette()));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        selections << mark;
    }
    setExtraSelections(selections);
    margin_->update();
}

bool YamlEditor::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QPlainTextEdit::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPoint inside = viewport()->mapFromGlobal(help->globalPos());
    const auto mark = marks_.find(cursorForPosition(inside).blockNumber() + 1);
    if (mark == marks_.end())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), mark->second, this);
    return true;
}

void YamlEditor::goTo(int line, int column) {
    const QTextBlock block = document()->findBlockByNumber(std::max(line, 1) - 1);
    if (!block.isValid()) return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::clamp(column - 1, 0, block.length() - 1));
    setTextCursor(cursor);
    centerCursor();
    setFocus(Qt::OtherFocusReason);
}

}  // namespace orrery
