// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/config_desk.h"

#include <QCoreApplication>
#include <QLocale>

#include "app/window/desk/window_messages.h"
#include "app/window/document_files.h"
#include "app/window/presets.h"
#include "app/window/resources.h"
#include "core/train/preflight.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/config/fault_list.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

const QString kNewText =
    QStringLiteral("# Every key that is left out has its default.\nname: run\n");

struct ConfigDeskWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::MainWindow)
};

}  // namespace

ConfigDesk::ConfigDesk(ConfigDocument* document, ConfigPanel* panel, DocumentFiles* files,
                       WindowMessages* messages, QObject* parent)
    : QObject(parent),
      document_(document),
      panel_(panel),
      files_(files),
      messages_(messages),
      drafts_(document) {
    document_->setText(kNewText);
    connect(files, &DocumentFiles::failed, this,
            [this](const QString& reason) { messages_->report(Severity::error, reason); });
    // The panel takes its own faults away first.
    const auto review = [this] { messages_->review(); };
    connect(document, &ConfigDocument::changed, this, review, Qt::QueuedConnection);
    connect(document, &ConfigDocument::modificationChanged, this, review, Qt::QueuedConnection);
}

bool ConfigDesk::createNew() {
    if (!files_->mayReplace()) return false;
    document_->setText(kNewText);
    Q_EMIT shown();
    return true;
}

bool ConfigDesk::isModified() const {
    return document_->isModified();
}

void ConfigDesk::tellEdits(const std::string& run, std::function<void()> adopt) {
    messages_->also(Severity::info,
                    ConfigDeskWords::tr("The form keeps your unsaved edits of “%1”: they are not "
                                        "the configuration of the run %2, whose curves are shown.")
                        .arg(document_->title(), QString::fromStdString(run)),
                    {{ConfigDeskWords::tr("&Show the run's configuration"), std::move(adopt)}},
                    [this] { return isModified(); });
}

void ConfigDesk::replace(const Config& config, const QString& title) {
    document_->setText(QString::fromStdString(toYaml(config)), title);
}

bool ConfigDesk::show(const Config& config, const QString& title) {
    if (!files_->mayReplace()) return false;
    replace(config, title);
    Q_EMIT shown();
    return true;
}

bool ConfigDesk::openPreset(const QString& name) {
    try {
        if (!name.startsWith(u"rules/")) return show(presetConfig(name), name.section(u'/', -1));
        applyRules(*document_, name);
    } catch (const std::exception& error) {
        messages_->report(Severity::error, coreText(error));
        return false;
    }
    Q_EMIT shown();
    return true;
}

void ConfigDesk::loadDemo() {
    document_->setText(demoConfiguration(), QStringLiteral("demo.yaml"));
}

ConfigDesk::Checked ConfigDesk::check(const std::filesystem::path& runs_folder) {
    document_->parseNow();
    Checked checked{withCorpusFrom(document_->config(), document_->file().parent_path()), {}};
    if (!document_->hasFaults()) panel_->setCheckFaults(preflight(checked.config, runs_folder));
    checked.faults = panel_->faultList()->faults();
    if (checked.faults.empty()) return checked;
    Q_EMIT shown();
    panel_->showFirstFault();
    messages_->show(Severity::warning,
                    ConfigDeskWords::tr(
                        "The configuration has errors, listed below it. Fix them before training."),
                    {}, [this] { return !panel_->faultList()->faults().empty(); });
    return checked;
}

void ConfigDesk::showFaults(const std::vector<Diagnostic>& faults) {
    panel_->setCheckFaults(faults);
    panel_->showFirstFault();
}

void ConfigDesk::offerDrafts() {
    const QVector<Draft> drafts = DraftKeeper::abandoned();
    if (drafts.isEmpty()) return;
    const Draft& draft = drafts.front();
    messages_->show(Severity::warning,
                    ConfigDeskWords::tr("Unsaved changes of “%1” from %2 were found.")
                        .arg(draft.title, QLocale().toString(draft.time, QLocale::ShortFormat)),
                    {{ConfigDeskWords::tr("&Recover them"), [this, draft] { recover(draft); }},
                     {ConfigDeskWords::tr("&Discard them"), [this, draft] {
                          DraftKeeper::discard(draft);
                          messages_->hide();
                          offerDrafts();
                      }}});
}

void ConfigDesk::recover(const Draft& draft) {
    if (!files_->mayReplace()) return;
    if (draft.file.isEmpty() || !files_->open(draft.file)) document_->setText({}, draft.title);
    document_->edit(draft.text);
    drafts_.keep();
    DraftKeeper::discard(draft);
    messages_->hide();
    Q_EMIT shown();
}

}  // namespace orrery
