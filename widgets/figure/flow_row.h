// SPDX-License-Identifier: GPL-3.0-or-later
// A row of controls that goes on in a line below where it is too narrow for all of them.
#pragma once
#include <QLayout>
#include <QVector>
#include <memory>
#include <vector>

namespace orrery {

/// What expands takes the room that a line has left, up to its greatest width; a stretch takes the
/// rest.
class FlowRow : public QLayout {
public:
    FlowRow();
    ~FlowRow() override;

    void addStretch();
    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    /// All in one line.
    QSize sizeHint() const override;
    /// Each in a line of its own.
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Place {
        QLayoutItem* item;
        int width;
    };
    using Line = QVector<Place>;
    QVector<Line> lines(int width) const;
    /// Gives the room that a line has left to what expands.
    static void share(Line& line, int room);
    static int heightOf(const Line& line);

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

}  // namespace orrery
