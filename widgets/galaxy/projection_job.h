// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "core/analysis/clusters.h"
#include "core/analysis/projection.h"
#include "core/events/events.h"

namespace orrery {

struct GalaxyRequest {
    ProjectionOptions options;
    bool with_clusters = false;
    int clusters = 0;  // 0 = as many as fit best
    bool operator==(const GalaxyRequest& other) const;
};

/// A key store laid out in space, and what it was made from.
struct GalaxyLayout {
    SharedKeys keys = std::make_shared<const Keys>();  // never nullptr
    GalaxyRequest request;
    Projection projection;
    Clusters clusters;  // count 0 = not asked for
    /// Of the picture, at which the keys lie: equal ones lie on one another and look like one. 0 =
    /// not counted, of a picture in the making or of more than 4,096 keys.
    int places = 0;
    /// It started from another picture and is turned onto it, so that keys can be followed: made
    /// alone it would look different.
    bool aligned = false;
    /// How often it has gone on with a run's snapshots, and since which; 0 = it is of one alone.
    int refined = 0;
    std::int64_t refined_from = 0;
    double seconds = 0;  // of the processor, of the thread that made it
};

/// The whole work in one call. `report` (optional) receives the layout so far and returns false to
/// cancel, which throws Cancelled. Throws Error for keys that can't be laid out. Any thread.
GalaxyLayout layOut(SharedKeys keys, const GalaxyRequest& request,
                    const std::function<bool(const GalaxyLayout&, const Projection&)>& report = {});

enum class ProjectionEffort {
    full,
    /// One thread, which runs only while nobody else wants the processor, and gives up after
    /// gentle_seconds of it: beside a run that trains. It tells no partial layouts.
    gentle,
};
inline constexpr double gentle_seconds = 2;

/// Lays out one key store at a time on the thread pool. Signals come on the thread of this object;
/// a start() or cancel() while one is under way drops it: nothing of it arrives afterwards. GUI
/// thread.
class ProjectionJob : public QObject {
    Q_OBJECT

public:
    explicit ProjectionJob(QObject* parent = nullptr);
    ~ProjectionJob() override;

    void start(SharedKeys keys, const GalaxyRequest& request,
               ProjectionEffort effort = ProjectionEffort::full);
    /// Of gentle ones that are started from now on; for tests.
    void setGentleSeconds(double seconds) { gentle_limit_ = seconds; }
    void cancel();
    bool running() const { return state_ != nullptr; }

Q_SIGNALS:
    /// Intermediate layouts, at most ten a second; layout->projection.progress tells how far it is.
    void partial(std::shared_ptr<const orrery::GalaxyLayout> layout);
    void finished(std::shared_ptr<const orrery::GalaxyLayout> layout);
    void failed(const QString& reason);
    /// A gentle one would take longer than it may.
    void gaveUp();

private:
    struct State;
    /// What a worker has to do; with a limit of its thread's time, gently.
    struct Work {
        SharedKeys keys;
        GalaxyRequest request;
        std::optional<double> seconds;
    };
    /// On a pool thread; `job` is only handed on to what runs on the job's own thread.
    static void work(ProjectionJob* job, const std::shared_ptr<State>& state, Work work);

    double gentle_limit_ = gentle_seconds;
    std::shared_ptr<State> state_;
};

}  // namespace orrery
