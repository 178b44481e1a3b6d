// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/look_memory.h"

#include <exception>
#include <utility>

namespace orrery {
namespace {

constexpr int kLookDelay = 800;  // ms after a change of camera or options until they are kept

}  // namespace

LookMemory::LookMemory(std::function<GalaxyLook()> now, QObject* parent)
    : QObject(parent), now_(std::move(now)) {
    timer_.setSingleShot(true);
    timer_.setInterval(kLookDelay);
    connect(&timer_, &QTimer::timeout, this, &LookMemory::keep);
}

void LookMemory::noteChange() {
    changed_ = true;
    timer_.start();
}

void LookMemory::keep() {
    if (!std::exchange(changed_, false)) return;
    const GalaxyLook look = now_();
    rememberLook(look);
    if (folder_.empty()) return;
    try {
        writeLook(folder_, look);
    } catch (const std::exception&) {
        // A run that may only be read is looked at all the same.
    }
}

}  // namespace orrery
