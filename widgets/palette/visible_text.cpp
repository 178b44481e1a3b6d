// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/visible_text.h"

namespace orrery {

QString printableText(std::string_view text) {
    QString result = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (QChar& c : result) {
        const bool control = c.category() == QChar::Other_Control && c != u'\n' && c != u'\t';
        if (control || c == QChar(0xfffe) || c == QChar(0xffff)) c = QChar::ReplacementCharacter;
    }
    return result;
}

QString pieceText(std::string_view piece) {
    return piece == "<0x0A>"   ? QStringLiteral("\n")
           : piece == "<0x09>" ? QStringLiteral("\t")
                               : printableText(piece);
}

QString visibleText(std::string_view piece) {
    QString text = pieceText(piece);
    text.replace(QChar(0x2581), QChar(0x2423));
    text.replace(QLatin1Char(' '), QChar(0x2423));
    text.replace(QLatin1Char('\n'), QChar(0x21b5));
    text.replace(QLatin1Char('\t'), QChar(0x21e5));
    return text;
}

}  // namespace orrery
