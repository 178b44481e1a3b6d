// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all words of a window are whole.
#pragma once
#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QScrollArea>
#include <algorithm>

namespace orrery {

inline bool isRolled(const QWidget& part) {
    for (const QWidget* each = &part; each; each = each->parentWidget())
        if (qobject_cast<const QScrollArea*>(each) && each->objectName() != u"pageArea")
            return true;
    return false;
}

/// The dock that it is in.
inline QString placeOf(const QWidget& part) {
    for (const QWidget* each = &part; each; each = each->parentWidget())
        if (qobject_cast<const QDockWidget*>(each)) return each->objectName();
    return QStringLiteral("the window");
}

/// The first word that is seen in part only; empty where all are whole.
inline QString cutWord(const QWidget& window) {
    for (const QWidget* part : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(part);
        const auto* button = qobject_cast<const QAbstractButton*>(part);
        const auto* choice = qobject_cast<const QComboBox*>(part);
        const QString text = label    ? label->text()
                             : button ? button->text()
                             : choice ? choice->currentText()
                                      : QString();
        if (text.isEmpty() || part->visibleRegion().isEmpty()) continue;
        QSize wanted = part->minimumSizeHint();
        if (label && label->wordWrap()) wanted = {0, label->heightForWidth(label->width())};
        QSize seen = part->visibleRegion().boundingRect().size();
        if (isRolled(*part)) seen.setHeight(part->height());
        if (seen != part->size() || part->width() < wanted.width() ||
            part->height() < wanted.height())
            return QStringLiteral("%1 \"%2\" of %3: %4 x %5, not %6 x %7")
                .arg(part->metaObject()->className(), text, placeOf(*part))
                .arg(seen.width())
                .arg(seen.height())
                .arg(std::max(wanted.width(), part->width()))
                .arg(std::max(wanted.height(), part->height()));
    }
    return {};
}

inline bool keepsShots() {
    return qEnvironmentVariableIsSet("ORRERY_KEEP_SHOTS");
}

/// Keeps a picture for whoever wants to look (ORRERY_KEEP_SHOTS names a folder).
inline void keepShot(QWidget& window, const QString& name) {
    const QString folder = qEnvironmentVariable("ORRERY_KEEP_SHOTS");
    if (!folder.isEmpty()) window.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

}  // namespace orrery
