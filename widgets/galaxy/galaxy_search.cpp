// SPDX-License-Identifier: GPL-3.0-or-later
// Finding keys, and what the galaxy is asked to show besides them.
#include <QCompleter>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>

#include "core/analysis/key_metrics.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_navigator.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/palette/visible_text.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"

namespace orrery {
namespace {

constexpr std::size_t kNeighbors = 10;

/// The number in "guild 3", in any language; -1 for another text.
int guildNumber(const QString& text, const QString& word) {
    static const QRegularExpression form(QStringLiteral("^(\\p{L}+) *(\\d+)(:.*)?$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return -1;
    const QString found = match.captured(1);
    const bool is_guild = found.compare(word, Qt::CaseInsensitive) == 0 ||
                          found.compare(QLatin1String("guild"), Qt::CaseInsensitive) == 0;
    return is_guild ? match.captured(2).toInt() : -1;
}

std::vector<int> expertsOfKind(const RunTables* analysis, int layer, int experts,
                               const QString& kind) {
    std::vector<int> found;
    const Table* guilds = analysis ? analysis->find("guilds") : nullptr;
    for (std::size_t row = 0; guilds && row < guilds->rows.size(); ++row)
        if (numberAt(*guilds, row, "layer") == layer &&
            QString::fromStdString(textAt(*guilds, row, "kind"))
                    .compare(kind, Qt::CaseInsensitive) == 0)
            for (const int expert :
                 expertsOfGuild(analysis, layer, static_cast<int>(numberAt(*guilds, row, "guild"))))
                if (expert < experts) found.push_back(expert);
    return found;
}

/// By the tokens of the analysis, and of the run's last evaluation.
std::vector<int> expertsOfToken(const RunData& run, const RunTables* analysis, int layer,
                                int experts, const QString& part) {
    std::vector<int> found;
    const auto holds = [&](const std::string& piece) {
        return visibleText(piece).contains(part, Qt::CaseInsensitive);
    };
    const Table* table = analysis ? analysis->find("expert_tokens") : nullptr;
    for (std::size_t row = 0; table && row < table->rows.size(); ++row)
        if (numberAt(*table, row, "layer") == layer && holds(textAt(*table, row, "name")))
            found.push_back(static_cast<int>(numberAt(*table, row, "expert")));
    const ExpertTokens* tokens = run.expertTokens(layer);
    for (std::size_t e = 0; tokens && e < tokens->experts.size(); ++e)
        if (std::ranges::any_of(tokens->experts[e],
                                [&](const auto& piece) { return holds(piece.first); }))
            found.push_back(static_cast<int>(e));
    std::erase_if(found, [experts](int expert) { return expert >= experts; });
    return found;
}

}  // namespace

void GalaxyView::addSearch(FlowRow& row) {
    search_ = new QLineEdit(this);
    search_->setPlaceholderText(tr("Expert, token or guild"));
    search_->setToolTip(
        tr("Select an expert by index, all experts of a token, a guild by number (guild 3) or all "
           "guilds of a kind (NOUN)"));
    search_->setAccessibleName(search_->placeholderText());
    search_->setClearButtonEnabled(true);
    auto* completer = new QCompleter(new QStringListModel(search_), search_);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    search_->setCompleter(completer);
    row.addWidget(search_);
    QToolButton* nearest =
        addButton(row, tr("Nearest"), tr("Add the nearest keys to the selection"));
    nearest->setObjectName(QStringLiteral("nearestKeys"));
    queries_button_ =
        addButton(row, tr("Queries"), tr("Show the token queries of a text among the keys"));
    buildQueries(*queries_button_);
    QToolButton* beside =
        addButton(row, tr("Compare"), tr("Compare with another step or run, side by side"));
    buildBeside(*beside);
    for (QToolButton* button : {queries_button_, beside})
        button->setPopupMode(QToolButton::InstantPopup);
    connect(search_, &QLineEdit::textEdited, this, &GalaxyView::find);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &GalaxyView::find);
    connect(nearest, &QToolButton::clicked, this, &GalaxyView::selectNearest);
}

void GalaxyView::buildQueries(QToolButton& button) {
    auto* menu = new QMenu(&button);
    auto* form = new QWidget(menu);
    auto* text = new QPlainTextEdit(form);
    text->setPlaceholderText(
        tr("Text whose token queries are shown; each token is routed to its nearest keys"));
    text->setAccessibleName(tr("Text"));
    text->setTabChangesFocus(true);
    text->setFixedSize(320, 90);
    auto* show = new QPushButton(tr("Show &queries"), form);
    show->setObjectName(QStringLiteral("showQueries"));
    auto* remove = new QPushButton(tr("&Remove"), form);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(show, 1);
    buttons->addWidget(remove);
    auto* column = new QVBoxLayout(form);
    column->addWidget(text);
    column->addLayout(buttons);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(form);
    menu->addAction(action);
    button.setMenu(menu);
    const auto ask = [this, menu](const QString& what) {
        menu->hide();
        if (run()) requests()->requestQueries(what);
    };
    connect(show, &QPushButton::clicked, this, [=] { ask(text->toPlainText()); });
    connect(remove, &QPushButton::clicked, this, [=] { ask({}); });
}

void GalaxyView::buildBeside(QToolButton& button) {
    auto* menu = new QMenu(&button);
    menu->addAction(tr("Another &step of this run"), this, &GalaxyView::showStepBeside);
    menu->addAction(tr("Another &run..."), this, [this] {
        const QString start = QString::fromStdString(look_folder_.parent_path().string());
        const QString folder =
            QFileDialog::getExistingDirectory(this, tr("Run to compare with"), start);
        if (folder.isEmpty()) return;
        try {
            showRunBeside(folder.toStdString());
        } catch (const std::exception& error) {
            QMessageBox::warning(this, tr("Galaxy"), QString::fromUtf8(error.what()));
        }
    });
    menu->addSeparator();
    QAction* close = menu->addAction(tr("&Close"), this, &GalaxyView::closeBeside);
    connect(menu, &QMenu::aboutToShow, this, [this, close] { close->setEnabled(hasBeside()); });
    button.setMenu(menu);
}

void GalaxyView::connectBeside() {
    connect(beside_, &GalaxyBeside::layoutChanged, this, [this] {
        showBesideScene();
        showMarks();
    });
    connect(beside_, &GalaxyBeside::cameraChanged, this, &GalaxyView::setCamera);
    connect(beside_, &GalaxyBeside::selected, this, [this](const std::vector<int>& points) {
        selectExperts(expertsAt(points, beside_queries_.get()));
    });
    connect(beside_, &GalaxyBeside::hovered, this,
            [this](int point, const QPoint& place) { describe(point, place, true); });
    connect(beside_, &GalaxyBeside::closed, this, &GalaxyView::closeBeside);
}

void GalaxyView::showStepBeside() {
    beside_->setCamera(camera());
    beside_->show();
    beside_->showOwnRun();
    showScene();
}

void GalaxyView::showRunBeside(const std::filesystem::path& folder) {
    beside_->openRun(folder);
    beside_->setCamera(camera());
    beside_->show();
    showScene();
}

void GalaxyView::closeBeside() {
    if (!hasBeside()) return;
    beside_->hide();
    beside_->showOwnRun();
    showScene();
}

void GalaxyView::showCompletions() {
    auto* model = static_cast<QStringListModel*>(search_->completer()->model());
    model->setStringList(run() ? guildNames(requests()->analysis(), options_.layer)
                               : QStringList());
}

void GalaxyView::find(const QString& text) {
    if (!run() || !layout_) return;
    const QString wanted = text.trimmed();
    const int layer = layout_->keys->layer, experts = layout_->keys->experts;
    bool number = false;
    const int expert = wanted.toInt(&number);
    const int guild = guildNumber(wanted, tr("guild"));
    std::vector<int> found;
    if (number && expert >= 0 && expert < experts)
        found.push_back(expert);
    else if (guild >= 0)
        found = expertsOfGuild(requests()->analysis(), layer, guild);
    else if (!number && !wanted.isEmpty())
        found = expertsOfKind(requests()->analysis(), layer, experts, wanted);
    if (found.empty() && !number && guild < 0 && !wanted.isEmpty())
        found = expertsOfToken(*data(), requests()->analysis(), layer, experts, wanted);
    hint_.clear();
    if (found.empty() && !wanted.isEmpty()) hint_ = tr("No match for “%1”").arg(wanted);
    selectExperts(std::move(found));
    showScene();
}

void GalaxyView::selectNearest() {
    std::vector<int> experts = selectedExperts();
    if (!layout_ || experts.empty()) {
        hint_ = tr("Select a key first; its nearest keys are added.");
        return showScene();
    }
    const Keys& keys = *layout_->keys;
    for (const KeyPair& pair :
         nearestKeysOf(keys.keys, keys.dimensions, experts.front(), kNeighbors))
        experts.push_back(pair.other);
    hint_.clear();
    selectExperts(std::move(experts));
    showScene();
}

}  // namespace orrery
