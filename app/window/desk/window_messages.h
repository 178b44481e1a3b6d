// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <functional>
#include <vector>

#include "widgets/status/message_bar.h"

namespace orrery {

class LogPanel;

/// Where the window says what happened: the bar across it and, for what is to be found again, the
/// log. GUI thread only.
class WindowMessages {
public:
    /// Whether what was said is still true. Empty = it stays until it is closed or replaced.
    using Holds = std::function<bool()>;

    WindowMessages(MessageBar* bar, LogPanel* log) : bar_(bar), log_(log) {}

    /// In the bar, in place of what it shows.
    void show(Severity severity, const QString& text, std::vector<MessageBar::Choice> choices = {},
              Holds holds = {});
    /// In the bar, below what it shows.
    void also(Severity severity, const QString& text, std::vector<MessageBar::Choice> choices = {},
              Holds holds = {});
    /// Takes away what is not true any more: call it when something changed.
    void review();
    void hide();
    void log(Severity severity, const QString& text);
    /// In both.
    void report(Severity severity, const QString& text);

private:
    struct Said {
        Severity severity;
        QString text;
        std::vector<MessageBar::Choice> choices;
        Holds holds;
    };
    void showAll();

    MessageBar* bar_;
    LogPanel* log_;
    std::vector<Said> said_;
};

}  // namespace orrery
