// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/lever_desk.h"

#include "app/window/run_controller.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/levers/levers_panel.h"
#include "widgets/playground/playground_view.h"

namespace orrery {

LeverDesk::LeverDesk(ConfigDocument* document, ConfigPanel* form, LeversPanel* levers,
                     PlaygroundView* playground, RunController* controller, QObject* parent)
    : QObject(parent),
      document_(document),
      form_(form),
      levers_(levers),
      playground_(playground),
      controller_(controller) {
    connect(controller, &RunController::phaseChanged, this, &LeverDesk::update);
    connect(controller, &RunController::liveConfigChanged, this, &LeverDesk::update);
    connect(levers, &LeversPanel::setRequested, this, &LeverDesk::set);
    connect(playground, &PlaygroundView::trainingRequested, this, [this](const QString& text) {
        set("some.interventions", FieldValue(text.toStdString()));
    });
    connect(form, &ConfigPanel::applyRequested, this,
            [this] { controller_->applyLiveChanges(document_->config()); });
}

void LeverDesk::update() {
    form_->setRunning(controller_->liveConfig());
    levers_->setRunning(controller_->liveConfig());
    const Config* running = controller_->liveConfig();
    playground_->setTraining(
        running ? std::optional(QString::fromStdString(running->some.interventions))
                : std::nullopt);
}

void LeverDesk::set(const std::string& key, const FieldValue& value) {
    const Config* running = controller_->liveConfig();
    const Field& field = *findField(key);
    // Where the form has what the run has, it goes along; what is being tried there stays.
    if (running && field.get(document_->config()) == field.get(*running))
        document_->setFieldText(field, QString::fromStdString(formatFieldValue(value)));
    controller_->setLive(key, value);
}

}  // namespace orrery
