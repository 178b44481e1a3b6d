// SPDX-License-Identifier: GPL-3.0-or-later
// config.json of an exported model.
#pragma once
#include <cstdint>
#include <string>

#include "core/config/config.h"

namespace orrery {

/// Where exported weights come from.
struct ModelOrigin {
    std::string run;  // its name
    std::string created;
    std::string program_version;
    std::string corpus_hash;
    std::int64_t step = 0;
    std::int64_t total_steps = 0;
    std::int64_t real_tokens = 0;  // trained on
};

/// What configuration_some.py reads. `orrery` in it holds the origin and the complete configuration
/// of the run, of which a run can be made again.
std::string huggingFaceConfig(const Config& config, const ModelOrigin& origin, bool bfloat16);

/// generation_config.json: greedy until told otherwise, and never a special token but the end.
std::string generationConfig(const Config& config);

}  // namespace orrery
