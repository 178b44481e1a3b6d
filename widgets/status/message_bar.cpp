// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/message_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

#include "widgets/status/severity_color.h"

namespace orrery {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), icon_(new QLabel(this)), text_(new QLabel(this)), buttons_(new QHBoxLayout) {
    setObjectName(QStringLiteral("messageBar"));
    setAutoFillBackground(true);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setAccessibleName(tr("Message"));
    auto* close = new QToolButton(this);
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message (Esc)"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(10);
    layout->addWidget(icon_);
    layout->addWidget(text_, 1);
    layout->addLayout(buttons_);
    layout->addWidget(close);
    hide();
}

void MessageBar::floatOver(QWidget* host) {
    host_ = host;
    setParent(host);
    setFrameStyle(QFrame::Box | QFrame::Plain);
    host->installEventFilter(this);
    place();
}

void MessageBar::place() {
    constexpr int kMargin = 12, kWidest = 900;
    // Above the tabs of the docks and what stands in the last line of a view.
    const int below = fontMetrics().height() * 3;
    if (!host_) return;
    const int width = std::min(host_->width() - 2 * kMargin, kWidest);
    const int height =
        layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height();
    const int top = std::max(0, host_->height() - below - height);
    setGeometry((host_->width() - width) / 2, top, width, height);
    raise();
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == host_ && event->type() == QEvent::Resize) place();
    return QFrame::eventFilter(watched, event);
}

bool MessageBar::event(QEvent* event) {
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) place();
    return done;
}

QString MessageBar::text() const {
    return text_->text();
}

void MessageBar::showMessage(Severity severity, const QString& text, std::vector<Choice> choices) {
    severity_ = severity;
    text_->setText(text);
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (Choice& choice : choices) {
        auto* button = new QPushButton(choice.label, this);
        connect(button, &QPushButton::clicked, this, [this, act = std::move(choice.act)] {
            hide();
            act();
        });
        buttons_->addWidget(button);
        button->show();
    }
    recolor();
    show();
}

void MessageBar::recolor() {
    QPalette own = QPalette();
    own.setColor(QPalette::Window, severityTint(severity_, own));
    own.setColor(QPalette::WindowText, own.color(QPalette::Text));
    setPalette(own);
    const auto icon = severity_ == Severity::error     ? QStyle::SP_MessageBoxCritical
                      : severity_ == Severity::warning ? QStyle::SP_MessageBoxWarning
                                                       : QStyle::SP_MessageBoxInformation;
    const int side = style()->pixelMetric(QStyle::PM_SmallIconSize);
    icon_->setPixmap(style()->standardIcon(icon).pixmap(side, side));
}

void MessageBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) recolor();
}

}  // namespace orrery
