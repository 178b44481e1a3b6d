// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/galaxy_menus.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/camera_bookmarks.h"
#include "widgets/galaxy/galaxy_halves.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

struct MenuTexts {
    Q_DECLARE_TR_FUNCTIONS(orrery::GalaxyMenus)
};

void chooseRun(GalaxyHalves& halves, const std::filesystem::path& runs) {
    const QString folder = QFileDialog::getExistingDirectory(
        &halves, MenuTexts::tr("Run to compare with"), QString::fromStdString(runs.string()));
    if (folder.isEmpty()) return;
    try {
        halves.compareWithRun(folder.toStdString());
    } catch (const std::exception& error) {
        QMessageBox::warning(&halves, MenuTexts::tr("Galaxy"), coreText(error));
    }
}

void change(const CameraMenu& cameras, const std::function<void()>& how) {
    try {
        how();
    } catch (const std::exception& error) {
        QMessageBox::warning(cameras.parent, MenuTexts::tr("Galaxy"), coreText(error));
    }
}

void keepCamera(const CameraMenu& cameras) {
    const QString name = QInputDialog::getText(cameras.parent, MenuTexts::tr("Keep this camera"),
                                               MenuTexts::tr("Name of the camera"))
                             .trimmed();
    change(cameras, [&] { keepBookmark(cameras.folder(), {name, cameras.camera()}); });
}

/// Anew each time: another window may have kept one.
void fillCameraMenu(QMenu& menu, const CameraMenu& cameras) {
    menu.clear();
    const auto folder = cameras.folder();
    const auto bookmarks = readBookmarks(folder);
    const auto shown = [](QString name) { return name.replace(u'&', QStringLiteral("&&")); };
    for (const CameraBookmark& bookmark : bookmarks)
        menu.addAction(shown(bookmark.name), [=] { cameras.show(bookmark.camera); });
    menu.addSeparator();
    menu.addAction(MenuTexts::tr("From the &start"), [=] { cameras.show({}); });
    QAction* keep =
        menu.addAction(MenuTexts::tr("&Keep this camera..."), [=] { keepCamera(cameras); });
    keep->setEnabled(!folder.empty());
    QMenu* remove = menu.addMenu(MenuTexts::tr("&Remove"));
    remove->setEnabled(!bookmarks.empty());
    for (const CameraBookmark& bookmark : bookmarks)
        remove->addAction(shown(bookmark.name), [=, name = bookmark.name] {
            change(cameras, [&] { removeBookmark(folder, name); });
        });
}

}  // namespace

void addCameraMenu(FlowRow& row, const CameraMenu& cameras) {
    QToolButton* button = addButton(row, MenuTexts::tr("Camera"),
                                    MenuTexts::tr("Cameras that are kept with the run's views"));
    button->setObjectName(QStringLiteral("galaxyCameras"));
    auto* menu = new QMenu(button);
    QObject::connect(menu, &QMenu::aboutToShow, menu,
                     [menu, cameras] { fillCameraMenu(*menu, cameras); });
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
}

void addQueriesMenu(FlowRow& row, const std::function<void(const QString& text)>& ask) {
    QToolButton* button =
        addButton(row, MenuTexts::tr("Queries"),
                  MenuTexts::tr("Show the token queries of a text among the keys"));
    auto* menu = new QMenu(button);
    auto* form = new QWidget(menu);
    auto* text = new QPlainTextEdit(form);
    text->setPlaceholderText(MenuTexts::tr(
        "Text whose token queries are shown; each token is routed to its nearest keys"));
    text->setAccessibleName(MenuTexts::tr("Text"));
    text->setTabChangesFocus(true);
    text->setFixedSize(320, 90);
    auto* show = new QPushButton(MenuTexts::tr("Show &queries"), form);
    show->setObjectName(QStringLiteral("showQueries"));
    auto* remove = new QPushButton(MenuTexts::tr("&Remove"), form);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(show, 1);
    buttons->addWidget(remove);
    auto* column = new QVBoxLayout(form);
    column->addWidget(text);
    column->addLayout(buttons);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(form);
    menu->addAction(action);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    const auto send = [menu, ask](const QString& what) {
        menu->hide();
        ask(what);
    };
    QObject::connect(show, &QPushButton::clicked, menu, [=] { send(text->toPlainText()); });
    QObject::connect(remove, &QPushButton::clicked, menu, [=] { send({}); });
}

void addCompareMenu(FlowRow& row, GalaxyHalves& halves,
                    const std::function<std::filesystem::path()>& runs) {
    QToolButton* button =
        addButton(row, MenuTexts::tr("Compare"),
                  MenuTexts::tr("Compare with another step or run, side by side"));
    auto* menu = new QMenu(button);
    menu->addAction(MenuTexts::tr("Another &step of this run"), &halves,
                    &GalaxyHalves::compareWithStep);
    menu->addAction(MenuTexts::tr("Another &run..."), &halves,
                    [&halves, runs] { chooseRun(halves, runs()); });
    menu->addSeparator();
    QAction* close =
        menu->addAction(MenuTexts::tr("&Close"), &halves, &GalaxyHalves::endComparison);
    QObject::connect(menu, &QMenu::aboutToShow, &halves,
                     [&halves, close] { close->setEnabled(halves.compares()); });
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
}

}  // namespace orrery
