// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tour/explanations.h"

#include <QCoreApplication>

namespace orrery {

namespace {

struct TourWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Tour)
};

struct Stop {
    const char* dock;
    const char* text;
    const char* terms;  // separated by commas
};

constexpr Stop kStops[] = {
    {"config",
     QT_TRANSLATE_NOOP(
         "orrery::Tour",
         "The configuration of the next run. Point at a setting to see what it does and where its "
         "default comes from. While a run trains, what can be changed at once is applied with "
         "Apply; the rest says that it needs a new run."),
     "SoME,Knowledge Gravity"},
    {"loss",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "Training and validation loss in nats per token: lower is better. The thin "
                       "line is what each step had, the thick one its average. Drag and turn the "
                       "wheel for a closer look; the pointer reads the values."),
     "perplexity"},
    {"experts",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "How often each expert of a layer is selected. Bars of equal height mean a "
                       "balanced load; experts that were never selected are marked. Click a bar to "
                       "mark the expert in every view."),
     "expert,Gini,dead expert"},
    {"galaxy",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "Each point is the key of an expert, projected to three dimensions. Keys "
                       "that are close answer similar queries, and form clusters as training goes "
                       "on. Drag to turn it; Film plays how they moved."),
     "key\\, key store,guild"},
    {"traces",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "A text, token by token, and the expert that each layer preferred for it. "
                       "Type a sentence and press Trace; the color is that of the top-1 expert, "
                       "and stronger colors mean a larger gate."),
     "top-k,gate"},
    {"log",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "What the run reports: evaluations, a text that it generates, checkpoints, "
                       "and probes, which are conditions that make results misleading."),
     "probe"},
    {"levers",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "What can be changed while the run trains. Move a slider and watch the "
                       "galaxy and the loss; each change is listed with its step and can be "
                       "undone."),
     "alpha\\, attraction,beta\\, peer pull,temperature"},
    {"inspect",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "What an expert, a token or a guild of experts specializes in. It is "
                       "computed from the validation text when you press Analyze."),
     "guild"},
    {"compare",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "Curves of several runs over each other, their results, and the settings "
                       "that differ. Point at the curves to read their values."),
     ""},
    {"runs",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "All runs of the folder. Select two or more and press Compare; double-click "
                       "one to open it."),
     ""},
    {"pairs",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "Which experts are selected together for the same token: a matrix of all "
                       "pairs of a layer, as shares or as lift."),
     "lift,co-selection"},
    {"layers",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "What each layer specializes in, and how the selection of its experts "
                       "changed over the run."),
     "guild"},
    {"playground",
     QT_TRANSLATE_NOOP(
         "orrery::Tour",
         "Type a prompt and watch the model write, token by token: how surprising "
         "each was, what else was likely, and which experts predicted it. Right-click "
         "a token to go on from there with another; change the router and compare."),
     ""},
    {"ranks",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "The processes that train a run together: where each runs, how much of its "
                       "time it waits for the others, and which of them is slow."),
     ""},
    {"table",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "Every expert as a row: how often it is selected, its key, its gates, what "
                       "it serves. Sort by a head, filter by words or comparisons (share>2), and "
                       "plot any two columns against each other: what is selected is selected in "
                       "every view, and its statistics stand above the table. Box plots show the "
                       "spread of a column over the runs of Compare."),
     "expert,guild,key drift"},
    {"metrics",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "Any numbers that the run records, in panels of your own: click a panel, "
                       "then check metrics in the list; Right puts one on the right axis. The "
                       "filter takes a regular expression. Panels are kept with the layout."),
     "Gini"},
    {"model",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "The network of the configuration in the form: its blocks with shapes and "
                       "parameters, and what a training step moves: the optimizer, the key rules, "
                       "or nothing. Click a block for its fields, a layer to look at it in every "
                       "view."),
     "key\\, key store,expert"},
    {"study",
     QT_TRANSLATE_NOOP("orrery::Tour",
                       "A study: an experiment of many runs, its trials, and whether its "
                       "predictions hold."),
     ""},
};

}  // namespace

Explanation explanationOf(const QString& dock) {
    for (const Stop& stop : kStops) {
        if (dock != QLatin1String(stop.dock)) continue;
        QString terms = QString::fromLatin1(stop.terms);
        terms.replace(QStringLiteral("\\,"), QStringLiteral("\x01"));
        Explanation explanation{TourWords::tr(stop.text), {}};
        for (QString term : terms.split(u',', Qt::SkipEmptyParts))
            explanation.terms << term.replace(QChar(1), u',');
        return explanation;
    }
    return {};
}

QStringList tourStops() {
    return {"config", "loss",   "experts", "galaxy",  "traces",
            "log",    "levers", "inspect", "compare", "runs"};
}

QString richText(const Explanation& explanation) {
    QString text = QStringLiteral("<p>%1</p>").arg(explanation.text.toHtmlEscaped());
    QStringList links;
    for (const QString& term : explanation.terms)
        links << QStringLiteral("<a href=\"glossary:%1\">%1</a>").arg(term.toHtmlEscaped());
    if (!links.isEmpty())
        text +=
            QStringLiteral("<p>%1</p>")
                .arg(TourWords::tr("In the glossary: %1").arg(links.join(QStringLiteral(" · "))));
    return text;
}

}  // namespace orrery
