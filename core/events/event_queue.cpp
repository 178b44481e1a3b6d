// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_queue.h"

#include <utility>

namespace orrery {
namespace {

/// The layer of an event of which only the newest counts; nullopt for events that keep their order.
std::optional<int> newestWinsLayer(const Event& event) {
    if (const auto* usage = std::get_if<Usage>(&event)) return usage->layer;
    if (const auto* keys = std::get_if<SharedKeys>(&event)) return (*keys)->layer;
    if (const auto* tokens = std::get_if<ExpertTokens>(&event)) return tokens->layer;
    if (std::holds_alternative<Progress>(event)) return 0;
    return std::nullopt;
}

/// Usage counts since the last event: what waits is not lost, it is added.
void addWaitingCounts(Event& event, const Event& waiting) {
    auto* usage = std::get_if<Usage>(&event);
    const auto* before = std::get_if<Usage>(&waiting);
    if (!usage || !before || usage->counts.size() != before->counts.size()) return;
    for (std::size_t e = 0; e < usage->counts.size(); ++e)
        usage->counts[e] += before->counts[e];
}

}  // namespace

void EventQueue::publish(const Event& event) {
    std::lock_guard lock(mutex_);
    if (const auto layer = newestWinsLayer(event)) {
        const auto [slot, inserted] = newest_.try_emplace({event.index(), *layer}, event);
        if (inserted) return;
        Event merged = event;
        addWaitingCounts(merged, slot->second);
        slot->second = std::move(merged);
        return;
    }
    if (ordered_.size() >= capacity_) {
        ordered_.clear();
        overflowed_ = true;
    }
    ordered_.push_back(event);
}

EventQueue::Batch EventQueue::take() {
    Batch batch;
    std::lock_guard lock(mutex_);
    batch.events.swap(ordered_);
    for (auto& [key, event] : newest_)
        batch.events.push_back(std::move(event));
    newest_.clear();
    batch.overflowed = std::exchange(overflowed_, false);
    return batch;
}

}  // namespace orrery
