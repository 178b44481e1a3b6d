// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/yaml_highlighter.h"

#include <QRegularExpression>

namespace orrery {

namespace {

/// Where the comment begins, or the length: a # at the start or after a space, outside quotes.
int commentStart(const QString& text) {
    QChar quote;
    for (int i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (!quote.isNull()) {
            if (c == quote) quote = QChar();
        } else if (c == u'\'' || c == u'"') {
            quote = c;
        } else if (c == u'#' && (i == 0 || text[i - 1].isSpace())) {
            return i;
        }
    }
    return static_cast<int>(text.size());
}

}  // namespace

YamlHighlighter::YamlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
    setPalette(QPalette());
}

void YamlHighlighter::setPalette(const QPalette& palette) {
    const bool dark = palette.color(QPalette::Base).lightnessF() < 0.5;
    key_.setForeground(palette.color(QPalette::Link));
    section_ = key_;
    section_.setFontWeight(QFont::Bold);
    comment_.setForeground(palette.color(QPalette::PlaceholderText));
    comment_.setFontItalic(true);
    string_.setForeground(QColor(dark ? 0xa5d6a7 : 0x2e6b30));
    literal_.setForeground(QColor(dark ? 0xffcc80 : 0x8a4b00));
    rehighlight();
}

void YamlHighlighter::highlightBlock(const QString& text) {
    static const QRegularExpression key(QStringLiteral(R"(^(\s*)([A-Za-z_][\w]*)\s*:(?=\s|$))"));
    const int end = commentStart(text);
    setFormat(end, static_cast<int>(text.size()) - end, comment_);
    int start = 0;
    const auto match = key.match(text.left(end));
    if (match.hasMatch()) {
        start = static_cast<int>(match.capturedEnd(0));
        const bool heading = text.mid(start, end - start).trimmed().isEmpty();
        setFormat(static_cast<int>(match.capturedStart(2)),
                  static_cast<int>(match.capturedLength(2)), heading ? section_ : key_);
    }
    highlightValue(text, start, end);
}

void YamlHighlighter::highlightValue(const QString& text, int start, int end) {
    static const QRegularExpression token(QStringLiteral(
        R"((?<quoted>'[^']*'|"[^"]*")|(?<literal>\b(?:true|false|null)\b|(?<![\w.])[-+]?\.?\d[\d_.]*(?:[eE][-+]?\d+)?(?!\w)))"));
    auto found = token.globalMatch(text, start);
    while (found.hasNext()) {
        const auto match = found.next();
        if (match.capturedEnd() > end) return;
        const bool quoted = match.capturedLength(u"quoted") > 0;
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()),
                  quoted ? string_ : literal_);
    }
}

}  // namespace orrery
