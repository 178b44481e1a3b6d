// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "core/events/events.h"

namespace orrery {

/// Gives each event to several sinks, which it does not own.
class FanOut : public EventSink {
public:
    explicit FanOut(std::vector<EventSink*> sinks) : sinks_(std::move(sinks)) {}
    void publish(const Event& event) override {
        for (EventSink* sink : sinks_)
            sink->publish(event);
    }

private:
    std::vector<EventSink*> sinks_;
};

}  // namespace orrery
