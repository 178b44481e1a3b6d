// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_scanner.h"

#include <QMetaObject>

namespace orrery {

RunScanner::RunScanner(QObject* parent)
    : QObject(parent),
      catalog_(std::make_shared<RunCatalog>()),
      cancelled_(std::make_shared<std::atomic<bool>>(false)) {
    pool_.setMaxThreadCount(1);
}

RunScanner::~RunScanner() {
    *cancelled_ = true;
    pool_.waitForDone();
}

void RunScanner::begin() {
    catalog_ = std::make_shared<RunCatalog>();
    catalog_->readSettings(settings_);
}

void RunScanner::readSettings(const std::vector<std::string>& keys) {
    settings_ = keys;
    *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    begin();
    if (!root_.empty()) start();
}

void RunScanner::setRoot(const std::filesystem::path& root) {
    if (root == root_) return scan();
    *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    begin();
    root_ = root;
    Q_EMIT finished({});
    start();
}

void RunScanner::scan() {
    if (root_.empty()) return;
    again_ = scanning_;
    if (!scanning_) start();
}

void RunScanner::start() {
    scanning_ = true;
    again_ = false;
    pool_.start([this, root = root_, catalog = catalog_, cancelled = cancelled_] {
        // What is said after another root was set is not heard.
        const auto tell = [this, cancelled](auto act) {
            QMetaObject::invokeMethod(this, [cancelled, act] {
                if (!*cancelled) act();
            });
        };
        const auto folders = catalog->scan(root, [&](std::vector<RunEntry> part) {
            if (*cancelled) return false;
            tell([this, part = std::move(part)] { Q_EMIT found(part); });
            return true;
        });
        if (*cancelled) return;
        tell([this, folders] {
            scanning_ = false;
            Q_EMIT finished(folders);
            if (again_) start();
        });
    });
}

}  // namespace orrery
