// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>
#include <memory>

#include "widgets/figure/figure_options.h"

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace orrery {

class PanelList;
class RangeEdit;
class View;

/// Asks how a figure looks and which views stand in it, with a small preview; remembers format,
/// size, resolution, fonts and lines. What can't be made can't be accepted, and the dialog says
/// why.
class FigureDialog : public QDialog {
    Q_OBJECT

public:
    explicit FigureDialog(const View& view, QWidget* parent = nullptr);
    ~FigureDialog() override;
    /// What the figure is of: the view, or panels with others beside it.
    const View& figure() const { return *figure_; }
    PanelList& panels() { return *panels_; }
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
    void makeStyleFields();
    void buildForm();
    QLayout* sizeForm();
    QLayout* styleForm();
    void connectFields();
    void recall();
    void showFigure();
    /// What the picture has no use for can't be set.
    void showParts();
    void applyPreset(int index);
    void check();
    void drawPreview();
    void copy();

    const View& view_;
    std::unique_ptr<View> together_;  // of several panels
    const View* figure_;
    QComboBox *format_, *preset_, *colors_, *family_, *legend_;
    QDoubleSpinBox *width_, *height_, *dpi_, *font_, *line_;
    QSpinBox* columns_;
    RangeEdit *x_range_, *y_range_;
    QLineEdit* title_;
    PanelList* panels_;
    QCheckBox *transparent_, *paths_;
    QLabel *preview_, *message_;
    QLineEdit* command_;
    QDialogButtonBox* buttons_;
    QPushButton* copy_;
};

}  // namespace orrery
