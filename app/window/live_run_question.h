// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace orrery {

enum class LiveRunChoice { stop_and_save, keep_training, cancel };

/// Asks what becomes of the live run when the window closes. Esc cancels.
LiveRunChoice askAboutLiveRun(QWidget* window);

}  // namespace orrery
