// SPDX-License-Identifier: GPL-3.0-or-later
// What the playground asks of whoever runs models. Values.
#pragma once
#include <QMetaType>
#include <QString>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/events/model_queries.h"
#include "core/events/token_reading.h"

namespace orrery {

/// Which model: a checkpoint, or the run that trains here as it is now.
struct PlaySource {
    std::filesystem::path folder = {};      // of another run; empty = the one on show
    std::optional<std::int64_t> step = {};  // nullopt = its newest checkpoint, or as it trains
    QString interventions = {};             // as parseInterventions() reads them
    bool operator==(const PlaySource&) const = default;
};

struct PlayRequest {
    int id = 0;          // answers name it
    bool score = false;  // the text itself, instead of what comes behind it
    std::string prompt;
    GenerateOptions options;  // its prompt_tokens come behind the prompt
    PlaySource source;
};

/// How a text ended.
struct PlayEnd {
    std::int64_t step = -1;  // of the weights
    QString note;            // why an older checkpoint was taken; may be empty
    TextEnd end = TextEnd::length;
    double loss =
        0;  // nats, of all its tokens together: prompt and continuation, or the text scored
    std::int64_t words = 0, bytes = 0;  // of them
};

}  // namespace orrery

Q_DECLARE_METATYPE(orrery::PlayRequest)
Q_DECLARE_METATYPE(orrery::PlayEnd)
Q_DECLARE_METATYPE(orrery::TokenReading)
