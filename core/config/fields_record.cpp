// SPDX-License-Identifier: GPL-3.0-or-later
// eval, checkpoint and snapshots: when a run measures and writes.
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {

void addRecordFields(FieldTable& table) {
    constexpr double most_steps = 1'000'000'000;
    table.add("eval.every", &Config::eval, &EvalConfig::every)
        .range(0, most_steps)
        .unit("steps")
        .help("Number of steps between validations. 0 validates after each epoch and at the end.")
        .source("core/README.md, section 5");
    table.add("eval.update_keys", &Config::eval, &EvalConfig::update_keys)
        .unless(reasons::noKeyStore)
        .help(
            "Update keys during validation, after the loss of each batch is computed (adaptation "
            "study). Training continues with its own keys afterwards. Not for losses that are "
            "compared with others.")
        .source("document 000, study C and knob 3; core/README.md, section 6");
    table.add("eval.batches", &Config::eval, &EvalConfig::batches)
        .range(0, 1e9)
        .unit("batches")
        .help("Number of batches per validation. 0 uses all validation documents.")
        .source("core/README.md, section 5");
    table.add("checkpoint.every", &Config::checkpoint, &CheckpointConfig::every)
        .range(0, most_steps)
        .unit("steps")
        .help("Number of steps between checkpoints. 0 saves after each epoch and at the end.")
        .source("core/README.md, section 11");
    table.add("checkpoint.keep", &Config::checkpoint, &CheckpointConfig::keep)
        .range(1, 10'000)
        .unit("checkpoints")
        .help(
            "Number of latest checkpoints to keep; the one with the best validation loss is also "
            "kept.")
        .source("core/README.md, section 11");
    table
        .add("checkpoint.experts", &Config::checkpoint, &CheckpointConfig::experts,
             {{"seed", ExpertStorage::seed}, {"full", ExpertStorage::full}})
        .unless(reasons::noExperts)
        .unless([](const Config& c) {
            return c.some.experts == ExpertKind::trained
                       ? std::string("some.experts is trained: checkpoints always hold them.")
                       : std::string();
        })
        .help(
            "How a checkpoint stores the frozen experts: as the seed that generates them, or as "
            "full weights.")
        .source("core/README.md, section 2");
    table.add("snapshots.keys_every", &Config::snapshots, &SnapshotsConfig::keys_every)
        .range(1, most_steps)
        .unit("steps")
        .unless(reasons::noKeyStore)
        .help("Number of steps between snapshots of the key stores, which the galaxy view shows.")
        .source("document 000, what's next 2b");
    table.add("snapshots.usage_every", &Config::snapshots, &SnapshotsConfig::usage_every)
        .range(1, most_steps)
        .unit("steps")
        .unless(reasons::noExperts)
        .help("Number of steps between stored usage counts of the experts.")
        .source("document 000, what's next 2c");
}

}  // namespace orrery
