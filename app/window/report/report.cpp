// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/report.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

#include "app/window/report/report_axes.h"
#include "app/window/report/report_pages.h"
#include "app/window/report/stored_run.h"
#include "app/window/services/analysis_service.h"
#include "app/window/services/trace_service.h"
#include "core/config/yaml.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_comparison.h"
#include "core/runs/run_folder.h"
#include "widgets/compare/compare_tables.h"
#include "widgets/compare/compare_view.h"
#include "widgets/compare/routing_table.h"
#include "widgets/figure/panels_view.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/inspect/pairs_view.h"
#include "widgets/layers/layers_view.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"
#include "widgets/traces/traces_view.h"

namespace orrery {

namespace {

constexpr qsizetype kFew = 4;       // runs whose curves read well over each other
constexpr double kSmoothing = 0.9;  // of their training losses

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Report)
};

QString plainHtml(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

QString tableRow(const QStringList& cells, const char* tag = "td") {
    QString row = QStringLiteral("<tr>");
    for (const QString& cell : cells)
        row += QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), cell);
    return row + QStringLiteral("</tr>\n");
}

std::unique_ptr<View> makeView(const QString& name) {
    if (name == u"loss") return std::make_unique<LossView>();
    if (name == u"experts") return std::make_unique<ExpertsView>();
    if (name == u"galaxy") return std::make_unique<GalaxyView>();
    if (name == u"traces") return std::make_unique<TracesView>();
    if (name == u"layers") return std::make_unique<LayersView>();
    if (name == u"pairs") return std::make_unique<PairsView>();
    throw Error("The figures of a report are " +
                reportViews().join(QStringLiteral(", ")).toStdString() + ", not " +
                name.toStdString() + ".");
}

/// What follows a caption; nothing for no text.
QString sentence(const std::string& text) {
    return text.empty() ? QString() : u' ' + coreText(text);
}

QString captionOf(const QString& view, const RunContext& run) {
    const RunInfo& info = *run.data()->info();
    if (view == u"loss")
        return ReportWords::tr(
                   "Mean negative log-likelihood in nats per token, padding excluded. The "
                   "validation loss is over all tokens of the validation documents. Seed %1.%2")
            .arg(info.config.train.seed)
            .arg(info.config.model.causal ? QString()
                                          : ReportWords::tr(" No causal mask: the model sees the "
                                                            "tokens that it predicts."));
    if (view == u"experts")
        return ReportWords::tr(
                   "Number of selections of each of the %1 experts of a layer during training (top "
                   "%2 per token); crosses mark experts that were never selected. Below: all "
                   "layers, as shares of the selections of a layer.")
            .arg(info.config.some.num_experts)
            .arg(info.config.some.top_k);
    if (view == u"traces")
        return ReportWords::tr(
                   "Experts that each token of a text is routed to in each layer, by the "
                   "checkpoint at step %1. A cell shows the index and the color of the expert with "
                   "the highest gate; the strip below shows the gates of all %2 selected experts.")
                   .arg(run.requests()->trace()->step)
                   .arg(run.requests()->trace()->top_k) +
               sentence(run.requests()->trace()->stand_in);
    if (view != u"galaxy")
        return ReportWords::tr(
                   "Analysis of the checkpoint at step %1 over %2 tokens of the run's validation "
                   "text.%3")
                   .arg(run.requests()->analysis()->step)
                   .arg(run.requests()->analysis()->tokens)
                   .arg(run.requests()->analysis()->partsAreGuessed()
                            ? ReportWords::tr(" Parts of speech are dictionary tags.")
                            : QString()) +
               sentence(run.requests()->analysis()->stand_in);
    return ReportWords::tr(
        "Projection of the expert keys of one layer; method, snapshot, number of keys and seed are "
        "given in the figure.");
}

bool needsAnalysis(const QStringList& views) {
    return views.contains(QStringLiteral("layers")) || views.contains(QStringLiteral("pairs"));
}

/// One run with its views, as long as the report is made.
struct ReportRun {
    RunContext context;
    std::vector<std::unique_ptr<View>> views;
};

std::unique_ptr<ReportRun> openRun(const QString& folder, const QStringList& names,
                                   const ReportOptions& options) {
    auto run = std::make_unique<ReportRun>();
    readWholeRun(*run->context.data(), folder.toStdString());
    if (const auto found = options.analyses.find(folder); found != options.analyses.end())
        run->context.requests()->deliverAnalysis(found->second);
    if (const auto found = options.traces.find(folder); found != options.traces.end())
        run->context.requests()->deliverTrace(*found->second);
    for (const QString& name : names) {
        run->views.push_back(makeView(name));
        run->views.back()->setRun(&run->context);
        // As at first: how somebody looked at the run last is no part of a report.
        run->views.back()->setLook({});
    }
    return run;
}

QString factsOf(const RunData& run) {
    const RunInfo& info = *run.info();
    const auto last = [&](const char* name) {
        const auto& values = run.series(name).values;
        return values.empty() ? std::nan("") : values.back();
    };
    const auto loss = [&](const char* name) {
        const auto& steps = run.series(name).steps;
        const auto step = steps.empty() ? -1 : static_cast<std::int64_t>(steps.back());
        return lossTextOf(last(name), step, run.progress().step);
    };
    QString html = QStringLiteral("<h2>%1</h2>\n<table>").arg(plainHtml(info.name));
    const auto add = [&](const QString& name, const QString& value) {
        html += tableRow({name, value});
    };
    add(ReportWords::tr("Folder"), plainHtml(info.folder.filename().string()));
    add(ReportWords::tr("State"),
        QStringLiteral("%1, %2").arg(
            stateWord(info.state),
            ReportWords::tr("step %1 of %2").arg(info.step).arg(info.total_steps)));
    add(ReportWords::tr("Started"), plainHtml(info.created));
    add(ReportWords::tr("Validation loss (nats per token)"), loss("val/loss"));
    add(ReportWords::tr("Bits per byte"), loss("val/bits_per_byte"));
    add(ReportWords::tr("Training loss (nats per token)"), loss("train/loss"));
    add(ReportWords::tr("Training tokens (padding excluded)"),
        countText(last("train/real_tokens")));
    add(ReportWords::tr("Training time"), durationText(last("time/wall")));
    add(ReportWords::tr("Seed"), QString::number(info.config.train.seed));
    add(ReportWords::tr("Program version"), plainHtml(info.program_version));
    if (!info.git_commit.empty())
        add(ReportWords::tr("Git commit of the program"), plainHtml(info.git_commit));
    add(ReportWords::tr("Device"), plainHtml(info.device));
    if (!info.host.empty()) add(ReportWords::tr("Host"), plainHtml(info.host));
    add(ReportWords::tr("Corpus (sha256)"), plainHtml(info.corpus_hash));
    return html + QStringLiteral("</table>\n");
}

/// What the probes said last; nothing for a run that has not ended.
QString probesOf(const RunData& run) {
    std::int64_t last = -1;
    for (const Message& message : run.messages())
        if (message.kind == "probe") last = std::max(last, message.step);
    QStringList rows;
    for (const Message& message : run.messages()) {
        if (message.kind != "probe" || message.step != last) continue;
        const QString text = coreText(message.text).toHtmlEscaped();
        rows << QStringLiteral("<li>%1</li>")
                    .arg(message.severity == Severity::info
                             ? text
                             : QStringLiteral("<b>%1</b>").arg(text));
    }
    if (rows.isEmpty()) return {};
    return QStringLiteral("<h3>%1</h3>\n<ul>%2</ul>\n")
        .arg(ReportWords::tr("Probes at step %1 (in bold: those that fire)").arg(last),
             rows.join(u'\n'));
}

QString configOf(const RunData& run) {
    QStringList changed;
    const Config defaults;
    const std::vector<SteeredSetting> steered =
        steeredSettings(run.info()->config, settingsInForce(run.settings()));
    for (const auto& [key, value] : changedFields(defaults, run.info()->config))
        if (!findSteered(steered, key)) changed << plainHtml(key + ": " + formatFieldValue(value));
    for (const SteeredSetting& setting : steered)
        changed << plainHtml(setting.key + ": " + setting.text());
    return QStringLiteral("<h3>%1</h3>\n<pre>%2</pre>\n")
        .arg(ReportWords::tr("Settings that differ from the defaults"), changed.join(u'\n'));
}

QString endsHtml(const std::vector<ComparedRun>& runs) {
    QString html =
        QStringLiteral("<table>") +
        tableRow({ReportWords::tr("Run"), ReportWords::tr("Loss"), ReportWords::tr("Difference"),
                  ReportWords::tr("Bits per byte"), ReportWords::tr("Seed")},
                 "th");
    const std::vector<EndRow> rows = endRows(runs, false, {});
    for (std::size_t i = 0; i < rows.size(); ++i)
        html += tableRow({rows[i].title.toHtmlEscaped(), lossText(rows[i].loss) + rows[i].of_step,
                          rows[i].baseline            ? ReportWords::tr("baseline")
                          : std::isnan(rows[i].delta) ? QStringLiteral("-")
                                                      : decimalText(rows[i].delta, 'f', 4),
                          lossText(rows[i].bits) + rows[i].of_step,
                          QString::number(runs[i].identity.config.train.seed)});
    return html + QStringLiteral("</table>\n");
}

QString differencesHtml(const std::vector<ComparedRun>& runs) {
    std::vector<RunIdentity> identities;
    QStringList heads{ReportWords::tr("Setting")};
    for (const ComparedRun& run : runs) {
        identities.push_back(run.identity);
        heads << plainHtml(run.identity.name);
    }
    QString html = QStringLiteral("<h3>%1</h3>\n<table>")
                       .arg(ReportWords::tr("Settings in which the runs differ")) +
                   tableRow(heads, "th");
    for (const DifferenceRow& row : differencesOf(identities)) {
        QStringList cells{plainHtml(row.key)};
        for (const std::string& value : row.values)
            cells << plainHtml(value);
        html += tableRow(cells);
    }
    return html + QStringLiteral("</table>\n");
}

/// The runs over each other: the validation loss, and beside it, of few runs, the training loss.
struct Comparison {
    CompareView validation, training;
    std::unique_ptr<PanelsView> both;
};

std::unique_ptr<Comparison> compare(const QStringList& runs, bool with_training) {
    auto made = std::make_unique<Comparison>();
    for (CompareView* view : {&made->validation, &made->training}) {
        view->setLook({});
        view->compared().setFolders(runs);
    }
    CompareOptions options;
    options.smoothing = kSmoothing;
    made->training.setScalar(QStringLiteral("train/loss"));
    made->training.setOptions(options);
    if (with_training)
        made->both = std::make_unique<PanelsView>(
            QVector<const View*>{&made->validation, &made->training}, 2);
    return made;
}

void addComparison(std::vector<ReportPart>& parts, Comparison& comparison) {
    ComparedRuns& runs = comparison.validation.compared();
    runs.readNow();
    for (const ComparedRun& run : runs.runs())
        if (!run.failure.isEmpty()) throw Error(run.failure.toStdString());
    const QString table = ReportWords::tr(
        "The table lists validation losses, padding excluded, and differences from the first run.");
    const QString caption =
        comparison.both
            ? ReportWords::tr(
                  "Losses of the runs in nats per token, padding excluded: validation "
                  "(a), training (b; debiased EMA %1 over raw).")
                  .arg(kSmoothing)
            : ReportWords::tr("%1 of the runs.").arg(comparison.validation.scalarTitle());
    const View* figure =
        comparison.both ? static_cast<const View*>(comparison.both.get()) : &comparison.validation;
    parts.push_back(
        {QStringLiteral("<h2>%1</h2>\n").arg(ReportWords::tr("Comparison")) + endsHtml(runs.runs()),
         figure, caption + u' ' + table});
    parts.push_back({differencesHtml(runs.runs()), nullptr, {}});
}

/// Figures of the runs' routing of one text by layer, where two runs or more have them.
struct RoutingComparison {
    std::vector<std::unique_ptr<CompareView>> views;
    std::vector<std::unique_ptr<PanelsView>> pairs;  // of the views, beside each other
};

std::unique_ptr<RoutingComparison> compareRouting(const QStringList& runs,
                                                  const std::vector<ComparedRun>& known) {
    const auto measured = std::ranges::count_if(
        known, [](const ComparedRun& run) { return run.identity.measured != nullptr; });
    if (measured < 2) return nullptr;
    auto made = std::make_unique<RoutingComparison>();
    QVector<const View*> panels;
    CompareOptions by_depth;
    by_depth.axis = LossAxis::share;  // of models with other numbers of layers
    const QStringList names = routingTableMeasures(known);
    for (const char* name :
         {"by_layer/gini", "by_layer/entropy_share", "by_layer/token_information",
          "by_layer/part_information", "by_layer/guild_strength", "text/saturation"}) {
        const QString scalar = QLatin1String(name);
        if (!names.contains(scalar.section(u'/', 1))) continue;
        made->views.push_back(std::make_unique<CompareView>());
        CompareView& view = *made->views.back();
        view.setLook({});
        view.compared().setFolders(runs);
        view.setScalar(scalar);
        view.setOptions(by_depth);
        panels.push_back(&view);
    }
    for (qsizetype i = 0; i < panels.size(); i += 2)
        made->pairs.push_back(std::make_unique<PanelsView>(panels.mid(i, 2), 2));
    return made;
}

/// Figures down, measured runs across: their means, then each layer of models that have few.
QString routingHtml(const std::vector<ComparedRun>& runs) {
    constexpr std::size_t most_layers = 12;
    std::vector<std::vector<RoutingRow>> of_runs;  // the mean, then the layers
    QStringList heads{ReportWords::tr("Layer"), ReportWords::tr("Figure")};
    for (RoutingRow& row : routingRows(runs)) {
        if (row.layer < 0) {
            of_runs.emplace_back();
            heads << row.run.toHtmlEscaped();
        }
        of_runs.back().push_back(std::move(row));
    }
    std::size_t rows = 1;
    for (const auto& run : of_runs)
        rows = std::max(rows, run.size());
    if (rows > most_layers + 1) rows = 1;
    const QStringList names = routingTableMeasures(runs);
    QString html =
        QStringLiteral("<h3>%1</h3>\n<table>").arg(ReportWords::tr("Routing of the same text")) +
        tableRow(heads, "th");
    for (std::size_t row = 0; row < rows; ++row)
        for (int name = 0; name < names.size(); ++name) {
            QStringList cells{row == 0 ? ReportWords::tr("mean") : QString::number(row - 1),
                              routingMeasureTitle(names[name]).toHtmlEscaped()};
            for (const auto& run : of_runs) {
                const double value = row < run.size()
                                         ? run[row].values[static_cast<std::size_t>(name)]
                                         : std::nan("");
                cells << (std::isnan(value) ? QStringLiteral("-") : decimalText(value, 'f', 3));
            }
            html += tableRow(cells);
        }
    return html + QStringLiteral("</table>\n");
}

void addRouting(std::vector<ReportPart>& parts, const RoutingComparison& routing,
                const std::vector<ComparedRun>& runs) {
    const QString caption =
        ReportWords::tr(
            "Routing by depth (share of the layers), and router saturation by share of "
            "training; %1.")
            .arg(routingTextNote(runs).toHtmlEscaped());
    for (const auto& pair : routing.pairs)
        parts.push_back(
            {pair == routing.pairs.front() ? routingHtml(runs) : QString(), pair.get(), caption});
}

void shareAxes(const std::vector<std::unique_ptr<ReportRun>>& runs) {
    if (runs.size() < 2) return;
    std::vector<ReportFigures> figures;
    for (const auto& run : runs) {
        figures.push_back({run->context.data(), {}});
        for (const auto& view : run->views)
            figures.back().views.push_back(view.get());
    }
    shareLossAxes(figures);
    shareExpertAxes(figures);
}

/// Its loss says more than that of the comparison: where settings were changed.
bool hasMarks(const RunContext& run) {
    return !run.data()->settings().empty();
}

}  // namespace

QStringList reportViews() {
    return usualReportViews() +
           QStringList{QStringLiteral("traces"), QStringLiteral("layers"), QStringLiteral("pairs")};
}

QStringList usualReportViews() {
    return {QStringLiteral("loss"), QStringLiteral("experts"), QStringLiteral("galaxy")};
}

bool needsModels(const QStringList& views) {
    return needsAnalysis(views) || views.contains(QStringLiteral("traces"));
}

void askModels(ReportOptions& options, const std::function<bool()>& cancelled) {
    for (const QString& run : options.runs) {
        const std::filesystem::path folder = run.toStdString();
        if (needsAnalysis(options.views)) options.analyses[run] = analysedRun(folder, cancelled);
        if (options.views.contains(QStringLiteral("traces")))
            options.traces[run] =
                std::make_shared<Trace>(tracedRun(folder, options.text.toStdString(), cancelled));
    }
}

void writeReport(const ReportOptions& options, const QString& file) {
    const QString extension = QFileInfo(file).suffix().toLower();
    if (extension != u"html" && extension != u"pdf")
        throw Error(file.toStdString() + ": the file name of a report must end in .html or .pdf.");
    const QStringList names = options.views.isEmpty() ? usualReportViews() : options.views;
    std::vector<ReportPart> parts;
    std::unique_ptr<Comparison> comparison;
    std::unique_ptr<RoutingComparison> routing;
    const bool losses_together = options.runs.size() > 1 && options.runs.size() <= kFew &&
                                 names.contains(QStringLiteral("loss"));
    if (options.runs.size() > 1) {
        comparison = compare(options.runs, losses_together);
        addComparison(parts, *comparison);
        const auto& known = comparison->validation.compared().runs();
        routing = compareRouting(options.runs, known);
        if (routing) addRouting(parts, *routing, known);
    }
    std::vector<std::unique_ptr<ReportRun>> runs;
    for (const QString& folder : options.runs)
        runs.push_back(openRun(folder, names, options));
    shareAxes(runs);
    for (const auto& each : runs) {
        const ReportRun& run = *each;
        parts.push_back({factsOf(*run.context.data()), nullptr, {}});
        for (std::size_t i = 0; i < run.views.size(); ++i) {
            const QString& name = names[static_cast<int>(i)];
            if (losses_together && name == u"loss" && !hasMarks(run.context)) continue;
            parts.push_back({{}, run.views[i].get(), captionOf(name, run.context)});
        }
        parts.push_back({probesOf(*run.context.data()), nullptr, {}});
        parts.push_back({configOf(*run.context.data()), nullptr, {}});
    }
    parts.push_back({QStringLiteral("<p class=\"note\">%1</p>")
                         .arg(ReportWords::tr("Made by Orrery %1.")
                                  .arg(QString::fromStdString(programVersion()))),
                     nullptr,
                     {}});
    const QString title =
        options.runs.size() == 1
            ? QString::fromStdString(runs.front()->context.data()->info()->name)
            : ReportWords::tr("Report on %n runs", nullptr, static_cast<int>(options.runs.size()));
    const QByteArray bytes = extension == u"pdf" ? reportAsPdf(title, parts, options.figure)
                                                 : reportAsHtml(title, parts, options.figure);
    writeFileAtomically(
        file.toStdString(),
        std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace orrery
