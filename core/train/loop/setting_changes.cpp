// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/setting_changes.h"

#include <utility>

#include "core/error.h"
#include "core/train/live_settings.h"

namespace orrery {

SettingChanges::SettingChanges(Config& config, std::vector<SettingChanged> recorded,
                               const RunFolder& folder, Reporter& reporter)
    : config_(config),
      recorded_(recorded.begin(), recorded.end()),
      folder_(folder),
      mailbox_(folder),
      reporter_(reporter) {}

void SettingChanges::replay() {
    while (!recorded_.empty() && recorded_.front().step <= reporter_.progress.step) {
        const SettingChanged change = recorded_.front();
        recorded_.pop_front();
        config_ = withLiveSetting(config_, change.key, change.value);
        reporter_.message("log", "Set again, as at step " + std::to_string(change.step) + ": " +
                                     change.key + " = " + change.value);
    }
}

std::string SettingChanges::set(const std::string& key, const std::string& value,
                                SettingOrigin origin) {
    try {
        Config changed = withLiveSetting(config_, key, value);
        reporter_.publish(SettingChanged{reporter_.progress.step, reporter_.clock.seconds(), key,
                                         settingText(changed, key), settingText(config_, key),
                                         origin});
        config_ = std::move(changed);
        std::erase_if(recorded_, [&](const SettingChanged& entry) { return entry.key == key; });
        return {};
    } catch (const Error& error) {
        reporter_.message("set", error.what(), Severity::error);
        return error.what();
    }
}

void SettingChanges::readMailbox(const RunFolder& folder, const std::function<void()>& keep) {
    if (folder.path != folder_.path) {
        folder_ = folder;
        mailbox_ = Mailbox(folder);
    }
    while (const auto request = mailbox_.next()) {
        MailboxAnswer answer{reporter_.progress.step, {}};
        for (const auto& [key, value] : request->changes) {
            const std::string fault = set(key, value, SettingOrigin::mailbox);
            if (!fault.empty()) answer.fault += (answer.fault.empty() ? "" : " ") + fault;
        }
        try {
            keep();
        } catch (const Error& error) {
            reporter_.message("log", error.what(), Severity::error);
        }
        mailbox_.answer(request->id, answer);
    }
    for (const std::string& odd : mailbox_.takeOdd())
        reporter_.message("log", odd + " is no file: it is passed over. Remove it.",
                          Severity::warning);
}

}  // namespace orrery
