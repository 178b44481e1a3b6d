// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/live_run_question.h"

#include <QMessageBox>
#include <QPushButton>

namespace orrery {

LiveRunChoice askAboutLiveRun(QWidget* window) {
    QMessageBox box(QMessageBox::Question, QObject::tr("A run is training"),
                    QObject::tr("What shall become of the run that is training?"),
                    QMessageBox::Cancel, window);
    box.setObjectName(QStringLiteral("liveRunDialog"));
    box.setInformativeText(
        QObject::tr("It can go on without its window: open its folder again to watch it. When it "
                    "has ended, the program ends too."));
    auto* stop = box.addButton(QObject::tr("&Stop and save"), QMessageBox::AcceptRole);
    auto* keep = box.addButton(QObject::tr("&Keep training"), QMessageBox::DestructiveRole);
    box.setDefaultButton(stop);
    box.exec();
    if (box.clickedButton() == stop) return LiveRunChoice::stop_and_save;
    return box.clickedButton() == keep ? LiveRunChoice::keep_training : LiveRunChoice::cancel;
}

}  // namespace orrery
