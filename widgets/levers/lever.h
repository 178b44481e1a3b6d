// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QWidget>
#include <optional>

#include "core/config/fields.h"

class QLabel;
class QLineEdit;
class QSlider;

namespace orrery {

/// One number of the run that trains: a slider over decades, and the number itself beside it. GUI
/// thread only.
class Lever : public QWidget {
    Q_OBJECT

public:
    /// Of a field of real numbers. The slider goes from `low` to `high`, both above 0, in equal
    /// steps of the logarithm; its lowest place stands for 0 where the field may be 0.
    struct Range {
        double low, high;
    };
    Lever(const Field& field, const QString& title, Range range, QWidget* parent);

    const Field& field() const { return field_; }
    /// Shows what the run has; emits nothing. nullopt: no run trains.
    void setValue(std::optional<double> value);
    /// Why the number has no effect; empty when it has one.
    void setReason(const QString& reason);
    double value() const { return value_; }

Q_SIGNALS:
    void asked(double value);  // by the user, when the slider is let go or the number entered

private:
    void build(const QString& title);
    void ask(double value);
    void show(double value);
    double valueAt(int place) const;
    int placeOf(double value) const;

    const Field& field_;
    const Range range_;
    double value_ = 0;
    QLabel* title_;
    QSlider* slider_;
    QLineEdit* number_;
};

}  // namespace orrery
