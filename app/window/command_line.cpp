// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include "core/error.h"

namespace orrery {

namespace {

QString helpText(const char* text) {
    return QCoreApplication::translate("orrery::CommandLine", text);
}

void describe(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        helpText("Trains SoME language models and shows their experts' keys move.\n"
                 "The same without a window: orrery-cli."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("path", helpText("A configuration file or a run folder."),
                                 "[CONFIG|RUN]");
    parser.addOption({"demo", helpText("Open the demo and train it.")});
    parser.addOption({"train", helpText("Train the configuration at once.")});
    parser.addOption({"runs", helpText("Put new runs under this folder (default: runs)."), "DIR"});
    parser.addOption({"screenshot",
                      helpText("Save a picture of the window before it closes (or after 5 s)."),
                      "FILE"});
    parser.addOption({"export",
                      helpText("Export every view of the run as PDF, SVG, PNG and CSV when it has "
                               "ended; without training, close then."),
                      "DIR"});
    parser.addOption({"film",
                      helpText("Write the snapshots of the middle layer's keys as pictures (and a "
                               "video where ffmpeg is found), then close."),
                      "DIR"});
    parser.addOption(
        {"check-display", helpText("Tell by the exit code whether a window could be opened.")});
    parser.addOption(
        {"quit-after", helpText("Close after so many seconds, without questions."), "SECONDS"});
}

}  // namespace

QStringList withoutQtOptions(const QStringList& arguments) {
    static const QStringList with_value{
        "-style",         "-stylesheet", "-platform",        "-platformpluginpath",
        "-platformtheme", "-plugin",     "-qwindowgeometry", "-qwindowicon",
        "-qwindowtitle",  "-session",    "-display",         "-fontengine"};
    QStringList rest;
    for (int i = 0; i < arguments.size(); ++i) {
        if (with_value.contains(arguments[i]))
            ++i;
        else if (arguments[i] != QLatin1String("-reverse") &&
                 arguments[i] != QLatin1String("-widgetcount"))
            rest << arguments[i];
    }
    return rest;
}

CommandLine parseCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(arguments)) throw Error(parser.errorText().toStdString() + " See --help.");
    if (parser.isSet("help")) parser.showHelp(0);
    if (parser.isSet("version")) parser.showVersion();
    CommandLine line;
    const QStringList paths = parser.positionalArguments();
    if (paths.size() > 1)
        throw Error(
            "More than one configuration or run was named; the window shows one. See --help.");
    if (!paths.isEmpty()) line.path = paths.constFirst();
    line.demo = parser.isSet("demo");
    line.train = parser.isSet("train");
    line.check_display = parser.isSet("check-display");
    if (parser.isSet("runs")) line.runs = parser.value("runs");
    line.screenshot = parser.value("screenshot");
    line.export_folder = parser.value("export");
    line.film_folder = parser.value("film");
    if (parser.isSet("quit-after")) {
        bool number = false;
        const double seconds = parser.value("quit-after").toDouble(&number);
        if (!number || !(seconds >= 0) || seconds > 1e6)
            throw Error("--quit-after takes a number of seconds, 0 to 1000000.");
        line.quit_after = seconds;
    }
    if (!line.film_folder.isEmpty() && (line.path.isEmpty() || line.train))
        throw Error("--film takes the run that it is of: orrery RUN --film DIR.");
    if (line.demo && !line.path.isEmpty())
        throw Error("--demo brings its own configuration: leave the path out, or use --train.");
    return line;
}

}  // namespace orrery
