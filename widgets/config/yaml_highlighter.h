// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPalette>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>

namespace orrery {

/// Keys, comments, strings and numbers of a YAML text, in colors taken from the palette.
class YamlHighlighter : public QSyntaxHighlighter {
public:
    explicit YamlHighlighter(QTextDocument* document);
    void setPalette(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    void highlightValue(const QString& text, int start, int end);

    QTextCharFormat key_, section_, comment_, string_, literal_;
};

}  // namespace orrery
