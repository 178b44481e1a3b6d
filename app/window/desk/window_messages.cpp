// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/window_messages.h"

#include <utility>

#include "widgets/log/log_panel.h"

namespace orrery {

void WindowMessages::show(Severity severity, const QString& text,
                          std::vector<MessageBar::Choice> choices) {
    bar_->showMessage(severity, text, std::move(choices));
}

void WindowMessages::hide() {
    bar_->hide();
}

void WindowMessages::log(Severity severity, const QString& text) {
    log_->addProgramMessage(severity, text);
}

void WindowMessages::report(Severity severity, const QString& text) {
    show(severity, text);
    log(severity, text);
}

}  // namespace orrery
