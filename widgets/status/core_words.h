// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <exception>
#include <string>

namespace orrery {

/// A text of the core, which is English, in the window's language: known patterns are translated,
/// with what stands at their places; others stay as they are. For people, never to be read back or
/// stored. Any thread, once the program's translators are installed.
QString coreText(const QString& english);
QString coreText(const std::string& english);
QString coreText(const std::exception& error);

}  // namespace orrery
