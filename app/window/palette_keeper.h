// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

namespace orrery {

/// Keeps the application's placeholder texts readable while the desktop turns dark or light
/// (readablePalette). GUI thread.
class PaletteKeeper : public QObject {
public:
    PaletteKeeper();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace orrery
