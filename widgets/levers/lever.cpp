// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/levers/lever.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "widgets/config/field_words.h"

namespace orrery {

namespace {

constexpr int kPlaces = 200;

QString numberText(double value) {
    return QString::fromStdString(formatFieldValue(value));
}

}  // namespace

Lever::Lever(const Field& field, const QString& title, Range range, QWidget* parent)
    : QWidget(parent),
      field_(field),
      range_(range),
      title_(new QLabel(title, this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      number_(new QLineEdit(this)) {
    build(title);
    connect(slider_, &QSlider::sliderMoved, this,
            [this](int place) { number_->setText(numberText(valueAt(place))); });
    connect(slider_, &QSlider::sliderReleased, this, [this] { ask(valueAt(slider_->value())); });
    // By keys, the wheel or a click beside the handle.
    connect(slider_, &QSlider::valueChanged, this, [this](int place) {
        if (!slider_->isSliderDown()) ask(valueAt(place));
    });
    connect(number_, &QLineEdit::editingFinished, this, [this] {
        if (number_->text() == numberText(value_)) return;
        try {
            ask(std::get<double>(parseFieldValue(field_, number_->text().toStdString())));
        } catch (const std::exception&) {
            show(value_);  // what the run has
        }
    });
    setValue(std::nullopt);
}

void Lever::build(const QString& title) {
    slider_->setRange(0, kPlaces);
    slider_->setAccessibleName(title);
    slider_->setObjectName(QString::fromStdString("slider." + field_.key));
    slider_->setToolTip(
        QStringLiteral("<p>%1</p><p><tt>%2</tt></p>")
            .arg(helpOf(field_).toHtmlEscaped(), QString::fromStdString(field_.key)));
    slider_->setFocusPolicy(Qt::StrongFocus);
    number_->setAccessibleName(QString::fromStdString(field_.key));
    number_->setObjectName(QString::fromStdString("number." + field_.key));
    number_->setFixedWidth(number_->fontMetrics().horizontalAdvance(QStringLiteral("0.000000000")));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(title_, 0, 0);
    grid->addWidget(slider_, 0, 1);
    grid->addWidget(number_, 0, 2);
    title_->setMinimumWidth(
        title_->fontMetrics().horizontalAdvance(QStringLiteral("Learning rate ")));
    grid->setColumnStretch(1, 1);
}

double Lever::valueAt(int place) const {
    const bool zero = field_.minimum <= 0 && !field_.open_minimum;
    if (zero && place == 0) return 0;
    const double part = static_cast<double>(place) / kPlaces;
    const double exact = range_.low * std::pow(range_.high / range_.low, part);
    const double unit = std::pow(10.0, std::floor(std::log10(exact)) - 1);
    return QString::number(std::round(exact / unit) * unit, 'g', 2).toDouble();
}

int Lever::placeOf(double value) const {
    if (value <= range_.low) return 0;
    const double part = std::log(value / range_.low) / std::log(range_.high / range_.low);
    return std::clamp(static_cast<int>(std::lround(part * kPlaces)), 0, kPlaces);
}

void Lever::show(double value) {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(placeOf(value));
    number_->setText(numberText(value));
    number_->setCursorPosition(0);
}

void Lever::setValue(std::optional<double> value) {
    setEnabled(value.has_value());
    if (slider_->isSliderDown()) return;
    value_ = value.value_or(0);
    if (value) return show(*value);
    const QSignalBlocker quiet(slider_);
    slider_->setValue(0);
    number_->clear();
}

void Lever::setReason(const QString& reason) {
    title_->setEnabled(reason.isEmpty());
    number_->setToolTip(reason);
    title_->setToolTip(reason);
}

void Lever::ask(double value) {
    if (value == value_) return show(value);
    value_ = value;
    show(value);
    Q_EMIT asked(value);
}

}  // namespace orrery
