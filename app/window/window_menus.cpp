// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_menus.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "app/window/workspace.h"

namespace orrery {

namespace {

QString menuText(const char* text) {
    return QCoreApplication::translate("orrery::WindowMenus", text);
}

}  // namespace

QMenu* buildMenus(QMainWindow* window, const WindowActions& actions, Workspace* workspace) {
    QMenu* file = window->menuBar()->addMenu(menuText("&File"));
    file->addActions({actions.new_config, actions.open_config, actions.open_run});
    QMenu* recent = file->addMenu(menuText("Re&cent"));
    file->addSeparator();
    file->addActions({actions.save, actions.save_as});
    file->addSeparator();
    file->addActions({actions.export_figure, actions.export_data});
    file->addSeparator();
    file->addActions({actions.start_page, actions.quit});
    QMenu* edit = window->menuBar()->addMenu(menuText("&Edit"));
    edit->addActions({actions.undo, actions.redo});
    edit->addSeparator();
    edit->addAction(actions.find);
    QMenu* run = window->menuBar()->addMenu(menuText("&Run"));
    run->addActions({actions.train, actions.pause, actions.step, actions.stop, actions.stop_now});
    run->addSeparator();
    run->addActions({actions.checkpoint, actions.evaluate});
    run->addSeparator();
    run->addActions({actions.resume, actions.apply_live, actions.adopt_config});
    QMenu* view = window->menuBar()->addMenu(menuText("&View"));
    workspace->fillMenu(view);
    view->addAction(actions.reset_layout);
    QMenu* help = window->menuBar()->addMenu(menuText("&Help"));
    help->addActions({actions.keys, actions.about});
    return recent;
}

void buildToolBar(QMainWindow* window, const WindowActions& actions) {
    QToolBar* bar = window->addToolBar(menuText("Training"));
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
    menu->addAction(menuText("C&lear this list"), window, [settings] { settings->clearRecent(); })
        ->setEnabled(number > 1);
}

}  // namespace orrery
