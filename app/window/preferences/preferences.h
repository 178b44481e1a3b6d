// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLocale>
#include <QString>

#include "widgets/figure/figure_options.h"

namespace orrery {

enum class WindowTheme { system, light, dark };

/// What a person sets once for the program, in its settings under "preferences". GUI thread only.
struct Preferences {
    WindowTheme theme = WindowTheme::system;
    int font_point = 0;   // 0 = the desktop's
    QString language;     // "en", "de"; empty = the desktop's
    int threads = 0;      // of runs that ask for 0; 0 = all cores
    QString runs_folder;  // of new runs, unless --runs names one; empty = runs, where it is started
    FigureOptions figure;  // size, resolution and font that a figure is exported with at first
    FigureFormat format = FigureFormat::pdf;
};

Preferences storedPreferences();
void store(const Preferences& preferences);

/// Of the window's words and numbers.
QLocale localeOf(const Preferences& preferences);
/// At once; the system's colors are those that the desktop has.
void applyTheme(WindowTheme theme);
/// Before windows are made.
void applyFont(const Preferences& preferences);

}  // namespace orrery
