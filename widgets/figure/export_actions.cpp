// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/export_actions.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <QToolButton>
#include <functional>

#include "core/error.h"
#include "widgets/figure/figure_dialog.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/python_script.h"
#include "widgets/figure/table_dialog.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/view.h"

namespace orrery {
namespace {

struct ExportWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::ExportActions)
};

// The one place that turns a failed export into words on the screen.
void attempt(View& view, const std::function<void()>& act) {
    try {
        act();
    } catch (const std::exception& error) {
        QMessageBox::warning(&view, ExportWords::tr("Export"), coreText(error));
    }
}

// The run's own folder for figures, or where the last figure went.
QString suggestedPath(const View& view, const QString& extension) {
    QString folder =
        QSettings().value(QStringLiteral("figure/folder"), QDir::homePath()).toString();
    QString name = view.viewName();
    if (view.run() && view.run()->data()->info()) {
        const RunInfo& info = *view.run()->data()->info();
        if (!info.folder.empty())
            folder = QString::fromStdString((info.folder / "figures").string());
        if (!info.name.empty()) name = QString::fromStdString(info.name) + u'-' + name;
    }
    return folder + u'/' + name + u'.' + extension;
}

QString askPath(View& view, const QString& title, const QString& extension) {
    const QString suggested = suggestedPath(view, extension);
    if (!QFileInfo::exists(QFileInfo(suggested).path())) QDir().mkpath(QFileInfo(suggested).path());
    QString path = QFileDialog::getSaveFileName(
        &view, title, suggested, QStringLiteral("%1 (*.%2)").arg(extension.toUpper(), extension));
    if (path.isEmpty()) return path;
    if (QFileInfo(path).suffix().isEmpty()) path += u'.' + extension;
    QSettings().setValue(QStringLiteral("figure/folder"), QFileInfo(path).path());
    return path;
}

void askAndExportFigure(View& view) {
    FigureDialog dialog(view, &view);
    if (dialog.exec() != QDialog::Accepted) return;
    constexpr const char* extensions[] = {"pdf", "svg", "png"};
    const QString extension = QLatin1String(extensions[static_cast<int>(dialog.format())]);
    const QString path = askPath(view, ExportWords::tr("Export figure"), extension);
    if (!path.isEmpty()) exportFigure(dialog.figure(), path.toStdString(), dialog.options());
}

void askAndSavePython(View& view) {
    FigureOptions options;
    const QString path = askPath(view, ExportWords::tr("Save as Python"), QStringLiteral("py"));
    if (!path.isEmpty()) savePython(view, path.toStdString(), options);
}

void askAndExportData(View& view) {
    const QString path = askPath(view, ExportWords::tr("Export data"), QStringLiteral("csv"));
    if (!path.isEmpty()) exportData(view, path.toStdString());
}

void copyImage(const View& view) {
    FigureOptions options;
    // As large as it stands on the screen, at twice its sharpness.
    options.width_mm = qBound(40.0, view.width() * 25.4 / 96, 600.0);
    options.height_mm = qBound(30.0, view.height() * 25.4 / 96, 600.0);
    options.dpi = 192;
    options.font_point = 9;
    QGuiApplication::clipboard()->setImage(figureImage(view, options));
}

QAction* add(View& view, const char* name, const QString& text, const std::function<void()>& act) {
    auto* action = new QAction(text, &view);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, &view, [&view, act] { attempt(view, act); });
    view.addAction(action);
    return action;
}

}  // namespace

QList<QAction*> exportActions(View& view) {
    constexpr const char* names[] = {"exportFigure", "exportData", "savePython", "copyImage",
                                     "viewTable"};
    QList<QAction*> known;
    for (const char* name : names)
        if (auto* action =
                view.findChild<QAction*>(QLatin1String(name), Qt::FindDirectChildrenOnly))
            known << action;
    if (!known.isEmpty()) return known;
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
    return {add(view, "exportFigure", ExportWords::tr("Export &figure..."),
                [&view] { askAndExportFigure(view); }),
            add(view, "exportData", ExportWords::tr("Export &data as CSV..."),
                [&view] { askAndExportData(view); }),
            add(view, "savePython", ExportWords::tr("Save as &Python..."),
                [&view] { askAndSavePython(view); }),
            add(view, "copyImage", ExportWords::tr("&Copy image"), [&view] { copyImage(view); }),
            add(view, "viewTable", ExportWords::tr("View as &table"),
                [&view] { showAsTable(view, &view); })};
}

QToolButton* makeExplainButton(View& view) {
    auto* button = new QToolButton(&view);
    button->setObjectName(QStringLiteral("explain"));
    button->setText(QStringLiteral("?"));
    button->setToolTip(ExportWords::tr("What do I see?"));
    button->setAccessibleName(button->toolTip());
    button->setAutoRaise(true);
    QObject::connect(button, &QToolButton::clicked, &view, &View::explainRequested);
    return button;
}

QToolButton* makeExportButton(View& view) {
    auto* button = new QToolButton(&view);
    button->setText(ExportWords::tr("Export"));
    button->setToolTip(ExportWords::tr("Export this view as PDF, SVG, PNG or CSV"));
    button->setAccessibleName(button->toolTip());
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    menu->addActions(exportActions(view));
    button->setMenu(menu);
    return button;
}

}  // namespace orrery
