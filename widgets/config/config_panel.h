// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration dock's contents: form and YAML text of one document, and its faults below. GUI
// thread only.
#pragma once
#include <QWidget>
#include <optional>
#include <vector>

#include "core/config/yaml.h"
#include "core/devices/devices.h"

class QTabWidget;

namespace orrery {

class ConfigDocument;
class ConfigForm;
class ElidedLabel;
class FaultList;
class PendingBar;
class YamlEditor;

class ConfigPanel : public QWidget {
    Q_OBJECT

public:
    explicit ConfigPanel(ConfigDocument* document, QWidget* parent = nullptr);

    ConfigForm* form() const { return form_; }
    YamlEditor* editor() const { return editor_; }
    FaultList* faultList() const { return faults_; }
    QTabWidget* tabs() const { return tabs_; }

    /// Faults that only a look at the machine finds (paths, memory, disk), shown after the
    /// document's own until the document changes; a device that is not there is added.
    void setCheckFaults(const std::vector<Diagnostic>& faults);
    /// This machine's devices, for the list of train.device.
    void setDevices(const std::vector<DeviceInfo>& devices);
    /// The run that trains, from which the form may differ; nullptr without one.
    void setRunning(const Config* running);
    PendingBar* pendingBar() const { return pending_; }
    /// To the field in the form when it is a fault of one and the form is on top, else to the line
    /// of the text.
    void showFault(const Diagnostic& fault);
    /// Brings a field into view, in the form.
    void showField(const std::string& key);
    /// The first fault, when there is one.
    void showFirstFault();
    void search();
    bool hasFaults() const;

Q_SIGNALS:
    void applyRequested();  // what is pending, to the run that trains

private:
    void revertPending();
    void showTitle();
    void showFaults();

    ConfigDocument* document_;
    ElidedLabel* title_;
    PendingBar* pending_;
    QTabWidget* tabs_;
    ConfigForm* form_;
    YamlEditor* editor_;
    FaultList* faults_;
    std::vector<Diagnostic> check_faults_;
    std::vector<DeviceInfo> devices_;  // empty = not known yet
    std::optional<Config> running_;
};

}  // namespace orrery
