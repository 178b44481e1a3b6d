// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/device_service.h"

#include <QMetaObject>

namespace orrery {

DeviceService::DeviceService(Lister list, QObject* parent)
    : QObject(parent), list_(std::move(list)) {
    pool_.setMaxThreadCount(1);
}

DeviceService::~DeviceService() {
    pool_.waitForDone();
}

void DeviceService::ask() {
    pool_.start([this] {
        const std::vector<DeviceInfo> devices = list_();
        QMetaObject::invokeMethod(this, [this, devices] { Q_EMIT listed(devices); });
    });
}

}  // namespace orrery
