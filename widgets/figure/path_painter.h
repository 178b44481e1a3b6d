// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPaintDevice>
#include <memory>

namespace orrery {

/// A paint device that hands every stroke on to another one, with text turned into outlines on the
/// way. The target must outlive it, and is begun and ended with it.
class PathPaintDevice : public QPaintDevice {
public:
    explicit PathPaintDevice(QPaintDevice& target);
    ~PathPaintDevice() override;
    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QPaintDevice& target_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace orrery
