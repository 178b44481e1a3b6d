// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/window_state.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <optional>
#include <utility>

#include "app/window/desk/run_lifecycle.h"
#include "app/window/run_controller.h"
#include "app/window/window_actions.h"
#include "widgets/config/config_document.h"
#include "widgets/run/run_data.h"
#include "widgets/status/status_strip.h"

namespace orrery {

namespace {

struct StateWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::MainWindow)
};

std::optional<QString> wordOf(RunController::Phase phase) {
    if (phase == RunController::Phase::starting) return StateWords::tr("Starting");
    if (phase == RunController::Phase::stopping) return StateWords::tr("Stopping");
    return std::nullopt;
}

}  // namespace

WindowState::WindowState(const Sources& sources, WindowActions* actions, StatusStrip* status,
                         QMainWindow* window)
    : QObject(window), of_(sources), actions_(actions), status_(status), window_(window) {
    connect(of_.document, &ConfigDocument::changed, this, &WindowState::update);
    connect(of_.document, &ConfigDocument::fileChanged, this, &WindowState::updateTitle);
    connect(of_.document, &ConfigDocument::modificationChanged, this, &WindowState::updateTitle);
    connect(of_.controller, &RunController::phaseChanged, this, &WindowState::update);
    connect(of_.controller, &RunController::liveConfigChanged, this, &WindowState::update);
    connect(of_.run, &RunData::sourceChanged, this, &WindowState::updateTitle);
    connect(of_.run, &RunData::progressChanged, this, [this] {
        const RunState before = std::exchange(state_, of_.run->progress().state);
        if (before != state_) update();
    });
}

void WindowState::setViewsShown(bool shown) {
    views_shown_ = shown;
    update();
}

void WindowState::update() {
    const RunController& controller = *of_.controller;
    actions_->update(controller, of_.lifecycle->canResume(), of_.run->hasSource(), views_shown_);
    actions_->apply_live->setEnabled(!controller.liveChanges(of_.document->config()).empty());
    status_->setOverride(wordOf(controller.phase()));
}

void WindowState::updateTitle() {
    QString title = of_.document->title() + QStringLiteral("[*]");
    const std::filesystem::path& folder = of_.controller->folder();
    if (of_.run->info() && !folder.empty())
        title = QString::fromStdString(folder.filename().string()) + QStringLiteral(" — ") + title;
    window_->setWindowTitle(title);
    window_->setWindowModified(of_.document->isModified());
}

}  // namespace orrery
