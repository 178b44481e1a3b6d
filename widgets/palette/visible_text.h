// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <string_view>

namespace orrery {

/// A token's text (UTF-8; SentencePiece's mark for a space or a space itself) with spaces, line
/// ends and tabs as visible signs.
QString visibleText(std::string_view piece);

}  // namespace orrery
