// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <functional>
#include <memory>
#include <vector>

#include "widgets/galaxy/projection_job.h"

namespace orrery {

/// The snapshots of a layer as pictures that go on from each other, so that a key can be followed
/// by the eye. They are made in the background, in order; what is ready can be shown at once. GUI
/// thread.
class GalaxyFilm : public QObject {
    Q_OBJECT

public:
    using Frame = std::shared_ptr<const GalaxyLayout>;
    using KeysAt = std::function<SharedKeys(std::int64_t step)>;

    explicit GalaxyFilm(QObject* parent = nullptr);

    /// Drops the film that was. `steps` ascend; a snapshot that is gone by then is left out.
    /// `keys_at` may throw: failed().
    void make(std::vector<std::int64_t> steps, const GalaxyRequest& request, KeysAt keys_at);
    void clear();
    bool making() const { return job_.running(); }
    const std::vector<Frame>& frames() const { return frames_; }
    /// The frames before this one that the way of a key is drawn through, oldest first.
    std::vector<Frame> trailTo(int frame) const;
    /// How far each key has turned over the frames that are ready: cosineDrift from one to the
    /// next, summed; [E]. Empty before the second.
    std::vector<double> moved() const;
    /// How many there will be.
    std::size_t length() const { return steps_.size(); }

Q_SIGNALS:
    void frameAdded();
    void failed(const QString& reason);

private:
    void makeNext();

    ProjectionJob job_;
    std::vector<std::int64_t> steps_;
    std::size_t next_ = 0;
    GalaxyRequest request_;
    KeysAt keys_at_;
    std::vector<Frame> frames_;
};

/// At most `most` of the steps, evenly spread, with the first and the last.
std::vector<std::int64_t> spreadSteps(const std::vector<std::int64_t>& steps, std::size_t most);
/// How far each key has turned between two snapshots: 1 - cosine, 0..2; [E]. Empty when the shapes
/// differ.
std::vector<double> cosineDrift(const Keys& from, const Keys& to);

}  // namespace orrery
