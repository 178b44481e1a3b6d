// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTimer>
#include <clocale>
#include <cstdio>

#include "app/common/passive_openmp.h"
#include "app/window/automation.h"
#include "app/window/command_line.h"
#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "core/error.h"
#include "widgets/icons/themed_icon.h"

int main(int count, char** arguments) {
    orrery::restartWithPassiveOpenMp(arguments);
    QApplication application(count, arguments);
    std::setlocale(LC_NUMERIC, "C");  // QApplication has switched to the user's
    QApplication::setOrganizationName(QStringLiteral("Orrery"));
    QApplication::setApplicationName(QStringLiteral("orrery"));
    QApplication::setApplicationDisplayName(QStringLiteral("Orrery"));
    QApplication::setApplicationVersion(QStringLiteral(ORRERY_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("orrery"));
    orrery::initResources();
    QApplication::setWindowIcon(orrery::programIcon());
    try {
        const orrery::CommandLine line = orrery::parseCommandLine(QApplication::arguments());
        orrery::MainWindow window(line.runs.toStdString());
        orrery::Automation automation(&window, line);
        window.show();
        QTimer::singleShot(0, &automation, &orrery::Automation::begin);
        const int result = QApplication::exec();
        return automation.failed() ? 1 : result;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "orrery: %s\n", error.what());
        return 2;
    }
}
