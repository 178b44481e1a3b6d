// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>

#include "app/window/preferences/preferences.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace orrery {

/// Theme, font size, language, threads, folder of runs, and what figures are exported with. Changes
/// nothing by itself. GUI thread only.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    explicit PreferencesDialog(const Preferences& preferences, QWidget* parent = nullptr);

    Preferences preferences() const;

private:
    void addWindowPart(QFormLayout& form, const Preferences& preferences);
    void addRunPart(QFormLayout& form, const Preferences& preferences);
    void addFigurePart(QFormLayout& form, const Preferences& preferences);
    void browse();

    Preferences before_;
    QComboBox *theme_, *language_, *format_;
    QSpinBox *font_, *threads_;
    QLineEdit* runs_;
    QDoubleSpinBox *width_, *height_, *dpi_, *figure_font_;
};

/// Asks, stores what was chosen and applies what works at once.
void editPreferences(QWidget* parent);

}  // namespace orrery
