// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "widgets/galaxy/galaxy_film.h"

namespace orrery {

/// Plays a film of a layer's keys: which frame is on show, and when the next one comes. GUI thread.
class FilmPlayer : public QObject {
    Q_OBJECT

public:
    explicit FilmPlayer(QObject* parent = nullptr);

    /// Makes the film anew and plays it from its first frame. Of `steps` as many as fit into
    /// memory, evenly spread; `newest` says how large a frame is.
    void start(const std::vector<std::int64_t>& steps, const Keys& newest,
               const GalaxyRequest& request, GalaxyFilm::KeysAt keys_at);
    /// ended() follows where there was one.
    void end();
    bool isOn() const { return frame_ >= 0; }
    int frame() const { return frame_; }  // on show; -1 = no film
    /// Of those that are ready; another number is ignored.
    void showFrame(int frame);
    /// On: from the beginning where it has ended.
    void play(bool on);
    bool isPlaying() const { return timer_.isActive(); }
    int framesPerSecond() const { return 1000 / timer_.interval(); }
    void setFramesPerSecond(int frames) { timer_.setInterval(1000 / frames); }
    /// A film that nobody can see stands still.
    void setSeen(std::function<bool()> seen) { seen_ = std::move(seen); }
    const GalaxyFilm& film() const { return film_; }
    /// The way of the keys to the frame on show.
    std::vector<GalaxyFilm::Frame> trail() const { return film_.trailTo(frame_); }
    /// The tenth of the keys, three at least, that moved most over the frames that are ready;
    /// ascending. Empty before the second frame.
    std::vector<int> mostMoved() const;

Q_SIGNALS:
    void frameShown(std::shared_ptr<const orrery::GalaxyLayout> layout);
    void changed();  // how many frames are ready, or whether it plays
    void ended();
    void failed(const QString& reason);  // after ended()

private:
    void advance();

    GalaxyFilm film_;
    QTimer timer_;
    std::function<bool()> seen_;
    int frame_ = -1;
};

}  // namespace orrery
