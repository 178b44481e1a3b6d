// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/film_player.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t kMostFrames = 200;
constexpr std::size_t kMostBytes = 256U << 20U;  // of the frames' keys together

std::size_t mostFrames(const Keys& keys) {
    const std::size_t bytes = std::max<std::size_t>(1, keys.keys.size() * sizeof(float));
    return std::clamp<std::size_t>(kMostBytes / bytes, 2, kMostFrames);
}

}  // namespace

FilmPlayer::FilmPlayer(QObject* parent) : QObject(parent) {
    setFramesPerSecond(10);
    connect(&timer_, &QTimer::timeout, this, &FilmPlayer::advance);
    connect(&film_, &GalaxyFilm::frameAdded, this, [this] {
        if (film_.frames().size() == 1)
            showFrame(0);
        else
            Q_EMIT changed();
    });
    connect(&film_, &GalaxyFilm::failed, this, [this](const QString& reason) {
        end();
        Q_EMIT failed(reason);
    });
}

void FilmPlayer::start(const std::vector<std::int64_t>& steps, const Keys& newest,
                       const GalaxyRequest& request, GalaxyFilm::KeysAt keys_at) {
    frame_ = 0;
    timer_.start();
    film_.make(spreadSteps(steps, mostFrames(newest)), request, std::move(keys_at));
}

void FilmPlayer::end() {
    if (!isOn()) return;
    timer_.stop();
    frame_ = -1;
    film_.clear();
    Q_EMIT ended();
}

void FilmPlayer::showFrame(int frame) {
    if (!isOn() || frame < 0 || frame >= static_cast<int>(film_.frames().size())) return;
    frame_ = frame;
    Q_EMIT frameShown(film_.frames()[static_cast<std::size_t>(frame)]);
}

void FilmPlayer::play(bool on) {
    if (!on) return timer_.stop();
    if (!isOn()) return;
    timer_.start();
    if (frame_ + 1 >= static_cast<int>(film_.length())) showFrame(0);
}

void FilmPlayer::advance() {
    if (seen_ && !seen_()) return;
    if (frame_ + 1 < static_cast<int>(film_.frames().size())) return showFrame(frame_ + 1);
    if (film_.making()) return;  // the next one is on its way
    timer_.stop();
    Q_EMIT changed();
}

std::vector<int> FilmPlayer::mostMoved() const {
    const std::vector<double> moved = film_.moved();
    std::vector<int> experts(moved.size());
    std::iota(experts.begin(), experts.end(), 0);
    std::ranges::stable_sort(experts, std::ranges::greater{},
                             [&](int expert) { return moved[static_cast<std::size_t>(expert)]; });
    experts.resize(std::min(experts.size(), std::max<std::size_t>(3, experts.size() / 10)));
    std::ranges::sort(experts);
    return experts;
}

}  // namespace orrery
