// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <string_view>

namespace orrery {

/// UTF-8 text that every reader can show, in a figure file too: what a model wrote may hold control
/// characters, which XML forbids. They become the replacement sign; line ends and tabs stay.
QString printableText(std::string_view text);

/// A token's text (UTF-8), printable: a line end or a tab that the tokenizer has as a byte alone
/// ("<0x0A>") is one; other bytes stay as they are written.
QString pieceText(std::string_view piece);

/// A token's text (UTF-8; SentencePiece's mark for a space or a space itself) with spaces, line
/// ends and tabs as visible signs, printable.
QString visibleText(std::string_view piece);

}  // namespace orrery
