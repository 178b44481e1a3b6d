// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_actions.h"

#include <QCoreApplication>
#include <QMainWindow>

#include "widgets/icons/themed_icon.h"

namespace orrery {

namespace {

struct ActionWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::WindowActions)
};

QAction* make(QMainWindow* window, const char* name, const char* text, const QKeySequence& keys,
              const char* tip) {
    auto* action = new QAction(ActionWords::tr(text), window);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(keys);
    const QString plain = QString(action->text()).remove(u'&').remove(u'…');
    QString hint = tip ? ActionWords::tr(tip) : plain;
    if (!keys.isEmpty())
        hint += QStringLiteral(" (%1)").arg(keys.toString(QKeySequence::NativeText));
    action->setToolTip(hint);
    window->addAction(action);
    return action;
}

}  // namespace

WindowActions::WindowActions(QMainWindow* w)
    : new_config(make(w, "new", QT_TRANSLATE_NOOP("orrery::WindowActions", "&New configuration"),
                      QKeySequence::New, nullptr)),
      open_config(make(w, "openConfig",
                       QT_TRANSLATE_NOOP("orrery::WindowActions", "&Open configuration…"),
                       QKeySequence::Open, nullptr)),
      open_run(make(w, "openRun", QT_TRANSLATE_NOOP("orrery::WindowActions", "Open &run…"),
                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), nullptr)),
      open_study(make(w, "openStudy", QT_TRANSLATE_NOOP("orrery::WindowActions", "Open s&tudy…"),
                      {}, QT_TRANSLATE_NOOP("orrery::WindowActions", "Open a study file"))),
      save(make(w, "save", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Save configuration"),
                QKeySequence::Save, nullptr)),
      save_as(make(w, "saveAs",
                   QT_TRANSLATE_NOOP("orrery::WindowActions", "Save configuration &as…"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), nullptr)),
      export_figure(make(w, "exportFigure",
                         QT_TRANSLATE_NOOP("orrery::WindowActions", "&Export figure…"),
                         QKeySequence(Qt::CTRL | Qt::Key_E),
                         QT_TRANSLATE_NOOP("orrery::WindowActions",
                                           "Export the current view as PDF, SVG or PNG"))),
      export_data(make(
          w, "exportData", QT_TRANSLATE_NOOP("orrery::WindowActions", "Export &data…"),
          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
          QT_TRANSLATE_NOOP("orrery::WindowActions", "Export the current view's numbers as CSV"))),
      view_table(make(
          w, "viewTable", QT_TRANSLATE_NOOP("orrery::WindowActions", "View as ta&ble"),
          QKeySequence(Qt::CTRL | Qt::Key_T),
          QT_TRANSLATE_NOOP("orrery::WindowActions", "Show the numbers behind the current view"))),
      start_page(make(w, "startPage", QT_TRANSLATE_NOOP("orrery::WindowActions", "S&tart page"),
                      QKeySequence(Qt::ALT | Qt::Key_Home), nullptr)),
      quit(make(w, "quit", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Quit"),
                QKeySequence(Qt::CTRL | Qt::Key_Q), nullptr)),
      undo(make(w, "undo", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Undo"), QKeySequence::Undo,
                nullptr)),
      redo(make(w, "redo", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Redo"), QKeySequence::Redo,
                nullptr)),
      find(make(w, "find", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Find a setting"),
                QKeySequence::Find, nullptr)),
      palette(
          make(w, "palette", QT_TRANSLATE_NOOP("orrery::WindowActions", "Find a &command…"),
               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
               QT_TRANSLATE_NOOP("orrery::WindowActions", "Find a command, view, setting or run"))),
      preferences(make(w, "preferences",
                       QT_TRANSLATE_NOOP("orrery::WindowActions", "Prefere&nces…"),
                       QKeySequence(Qt::CTRL | Qt::Key_Comma), nullptr)),
      train(make(
          w, "train", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Train"),
          QKeySequence(Qt::Key_F5),
          QT_TRANSLATE_NOOP("orrery::WindowActions", "Train a new run with this configuration"))),
      pause(make(w, "pause", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Pause"),
                 QKeySequence(Qt::Key_F6), nullptr)),
      step(make(w, "step", QT_TRANSLATE_NOOP("orrery::WindowActions", "St&ep"),
                QKeySequence(Qt::Key_F8),
                QT_TRANSLATE_NOOP("orrery::WindowActions", "Train one step, then pause"))),
      stop(make(w, "stop", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Stop"),
                QKeySequence(Qt::SHIFT | Qt::Key_F5),
                QT_TRANSLATE_NOOP("orrery::WindowActions",
                                  "Stop the run after this step and save a checkpoint"))),
      stop_now(make(w, "stopNow", QT_TRANSLATE_NOOP("orrery::WindowActions", "Stop &now"),
                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F5),
                    QT_TRANSLATE_NOOP("orrery::WindowActions",
                                      "Stop the run immediately; the last checkpoint is kept"))),
      checkpoint(make(w, "checkpoint",
                      QT_TRANSLATE_NOOP("orrery::WindowActions", "Save &checkpoint"),
                      QKeySequence(Qt::Key_F9),
                      QT_TRANSLATE_NOOP("orrery::WindowActions", "Save a checkpoint now"))),
      evaluate(make(w, "evaluate", QT_TRANSLATE_NOOP("orrery::WindowActions", "E&valuate"),
                    QKeySequence(Qt::Key_F7),
                    QT_TRANSLATE_NOOP("orrery::WindowActions", "Compute the validation loss now"))),
      resume(make(w, "resume", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Resume run"),
                  QKeySequence(Qt::CTRL | Qt::Key_F5),
                  QT_TRANSLATE_NOOP("orrery::WindowActions",
                                    "Resume training from the run's last checkpoint"))),
      apply_live(make(w, "applyLive",
                      QT_TRANSLATE_NOOP("orrery::WindowActions", "App&ly changed settings"),
                      QKeySequence(Qt::CTRL | Qt::Key_Return),
                      QT_TRANSLATE_NOOP("orrery::WindowActions",
                                        "Apply the settings that can change during training"))),
      adopt_config(make(w, "adoptConfig",
                        QT_TRANSLATE_NOOP("orrery::WindowActions", "&Use this run’s configuration"),
                        {},
                        QT_TRANSLATE_NOOP("orrery::WindowActions",
                                          "Copy the run's configuration into the form"))),
      reset_layout(make(w, "resetLayout",
                        QT_TRANSLATE_NOOP("orrery::WindowActions", "&Reset layout"), {}, nullptr)),
      about(make(w, "about", QT_TRANSLATE_NOOP("orrery::WindowActions", "&About Orrery"), {},
                 nullptr)),
      keys(make(w, "keys", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Keyboard shortcuts"),
                QKeySequence(Qt::CTRL | Qt::Key_F1), nullptr)),
      handbook(make(w, "handbook", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Handbook"),
                    QKeySequence::HelpContents, nullptr)),
      explain(
          make(w, "explain", QT_TRANSLATE_NOOP("orrery::WindowActions", "&What do I see?"),
               QKeySequence(Qt::SHIFT | Qt::Key_F1),
               QT_TRANSLATE_NOOP("orrery::WindowActions", "Explain the view that was used last"))),
      tour(make(w, "tour", QT_TRANSLATE_NOOP("orrery::WindowActions", "&Tour of two minutes"), {},
                QT_TRANSLATE_NOOP("orrery::WindowActions", "Shows the views, one by one"))) {
    preferences->setMenuRole(QAction::PreferencesRole);
    quit->setMenuRole(QAction::QuitRole);
    about->setMenuRole(QAction::AboutRole);
}

QList<QAction*> WindowActions::all() const {
    return {new_config,    open_config,  open_run,     open_study,  save,     save_as,
            export_figure, export_data,  view_table,   start_page,  quit,     undo,
            redo,          find,         palette,      preferences, train,    pause,
            step,          stop,         stop_now,     checkpoint,  evaluate, resume,
            apply_live,    adopt_config, reset_layout, handbook,    explain,  tour,
            keys,          about};
}

void WindowActions::setIcons(const QPalette& palette) {
    const auto set = [&](QAction* action, const char* name) {
        action->setIcon(themedIcon(QLatin1String(name), palette));
    };
    set(new_config, "new");
    set(open_config, "open");
    set(open_run, "run");
    set(save, "save");
    set(train, "train");
    pausing_ = themedIcon(QStringLiteral("pause"), palette);
    continuing_ = train->icon();
    pause->setIcon(paused_ ? continuing_ : pausing_);
    set(step, "step");
    set(stop, "stop");
    set(checkpoint, "checkpoint");
    set(evaluate, "evaluate");
    set(export_figure, "export");
}

void WindowActions::update(const RunController& run, bool resumable, bool run_open,
                           bool view_shown) {
    const bool live = run.phase() == RunController::Phase::live;
    const bool training = live && run.state() != RunState::preparing;
    train->setEnabled(!run.isBusy());
    resume->setEnabled(!run.isBusy() && resumable);
    pause->setEnabled(training);
    paused_ = run.isPaused();
    pause->setIcon(paused_ ? continuing_ : pausing_);
    pause->setText(paused_ ? ActionWords::tr("Co&ntinue") : ActionWords::tr("&Pause"));
    pause->setToolTip(paused_ ? ActionWords::tr("Continue the paused training (F6)")
                              : ActionWords::tr("Pause the training after this step (F6)"));
    step->setEnabled(training);
    stop->setEnabled(live || run.phase() == RunController::Phase::starting);
    stop_now->setEnabled(run.isBusy());
    checkpoint->setEnabled(training);
    evaluate->setEnabled(training);
    adopt_config->setEnabled(run_open);
    export_figure->setEnabled(view_shown && run_open);
    export_data->setEnabled(view_shown && run_open);
    view_table->setEnabled(view_shown && run_open);
}

}  // namespace orrery
