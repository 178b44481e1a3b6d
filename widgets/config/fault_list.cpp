// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/fault_list.h"

#include <QEvent>
#include <QFileInfo>
#include <QStyle>
#include <algorithm>

#include "widgets/status/core_words.h"
#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

constexpr int kShownLines = 6;

QString faultText(const Diagnostic& fault) {
    QString text = coreText(fault.message);
    const QString key = QString::fromStdString(fault.key);
    if (!key.isEmpty() && !text.contains(key)) text = key + QStringLiteral(": ") + text;
    if (fault.line == 0) return text;
    const QString name = QFileInfo(QString::fromStdString(fault.file)).fileName();
    return QStringLiteral("%1:%2:%3: %4").arg(name).arg(fault.line).arg(fault.column).arg(text);
}

}  // namespace

FaultList::FaultList(QWidget* parent) : QListWidget(parent) {
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setAccessibleName(tr("Errors in the configuration"));
    setObjectName(QStringLiteral("faultList"));
    setVisible(false);
    connect(this, &QListWidget::itemClicked, this, &FaultList::activate);
    connect(this, &QListWidget::itemActivated, this, &FaultList::activate);
}

void FaultList::setFaults(const std::vector<Diagnostic>& faults) {
    faults_ = faults;
    clear();
    const QIcon icon = style()->standardIcon(QStyle::SP_MessageBoxWarning);
    for (const Diagnostic& fault : faults_) {
        auto* item = new QListWidgetItem(icon, faultText(fault), this);
        item->setToolTip(tr("Go to this error"));
    }
    recolor();
    setVisible(!faults_.empty());
    updateGeometry();
}

void FaultList::activate(QListWidgetItem* item) {
    const int index = row(item);
    if (index < 0 || index >= static_cast<int>(faults_.size())) return;
    const Diagnostic fault = faults_[static_cast<std::size_t>(index)];
    Q_EMIT faultActivated(fault);
}

void FaultList::recolor() {
    QPalette own = QPalette();
    own.setColor(QPalette::Base, severityTint(Severity::error, own));
    setPalette(own);
}

void FaultList::changeEvent(QEvent* event) {
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) recolor();
}

QSize FaultList::sizeHint() const {
    int height = 2 * frameWidth();
    for (int i = 0; i < std::min(count(), kShownLines); ++i)
        height += sizeHintForRow(i);
    return {200, height};
}

}  // namespace orrery
