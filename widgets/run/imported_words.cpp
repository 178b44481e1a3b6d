// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/imported_words.h"

#include <QCoreApplication>

#include "core/runs/imported_run.h"
#include "widgets/run/run_data.h"

namespace orrery {
namespace {

struct ImportedWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::ImportedWords)
};

bool isImported(const RunData& run) {
    return run.info() != nullptr && isImportedRun(run.info()->folder);
}

}  // namespace

QString missingRouting(const RunData& run) {
    std::error_code none;
    if (!isImported(run) ||
        std::filesystem::exists(run.info()->folder / "routing.safetensors", none))
        return {};
    return ImportedWords::tr(
        "This import has no routing: record_routing.py records it, and orrery-cli import --routing "
        "adds it.");
}

QString missingModel(const RunData& run) {
    if (!isImported(run)) return {};
    return ImportedWords::tr(
        "Of an imported model only the routers are known: its own program runs it.");
}

}  // namespace orrery
