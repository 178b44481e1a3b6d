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
        .help("Steps from one validation to the next. 0 validates after each epoch and at the end.")
        .source("core/README.md, section 5");
    table.add("eval.update_keys", &Config::eval, &EvalConfig::update_keys)
        .unless(reasons::noKeyStore)
        .help(
            "Keys go on moving during validation, each batch after its loss was taken: the "
            "adaptation study. Training's own keys come back afterwards. Never for a loss that is "
            "compared with others.")
        .source("document 000, study C and knob 3; core/README.md, section 6");
    table.add("eval.batches", &Config::eval, &EvalConfig::batches)
        .range(0, 1e9)
        .unit("batches")
        .help("Batches of one validation. 0 takes all validation documents.")
        .source("core/README.md, section 5");
    table.add("checkpoint.every", &Config::checkpoint, &CheckpointConfig::every)
        .range(0, most_steps)
        .unit("steps")
        .help("Steps from one checkpoint to the next. 0 saves after each epoch and at the end.")
        .source("core/README.md, section 11");
    table.add("checkpoint.keep", &Config::checkpoint, &CheckpointConfig::keep)
        .range(1, 10'000)
        .unit("checkpoints")
        .help("Newest checkpoints that are kept; the one with the best validation loss stays too.")
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
            "What a checkpoint holds of the frozen experts: the seed that draws them again, or the "
            "weights themselves.")
        .source("core/README.md, section 2");
    table.add("snapshots.keys_every", &Config::snapshots, &SnapshotsConfig::keys_every)
        .range(1, most_steps)
        .unit("steps")
        .unless(reasons::noKeyStore)
        .help(
            "Steps from one stored copy of the key stores to the next: the frames of the galaxy "
            "view.")
        .source("document 000, what's next 2b");
    table.add("snapshots.usage_every", &Config::snapshots, &SnapshotsConfig::usage_every)
        .range(1, most_steps)
        .unit("steps")
        .unless(reasons::noExperts)
        .help("Steps from one stored usage count of the experts to the next.")
        .source("document 000, what's next 2c");
}

}  // namespace orrery
