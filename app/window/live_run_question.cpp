// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/live_run_question.h"

#include <QMessageBox>
#include <QPushButton>

namespace orrery {

LiveRunChoice askAboutLiveRun(QWidget* window) {
    QMessageBox box(QMessageBox::Question, QObject::tr("A run is training"),
                    QObject::tr("Stop training before closing?"), QMessageBox::Cancel, window);
    box.setObjectName(QStringLiteral("liveRunDialog"));
    box.setInformativeText(
        QObject::tr("Training can continue in the background: open the run folder again to follow "
                    "it. The program exits when the run ends."));
    auto* stop = box.addButton(QObject::tr("&Stop and save"), QMessageBox::AcceptRole);
    auto* keep = box.addButton(QObject::tr("&Keep training"), QMessageBox::DestructiveRole);
    box.setDefaultButton(stop);
    box.exec();
    if (box.clickedButton() == stop) return LiveRunChoice::stop_and_save;
    return box.clickedButton() == keep ? LiveRunChoice::keep_training : LiveRunChoice::cancel;
}

}  // namespace orrery
