// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/window/draft_keeper.h"
#include "core/config/yaml.h"

namespace orrery {

class ConfigDocument;
class ConfigPanel;
class DocumentFiles;
class WindowMessages;

/// What comes into the configuration's form, and out of it to be trained; unsaved edits are asked
/// about first and kept for the next start. GUI thread only.
class ConfigDesk : public QObject {
    Q_OBJECT

public:
    ConfigDesk(ConfigDocument* document, ConfigPanel* panel, DocumentFiles* files,
               WindowMessages* messages, QObject* parent = nullptr);

    /// The next three say false when the user keeps the edits that are in the form.
    bool createNew();
    bool show(const Config& config, const QString& title);
    /// By a name of presetNames(); false with the reason said, too, when there is none.
    bool openPreset(const QString& name);
    bool isModified() const;
    /// Says that the edits in the form are not the configuration of the run that is shown now;
    /// `adopt` shows that instead.
    void tellEdits(const std::string& run, std::function<void()> adopt);
    /// These two ask nothing.
    void loadDemo();
    void replace(const Config& config, const QString& title);

    struct Checked {
        Config config;
        std::vector<Diagnostic> faults;  // that are shown then; empty = it can be trained
    };
    /// What the form holds, checked against this machine.
    Checked check(const std::filesystem::path& runs_folder);
    void showFaults(const std::vector<Diagnostic>& faults);

    /// Offers the edits that a process did not live to save.
    void offerDrafts();
    /// The edits are offered again at the next start; or never.
    void leaveDraft() { drafts_.leave(); }
    void forgetDraft() { drafts_.forget(); }

Q_SIGNALS:
    /// The form is what is to be looked at.
    void shown();

private:
    void recover(const Draft& draft);

    ConfigDocument* document_;
    ConfigPanel* panel_;
    DocumentFiles* files_;
    WindowMessages* messages_;
    DraftKeeper drafts_;
};

}  // namespace orrery
