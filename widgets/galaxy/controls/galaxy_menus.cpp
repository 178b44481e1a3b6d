// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/galaxy_menus.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/galaxy_halves.h"

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
        QMessageBox::warning(&halves, MenuTexts::tr("Galaxy"), QString::fromUtf8(error.what()));
    }
}

}  // namespace

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
