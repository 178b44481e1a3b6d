// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_command.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>

#include "widgets/run/run_context.h"
#include "widgets/run/selection.h"
#include "widgets/view.h"

namespace orrery {

namespace {

QString quoted(QString text) {
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString selectionWords(const QVector<const View*>& panels) {
    const auto with_run =
        std::ranges::find_if(panels, [](const View* view) { return view->run(); });
    if (with_run == panels.end()) return {};
    const View& view = **with_run;
    if (view.run()->selection()->chosen().experts.empty()) return {};
    QStringList experts;
    for (const int expert : view.run()->selection()->chosen().experts)
        experts << QString::number(expert);
    return QStringLiteral(" --select %1:%2")
        .arg(view.run()->selection()->chosen().layer)
        .arg(experts.join(u','));
}

/// Of options with a value each.
QString wordsOf(const QStringList& words) {
    QString text;
    for (qsizetype i = 0; i + 1 < words.size(); i += 2)
        text += u' ' + words[i] + u' ' + quoted(words[i + 1]);
    return text;
}

/// Each view with its look behind it; what belongs to all of them (--text) stands once.
QString panelWords(const View& view, const QVector<const View*>& panels) {
    QString text = wordsOf(view.figureArguments()), shared;
    for (const View* panel : panels) {
        text += QStringLiteral(" --figure ") + panel->viewName();
        const QStringList words = panel->figureArguments();
        for (qsizetype i = 0; i + 1 < words.size(); i += 2)
            (words[i] == u"--look" ? text : shared) += wordsOf(words.mid(i, 2));
    }
    return text + shared;
}

}  // namespace

QString figureCommand(const View& view, FigureFormat format, const FigureOptions& options) {
    constexpr const char* extensions[] = {"pdf", "svg", "png"};
    return figureCommand(view, QLatin1String(extensions[static_cast<int>(format)]), options);
}

QString figureCommand(const View& view, const QString& extension, const FigureOptions& options) {
    QString text = QStringLiteral("orrery ");
    if (const QString source = view.figureSource(); !source.isEmpty())
        text += quoted(QFileInfo(source).absoluteFilePath());
    text += QStringLiteral(" --locale ") + QLocale().name();
    const QVector<const View*> panels = view.figurePanels();
    if (panels.size() == 1) text += QStringLiteral(" --figure ") + view.viewName();
    text += QStringLiteral(" --out %1.%2 --size %3x%4 --font %5")
                .arg(view.viewName(), extension)
                .arg(options.width_mm)
                .arg(options.height_mm)
                .arg(options.font_point);
    if (extension == u"png") text += QStringLiteral(" --dpi %1").arg(options.dpi);
    if (options.colors != FigureColors::paper)
        text += QStringLiteral(" --colors ") + wordOf(options.colors);
    if (options.text_as_paths) text += QStringLiteral(" --text-as-paths");
    if (options.background.alpha() == 0) text += QStringLiteral(" --transparent");
    text += wordsOf(styleArguments(options, view.figureParts()));
    if (panels.size() == 1)
        text += wordsOf(view.figureArguments());
    else
        text += panelWords(view, panels);
    return text + selectionWords(panels);
}

}  // namespace orrery
