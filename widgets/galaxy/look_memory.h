// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <functional>

#include "widgets/galaxy/galaxy_options.h"

namespace orrery {

/// Keeps the look of a galaxy, a while after the user has changed it: with the run, and for the
/// next galaxy. GUI thread.
class LookMemory : public QObject {
    Q_OBJECT

public:
    /// `now` is the look on show.
    explicit LookMemory(std::function<GalaxyLook()> now, QObject* parent = nullptr);

    /// Of the run; empty = it has none, and the program alone remembers.
    void setFolder(const std::filesystem::path& folder) { folder_ = folder; }
    const std::filesystem::path& folder() const { return folder_; }
    /// The user changed something: keep() follows soon.
    void noteChange();
    /// What was changed so far is not to be kept.
    void dropChange() { changed_ = false; }
    /// At once; nothing where nothing was changed.
    void keep();

private:
    std::function<GalaxyLook()> now_;
    QTimer timer_;
    std::filesystem::path folder_;
    bool changed_ = false;  // since it was kept last
};

}  // namespace orrery
