// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/respawns.h"

#include <sstream>

namespace orrery {

std::string respawnText(const Respawns& respawns) {
    std::string text = "Keys placed anew: ";
    bool first = true;
    for (const auto& [layer, experts] : respawns) {
        text += (first ? "layer " : "; layer ") + std::to_string(layer) + ":";
        for (const int expert : experts)
            text += " " + std::to_string(expert);
        first = false;
    }
    return text + ".";
}

Respawns respawnsOf(const Message& message) {
    Respawns respawns;
    if (message.kind != respawn_kind) return respawns;
    constexpr std::string_view before_layer = "layer ";
    std::size_t at = message.text.find(before_layer);
    while (at != std::string::npos) {
        std::istringstream words(message.text.substr(at + before_layer.size()));
        int layer = 0, expert = 0;
        char colon = 0;
        if (words >> layer >> colon && colon == ':')
            while (words >> expert)
                respawns[layer].insert(expert);
        at = message.text.find(before_layer, at + 1);
    }
    return respawns;
}

}  // namespace orrery
