// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <vector>

#include "widgets/status/message_bar.h"

namespace orrery {

class LogPanel;

/// Where the window says what happened: the bar across it and, for what is to be found again, the
/// log. GUI thread only.
class WindowMessages {
public:
    WindowMessages(MessageBar* bar, LogPanel* log) : bar_(bar), log_(log) {}

    /// In the bar, in place of what it shows.
    void show(Severity severity, const QString& text, std::vector<MessageBar::Choice> choices = {});
    void hide();
    void log(Severity severity, const QString& text);
    /// In both.
    void report(Severity severity, const QString& text);

private:
    MessageBar* bar_;
    LogPanel* log_;
};

}  // namespace orrery
