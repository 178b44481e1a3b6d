// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_edits.h"

#include <QCoreApplication>
#include <QStringList>
#include <utility>

#include "core/error.h"
#include "core/runs/run_trash.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

struct EditWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::RunEdits)
};

}  // namespace

TrashRuns::TrashRuns(std::vector<std::filesystem::path> folders, EditDone done)
    : QUndoCommand(
          EditWords::tr("Move %n runs to the trash", nullptr, static_cast<int>(folders.size()))),
      folders_(std::move(folders)),
      done_(std::move(done)) {}

void TrashRuns::redo() {
    QStringList failures;
    for (const auto& folder : folders_) {
        try {
            moved_.emplace_back(folder, moveToTrash(folder));
        } catch (const Error& error) {
            failures << coreText(error);
        }
    }
    done_(failures.join(u'\n'));
}

void TrashRuns::undo() {
    QStringList failures;
    for (const auto& [folder, trashed] : std::exchange(moved_, {})) {
        try {
            restoreFromTrash(trashed, folder);
        } catch (const Error& error) {
            failures << coreText(error);
            moved_.emplace_back(folder, trashed);
        }
    }
    done_(failures.join(u'\n'));
}

EditNotes::EditNotes(std::filesystem::path folder, RunNotes before, RunNotes after, EditDone done)
    : QUndoCommand(EditWords::tr("Edit tags and notes")),
      folder_(std::move(folder)),
      before_(std::move(before)),
      after_(std::move(after)),
      done_(std::move(done)) {}

void EditNotes::write(const RunNotes& notes) {
    QString failure;
    try {
        writeRunNotes(folder_, notes);
    } catch (const Error& error) {
        failure = coreText(error);
    }
    done_(failure);
}

}  // namespace orrery
