// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trained_parts.h"

#include <algorithm>

#include "core/error.h"

namespace orrery {

std::optional<TrainedPart> partOf(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
    if (has("some.experts.")) return std::nullopt;
    if (name.starts_with("token_embedding.")) return TrainedPart::embeddings;
    if (name.starts_with("lm_head.")) return TrainedPart::head;
    if (has(".attention.")) return TrainedPart::attention;
    if (has(".some.query.")) return TrainedPart::routers;
    if (has(".norm1.") || has(".norm2.")) return TrainedPart::norms;
    throw Error("The parameter " + std::string(name) + " belongs to no part of train.parts.");
}

bool isTrained(const TrainConfig& config, TrainedPart part) {
    return std::ranges::find(config.parts, part) != config.parts.end();
}

bool isTrained(const TrainConfig& config, std::string_view name) {
    const auto part = partOf(name);
    return !part || isTrained(config, *part);
}

}  // namespace orrery
