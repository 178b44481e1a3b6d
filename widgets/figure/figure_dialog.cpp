// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>

#include "widgets/figure/figure_command.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/panel_list.h"
#include "widgets/figure/panels_view.h"
#include "widgets/figure/range_edit.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/status/core_words.h"
#include "widgets/view.h"

namespace orrery {
namespace {

constexpr QSize kPreview(360, 260);

struct Preset {
    const char* name;
    double width_mm, height_mm, font_point;
};
constexpr Preset kPresets[] = {
    {QT_TRANSLATE_NOOP("orrery::FigureDialog", "Custom size"), 0, 0, 0},
    {QT_TRANSLATE_NOOP("orrery::FigureDialog", "One column (85 mm)"), 85, 64, 7},
    {QT_TRANSLATE_NOOP("orrery::FigureDialog", "Two columns (170 mm)"), 170, 110, 8},
    {QT_TRANSLATE_NOOP("orrery::FigureDialog", "Slide (254 x 143 mm)"), 254, 143, 14},
    {QT_TRANSLATE_NOOP("orrery::FigureDialog", "Page (180 x 240 mm)"), 180, 240, 9},
};

QDoubleSpinBox* box(QWidget* parent, double low, double high, int decimals, const QString& suffix) {
    auto* made = new QDoubleSpinBox(parent);
    // Wider than what can be made: a number that can't is refused with a reason, not changed in
    // silence.
    made->setRange(low, high);
    made->setDecimals(decimals);
    made->setSuffix(suffix);
    made->setLocale(QLocale::c());
    return made;
}

}  // namespace

FigureDialog::FigureDialog(const View& view, QWidget* parent)
    : QDialog(parent), view_(view), figure_(&view) {
    setWindowTitle(tr("Export figure"));
    buildForm();
    recall();
}

void FigureDialog::recall() {
    QSettings settings;
    settings.beginGroup(QStringLiteral("figure"));
    FigureOptions remembered;
    remembered.width_mm = settings.value("width_mm", remembered.width_mm).toDouble();
    remembered.height_mm = settings.value("height_mm", remembered.height_mm).toDouble();
    remembered.dpi = settings.value("dpi", remembered.dpi).toDouble();
    remembered.font_point = settings.value("font_point", remembered.font_point).toDouble();
    remembered.font_family = settings.value("font_family").toString();
    remembered.line_point = settings.value("line_point", 0).toDouble();
    setFormat(static_cast<FigureFormat>(std::clamp(settings.value("format", 0).toInt(), 0, 2)));
    setOptions(remembered);
}

void FigureDialog::makeFields() {
    format_ = new QComboBox(this);
    format_->addItems({tr("PDF (vector)"), tr("SVG (vector)"), tr("PNG (bitmap)")});
    preset_ = new QComboBox(this);
    for (const Preset& preset : kPresets)
        preset_->addItem(tr(preset.name));
    width_ = box(this, 0, 99999, 1, tr(" mm"));
    height_ = box(this, 0, 99999, 1, tr(" mm"));
    dpi_ = box(this, 0, 99999, 0, tr(" dpi"));
    font_ = box(this, 0, 999, 1, tr(" pt"));
    colors_ = new QComboBox(this);
    colors_->addItems({tr("Paper (white background)"), tr("As on the screen")});
    transparent_ = new QCheckBox(tr("&Transparent background"), this);
    paths_ = new QCheckBox(tr("Text as &paths"), this);
    paths_->setToolTip(tr("Looks the same in every program, but can't be edited as text"));
    message_ = new QLabel(this);
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    preview_ = new QLabel(this);
    preview_->setFixedSize(kPreview);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Preview"));
    command_ = new QLineEdit(this);
    command_->setReadOnly(true);
    command_->setToolTip(
        tr("Makes the same figure without a window, with the current settings of the view"));
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    copy_ = buttons_->addButton(tr("Cop&y figure"), QDialogButtonBox::ActionRole);
    copy_->setToolTip(tr("Put the figure on the clipboard, as SVG and as an image"));
}

void FigureDialog::makeStyleFields() {
    title_ = new QLineEdit(this);
    title_->setPlaceholderText(tr("none"));
    legend_ = new QComboBox(this);
    legend_->addItems({tr("Above the curves"), tr("Inside, top left"), tr("Inside, top right"),
                       tr("Inside, bottom left"), tr("Inside, bottom right"), tr("To the right"),
                       tr("None")});  // by FigureLegend
    line_ = box(this, 0, 99, 2, tr(" pt"));
    line_->setSingleStep(0.25);
    line_->setSpecialValueText(tr("as usual"));
    line_->setToolTip(tr("Width of the main lines; thinner ones in proportion"));
    family_ = new QComboBox(this);
    family_->addItem(tr("DejaVu Sans (default)"), QString());
    for (const QString& family : QFontDatabase::families())
        if (QFontDatabase::isSmoothlyScalable(family)) family_->addItem(family, family);
    x_range_ = new RangeEdit(tr("x axis"), this);
    y_range_ = new RangeEdit(tr("y axis"), this);
    panels_ = new PanelList(view_, this);
    panels_->setMaximumHeight(fontMetrics().height() * 8);
    columns_ = new QSpinBox(this);
    columns_->setRange(0, 12);
    columns_->setSpecialValueText(tr("automatic"));
}

QLayout* FigureDialog::sizeForm() {
    auto* form = new QFormLayout;
    form->addRow(tr("&Format"), format_);
    form->addRow(tr("&Size"), preset_);
    form->addRow(tr("&Width"), width_);
    form->addRow(tr("&Height"), height_);
    form->addRow(tr("&Resolution"), dpi_);
    form->addRow(tr("Fon&t"), family_);
    form->addRow(tr("Fo&nt size"), font_);
    form->addRow(tr("&Colors"), colors_);
    form->addRow(transparent_);
    form->addRow(paths_);
    return form;
}

QLayout* FigureDialog::styleForm() {
    auto* form = new QFormLayout;
    form->addRow(tr("T&itle"), title_);
    form->addRow(tr("&Legend"), legend_);
    form->addRow(tr("Line wi&dth"), line_);
    form->addRow(tr("&x axis"), x_range_);
    form->addRow(tr("&y axis"), y_range_);
    form->addRow(tr("P&anels"), panels_);
    form->addRow(tr("Col&umns"), columns_);
    return form;
}

void FigureDialog::buildForm() {
    makeFields();
    makeStyleFields();
    auto* columns = new QHBoxLayout;
    columns->addLayout(sizeForm());
    columns->addLayout(styleForm());
    columns->addWidget(preview_);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(columns);
    rows->addWidget(message_);
    auto* command_row = new QFormLayout;
    command_row->addRow(tr("&Command"), command_);
    rows->addLayout(command_row);
    rows->addWidget(buttons_);
    for (QComboBox* wide : {family_, preset_, colors_}) {
        wide->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        wide->setMinimumContentsLength(16);
    }
    connectFields();
}

void FigureDialog::connectFields() {
    connect(copy_, &QPushButton::clicked, this, &FigureDialog::copy);
    connect(buttons_, &QDialogButtonBox::accepted, this, &FigureDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &FigureDialog::reject);
    connect(preset_, &QComboBox::activated, this, &FigureDialog::applyPreset);
    for (QComboBox* choice : {format_, colors_, family_, legend_})
        connect(choice, &QComboBox::currentIndexChanged, this, &FigureDialog::check);
    for (QDoubleSpinBox* number : {width_, height_, dpi_, font_, line_})
        connect(number, &QDoubleSpinBox::valueChanged, this, &FigureDialog::check);
    for (QCheckBox* choice : {transparent_, paths_})
        connect(choice, &QCheckBox::toggled, this, &FigureDialog::check);
    for (RangeEdit* range : {x_range_, y_range_})
        connect(range, &RangeEdit::changed, this, &FigureDialog::check);
    connect(title_, &QLineEdit::textChanged, this, &FigureDialog::check);
    connect(panels_, &PanelList::changed, this, &FigureDialog::showFigure);
    connect(columns_, &QSpinBox::valueChanged, this, &FigureDialog::showFigure);
}

void FigureDialog::showFigure() {
    const QVector<const View*> panels = panels_->chosen();
    together_.reset();
    if (panels.size() > 1) together_ = std::make_unique<PanelsView>(panels, columns_->value());
    figure_ = together_ ? together_.get() : panels.value(0);
    check();
}

void FigureDialog::showParts() {
    const FigureParts parts = figure_ ? figure_->figureParts() : FigureParts();
    legend_->setEnabled(parts.legend);
    line_->setEnabled(parts.lines);
    x_range_->setEnabled(parts.x_range);
    y_range_->setEnabled(parts.y_range);
    columns_->setEnabled(together_ != nullptr);
    panels_->setEnabled(panels_->count() > 1);
    const bool png = format() == FigureFormat::png;
    dpi_->setEnabled(png);
    paths_->setEnabled(format() == FigureFormat::svg);
    transparent_->setEnabled(format() != FigureFormat::pdf);
}

void FigureDialog::applyPreset(int index) {
    const Preset& preset = kPresets[index];
    if (preset.width_mm <= 0) return;
    FigureOptions now = options();
    now.width_mm = preset.width_mm;
    now.height_mm = preset.height_mm;
    now.font_point = preset.font_point;
    setOptions(now);
}

FigureOptions FigureDialog::options() const {
    FigureOptions options;
    options.width_mm = width_->value();
    options.height_mm = height_->value();
    options.dpi = dpi_->value();
    options.font_point = font_->value();
    options.font_family = family_->currentData().toString();
    options.text_as_paths = paths_->isChecked();
    options.title = title_->text().trimmed();
    // What the picture has no use for is not in its command either.
    if (legend_->isEnabled()) options.legend = static_cast<FigureLegend>(legend_->currentIndex());
    if (line_->isEnabled()) options.line_point = line_->value();
    if (x_range_->isEnabled()) options.x_range = x_range_->range();
    if (y_range_->isEnabled()) options.y_range = y_range_->range();
    if (colors_->currentIndex() == 1)
        options.colors = themeOf(view_.palette()).dark ? FigureColors::dark : FigureColors::light;
    if (transparent_->isChecked()) options.background = Qt::transparent;
    return options;
}

void FigureDialog::setOptions(const FigureOptions& options) {
    {
        const QSignalBlocker blockers[] = {
            QSignalBlocker(colors_), QSignalBlocker(width_),   QSignalBlocker(height_),
            QSignalBlocker(dpi_),    QSignalBlocker(font_),    QSignalBlocker(transparent_),
            QSignalBlocker(paths_),  QSignalBlocker(family_),  QSignalBlocker(legend_),
            QSignalBlocker(line_),   QSignalBlocker(x_range_), QSignalBlocker(y_range_),
            QSignalBlocker(title_)};
        width_->setValue(options.width_mm);
        height_->setValue(options.height_mm);
        dpi_->setValue(options.dpi);
        font_->setValue(options.font_point);
        family_->setCurrentIndex(std::max(0, family_->findData(options.font_family)));
        title_->setText(options.title);
        legend_->setCurrentIndex(static_cast<int>(options.legend));
        line_->setValue(options.line_point);
        x_range_->setRange(options.x_range);
        y_range_->setRange(options.y_range);
        transparent_->setChecked(options.background.alpha() == 0);
        paths_->setChecked(options.text_as_paths);
        colors_->setCurrentIndex(options.colors == FigureColors::paper ? 0 : 1);
    }
    check();
}

FigureFormat FigureDialog::format() const {
    return static_cast<FigureFormat>(format_->currentIndex());
}

void FigureDialog::setFormat(FigureFormat format) {
    format_->setCurrentIndex(static_cast<int>(format));
}

QString FigureDialog::fault() const {
    if (!figure_) return tr("Check at least one view.");
    for (const RangeEdit* range : {x_range_, y_range_})
        if (range->isEnabled() && !range->fault().isEmpty()) return range->fault();
    const QString fault = faultOf(options(), format());
    return fault.isEmpty() ? figure_->figureFault() : fault;
}

QString FigureDialog::command() const {
    return figure_ ? figureCommand(*figure_, format(), options()) : QString();
}

void FigureDialog::check() {
    showParts();
    command_->setText(command());
    command_->setCursorPosition(0);
    const bool png = format() == FigureFormat::png;
    const FigureOptions now = options();
    int match = 0;
    for (int i = 1; i < static_cast<int>(std::size(kPresets)); ++i)
        if (kPresets[i].width_mm == now.width_mm && kPresets[i].height_mm == now.height_mm)
            match = i;
    preset_->setCurrentIndex(match);
    const QString reason = fault();
    buttons_->button(QDialogButtonBox::Save)->setEnabled(reason.isEmpty());
    copy_->setEnabled(reason.isEmpty() && faultOf(options(), FigureFormat::png).isEmpty());
    const QSize pixels = pixelSize(now);
    message_->setText(!reason.isEmpty() ? reason
                      : png ? tr("%1 x %2 pixels").arg(pixels.width()).arg(pixels.height())
                            : QString());
    if (reason.isEmpty())
        drawPreview();
    else
        preview_->setText(tr("No figure"));
}

void FigureDialog::drawPreview() {
    FigureOptions small = options();
    const double ratio = devicePixelRatioF();
    const double scale =
        std::min(kPreview.width() / small.width_mm, kPreview.height() / small.height_mm);
    small.dpi = std::max(36.0, scale * ratio * 25.4);
    if (!faultOf(small, FigureFormat::png).isEmpty()) return preview_->setText(tr("No preview"));
    QPixmap pixmap = QPixmap::fromImage(figureImage(*figure_, small));
    pixmap.setDevicePixelRatio(ratio);
    preview_->setPixmap(pixmap);
}

void FigureDialog::copy() {
    try {
        copyFigure(*figure_, options());
    } catch (const std::exception& error) {
        message_->setText(coreText(error));
    }
}

void FigureDialog::accept() {
    if (!fault().isEmpty()) return;
    const FigureOptions now = options();
    QSettings settings;
    settings.beginGroup(QStringLiteral("figure"));
    settings.setValue("width_mm", now.width_mm);
    settings.setValue("height_mm", now.height_mm);
    settings.setValue("dpi", now.dpi);
    settings.setValue("font_point", now.font_point);
    settings.setValue("font_family", now.font_family);
    settings.setValue("line_point", now.line_point);
    settings.setValue("format", static_cast<int>(format()));
    QDialog::accept();
}

FigureDialog::~FigureDialog() = default;

}  // namespace orrery
