// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractButton>
#include <QStringList>

#include "app/window/desk/window_messages.h"
#include "widgets/log/log_panel.h"
#include "widgets/status/message_bar.h"

namespace orrery {

/// Messages of a window that is not there.
struct Said {
    MessageBar bar;
    LogPanel log;
    WindowMessages messages{&bar, &log};

    Said() { bar.hide(); }
    /// What stands in the bar; empty while it shows nothing.
    QString text() const { return bar.isHidden() ? QString() : bar.text(); }
    /// The button of the bar whose text holds this word; nullptr when there is none.
    QAbstractButton* button(const QString& word) const {
        for (auto* button : bar.findChildren<QAbstractButton*>())
            if (!button->isHidden() && !bar.isHidden() && button->text().contains(word))
                return button;
        return nullptr;
    }
    QString logged() const { return log.dataAsCsv(); }
};

}  // namespace orrery
