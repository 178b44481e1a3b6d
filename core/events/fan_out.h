// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/events/events.h"

namespace orrery {

/// Gives each event to several sinks, which it does not own. What a run tells enters here: a
/// snapshot without keys is refused with an Error, so that nobody behind has to ask.
class FanOut : public EventSink {
public:
    explicit FanOut(std::vector<EventSink*> sinks) : sinks_(std::move(sinks)) {}
    void publish(const Event& event) override {
        const auto* keys = std::get_if<SharedKeys>(&event);
        if (keys != nullptr && *keys == nullptr)
            throw Error(
                "A key snapshot without keys was published: this is a fault of the program.");
        for (EventSink* sink : sinks_)
            sink->publish(event);
    }

private:
    std::vector<EventSink*> sinks_;
};

}  // namespace orrery
