// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/window_messages.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "widgets/log/log_panel.h"

namespace orrery {

void WindowMessages::show(Severity severity, const QString& text,
                          std::vector<MessageBar::Choice> choices, Holds holds) {
    said_.clear();
    said_.push_back({severity, text, std::move(choices), std::move(holds)});
    showAll();
}

void WindowMessages::also(Severity severity, const QString& text,
                          std::vector<MessageBar::Choice> choices, Holds holds) {
    if (bar_->isHidden()) said_.clear();  // closed meanwhile
    said_.push_back({severity, text, std::move(choices), std::move(holds)});
    showAll();
}

void WindowMessages::review() {
    if (bar_->isHidden()) return said_.clear();
    const auto gone =
        std::erase_if(said_, [](const Said& said) { return said.holds && !said.holds(); });
    if (gone == 0) return;
    if (said_.empty())
        bar_->hide();
    else
        showAll();
}

void WindowMessages::showAll() {
    Severity severity = Severity::info;
    QStringList texts;
    std::vector<MessageBar::Choice> choices;
    for (const Said& said : said_) {
        severity = std::max(severity, said.severity);
        texts << said.text;
        choices.insert(choices.end(), said.choices.begin(), said.choices.end());
    }
    bar_->showMessage(severity, texts.join(u'\n'), std::move(choices));
}

void WindowMessages::hide() {
    said_.clear();
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
