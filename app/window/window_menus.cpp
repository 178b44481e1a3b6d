// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_menus.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include "app/window/presets.h"
#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "app/window/workspace.h"
#include "widgets/figure/export_actions.h"

namespace orrery {

namespace {

struct MenuWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::WindowMenus)
};

}  // namespace

LateMenus buildMenus(QMainWindow* window, const WindowActions& actions, Workspace* workspace) {
    QMenu* file = window->menuBar()->addMenu(MenuWords::tr("&File"));
    file->addActions(
        {actions.new_config, actions.open_config, actions.open_run, actions.open_study});
    QMenu* recent = file->addMenu(MenuWords::tr("Re&cent"));
    QMenu* studies = file->addMenu(MenuWords::tr("S&hipped studies"));
    file->addSeparator();
    file->addActions({actions.save, actions.save_as});
    file->addSeparator();
    file->addActions({actions.export_figure, actions.export_data});
    file->addSeparator();
    file->addActions({actions.start_page, actions.quit});
    QMenu* edit = window->menuBar()->addMenu(MenuWords::tr("&Edit"));
    edit->addActions({actions.undo, actions.redo});
    edit->addSeparator();
    edit->addActions({actions.find, actions.palette});
    QMenu* presets = edit->addMenu(MenuWords::tr("&Presets"));
    edit->addSeparator();
    edit->addAction(actions.preferences);
    QMenu* run = window->menuBar()->addMenu(MenuWords::tr("&Run"));
    run->addActions({actions.train, actions.pause, actions.step, actions.stop, actions.stop_now});
    run->addSeparator();
    run->addActions({actions.checkpoint, actions.evaluate});
    run->addSeparator();
    run->addActions({actions.resume, actions.apply_live, actions.adopt_config});
    QMenu* view = window->menuBar()->addMenu(MenuWords::tr("&View"));
    workspace->fillMenu(view);
    view->addAction(actions.view_table);
    view->addAction(actions.reset_layout);
    QMenu* help = window->menuBar()->addMenu(MenuWords::tr("&Help"));
    help->addActions(
        {actions.handbook, actions.explain, actions.tour, actions.keys, actions.about});
    return {recent, presets, studies};
}

void connectExports(QMainWindow* window, const WindowActions& actions, Workspace* workspace) {
    // In the order of exportActions().
    QAction* const exports[] = {actions.export_figure, actions.export_data, nullptr, nullptr,
                                actions.view_table};
    for (int i = 0; i < 5; ++i)
        if (exports[i])
            QObject::connect(exports[i], &QAction::triggered, window, [workspace, i] {
                exportActions(*workspace->currentView())[i]->trigger();
            });
}

void buildToolBar(QMainWindow* window, const WindowActions& actions) {
    QToolBar* bar = window->addToolBar(MenuWords::tr("Training"));
    bar->setObjectName(QStringLiteral("trainingToolBar"));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addActions({actions.train, actions.pause, actions.step, actions.stop});
    bar->addSeparator();
    bar->addActions({actions.checkpoint, actions.evaluate});
}

void fillRecentMenu(QMenu* menu, WindowSettings* settings, QMainWindow* window,
                    const std::function<void(const QString&, bool)>& open) {
    menu->clear();
    int number = 1;
    for (const auto& [path, run] : settings->recent()) {
        QString name = path;
        const QString text =
            QStringLiteral("&%1  %2").arg(number++).arg(name.replace(u'&', QStringLiteral("&&")));
        menu->addAction(text, window, [open, path = path, run = run] { open(path, run); });
    }
    menu->addSeparator();
    menu->addAction(MenuWords::tr("C&lear this list"), window,
                    [settings] { settings->clearRecent(); })
        ->setEnabled(number > 1);
}

void fillStudyMenu(QMenu* menu, QMainWindow* window,
                   const std::function<void(const QString&)>& open) {
    if (!menu->isEmpty()) return;
    menu->setToolTipsVisible(true);
    for (const ShippedStudy& study : shippedStudies()) {
        QAction* action =
            menu->addAction(study.name, window, [open, name = study.name] { open(name); });
        action->setToolTip(study.question);
    }
}

void fillPresetMenu(QMenu* menu, QMainWindow* window,
                    const std::function<void(const QString&)>& open) {
    if (!menu->isEmpty()) return;
    menu->setToolTipsVisible(true);
    QMenu* published = menu->addMenu(MenuWords::tr("&Published runs"));
    QMenu* examples = menu->addMenu(MenuWords::tr("&Examples"));
    QMenu* rules = menu->addMenu(MenuWords::tr("&Key rules (into this configuration)"));
    for (const QString& name : presetNames()) {
        QMenu* place = name.startsWith(u"published/")  ? published
                       : name.startsWith(u"examples/") ? examples
                       : name.startsWith(u"rules/")    ? rules
                                                       : menu;
        QAction* action = place->addAction(name.section(u'/', -1).chopped(5), window,
                                           [open, name] { open(name); });
        action->setToolTip(presetComment(name));
        place->setToolTipsVisible(true);
    }
}

}  // namespace orrery
