// SPDX-License-Identifier: GPL-3.0-or-later
// A run's records in the formats of other programs, as files still to be written
// (writeOutputFiles). All functions throw Error for a damaged run and for a step without a key
// snapshot, naming those there are. One thread at a time for a source.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/events/steered_settings.h"
#include "core/files/output_files.h"
#include "core/runs/run_history.h"
#include "core/runs/run_source.h"

namespace orrery {

/// "step,name,value" of all scalars; a value that is not a number is written nan.
std::string scalarsCsv(const RunHistory& history);
/// "layer,expert,selections" over the whole run.
std::string usageCsv(const RunHistory& history);

/// "step,key,value" of the settings that were changed while the run trained: the value at the start
/// (step 0), then each with the step after which it came into force.
std::string settingsCsv(const std::vector<SteeredSetting>& settings);

/// scalars.csv, usage.csv and, of the step's key snapshot (nullopt = the newest), keys.csv: layer,
/// expert, usage and the components of the key. The last is left out when there is no snapshot.
/// settings.csv of a run that was changed while it trained.
std::vector<OutputFile> exportCsv(RunSource& run, const std::filesystem::path& folder,
                                  std::optional<std::int64_t> step);
/// One event file with all scalars, and beside each training loss the value that every changed
/// setting had (settings/keys.alpha), where it is a number. The wall time of a step is the run's
/// start plus the seconds of training, without pauses.
std::vector<OutputFile> exportTensorboard(RunSource& run, const std::filesystem::path& folder);
/// vectors.tsv, metadata.tsv (layer, expert, usage, tokens) and projector_config.pbtxt of
/// TensorBoard's embedding projector: the keys of all layers in one snapshot. Throws Error when
/// there is none.
std::vector<OutputFile> exportProjector(RunSource& run, const std::filesystem::path& folder,
                                        std::optional<std::int64_t> step);

}  // namespace orrery
