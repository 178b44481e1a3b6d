// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/python_script.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <utility>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "widgets/figure/figure_command.h"
#include "widgets/python_plot.h"
#include "widgets/view.h"

namespace orrery {

namespace {

struct PythonWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::PythonScript)
};

/// A text that JSON writes is one that Python reads.
QString quotedJson(const QString& text) {
    const QByteArray list = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

QString readScript(const QString& name) {
    QFile file(QStringLiteral(":/python/%1.py").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        throw Error("The script " + name.toStdString() + ".py is not part of this program.");
    QString text = QString::fromUtf8(file.readAll());
    const QString license = QStringLiteral("# SPDX-License-Identifier: GPL-3.0-or-later\n");
    return text.remove(license);
}

QJsonValue rangeOf(const std::optional<std::pair<double, double>>& range) {
    return range ? QJsonValue(QJsonArray{range->first, range->second}) : QJsonValue();
}

/// What the style of a figure says, over what the view says.
QJsonObject settingsOf(const PythonPlot& plot, const FigureOptions& options, FigureParts parts) {
    QJsonObject settings = plot.settings;
    settings["size_mm"] = QJsonArray{options.width_mm, options.height_mm};
    settings["font_point"] = options.font_point;
    settings["font_family"] =
        options.font_family.isEmpty() ? QStringLiteral("DejaVu Sans") : options.font_family;
    settings["dpi"] = options.dpi;
    settings["title"] = options.title;
    if (parts.legend) settings["legend"] = wordOf(options.legend);
    settings["line_scale"] = styleOf(options).line_scale;
    if (options.x_range) settings["x_range"] = rangeOf(options.x_range);
    if (options.y_range) settings["y_range"] = rangeOf(options.y_range);
    return settings;
}

}  // namespace

bool isPython(const QString& path) {
    return QFileInfo(path).suffix().toLower() == u"py";
}

bool hasPython(const View& view) {
    return view.figureFault().isEmpty() && !view.pythonPlot().script.isEmpty();
}

QString pythonLiteral(const QJsonValue& value, int indent) {
    const QString inner(indent + 4, u' '), outer(indent, u' ');
    switch (value.type()) {
        case QJsonValue::Bool:
            return value.toBool() ? QStringLiteral("True") : QStringLiteral("False");
        case QJsonValue::Double:
            return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
        case QJsonValue::String:
            return quotedJson(value.toString());
        case QJsonValue::Array: {
            QStringList parts;
            for (const QJsonValue& part : value.toArray())
                parts << pythonLiteral(part, indent + 4);
            const QString line = u'[' + parts.join(QStringLiteral(", ")) + u']';
            if (line.size() < 90) return line;
            return QStringLiteral("[\n") + inner + parts.join(QStringLiteral(",\n") + inner) +
                   QStringLiteral(",\n") + outer + u']';
        }
        case QJsonValue::Object: {
            QString text = QStringLiteral("{\n");
            const QJsonObject object = value.toObject();
            for (auto part = object.begin(); part != object.end(); ++part)
                text += inner + quotedJson(part.key()) + QStringLiteral(": ") +
                        pythonLiteral(part.value(), indent + 4) + QStringLiteral(",\n");
            return text + outer + u'}';
        }
        default:
            return QStringLiteral("None");
    }
}

QString pythonScript(const View& view, const PythonPlot& plot, const QString& data,
                     const FigureOptions& options) {
    const QString command = figureCommand(view, QStringLiteral("py"), options);
    const QJsonObject settings = settingsOf(plot, options, view.figureParts());
    QString text = readScript(QStringLiteral("common"));
    text.replace(QStringLiteral("COMMAND"), QString(command).replace(u'\n', u' '));
    text.replace(QStringLiteral("DATA = None"), QStringLiteral("DATA = ") + quotedJson(data));
    text.replace(QStringLiteral("SETTINGS = {}"),
                 QStringLiteral("SETTINGS = ") + pythonLiteral(settings));
    text.replace(QStringLiteral("# draw\n"), readScript(plot.script));
    return text;
}

void savePython(const View& view, const std::filesystem::path& path, const FigureOptions& options) {
    if (const QString fault = view.figureFault(); !fault.isEmpty())
        throw Error(fault.toStdString());
    if (const QString fault = faultOf(options, FigureFormat::pdf); !fault.isEmpty())
        throw Error(fault.toStdString());
    const PythonPlot plot = view.pythonPlot();
    if (plot.script.isEmpty())
        throw Error(PythonWords::tr("The view %1 has no numbers that a script could draw.")
                        .arg(view.viewName())
                        .toStdString());
    const auto data = std::filesystem::path(path).replace_extension(".csv");
    const QByteArray script =
        pythonScript(view, plot, QString::fromStdString(data.filename().string()), options)
            .toUtf8();
    const QByteArray csv = plot.csv.toUtf8();
    for (const auto& [file, bytes] : {std::pair(data, csv), std::pair(path, script)})
        writeFileAtomically(
            file, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace orrery
