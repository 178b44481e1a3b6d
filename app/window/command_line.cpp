// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/error.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/python_script.h"

namespace orrery {

namespace {

struct CommandLineWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CommandLine)
};

void describeStyle(QCommandLineParser& parser) {
    parser.addOption({"title", CommandLineWords::tr("Title above the figure."), "TEXT"});
    parser.addOption({"legend",
                      CommandLineWords::tr("Place of the legend: above, top-left, top-right, "
                                           "bottom-left, bottom-right (inside the axes), right or "
                                           "none (default: above)."),
                      "PLACE"});
    parser.addOption({"line-width",
                      CommandLineWords::tr("Width of the main lines in points (default: 1.35); "
                                           "thinner ones in proportion."),
                      "POINTS"});
    parser.addOption({"font-family",
                      CommandLineWords::tr("Font of the figure (default: DejaVu Sans)."), "NAME"});
    for (const char* axis : {"x-range", "y-range"})
        parser.addOption({QLatin1String(axis),
                          CommandLineWords::tr("Range of this axis of the figure, in its own units "
                                               "(default: as in the view)."),
                          "LOW:HIGH"});
}

void describeFigure(QCommandLineParser& parser) {
    parser.addOption(
        {"figure",
         CommandLineWords::tr("Write a figure of one view of the run (loss, experts, galaxy, "
                              "traces, log, inspect, layers, pairs, "
                              "table, metrics, model, compare) or of a study (study.map, "
                              "study.parallel, study.curves, study.stream, study.seeds, "
                              "study.keys, study.xy, study.verdict), then exit. Given several "
                              "times, the views are the "
                              "panels a, b, c of one figure; a --look belongs to the --figure "
                              "before it."),
         "VIEW"});
    parser.addOption({"columns",
                      CommandLineWords::tr("Panels of a figure beside each other (default: about "
                                           "as many as below each other)."),
                      "COUNT"});
    parser.addOption(
        {"pictures",
         CommandLineWords::tr("Write the figures of a run (into its folder figures), a study or "
                              "controls (into their folder) as SVG and PDF, then exit.")});
    parser.addOption(
        {"out",
         CommandLineWords::tr("Output file of the figure: .pdf, .svg or .png; .py for a "
                              "matplotlib script, with its data as .csv beside it."),
         "FILE"});
    parser.addOption({"size", CommandLineWords::tr("Size of the figure in mm (default: 170x110)."),
                      "WIDTHxHEIGHT"});
    parser.addOption(
        {"dpi", CommandLineWords::tr("Resolution of a PNG figure (default: 300)."), "DPI"});
    parser.addOption({"font",
                      CommandLineWords::tr("Font size of the figure in points (default: 8)."),
                      "POINTS"});
    parser.addOption(
        {"locale",
         CommandLineWords::tr("Language and decimal separator, for example de_DE or C (default: "
                              "those of the desktop)."),
         "NAME"});
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
    parser.addOption(
        {"components",
         CommandLineWords::tr("Principal components of the galaxy's axes, for example 1,3,4."),
         "NUMBERS"});
    parser.addOption(
        {"camera",
         CommandLineWords::tr("Camera of the galaxy: the name of one that is kept with the run, or "
                              "YAW:PITCH:DISTANCE:X:Y."),
         "CAMERA"});
    describeStyle(parser);
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

/// "study.parallel": a view and how it is drawn.
FigurePanel panelOf(const QString& text) {
    FigurePanel panel{text.section(u'.', 0, 0)};
    if (const QString drawn = text.section(u'.', 1); !drawn.isEmpty()) panel.look << drawn;
    return panel;
}

/// Each --look goes with the --figure before it; what stands before the first, with that.
std::vector<FigurePanel> panelsOf(const QCommandLineParser& parser) {
    std::vector<FigurePanel> panels;
    QStringList views = parser.values("figure"), looks = parser.values("look"), first;
    for (const QString& option : parser.optionNames()) {
        if (option == u"figure") panels.push_back(panelOf(views.takeFirst()));
        if (option == u"look")
            (panels.empty() ? first : panels.back().look)
                << looks.takeFirst().split(u',', Qt::SkipEmptyParts);
    }
    if (!first.isEmpty() && panels.empty())
        throw Error("--look says how a figure is drawn: it goes with --figure.");
    if (!first.isEmpty()) panels.front().look << first;
    return panels;
}

void readStyle(const QCommandLineParser& parser, FigureOptions& options) {
    options.title = parser.value("title");
    options.font_family = parser.value("font-family");
    if (parser.isSet("legend")) options.legend = legendPlaceOf(parser.value("legend"));
    if (parser.isSet("line-width")) {
        options.line_point = numberOf("line-width", parser.value("line-width"));
        if (!(options.line_point > 0)) throw Error("--line-width needs a positive number.");
    }
    for (const auto& [name, range] :
         {std::pair("x-range", &options.x_range), std::pair("y-range", &options.y_range)})
        if (parser.isSet(name)) *range = figureRangeOf(name, parser.value(name));
}

/// Qt takes every name, and gives C's for one that it does not know.
std::optional<QLocale> localeOf(const QCommandLineParser& parser) {
    if (!parser.isSet("locale")) return std::nullopt;
    const QString name = parser.value("locale");
    const QLocale locale(name);
    if (locale.language() == QLocale::C && name != u"C")
        throw Error("--locale: \"" + name.toStdString() +
                    "\" is not known. Give a language and a country, such as de_DE, or C.");
    return locale;
}

int columnsOf(const QCommandLineParser& parser, std::size_t panels) {
    if (!parser.isSet("columns")) return 0;
    bool whole = false;
    const int columns = parser.value("columns").toInt(&whole);
    if (!whole || columns < 1)
        throw Error("--columns needs a number of panels beside each other, 1 or more.");
    if (panels < 2) throw Error("--columns is for a figure of several --figure.");
    return columns;
}

/// What the galaxies of a figure show, in the form that people write.
void readGalaxy(const QCommandLineParser& parser, std::vector<FigurePanel>& panels) {
    QStringList look;
    if (parser.isSet("components"))
        look << "components=" + parser.value("components").replace(u',', u':');
    if (parser.isSet("camera")) look << asText("camera", parser.value("camera"));
    if (look.isEmpty()) return;
    if (!std::ranges::count(panels, QStringLiteral("galaxy"), &FigurePanel::view))
        throw Error("--components and --camera are of a galaxy: they go with --figure galaxy.");
    for (FigurePanel& panel : panels)
        if (panel.view == u"galaxy") panel.look << look;
}

void readFigure(const QCommandLineParser& parser, CommandLine& line) {
    line.figures = panelsOf(parser);
    line.columns = columnsOf(parser, line.figures.size());
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
    line.locale = localeOf(parser);
    if (parser.isSet("colors")) options.colors = figureColorsOf(parser.value("colors"));
    options.text_as_paths = parser.isSet("text-as-paths");
    if (parser.isSet("transparent")) options.background = Qt::transparent;
    if (parser.isSet("select")) line.selected = selectionOf(parser.value("select"));
    readStyle(parser, options);
    readGalaxy(parser, line.figures);
    if (line.figures.empty() != line.figure_file.isEmpty())
        throw Error(
            "--figure and --out must be given together: orrery RUN --figure loss --out loss.pdf.");
    if (line.figures.empty()) return;
    const auto of_study =
        std::ranges::count(line.figures, QStringLiteral("study"), &FigurePanel::view);
    if (of_study > 0 && line.figures.size() > 1)
        throw Error("A study and a run can't be panels of one figure, nor two plots of a study.");
    if (line.path.isEmpty())
        throw Error("--figure needs a run or study: orrery RUN --figure loss --out loss.pdf.");
    const bool script = isPython(line.figure_file);
    if (script && line.figures.size() > 1)
        throw Error("A Python script draws one view: give one --figure.");
    const QString fault = faultOf(options, script ? FigureFormat::pdf : formatOf(line.figure_file));
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
