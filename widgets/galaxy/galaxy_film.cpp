// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_film.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "widgets/status/core_words.h"

namespace orrery {

GalaxyFilm::GalaxyFilm(QObject* parent) : QObject(parent) {
    connect(&job_, &ProjectionJob::finished, this, [this](const Frame& made) {
        auto frame = std::make_shared<GalaxyLayout>(*made);
        frame->request.options.before.reset();  // else each would keep all before it
        frames_.push_back(std::move(frame));
        makeNext();
        Q_EMIT frameAdded();
    });
    connect(&job_, &ProjectionJob::failed, this, &GalaxyFilm::failed);
}

void GalaxyFilm::make(std::vector<std::int64_t> steps, const GalaxyRequest& request,
                      KeysAt keys_at) {
    clear();
    steps_ = std::move(steps);
    request_ = request;
    // Clusters found anew in each picture would change their colors from one to the next.
    request_.with_clusters = false;
    keys_at_ = std::move(keys_at);
    makeNext();
}

void GalaxyFilm::clear() {
    job_.cancel();
    frames_.clear();
    steps_.clear();
    next_ = 0;
}

std::vector<GalaxyFilm::Frame> GalaxyFilm::trailTo(int frame) const {
    constexpr int longest = 12;
    const int end = std::clamp(frame, 0, static_cast<int>(frames_.size()));
    return {frames_.begin() + std::max(0, end - longest), frames_.begin() + end};
}

std::vector<double> GalaxyFilm::moved() const {
    std::vector<double> sum;
    for (std::size_t i = 1; i < frames_.size(); ++i) {
        const std::vector<double> drift = cosineDrift(*frames_[i - 1]->keys, *frames_[i]->keys);
        sum.resize(drift.size());
        std::ranges::transform(sum, drift, sum.begin(), std::plus<>());
    }
    return sum;
}

void GalaxyFilm::makeNext() {
    try {
        while (next_ < steps_.size()) {
            SharedKeys keys = keys_at_(steps_[next_++]);
            if (!keys) continue;
            request_.options.before.reset();
            if (!frames_.empty())
                request_.options.before = {frames_.back(), &frames_.back()->projection};
            return job_.start(std::move(keys), request_);
        }
    } catch (const std::exception& error) {
        Q_EMIT failed(coreText(error));
    }
}

std::vector<std::int64_t> spreadSteps(const std::vector<std::int64_t>& steps, std::size_t most) {
    if (steps.size() <= most || most < 2) return steps;
    std::vector<std::int64_t> some;
    for (std::size_t i = 0; i < most; ++i)
        some.push_back(steps[i * (steps.size() - 1) / (most - 1)]);
    return some;
}

std::vector<double> cosineDrift(const Keys& from, const Keys& to) {
    if (from.experts != to.experts || from.dimensions != to.dimensions) return {};
    const auto d = static_cast<std::size_t>(to.dimensions);
    std::vector<double> drift;
    for (std::size_t e = 0; e < static_cast<std::size_t>(to.experts); ++e) {
        double product = 0, a = 0, b = 0;
        for (std::size_t i = e * d; i < (e + 1) * d; ++i) {
            product += double(from.keys[i]) * to.keys[i];
            a += double(from.keys[i]) * from.keys[i];
            b += double(to.keys[i]) * to.keys[i];
        }
        drift.push_back(a > 0 && b > 0 ? std::max(0.0, 1 - product / std::sqrt(a * b)) : 0.0);
    }
    return drift;
}

}  // namespace orrery
