// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/icons/themed_icon.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace orrery {

namespace {

constexpr int kSizes[] = {16, 22, 24, 32, 48, 64};

QByteArray iconFile(const QString& name) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void draw(QIcon& icon, const QByteArray& svg, QIcon::Mode mode) {
    QSvgRenderer renderer(svg);
    for (const int size : kSizes) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap, mode);
    }
}

}  // namespace

QIcon themedIcon(const QString& name, const QPalette& palette) {
    const QByteArray svg = iconFile(name);
    QIcon icon;
    if (svg.isEmpty()) return icon;
    const auto colored = [&](QPalette::ColorGroup group) {
        const QByteArray color = palette.color(group, QPalette::ButtonText).name().toLatin1();
        return QByteArray(svg).replace("currentColor", color);
    };
    draw(icon, colored(QPalette::Active), QIcon::Normal);
    draw(icon, colored(QPalette::Disabled), QIcon::Disabled);
    return icon;
}

QIcon programIcon() {
    QIcon icon;
    const QByteArray svg = iconFile(QStringLiteral("orrery"));
    if (!svg.isEmpty()) draw(icon, svg, QIcon::Normal);
    return icon;
}

}  // namespace orrery
