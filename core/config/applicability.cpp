// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/applicability.h"

#include "core/config/fields.h"

namespace orrery::reasons {

std::string noExperts(const Config& config) {
    if (config.some.experts == ExpertKind::none)
        return "some.experts is none: there are no experts.";
    return {};
}

std::string noRouter(const Config& config) {
    if (auto reason = noExperts(config); !reason.empty()) return reason;
    if (config.some.routing == Routing::keys) return {};
    return "some.routing is " + wordOf("some.routing", config.some.routing) +
           ": there is no router.";
}

std::string noKeyStore(const Config& config) {
    if (auto reason = noExperts(config); !reason.empty()) return reason;
    if (config.some.routing == Routing::keys) return {};
    return "some.routing is " + wordOf("some.routing", config.some.routing) +
           ": there is no key store to move.";
}

std::string noAlpha(const Config& config) {
    if (auto reason = noKeyStore(config); !reason.empty()) return reason;
    if (!config.keys.use_alpha) return "keys.use_alpha is false: alpha is off.";
    return {};
}

std::string noBeta(const Config& config) {
    if (auto reason = noKeyStore(config); !reason.empty()) return reason;
    if (config.some.top_k < 2) return "beta needs some.top_k above 1: one expert has no peer.";
    if (!config.keys.use_beta) return "keys.use_beta is false: beta is off.";
    return {};
}

std::string noDelta(const Config& config) {
    if (auto reason = noKeyStore(config); !reason.empty()) return reason;
    if (!config.keys.use_delta) return "keys.use_delta is false: delta is off.";
    return {};
}

std::string notEmbedded(const Config& config) {
    if (config.data.isEmbedded()) return {};
    return "data.corpus is a file or folder: domains belong to the embedded corpus.";
}

std::string embedded(const Config& config) {
    if (!config.data.isEmbedded()) return {};
    return "data.corpus is embedded: its stories are already apart.";
}

}  // namespace orrery::reasons
