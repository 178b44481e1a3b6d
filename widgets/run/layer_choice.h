// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

namespace orrery {

/// The layer that is looked at: one for all views of a run, but for those that were unlinked. What
/// is selected is no part of it. GUI thread only.
class LayerChoice : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    int layer() const { return layer_; }
    void choose(int layer);
    /// Without a word: the run has another source, which is told by itself.
    void reset(int layer) { layer_ = layer; }

Q_SIGNALS:
    void changed(int layer);

private:
    int layer_ = 0;
};

}  // namespace orrery
