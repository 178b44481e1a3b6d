// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/projection_job.h"

#include <pthread.h>
#include <sched.h>

#include <QElapsedTimer>
#include <QThreadPool>
#include <array>
#include <atomic>
#include <cmath>
#include <ctime>
#include <mutex>
#include <set>

#include "core/error.h"
#include "widgets/status/core_words.h"

namespace orrery {

bool GalaxyRequest::operator==(const GalaxyRequest& other) const {
    const auto same = [](const ProjectionOptions& a, const ProjectionOptions& b) {
        if (a.method != b.method || a.dimensions != b.dimensions) return false;
        // What a method does not use can't put its picture out of date.
        if (a.metric != b.metric) return false;
        if (a.method == ProjectionMethod::pca) return a.components == b.components;
        if (a.seed != b.seed || a.epochs != b.epochs) return false;
        if (a.method == ProjectionMethod::tsne) return a.perplexity == b.perplexity;
        return a.neighbors == b.neighbors && a.min_distance == b.min_distance;
    };
    return same(options, other.options) && with_clusters == other.with_clusters &&
           (!with_clusters || clusters == other.clusters);
}

// Shared by the job and its worker, which may outlive the job: the lock guards the way back.
struct ProjectionJob::State {
    std::atomic<bool> cancelled = false;
    std::mutex mutex;
    ProjectionJob* receiver = nullptr;  // null once the job does not want the result any more

    template <typename Deliver>
    void post(Deliver deliver) {
        const std::lock_guard lock(mutex);
        if (receiver) QMetaObject::invokeMethod(receiver, std::move(deliver), Qt::QueuedConnection);
    }
};

namespace {

/// Of the processor, by this thread.
double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// This thread runs while no other wants its processor, until the end of the scope. Qt's
/// priorities can't take it back.
class IdleScope {
public:
    explicit IdleScope(bool idle) : idle_(idle) { choose(SCHED_IDLE); }
    ~IdleScope() { choose(SCHED_OTHER); }
    IdleScope(const IdleScope&) = delete;
    IdleScope& operator=(const IdleScope&) = delete;

private:
    void choose(int policy) const {
        const sched_param none{};
        if (idle_) pthread_setschedparam(pthread_self(), policy, &none);
    }
    bool idle_;
};

/// Places are a cube of `near` apart, a pixel in a window of usual size.
int placesOf(const Projection& picture) {
    constexpr double near = 0.005;
    constexpr std::size_t most_points = 4096;
    const auto dimensions = static_cast<std::size_t>(picture.dimensions);
    if (picture.points.size() > most_points * dimensions) return 0;
    std::set<std::array<long, 3>> places;
    for (std::size_t at = 0; at + dimensions <= picture.points.size(); at += dimensions) {
        std::array<long, 3> cell{};
        for (std::size_t d = 0; d < dimensions; ++d)
            cell[d] = std::lround(picture.points[at + d] / near);
        bool taken = false;
        for (int around = 0; around < 27 && !taken; ++around)
            taken = places.contains(
                {cell[0] + around % 3 - 1, cell[1] + around / 3 % 3 - 1, cell[2] + around / 9 - 1});
        if (!taken) places.insert(cell);
    }
    return static_cast<int>(places.size());
}

}  // namespace

GalaxyLayout layOut(SharedKeys keys, const GalaxyRequest& request,
                    const std::function<bool(const GalaxyLayout&, const Projection&)>& report) {
    const double start = threadSeconds();
    GalaxyLayout layout{std::move(keys), request, {}, {}, 0, request.options.before != nullptr};
    const Keys& store = *layout.keys;
    const auto pass_on = [&](const Projection& projection) {
        return !report || report(layout, projection);
    };
    layout.projection =
        project(store.keys, store.experts, store.dimensions, request.options, pass_on);
    layout.places = placesOf(layout.projection);
    layout.seconds = threadSeconds() - start;
    if (!request.with_clusters) return layout;
    if (!pass_on(layout.projection)) throw Cancelled();
    layout.clusters = findClusters(store.keys, store.experts, store.dimensions, request.clusters,
                                   request.options.seed);
    return layout;
}

ProjectionJob::ProjectionJob(QObject* parent) : QObject(parent) {}

ProjectionJob::~ProjectionJob() {
    cancel();
}

void ProjectionJob::cancel() {
    const std::shared_ptr<State> dropped = std::move(state_);
    state_ = nullptr;
    if (!dropped) return;
    dropped->cancelled = true;
    const std::lock_guard lock(dropped->mutex);
    dropped->receiver = nullptr;
}

void ProjectionJob::start(SharedKeys keys, const GalaxyRequest& request, ProjectionEffort effort) {
    cancel();
    state_ = std::make_shared<State>();
    state_->receiver = this;
    Work work{std::move(keys), request, {}};
    if (effort == ProjectionEffort::gentle) work.seconds = gentle_limit_;
    QThreadPool::globalInstance()->start(
        [job = this, state = state_, work = std::move(work)]() mutable {
            ProjectionJob::work(job, state, std::move(work));
        });
}

void ProjectionJob::work(ProjectionJob* job, const std::shared_ptr<State>& state, Work work) {
    const IdleScope idle(work.seconds.has_value());
    const double start = threadSeconds();
    bool gave_up = false;
    // A result already posted can still be overtaken by a new start: the receiving end looks again.
    const auto current = [job, state] { return job->state_ == state; };
    QElapsedTimer since_partial;
    since_partial.start();
    const auto report = [&](const GalaxyLayout& so_far, const Projection& projection) {
        if (state->cancelled) return false;
        if (work.seconds) return !(gave_up = threadSeconds() - start > *work.seconds);
        if (since_partial.elapsed() < 100) return true;
        since_partial.restart();
        auto part = std::make_shared<GalaxyLayout>(so_far);
        part->projection = projection;
        state->post([job, current, part] {
            if (current()) Q_EMIT job->partial(part);
        });
        return true;
    };
    try {
        const auto layout = std::make_shared<const GalaxyLayout>(
            layOut(std::move(work.keys), work.request, report));
        state->post([job, current, layout] {
            if (!current()) return;
            job->state_.reset();
            Q_EMIT job->finished(layout);
        });
    } catch (const Cancelled&) {
        if (!gave_up) return;
        state->post([job, current] {
            if (!current()) return;
            job->state_.reset();
            Q_EMIT job->gaveUp();
        });
    } catch (const std::exception& error) {
        state->post([job, current, reason = coreText(error)] {
            if (!current()) return;
            job->state_.reset();
            Q_EMIT job->failed(reason);
        });
    }
}

}  // namespace orrery
