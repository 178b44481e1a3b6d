// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <functional>
#include <memory>

#include "widgets/galaxy/projection_job.h"

namespace orrery {

/// The projection of a layer's keys that is on show, the job that makes the next one, and why there
/// is none. GUI thread.
class CurrentLayout : public QObject {
    Q_OBJECT

public:
    explicit CurrentLayout(QObject* parent = nullptr);

    /// nullptr while there is none.
    const std::shared_ptr<const GalaxyLayout>& get() const { return layout_; }
    /// What is wrong; empty when nothing is.
    const QString& failure() const { return failure_; }
    void setFailure(const QString& reason);
    void clearFailure() { failure_.clear(); }
    /// Projects these keys in the background; the former picture stays until then. Nothing begins
    /// where `keys` gives none; when it throws, that is the failure.
    void start(const std::function<SharedKeys()>& keys, const GalaxyRequest& request);
    /// Goes on with the picture on show to these keys of its layer: gently, from the places it has,
    /// turned onto it (GalaxyLayout::refined). Nothing without one, or where `keys` gives none.
    void refine(const std::function<SharedKeys()>& keys);
    /// What is being made was begun by refine().
    bool refining() const { return computing() && refining_; }
    bool computing() const { return job_.running(); }
    /// Drops what is being made; the picture stays.
    void cancel() { job_.cancel(); }
    /// Drops everything.
    void clear();
    /// A picture that was made elsewhere; clusters are those on show, where it is of their layer.
    void show(const GalaxyLayout& layout);
    /// It was made of this, alone, or refined up to it (GalaxyLayout).
    bool isOf(const GalaxyRequest& request, int layer, std::int64_t step) const;

Q_SIGNALS:
    void changed();   // the picture or the failure
    void finished();  // after changed(): what start() or refine() began is done
    void gaveUp();    // refine() would take longer than it may

private:
    std::shared_ptr<const GalaxyLayout> goneOn(const GalaxyLayout& made) const;

    ProjectionJob job_;
    std::shared_ptr<const GalaxyLayout> layout_;
    QString failure_;
    bool refining_ = false;
};

}  // namespace orrery
