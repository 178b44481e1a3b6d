// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/pending_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringList>

#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

constexpr std::size_t kNamed = 3;

QString listed(const std::vector<std::string>& keys) {
    QStringList names;
    for (std::size_t i = 0; i < keys.size() && i < kNamed; ++i)
        names << QString::fromStdString(keys[i]);
    if (keys.size() > kNamed) names << QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

}  // namespace

PendingBar::PendingBar(QWidget* parent)
    : QFrame(parent),
      text_(new QLabel(this)),
      apply_(new QPushButton(tr("A&pply"), this)),
      revert_(new QPushButton(tr("Re&vert"), this)) {
    setObjectName(QStringLiteral("pendingBar"));
    setAutoFillBackground(true);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    apply_->setObjectName(QStringLiteral("applyPending"));
    apply_->setToolTip(tr("Apply to the run that trains, from the next step on (Ctrl+Return)"));
    revert_->setObjectName(QStringLiteral("revertPending"));
    revert_->setToolTip(tr("Set the form back to what the run has"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(text_, 1);
    row->addWidget(apply_);
    row->addWidget(revert_);
    connect(apply_, &QPushButton::clicked, this, &PendingBar::applyRequested);
    connect(revert_, &QPushButton::clicked, this, &PendingBar::revertRequested);
    recolor();
    hide();
}

void PendingBar::setPending(const PendingChanges& pending) {
    QStringList lines;
    if (!pending.live.empty()) lines << tr("Not applied yet: %1").arg(listed(pending.live));
    if (!pending.fixed.empty()) lines << tr("Needs a new run: %1").arg(listed(pending.fixed));
    text_->setText(lines.join(u'\n'));
    apply_->setVisible(!pending.live.empty());
    revert_->setVisible(!pending.live.empty());
    setVisible(!lines.isEmpty());
}

QString PendingBar::text() const {
    return isHidden() ? QString() : text_->text();
}

void PendingBar::recolor() {
    QPalette own;
    own.setColor(QPalette::Window, severityTint(Severity::warning, own));
    own.setColor(QPalette::WindowText, own.color(QPalette::Text));
    setPalette(own);
}

void PendingBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) recolor();
}

}  // namespace orrery
