// SPDX-License-Identifier: GPL-3.0-or-later
// What a token of the texts on show tells and offers.
#include <QLabel>
#include <QMenu>

#include "widgets/palette/visible_text.h"
#include "widgets/playground/play_words.h"
#include "widgets/playground/playground_view.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

void PlaygroundView::branch(int token, std::int32_t instead) {
    if (running_ > 0 || !run() || !data()->hasSource()) return;
    if (auto request = tree_.branch(current_, token, instead)) ask(*request, current_, -1);
}

void PlaygroundView::showDetails(int token, bool second) {
    const PlayText* text = second ? beside() : current();
    const bool known = text != nullptr && token >= 0 && token < std::ssize(text->tokens);
    details_->setText(known ? describeToken(text->tokens[static_cast<std::size_t>(token)])
                            : QString());
}

void PlaygroundView::chooseToken(int token, bool second) {
    const PlayText* text = second ? beside() : current();
    if (text == nullptr || token >= std::ssize(text->tokens) || !run()) return;
    const TokenReading& reading = text->tokens[static_cast<std::size_t>(token)];
    showDetails(token, second);
    const int layer = tint_ == Tint::expert ? layer_ : 0;
    const TokenRoute route = routeOf(reading, layer);
    if (route.experts.empty()) return;
    selection()->select({layer, {route.experts.begin(), route.experts.end()}});
}

void PlaygroundView::tokenMenu(int token, bool second, const QPoint& global) {
    const PlayText* text = second ? beside() : current();
    if (text == nullptr || token >= std::ssize(text->tokens)) return;
    const int id = text->id;
    auto* menu = new QMenu(tr("Go on from here with"), this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Go on from here with"));
    for (const TokenAlternative& other :
         text->tokens[static_cast<std::size_t>(token)].alternatives) {
        QAction* action = menu->addAction(
            QStringLiteral("%1  %2 %")
                .arg(visibleText(other.piece), QString::number(other.probability * 100, 'f', 1)));
        action->setEnabled(running_ == 0);
        connect(action, &QAction::triggered, this, [this, id, token, instead = other.token] {
            current_ = id;
            branch(token, instead);
        });
    }
    menu->popup(global);
}

}  // namespace orrery
