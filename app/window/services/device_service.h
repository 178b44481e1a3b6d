// SPDX-License-Identifier: GPL-3.0-or-later
// Asks on a thread of its own what this machine has to train on: a driver may take a second to
// answer. GUI thread only.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <functional>
#include <vector>

#include "core/devices/devices.h"

namespace orrery {

class DeviceService : public QObject {
    Q_OBJECT

public:
    using Lister = std::function<std::vector<DeviceInfo>()>;

    /// `list` is called on a pool thread (listDevices, in a test something else).
    explicit DeviceService(Lister list, QObject* parent = nullptr);
    /// Waits for an answer that is under way.
    ~DeviceService() override;

    /// listed() follows; memory that is free changes with every run.
    void ask();

Q_SIGNALS:
    void listed(const std::vector<orrery::DeviceInfo>& devices);

private:
    Lister list_;
    QThreadPool pool_;
};

}  // namespace orrery
