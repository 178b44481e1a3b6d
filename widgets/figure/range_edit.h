// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QWidget>
#include <optional>
#include <utility>

class QLineEdit;

namespace orrery {

/// The two ends of an axis; both empty = whatever the view has.
class RangeEdit : public QWidget {
    Q_OBJECT

public:
    explicit RangeEdit(const QString& name, QWidget* parent = nullptr);
    using Range = std::optional<std::pair<double, double>>;
    Range range() const;
    void setRange(const Range& range);
    /// Why range() is no range that is meant: one end alone, no number; else empty.
    QString fault() const;

Q_SIGNALS:
    void changed();

private:
    QLineEdit *from_, *to_;
};

}  // namespace orrery
