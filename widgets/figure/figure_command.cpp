// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_command.h"

#include <QFileInfo>

#include "widgets/run/run_context.h"
#include "widgets/run/selection.h"
#include "widgets/view.h"

namespace orrery {

namespace {

QString quoted(QString text) {
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString selectionWords(const View& view) {
    if (!view.run() || view.run()->selection()->chosen().experts.empty()) return {};
    QStringList experts;
    for (const int expert : view.run()->selection()->chosen().experts)
        experts << QString::number(expert);
    return QStringLiteral(" --select %1:%2")
        .arg(view.run()->selection()->chosen().layer)
        .arg(experts.join(u','));
}

}  // namespace

QString figureCommand(const View& view, FigureFormat format, const FigureOptions& options) {
    constexpr const char* extensions[] = {"pdf", "svg", "png"};
    QString text = QStringLiteral("orrery ");
    if (const QString source = view.figureSource(); !source.isEmpty())
        text += quoted(QFileInfo(source).absoluteFilePath());
    text += QStringLiteral(" --figure %1 --out %1.%2 --size %3x%4 --font %5")
                .arg(view.viewName(), QLatin1String(extensions[static_cast<int>(format)]))
                .arg(options.width_mm)
                .arg(options.height_mm)
                .arg(options.font_point);
    if (format == FigureFormat::png) text += QStringLiteral(" --dpi %1").arg(options.dpi);
    if (options.colors != FigureColors::paper)
        text += QStringLiteral(" --colors ") + wordOf(options.colors);
    if (options.text_as_paths) text += QStringLiteral(" --text-as-paths");
    if (options.background.alpha() == 0) text += QStringLiteral(" --transparent");
    for (const QString& word : view.figureArguments())
        text += u' ' + (word.startsWith(u"--") ? word : quoted(word));
    return text + selectionWords(view);
}

}  // namespace orrery
