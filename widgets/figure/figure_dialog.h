// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>

#include "widgets/figure/figure_options.h"

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace orrery {

class View;

/// Asks for format, size, resolution and font of a figure, with a small preview; remembers them.
/// What can't be made can't be accepted, and the dialog says why.
class FigureDialog : public QDialog {
    Q_OBJECT

public:
    explicit FigureDialog(const View& view, QWidget* parent = nullptr);
    FigureOptions options() const;
    void setOptions(const FigureOptions& options);
    FigureFormat format() const;
    void setFormat(FigureFormat format);
    /// What makes the same figure without a window, for a shell.
    QString command() const;
    /// "" while the figure can be made.
    QString fault() const;

    void accept() override;

private:
    void makeFields();
    void buildForm();
    void applyPreset(int index);
    void check();
    void drawPreview();
    void copy();

    const View& view_;
    QComboBox *format_, *preset_, *colors_;
    QDoubleSpinBox *width_, *height_, *dpi_, *font_;
    QCheckBox *transparent_, *paths_;
    QLabel *preview_, *message_;
    QLineEdit* command_;
    QDialogButtonBox* buttons_;
    QPushButton* copy_;
};

}  // namespace orrery
