// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command/command_entries.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <algorithm>

#include "core/config/fields.h"
#include "core/runs/run_index.h"
#include "widgets/config/field_words.h"

namespace orrery {

namespace {

struct EntryWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CommandEntries)
};

QString plain(const QString& text) {
    QString words = text;
    return words.remove(u'&').remove(u'…').trimmed();
}

void addMenu(QMenu& menu, const QString& place, std::vector<CommandEntry>& entries) {
    Q_EMIT menu.aboutToShow();  // some are filled then
    const QString here = place.isEmpty()
                             ? plain(menu.title())
                             : QStringLiteral("%1 › %2").arg(place, plain(menu.title()));
    for (QAction* action : menu.actions()) {
        if (action->menu()) {
            addMenu(*action->menu(), here, entries);
            continue;
        }
        if (action->isSeparator() || !action->isEnabled() || action->text().isEmpty()) continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        entries.push_back({plain(action->text()),
                           keys.isEmpty() ? here : QStringLiteral("%1 · %2").arg(here, keys),
                           [action = QPointer(action)] {
                               if (action) action->trigger();
                           }});
    }
}

void addRuns(const std::filesystem::path& folder, int depth,
             std::vector<std::filesystem::path>& runs) {
    std::error_code unreadable;
    for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory(unreadable) || name.starts_with('.')) continue;
        if (looksLikeRun(entry.path()))
            runs.push_back(entry.path());
        else if (depth > 0)
            addRuns(entry.path(), depth - 1, runs);
    }
}

}  // namespace

std::vector<CommandEntry> menuEntries(QMenuBar& bar) {
    std::vector<CommandEntry> entries;
    for (QAction* action : bar.actions())
        if (action->menu()) addMenu(*action->menu(), {}, entries);
    return entries;
}

std::vector<CommandEntry> fieldEntries(const std::function<void(const std::string& key)>& go) {
    std::vector<CommandEntry> entries;
    for (const Field& field : fields())
        entries.push_back(
            {QString::fromStdString(field.key), helpOf(field), [go, key = field.key] { go(key); }});
    return entries;
}

std::vector<CommandEntry> runEntries(const std::filesystem::path& runs_folder,
                                     const std::function<void(const QString& folder)>& open) {
    std::vector<std::filesystem::path> runs;
    addRuns(runs_folder, 1, runs);
    std::ranges::sort(runs, std::greater<>());
    std::vector<CommandEntry> entries;
    for (const std::filesystem::path& run : runs) {
        const QString folder = QString::fromStdString(run.string());
        entries.push_back(
            {QString::fromStdString(run.filename().string()),
             EntryWords::tr("Run in %1").arg(QString::fromStdString(run.parent_path().string())),
             [open, folder] { open(folder); }});
    }
    return entries;
}

}  // namespace orrery
