// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/preferences/preferences_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

namespace orrery {

namespace {

QSpinBox* wholeBox(int high, const QString& suffix, const QString& zero, int value) {
    auto* box = new QSpinBox;
    box->setRange(0, high);
    box->setSuffix(suffix);
    box->setSpecialValueText(zero);
    box->setValue(value);
    return box;
}

QDoubleSpinBox* realBox(double low, double high, int decimals, const QString& suffix,
                        double value) {
    auto* box = new QDoubleSpinBox;
    box->setRange(low, high);
    box->setDecimals(decimals);
    box->setSuffix(suffix);
    box->setValue(value);
    return box;
}

void addHeading(QFormLayout& form, const QString& text) {
    auto* heading = new QLabel(text);
    QFont font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    form.addRow(heading);
}

}  // namespace

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent), before_(preferences) {
    setObjectName(QStringLiteral("preferencesDialog"));
    setWindowTitle(tr("Preferences"));
    auto* form = new QFormLayout;
    addWindowPart(*form, preferences);
    addRunPart(*form, preferences);
    addFigurePart(*form, preferences);
    auto* note =
        new QLabel(tr("Font size, language and folder take effect at the next start."), this);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(note);
    layout->addWidget(buttons);
}

void PreferencesDialog::addWindowPart(QFormLayout& form, const Preferences& preferences) {
    addHeading(form, tr("Window"));
    theme_ = new QComboBox(this);
    theme_->addItems({tr("As the desktop"), tr("Light"), tr("Dark")});
    theme_->setCurrentIndex(static_cast<int>(preferences.theme));
    theme_->setObjectName(QStringLiteral("theme"));
    font_ = wholeBox(40, tr(" pt"), tr("As the desktop"), preferences.font_point);
    language_ = new QComboBox(this);
    language_->addItem(tr("As the desktop"), QString());
    language_->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language_->addItem(QStringLiteral("Deutsch"), QStringLiteral("de"));
    language_->setCurrentIndex(std::max(0, language_->findData(preferences.language)));
    language_->setObjectName(QStringLiteral("language"));
    form.addRow(tr("&Theme"), theme_);
    form.addRow(tr("&Font size"), font_);
    form.addRow(tr("&Language"), language_);
}

void PreferencesDialog::addRunPart(QFormLayout& form, const Preferences& preferences) {
    addHeading(form, tr("New runs"));
    threads_ = wholeBox(1024, {}, tr("All cores"), preferences.threads);
    threads_->setToolTip(tr("CPU threads of a run whose configuration says 0"));
    threads_->setObjectName(QStringLiteral("threads"));
    runs_ = new QLineEdit(preferences.runs_folder, this);
    runs_->setPlaceholderText(tr("runs, where the program is started"));
    runs_->setObjectName(QStringLiteral("runsFolder"));
    runs_->setMinimumWidth(runs_->fontMetrics().horizontalAdvance(runs_->placeholderText()) + 16);
    auto* browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &PreferencesDialog::browse);
    auto* row = new QHBoxLayout;
    row->addWidget(runs_, 1);
    row->addWidget(browse);
    auto* label = new QLabel(tr("F&older"), this);
    label->setBuddy(runs_);
    form.addRow(tr("T&hreads"), threads_);
    form.addRow(label, row);
}

void PreferencesDialog::addFigurePart(QFormLayout& form, const Preferences& preferences) {
    addHeading(form, tr("Exported figures"));
    format_ = new QComboBox(this);
    format_->addItems({QStringLiteral("PDF"), QStringLiteral("SVG"), QStringLiteral("PNG")});
    format_->setCurrentIndex(static_cast<int>(preferences.format));
    const FigureOptions& figure = preferences.figure;
    width_ = realBox(10, 2000, 1, tr(" mm"), figure.width_mm);
    height_ = realBox(10, 2000, 1, tr(" mm"), figure.height_mm);
    dpi_ = realBox(30, 2400, 0, tr(" dpi"), figure.dpi);
    figure_font_ = realBox(3, 72, 1, tr(" pt"), figure.font_point);
    width_->setObjectName(QStringLiteral("figureWidth"));
    form.addRow(tr("Fo&rmat"), format_);
    form.addRow(tr("&Width"), width_);
    form.addRow(tr("H&eight"), height_);
    form.addRow(tr("Re&solution of PNG"), dpi_);
    form.addRow(tr("Fo&nt size of figures"), figure_font_);
}

void PreferencesDialog::browse() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder of new runs"), runs_->text());
    if (!folder.isEmpty()) runs_->setText(folder);
}

Preferences PreferencesDialog::preferences() const {
    Preferences now = before_;
    now.theme = static_cast<WindowTheme>(theme_->currentIndex());
    now.font_point = font_->value();
    now.language = language_->currentData().toString();
    now.threads = threads_->value();
    now.runs_folder = runs_->text().trimmed();
    now.format = static_cast<FigureFormat>(format_->currentIndex());
    now.figure.width_mm = width_->value();
    now.figure.height_mm = height_->value();
    now.figure.dpi = dpi_->value();
    now.figure.font_point = figure_font_->value();
    return now;
}

void editPreferences(QWidget* parent) {
    const Preferences before = storedPreferences();
    PreferencesDialog dialog(before, parent);
    if (dialog.exec() != QDialog::Accepted) return;
    const Preferences now = dialog.preferences();
    store(now);
    if (now.theme != before.theme) applyTheme(now.theme);
}

}  // namespace orrery
