// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences/preferences.h"

#include <QApplication>
#include <QPalette>
#include <QSettings>
#include <algorithm>

namespace orrery {

namespace {

constexpr int kLargestFont = 40;

QPalette paletteOf(bool dark) {
    const QColor base = dark ? QColor(30, 32, 35) : QColor(255, 255, 255);
    const QColor window = dark ? QColor(44, 47, 51) : QColor(240, 240, 240);
    const QColor text = dark ? QColor(235, 236, 238) : QColor(20, 20, 20);
    const QColor faint = dark ? QColor(140, 143, 148) : QColor(120, 120, 120);
    QPalette palette(window, window);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                            QPalette::ToolTipText, QPalette::BrightText})
        palette.setColor(role, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, dark ? QColor(37, 40, 43) : QColor(246, 246, 246));
    palette.setColor(QPalette::ToolTipBase, dark ? window : QColor(255, 255, 225));
    palette.setColor(QPalette::Highlight, QColor(46, 113, 196));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, dark ? QColor(110, 168, 240) : QColor(20, 90, 180));
    palette.setColor(QPalette::LinkVisited, dark ? QColor(180, 150, 230) : QColor(100, 60, 160));
    palette.setColor(QPalette::PlaceholderText, faint);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

template <class Value>
Value read(const QSettings& settings, const char* key, Value otherwise) {
    return settings.value(QLatin1String(key), otherwise).template value<Value>();
}

}  // namespace

Preferences storedPreferences() {
    Preferences preferences;
    QSettings settings;
    settings.beginGroup(QStringLiteral("preferences"));
    preferences.theme = static_cast<WindowTheme>(std::clamp(read(settings, "theme", 0), 0, 2));
    preferences.font_point = std::clamp(read(settings, "font_point", 0), 0, kLargestFont);
    preferences.language = read(settings, "language", QString());
    preferences.threads = std::clamp(read(settings, "threads", 0), 0, 1024);
    preferences.runs_folder = read(settings, "runs_folder", QString());
    settings.endGroup();
    // Where the export dialog remembers what it was used with last.
    settings.beginGroup(QStringLiteral("figure"));
    FigureOptions& figure = preferences.figure;
    figure.width_mm = read(settings, "width_mm", figure.width_mm);
    figure.height_mm = read(settings, "height_mm", figure.height_mm);
    figure.dpi = read(settings, "dpi", figure.dpi);
    figure.font_point = read(settings, "font_point", figure.font_point);
    preferences.format = static_cast<FigureFormat>(std::clamp(read(settings, "format", 0), 0, 2));
    return preferences;
}

void store(const Preferences& preferences) {
    QSettings settings;
    settings.beginGroup(QStringLiteral("preferences"));
    settings.setValue("theme", static_cast<int>(preferences.theme));
    settings.setValue("font_point", preferences.font_point);
    settings.setValue("language", preferences.language);
    settings.setValue("threads", preferences.threads);
    settings.setValue("runs_folder", preferences.runs_folder);
    settings.endGroup();
    settings.beginGroup(QStringLiteral("figure"));
    settings.setValue("width_mm", preferences.figure.width_mm);
    settings.setValue("height_mm", preferences.figure.height_mm);
    settings.setValue("dpi", preferences.figure.dpi);
    settings.setValue("font_point", preferences.figure.font_point);
    settings.setValue("format", static_cast<int>(preferences.format));
}

QLocale localeOf(const Preferences& preferences) {
    return preferences.language.isEmpty() ? QLocale::system() : QLocale(preferences.language);
}

void applyTheme(WindowTheme theme) {
    if (theme == WindowTheme::system)
        QApplication::setPalette(QPalette());
    else
        QApplication::setPalette(paletteOf(theme == WindowTheme::dark));
}

void applyFont(const Preferences& preferences) {
    if (preferences.font_point == 0) return;
    QFont font = QApplication::font();
    font.setPointSize(preferences.font_point);
    QApplication::setFont(font);
}

}  // namespace orrery
