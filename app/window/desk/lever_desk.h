// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <string>

#include "core/config/fields.h"

namespace orrery {

class ConfigDocument;
class ConfigPanel;
class LeversPanel;
class PlaygroundView;
class RunController;

/// What is changed while a run trains: the form says what it has otherwise than the run, levers set
/// and the playground's interventions set it at once, and the form follows them. GUI thread only.
class LeverDesk : public QObject {
    Q_OBJECT

public:
    LeverDesk(ConfigDocument* document, ConfigPanel* form, LeversPanel* levers,
              PlaygroundView* playground, RunController* controller, QObject* parent = nullptr);

private:
    void update();
    void set(const std::string& key, const FieldValue& value);

    ConfigDocument* document_;
    ConfigPanel* form_;
    LeversPanel* levers_;
    PlaygroundView* playground_;
    RunController* controller_;
};

}  // namespace orrery
