// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "core/events/events.h"

namespace orrery {

/// From the training thread to a view: bounded. Of Keys, Usage, ExpertTokens and Progress the
/// newest of a layer wins (Usage counts are added up); Scalars, Messages and Traces keep their
/// order. When more than `capacity` of those wait, the oldest are dropped and `overflowed` tells
/// the reader to take them from the database instead.
class EventQueue : public EventSink {
public:
    explicit EventQueue(std::size_t capacity = 100'000) : capacity_(capacity) {}

    void publish(const Event& event) override;  // any thread

    struct Batch {
        std::vector<Event> events;
        bool overflowed = false;
    };
    /// Everything that waits, oldest first. Any thread, never blocks on training.
    Batch take();

private:
    std::mutex mutex_;
    std::size_t capacity_;
    std::vector<Event> ordered_;
    std::map<std::pair<std::size_t, int>, Event> newest_;  // (kind, layer)
    bool overflowed_ = false;
};

}  // namespace orrery
