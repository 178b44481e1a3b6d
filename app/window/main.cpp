// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QApplication>
#include <QLocale>
#include <QTimer>
#include <QTranslator>
#include <clocale>
#include <cstdio>
#include <optional>

#include "app/common/passive_openmp.h"
#include "app/window/automation.h"
#include "app/window/command_line.h"
#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "core/error.h"
#include "widgets/icons/themed_icon.h"

namespace {

/// In a copy of this process, since Qt ends a program whose display is not there.
bool displayOpens(int count, char** arguments) {
    const pid_t copy = fork();
    if (copy == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        QGuiApplication application(count, arguments);
        _exit(0);
    }
    int status = 0;
    return copy < 0 ||
           (waitpid(copy, &status, 0) == copy && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/// Prints help or version and ends, or throws Error.
orrery::CommandLine readArguments(int count, char** arguments) {
    QCoreApplication application(count, arguments);
    QCoreApplication::setApplicationName(QStringLiteral("orrery"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ORRERY_VERSION));
    const QStringList words = orrery::withoutQtOptions(QCoreApplication::arguments());
    return orrery::parseCommandLine(words);
}

/// What needs no display, or finds that there is none; nullopt when the window is to open.
std::optional<int> answerWithoutDisplay(int count, char** arguments) {
    orrery::CommandLine line;
    try {
        line = readArguments(count, arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "orrery: %s\n", error.what());
        return 2;
    }
    if (displayOpens(count, arguments)) return line.check_display ? std::optional(0) : std::nullopt;
    if (line.unattended()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        return std::nullopt;
    }
    std::fprintf(stderr,
                 "orrery: no display can be opened (DISPLAY is \"%s\"). orrery-cli does the same "
                 "without one.\n",
                 qgetenv("DISPLAY").constData());
    return 1;
}

}  // namespace

int main(int count, char** arguments) {
    orrery::restartWithPassiveOpenMp(arguments);
    if (const auto code = answerWithoutDisplay(count, arguments)) return *code;
    QApplication application(count, arguments);
    std::setlocale(LC_NUMERIC, "C");  // QApplication has switched to the user's
    QApplication::setOrganizationName(QStringLiteral("Orrery"));
    QApplication::setApplicationName(QStringLiteral("orrery"));
    QApplication::setApplicationDisplayName(QStringLiteral("Orrery"));
    QApplication::setApplicationVersion(QStringLiteral(ORRERY_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("orrery"));
    QTranslator words;
    if (words.load(QLocale(), QStringLiteral("orrery"), QStringLiteral("_"),
                   QCoreApplication::applicationDirPath() + QStringLiteral("/translations")))
        QCoreApplication::installTranslator(&words);
    orrery::initResources();
    QApplication::setWindowIcon(orrery::programIcon());
    try {
        const orrery::CommandLine line = orrery::parseCommandLine(QApplication::arguments());
        orrery::MainWindow window(line.runs.toStdString());
        orrery::Automation automation(&window, line);
        window.show();
        if (!line.unattended()) window.offerDrafts();
        QTimer::singleShot(0, &automation, &orrery::Automation::begin);
        const int result = QApplication::exec();
        return automation.failed() ? 1 : result;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "orrery: %s\n", error.what());
        return 2;
    }
}
