// SPDX-License-Identifier: GPL-3.0-or-later
// What the browser does to runs, as steps that can be undone. GUI thread only.
#pragma once
#include <QUndoCommand>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/runs/run_notes.h"

namespace orrery {

/// Called after each change, or with the reason when it failed.
using EditDone = std::function<void(const QString& failure)>;

/// Moves runs to the trash; undo moves them back. A run that can't be moved stays, and the others
/// go.
class TrashRuns : public QUndoCommand {
public:
    TrashRuns(std::vector<std::filesystem::path> folders, EditDone done);
    void redo() override;
    void undo() override;
    std::size_t moved() const { return moved_.size(); }

private:
    std::vector<std::filesystem::path> folders_;
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> moved_;  // from, to
    EditDone done_;
};

class EditNotes : public QUndoCommand {
public:
    EditNotes(std::filesystem::path folder, RunNotes before, RunNotes after, EditDone done);
    void redo() override { write(after_); }
    void undo() override { write(before_); }

private:
    void write(const RunNotes& notes);

    std::filesystem::path folder_;
    RunNotes before_, after_;
    EditDone done_;
};

}  // namespace orrery
