// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include "core/error.h"

namespace orrery {

namespace {

struct CommandLineWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CommandLine)
};

void describeFigure(QCommandLineParser& parser) {
    parser.addOption(
        {"figure",
         CommandLineWords::tr("Write a figure of one view of the run (loss, experts, galaxy, "
                              "traces, log, inspect, layers, pairs, "
                              "table, metrics, model, compare) or of a study (study.map, "
                              "study.parallel, study.curves, study.stream, study.seeds, "
                              "study.keys), then exit."),
         "VIEW"});
    parser.addOption(
        {"pictures",
         CommandLineWords::tr("Write the figures of a run (into its folder figures), a study or "
                              "controls (into their folder) as SVG and PDF, then exit.")});
    parser.addOption(
        {"out", CommandLineWords::tr("Output file of the figure: .pdf, .svg or .png."), "FILE"});
    parser.addOption({"size", CommandLineWords::tr("Size of the figure in mm (default: 170x110)."),
                      "WIDTHxHEIGHT"});
    parser.addOption(
        {"dpi", CommandLineWords::tr("Resolution of a PNG figure (default: 300)."), "DPI"});
    parser.addOption({"font",
                      CommandLineWords::tr("Font size of the figure in points (default: 8)."),
                      "POINTS"});
    parser.addOption({"colors",
                      CommandLineWords::tr("Color scheme of the figure: paper (white background), "
                                           "light or dark (default: paper)."),
                      "COLORS"});
    parser.addOption(
        {"text-as-paths",
         CommandLineWords::tr(
             "Convert the text of an SVG to paths, so that it looks the same everywhere.")});
    parser.addOption(
        {"transparent", CommandLineWords::tr("Leave an SVG or PNG figure without a background.")});
    parser.addOption(
        {"select",
         CommandLineWords::tr("Experts to highlight, for example 2:17,40; the others are gray."),
         "LAYER:EXPERTS"});
    parser.addOption(
        {"look",
         CommandLineWords::tr("Drawing options of the figure's view, as the window's Export "
                              "figure prints them, for example log-y,smoothing=0.5."),
         "WORDS"});
}

void describe(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        CommandLineWords::tr("Trains SoME language models and visualizes their key stores.\nTo "
                             "work without a window, use orrery-cli."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        "path", CommandLineWords::tr("Configuration file, run folder, study file or study folder."),
        "[CONFIG|RUN|STUDY]");
    parser.addOption({"demo", CommandLineWords::tr("Open the demo and train it.")});
    parser.addOption({"train", CommandLineWords::tr("Start training the configuration.")});
    parser.addOption({"runs", CommandLineWords::tr("Folder for new runs (default: runs)."), "DIR"});
    parser.addOption(
        {"screenshot",
         CommandLineWords::tr("Save a screenshot of the window when it closes (or after 5 s)."),
         "FILE"});
    parser.addOption({"export",
                      CommandLineWords::tr("Export every view of the run as PDF, SVG, PNG and CSV "
                                           "when the run ends; without training, exit afterwards."),
                      "DIR"});
    parser.addOption({"film",
                      CommandLineWords::tr("Write the key snapshots of the middle layer as images "
                                           "(and as a video if ffmpeg is installed), then exit."),
                      "DIR"});
    describeFigure(parser);
    parser.addOption(
        {"report",
         CommandLineWords::tr("Write a report of the given runs (.html or .pdf) with figures, "
                              "tables, captions and configurations, then exit."),
         "FILE"});
    parser.addOption(
        {"views",
         CommandLineWords::tr("Figures of the report: loss, experts, galaxy, traces, layers, "
                              "pairs; the last two analyze each run (default: the first three)."),
         "VIEWS"});
    parser.addOption({"text",
                      CommandLineWords::tr("Text to trace in a figure or a report (default: the "
                                           "start of the run's validation text)."),
                      "TEXT"});
    parser.addOption(
        {"bench", CommandLineWords::tr(
                      "Benchmark the window on synthetic runs, print the results and exit.")});
    parser.addOption({"check-display",
                      CommandLineWords::tr("Exit with 0 if a window can be opened, else with 1.")});
    parser.addOption({"quit-after",
                      CommandLineWords::tr("Exit after this many seconds without asking."),
                      "SECONDS"});
}

double numberOf(const QString& option, const QString& text) {
    bool number = false;
    const double value = text.toDouble(&number);
    if (!number) throw Error("--" + option.toStdString() + " needs a number. See --help.");
    return value;
}

ExpertSelection selectionOf(const QString& text) {
    ExpertSelection selection;
    bool whole = true, all = text.count(u':') == 1;
    selection.layer = text.section(u':', 0, 0).toInt(&whole);
    all &= whole;
    for (const QString& expert : text.section(u':', 1).split(u',')) {
        selection.experts.push_back(expert.toInt(&whole));
        all &= whole;
    }
    if (!all) throw Error("--select needs a layer and its experts, for example 2:17,40.");
    return selection;
}

void readFigure(const QCommandLineParser& parser, CommandLine& line) {
    // "study.parallel": a view and how it is drawn.
    line.figure = parser.value("figure").section(u'.', 0, 0);
    const QString drawn = parser.value("figure").section(u'.', 1);
    line.figure_file = parser.value("out");
    FigureOptions& options = line.figure_options;
    if (parser.isSet("size")) {
        const QStringList sides = parser.value("size").split(u'x');
        if (sides.size() != 2)
            throw Error("--size needs width and height in mm, for example 170x110.");
        options.width_mm = numberOf("size", sides[0]);
        options.height_mm = numberOf("size", sides[1]);
    }
    if (parser.isSet("dpi")) options.dpi = numberOf("dpi", parser.value("dpi"));
    if (parser.isSet("font")) options.font_point = numberOf("font", parser.value("font"));
    if (parser.isSet("colors")) options.colors = figureColorsOf(parser.value("colors"));
    options.text_as_paths = parser.isSet("text-as-paths");
    if (parser.isSet("transparent")) options.background = Qt::transparent;
    if (parser.isSet("select")) line.selected = selectionOf(parser.value("select"));
    line.look = parser.value("look").split(u',', Qt::SkipEmptyParts);
    if (!drawn.isEmpty()) line.look.prepend(drawn);
    if (!line.look.isEmpty() && line.figure.isEmpty())
        throw Error("--look says how a figure is drawn: it goes with --figure.");
    if (line.figure.isEmpty() != line.figure_file.isEmpty())
        throw Error(
            "--figure and --out must be given together: orrery RUN --figure loss --out loss.pdf.");
    if (line.figure.isEmpty()) return;
    if (line.path.isEmpty())
        throw Error("--figure needs a run or study: orrery RUN --figure loss --out loss.pdf.");
    const QString fault = faultOf(options, formatOf(line.figure_file));
    if (!fault.isEmpty()) throw Error(fault.toStdString());
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
    line.report = parser.value("report");
    if (!line.report.isEmpty()) line.report_runs = paths;
    line.report_views = parser.value("views").split(u',', Qt::SkipEmptyParts);
    if (paths.size() > 1 && line.report.isEmpty())
        throw Error(
            "More than one configuration or run was given; the window opens one. See --help.");
    if (!paths.isEmpty() && line.report.isEmpty()) line.path = paths.constFirst();
    if (!line.report.isEmpty() && paths.isEmpty())
        throw Error("--report needs one or more runs: orrery RUN [RUN ...] --report FILE.");
    line.text = parser.value("text");
    line.bench = parser.isSet("bench");
    line.pictures = parser.isSet("pictures");
    if (line.pictures && line.path.isEmpty())
        throw Error("--pictures needs the folder of a run, a study or controls.");
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
            throw Error("--quit-after needs a number of seconds, 0 to 1000000.");
        line.quit_after = seconds;
    }
    readFigure(parser, line);
    if (!line.film_folder.isEmpty() && (line.path.isEmpty() || line.train))
        throw Error("--film needs a run: orrery RUN --film DIR.");
    if (line.demo && !line.path.isEmpty())
        throw Error("--demo has its own configuration: omit the path, or use --train.");
    return line;
}

}  // namespace orrery
