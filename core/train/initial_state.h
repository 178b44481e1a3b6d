// SPDX-License-Identifier: GPL-3.0-or-later
// A run that begins with given weights instead of drawn ones.
#pragma once
#include <filesystem>

#include "core/model/language_model.h"

namespace orrery {

/// Puts the tensors of a safetensors file (names of core/README.md, section 9) into the model. The
/// expert library may be left out: it is then the one of the seed. Throws Error that lists every
/// missing, unknown and misshapen tensor, or a value that is no number; the model is then as it
/// was.
void loadInitialState(LanguageModel& model, const std::filesystem::path& file);

/// What the run's configuration becomes: a library that is not the seed's must be in the
/// checkpoints. Throws Error as loadInitialState() does, and before anything was written.
Config configForInitialState(Config config, const std::filesystem::path& file);

}  // namespace orrery
