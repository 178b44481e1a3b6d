// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/intervention_menu.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QMenu>

#include "widgets/run/key_moves.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/run_tables.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

struct MenuWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::InterventionMenu)
};

/// The same of each of the experts that are selected.
Interventions ofEach(const ExpertSelection& chosen, InterventionKind kind, double factor = 1) {
    Interventions all;
    for (const int expert : chosen.experts) {
        Intervention one;
        one.kind = kind;
        one.layer = chosen.layer;
        one.expert = expert;
        one.factor = factor;
        all.push_back(one);
    }
    return all;
}

Interventions towardTokens(const RunContext& run, const ExpertSelection& chosen) {
    Interventions all;
    const auto& queries = run.requests()->queries();
    const SharedKeys keys = run.data()->keys(chosen.layer);
    if (!queries || !keys) return all;
    for (const int expert : chosen.experts)
        if (auto one = moveToQueries(*keys, expert, queries->text)) all.push_back(std::move(*one));
    return all;
}

Interventions swapped(const ExpertSelection& chosen) {
    if (chosen.experts.size() != 2) return {};
    Intervention one;
    one.kind = InterventionKind::swapKeys;
    one.layer = chosen.layer;
    one.expert = chosen.experts[0];
    one.other = chosen.experts[1];
    return {one};
}

void add(QMenu& menu, RunContext& run, const QString& text, const Interventions& made) {
    QAction* action = menu.addAction(text);
    action->setEnabled(!made.empty());
    QObject::connect(action, &QAction::triggered, run.requests(),
                     [&run, made] { run.requests()->requestInterventions(made); });
}

}  // namespace

QMenu* interventionMenu(RunContext& run, QWidget* parent) {
    const ExpertSelection chosen = run.selection()->chosen();
    if (chosen.experts.empty()) return nullptr;
    auto* menu = new QMenu(parent);
    menu->addSection(
        MenuWords::tr("%n experts of layer %1", nullptr, static_cast<int>(chosen.experts.size()))
            .arg(chosen.layer));
    add(*menu, run, MenuWords::tr("&Knock out"), ofEach(chosen, InterventionKind::knockOut));
    add(*menu, run, MenuWords::tr("&Force"), ofEach(chosen, InterventionKind::force));
    QMenu* scale = menu->addMenu(MenuWords::tr("S&cale gate"));
    for (const double factor : {0.0, 0.5, 2.0})
        add(*scale, run, MenuWords::tr("by %1").arg(factor),
            ofEach(chosen, InterventionKind::scaleGate, factor));
    add(*menu, run, MenuWords::tr("&Swap keys"), swapped(chosen));
    add(*menu, run, MenuWords::tr("F&reeze keys while training"),
        ofEach(chosen, InterventionKind::freezeKey));
    add(*menu, run, MenuWords::tr("&Move keys toward the text's tokens"),
        towardTokens(run, chosen));
    return menu;
}

void offerInterventions(QWidget* at, const std::function<RunContext*()>& run) {
    at->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(at, &QWidget::customContextMenuRequested, at, [at, run](const QPoint& place) {
        RunContext* context = run();
        QMenu* menu = context ? interventionMenu(*context, at) : nullptr;
        if (!menu) return;
        menu->setAttribute(Qt::WA_DeleteOnClose);
        auto* area = qobject_cast<QAbstractScrollArea*>(at);
        menu->popup((area ? area->viewport() : at)->mapToGlobal(place));
    });
}

}  // namespace orrery
