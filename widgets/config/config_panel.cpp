// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/config_panel.h"

#include <QTabWidget>
#include <QVBoxLayout>

#include "widgets/config/config_document.h"
#include "widgets/config/config_form.h"
#include "widgets/config/fault_list.h"
#include "widgets/config/field_row.h"
#include "widgets/config/pending_bar.h"
#include "widgets/config/yaml_editor.h"
#include "widgets/status/elided_label.h"

namespace orrery {

ConfigPanel::ConfigPanel(ConfigDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      title_(new ElidedLabel(this)),
      pending_(new PendingBar(this)),
      tabs_(new QTabWidget(this)),
      form_(new ConfigForm(document, this)),
      editor_(new YamlEditor(document, this)),
      faults_(new FaultList(this)) {
    title_->setContentsMargins(8, 4, 8, 4);
    QFont font = title_->font();
    font.setBold(true);
    title_->setFont(font);
    editor_->setFrameShape(QFrame::NoFrame);
    tabs_->setDocumentMode(true);
    tabs_->setObjectName(QStringLiteral("configTabs"));
    tabs_->addTab(form_, tr("&Form"));
    tabs_->addTab(editor_, tr("&YAML"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(title_);
    layout->addWidget(pending_);
    layout->addWidget(tabs_, 1);
    layout->addWidget(faults_);

    connect(document, &ConfigDocument::changed, this, [this] {
        check_faults_.clear();
        showFaults();
    });
    connect(document, &ConfigDocument::fileChanged, this, &ConfigPanel::showTitle);
    connect(document, &ConfigDocument::modificationChanged, this, &ConfigPanel::showTitle);
    connect(faults_, &FaultList::faultActivated, this, &ConfigPanel::showFault);
    connect(form_, &ConfigForm::pendingChanged, this,
            [this] { pending_->setPending(form_->pending()); });
    connect(pending_, &PendingBar::applyRequested, this, &ConfigPanel::applyRequested);
    connect(pending_, &PendingBar::revertRequested, this, &ConfigPanel::revertPending);
    showTitle();
    showFaults();
}

void ConfigPanel::setRunning(const Config* running) {
    running_ = running ? std::optional(*running) : std::nullopt;
    form_->setRunning(running);
}

void ConfigPanel::revertPending() {
    const std::vector<std::string> keys = form_->pending().live;  // shrinks with each
    for (const std::string& key : keys) {
        const Field& field = *findField(key);
        document_->setFieldText(field,
                                QString::fromStdString(formatFieldValue(field.get(*running_))));
    }
}

void ConfigPanel::showTitle() {
    title_->setText(document_->isModified() ? tr("%1 — not saved").arg(document_->title())
                                            : document_->title());
    title_->setToolTip(QString::fromStdString(document_->file().string()));
}

void ConfigPanel::showFaults() {
    std::vector<Diagnostic> all = document_->faults();
    all.insert(all.end(), check_faults_.begin(), check_faults_.end());
    faults_->setFaults(all);
}

void ConfigPanel::setCheckFaults(const std::vector<Diagnostic>& faults) {
    check_faults_ = faults;
    const std::string missing =
        devices_.empty() ? std::string() : deviceFault(document_->config().train.device, devices_);
    if (!missing.empty()) check_faults_.push_back({"", 0, 0, "train.device", missing});
    showFaults();
}

void ConfigPanel::setDevices(const std::vector<DeviceInfo>& devices) {
    devices_ = devices;
    form_->row("train.device")->setDevices(devices);
}

void ConfigPanel::showFault(const Diagnostic& fault) {
    const bool form_on_top = tabs_->currentWidget() == form_;
    if ((form_on_top || fault.line == 0) && !fault.key.empty() && form_->row(fault.key)) {
        tabs_->setCurrentWidget(form_);
        form_->revealField(fault.key);
    } else if (fault.line > 0) {
        tabs_->setCurrentWidget(editor_);
        editor_->goTo(fault.line, fault.column);
    }
}

void ConfigPanel::showField(const std::string& key) {
    tabs_->setCurrentWidget(form_);
    form_->revealField(key);
}

void ConfigPanel::showFirstFault() {
    if (!faults_->faults().empty()) showFault(faults_->faults().front());
}

bool ConfigPanel::hasFaults() const {
    return !faults_->faults().empty();
}

void ConfigPanel::search() {
    tabs_->setCurrentWidget(form_);
    form_->focusSearch();
}

}  // namespace orrery
