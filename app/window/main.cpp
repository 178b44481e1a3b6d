// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QApplication>
#include <QLocale>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>
#include <clocale>
#include <cstdio>
#include <optional>

#include "app/common/passive_openmp.h"
#include "app/common/process_start.h"
#include "app/window/automation.h"
#include "app/window/command_line.h"
#include "app/window/end_signals.h"
#include "app/window/guarded_application.h"
#include "app/window/main_window.h"
#include "app/window/palette_keeper.h"
#include "app/window/preferences/preferences.h"
#include "app/window/report/folder_pictures.h"
#include "app/window/resources.h"
#include "app/window/window_settings.h"
#include "core/error.h"
#include "core/files/printable.h"
#include "widgets/icons/themed_icon.h"

namespace {

/// Opens the display in a copy of this process, since Qt ends a program whose display is not there.
/// The copy keeps it open as long as this lives: an X server whose last client leaves starts anew,
/// and turns others away meanwhile, which is why a second and a third time are tried.
class DisplayProbe {
public:
    DisplayProbe(int count, char** arguments) {
        const int tries = qEnvironmentVariableIsEmpty("DISPLAY") ? 1 : 3;
        for (int i = 0; i < tries && !opens_; ++i) {
            if (i > 0) usleep(100'000);
            end();
            begin(count, arguments);
        }
    }
    ~DisplayProbe() { end(); }
    DisplayProbe(const DisplayProbe&) = delete;
    DisplayProbe& operator=(const DisplayProbe&) = delete;

    bool opens() const { return opens_; }

private:
    void begin(int count, char** arguments) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
        copy_ = fork();
        if (copy_ == 0) {
            close(ends[0]);
            keepOpen(count, arguments, ends[1]);
        }
        close(ends[1]);
        end_ = ends[0];
        char word = 0;
        opens_ = copy_ > 0 && read(end_, &word, 1) == 1;
    }

    [[noreturn]] static void keepOpen(int count, char** arguments, int end) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        QGuiApplication application(count, arguments);
        char word = 0;
        _exit(write(end, &word, 1) == 1 && read(end, &word, 1) == 0 ? 0 : 1);
    }

    void end() {
        if (end_ >= 0) close(end_);
        if (copy_ > 0) waitpid(copy_, nullptr, 0);
        end_ = copy_ = -1;
    }

    pid_t copy_ = -1;
    int end_ = -1;
    bool opens_ = false;
};

/// Prints help or version and ends, or throws Error.
orrery::CommandLine readArguments(int count, char** arguments) {
    QCoreApplication application(count, arguments);
    QCoreApplication::setApplicationName(QStringLiteral("orrery"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ORRERY_VERSION));
    const QStringList words = orrery::withoutQtOptions(QCoreApplication::arguments());
    return orrery::parseCommandLine(words);
}

/// What needs no display, or finds that there is none; nullopt when the window is to open.
std::optional<int> answerWithoutDisplay(const orrery::CommandLine& line, bool display_opens) {
    if (display_opens) return line.check_display ? std::optional(0) : std::nullopt;
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

/// All in one call, and without a window.
int drawPictures(const QString& folder) {
    try {
        orrery::writeFolderPictures(folder.toStdString());
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "orrery: %s\n", orrery::printable(error.what()).c_str());
        return 1;
    }
}

int showWindow(int count, char** arguments) {
    const orrery::CommandLine line = readArguments(count, arguments);
    std::optional<DisplayProbe> display(std::in_place, count, arguments);
    if (const auto code = answerWithoutDisplay(line, display->opens())) return *code;
    orrery::GuardedApplication application(count, arguments);
    display.reset();
    std::setlocale(LC_NUMERIC, "C");  // QApplication has switched to the user's
    QApplication::setOrganizationName(QStringLiteral("Orrery"));
    QApplication::setApplicationName(QStringLiteral("orrery"));
    QApplication::setApplicationDisplayName(QStringLiteral("Orrery"));
    QApplication::setApplicationVersion(QStringLiteral(ORRERY_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("orrery"));
    if (line.unattended() || line.bench) orrery::keepNoSettings();
    const orrery::Preferences preferences = orrery::storedPreferences();
    QLocale::setDefault(line.locale.value_or(orrery::localeOf(preferences)));
    QTranslator words;
    const QString folder = QCoreApplication::applicationDirPath() + QStringLiteral("/translations");
    // The English one knows the singular of what is counted.
    if (words.load(QLocale(), QStringLiteral("orrery"), QStringLiteral("_"), folder) ||
        words.load(QStringLiteral("orrery_en"), folder))
        QCoreApplication::installTranslator(&words);
    orrery::initResources();
    QApplication::setWindowIcon(orrery::programIcon());
    if (line.pictures) return drawPictures(line.path);
    orrery::applyFont(preferences);
    if (preferences.theme != orrery::WindowTheme::system) orrery::applyTheme(preferences.theme);
    const orrery::PaletteKeeper palette;
    // What a bench trains is nobody's run.
    const std::optional<QTemporaryDir> scratch =
        line.bench ? std::optional<QTemporaryDir>(std::in_place) : std::nullopt;
    const QString runs = scratch                             ? scratch->path()
                         : !line.runs.isEmpty()              ? line.runs
                         : preferences.runs_folder.isEmpty() ? QStringLiteral("runs")
                                                             : preferences.runs_folder;
    orrery::MainWindow window(runs.toStdString());
    std::optional<orrery::EndSignals> signals;
    // Who only draws has nothing to save, and a signal ends it at once, whatever it is busy with.
    if (!line.unattended() || line.trains())
        QObject::connect(&signals.emplace(), &orrery::EndSignals::received, &window,
                         &orrery::MainWindow::closeForTheSystem);
    orrery::Automation automation(&window, line);
    if (line.endsByItself())
        QObject::connect(&application, &orrery::GuardedApplication::failed, &automation,
                         &orrery::Automation::tellFailure);
    else
        QObject::connect(&application, &orrery::GuardedApplication::failed, &window,
                         &orrery::MainWindow::tellFailure);
    window.show();
    if (!line.unattended()) window.offerDrafts();
    QTimer::singleShot(0, &automation, &orrery::Automation::begin);
    const int result = QApplication::exec();
    return automation.failed() ? 1 : result;
}

}  // namespace

int main(int count, char** arguments) {
    orrery::prepareProcess();
    orrery::makeOpenMpPassive(arguments);
    try {
        return showWindow(count, arguments);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "orrery: %s\n", orrery::printable(error.what()).c_str());
        return 2;
    }
}
