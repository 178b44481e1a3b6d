// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/visible_text.h"

namespace orrery {

QString visibleText(std::string_view piece) {
    QString text = QString::fromUtf8(piece.data(), static_cast<qsizetype>(piece.size()));
    text.replace(QChar(0x2581), QChar(0x2423));
    text.replace(QLatin1Char(' '), QChar(0x2423));
    text.replace(QLatin1Char('\n'), QChar(0x21b5));
    text.replace(QLatin1Char('\t'), QChar(0x21e5));
    return text;
}

}  // namespace orrery
