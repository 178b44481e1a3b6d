// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tour/tour.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "app/window/tour/explanations.h"
#include "app/window/workspace.h"

namespace orrery {

Tour::Tour(Workspace* workspace, QWidget* parent)
    : QDialog(parent, Qt::Tool),
      workspace_(workspace),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      back_(new QPushButton(tr("&Back"), this)),
      next_(new QPushButton(this)) {
    setObjectName(QStringLiteral("tour"));
    QFont font = title_->font();
    font.setBold(true);
    title_->setFont(font);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::RichText);
    text_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    text_->setMinimumSize(380, 150);
    text_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    back_->setObjectName(QStringLiteral("tourBack"));
    next_->setObjectName(QStringLiteral("tourNext"));
    next_->setDefault(true);
    auto* close = new QPushButton(tr("&Close"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(back_);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(next_);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title_);
    layout->addWidget(text_, 1);
    layout->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(back_, &QPushButton::clicked, this, [this] { go(-1); });
    connect(next_, &QPushButton::clicked, this, [this] { go(1); });
    connect(text_, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT glossaryRequested(link.section(u':', 1)); });
}

void Tour::begin() {
    stop_ = -1;
    go(1);
}

void Tour::explain(const QString& dock) {
    stop_ = -1;
    setWindowTitle(tr("What do I see?"));
    showDock(dock);
}

void Tour::go(int by) {
    const QStringList stops = tourStops();
    if (stop_ + by >= stops.size()) {
        close();
        return;
    }
    stop_ = std::max(0, stop_ + by);
    setWindowTitle(tr("Tour: %1 of %2").arg(stop_ + 1).arg(stops.size()));
    workspace_->raiseDock(stops[stop_]);
    showDock(stops[stop_]);
}

void Tour::showDock(const QString& dock) {
    dock_ = dock;
    const auto* place = workspace_->findChild<QDockWidget*>(QStringLiteral("dock.") + dock);
    title_->setText(place ? place->windowTitle() : dock);
    text_->setText(richText(explanationOf(dock)));
    back_->setVisible(stop_ >= 0);
    back_->setEnabled(stop_ > 0);
    next_->setVisible(stop_ >= 0);
    next_->setText(stop_ + 1 == tourStops().size() ? tr("&End") : tr("&Next"));
    show();
    // Once the docks are where they will be.
    QTimer::singleShot(0, this, [this, place] {
        if (place && place->isVisible()) standBeside(*place);
    });
    raise();
    activateWindow();  // so that Enter goes on and Escape ends it
    next_->setFocus();
}

// Where it does not cover what it tells of, as long as the screen has room for that.
void Tour::standBeside(const QWidget& dock) {
    constexpr int kGap = 8, kBelow = 40;
    const QRect about(dock.mapToGlobal(QPoint(0, 0)), dock.size());
    const QRect room = screen()->availableGeometry();
    const QSize size = frameGeometry().size();
    const int right = about.right() + kGap, left = about.left() - kGap - size.width();
    if (right + size.width() > room.right() && left < room.left()) return;
    move(right + size.width() <= room.right() ? right : left,
         std::clamp(about.top() + kBelow, room.top(),
                    std::max(room.top(), room.bottom() - size.height())));
}

}  // namespace orrery
