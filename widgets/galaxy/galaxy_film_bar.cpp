// SPDX-License-Identifier: GPL-3.0-or-later
// The film of a layer's keys: its controls, its frames, its files.
#include <QComboBox>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QProcess>
#include <QSlider>
#include <QStandardPaths>
#include <QToolButton>
#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/galaxy/render/galaxy_painter.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

constexpr std::size_t kMostFrames = 200;
constexpr std::size_t kMostBytes = 256U << 20U;  // of the frames' keys together
constexpr int kSpeeds[] = {2, 5, 10, 20, 40};    // frames a second

std::size_t mostFrames(const Keys& keys) {
    const std::size_t bytes = std::max<std::size_t>(1, keys.keys.size() * sizeof(float));
    return std::clamp<std::size_t>(kMostBytes / bytes, 2, kMostFrames);
}

}  // namespace

void GalaxyView::addFilm(FlowRow& row) {
    film_button_ = addToggle(
        row, tr("Film"),
        tr("Project every snapshot of the layer, each initialized from the previous one"));
    film_button_->setPopupMode(QToolButton::MenuButtonPopup);
    auto* menu = new QMenu(film_button_);
    QAction* moved =
        menu->addAction(tr("Select the keys that moved &most"), this, &GalaxyView::selectMoved);
    connect(menu, &QMenu::aboutToShow, moved,
            [this, moved] { moved->setEnabled(film_.frames().size() > 1); });
    menu->addAction(tr("&Export frames..."), this, &GalaxyView::askFilmFolder);
    film_button_->setMenu(menu);
    play_ = addToggle(row, tr("Play"), tr("Play or pause the film"));
    speed_ = addChoice(row, tr("Frames per second"));
    for (const int speed : kSpeeds)
        speed_->addItem(tr("%1 / s").arg(speed));
    speed_->setCurrentIndex(2);
    connect(film_button_, &QToolButton::toggled, this,
            [this](bool on) { on ? startFilm() : endFilm(); });
    connect(play_, &QToolButton::toggled, this, [this](bool on) {
        if (!on) return film_timer_.stop();
        if (film_frame_ + 1 >= static_cast<int>(film_.length())) showFrame(0);
        film_timer_.start();
    });
    const auto set_speed = [this](int index) { film_timer_.setInterval(1000 / kSpeeds[index]); };
    connect(speed_, &QComboBox::currentIndexChanged, this, set_speed);
    set_speed(speed_->currentIndex());
}

void GalaxyView::startFilm() {
    const auto keys = wantedKeys();
    if (!keys) return showSteps();
    job_.cancel();
    failure_.clear();
    film_frame_ = 0;
    const int layer = options_.layer;
    film_.make(spreadSteps(data()->keySteps(layer), mostFrames(*keys)), options_.request,
               [this, layer](std::int64_t step) { return data()->keysAt(layer, step); });
    film_timer_.start();
    showSteps();
}

void GalaxyView::showFilmOf(int layer, std::vector<int> experts) {
    if (!run()) return;
    endFilm();
    if (layer != options_.layer) {
        GalaxyOptions options = options_;
        options.layer = layer;
        applyOptions(options);
    }
    selection()->select({layer, std::move(experts)});
    startFilm();
}

void GalaxyView::endFilm() {
    if (!hasFilm()) return;
    film_timer_.stop();
    film_frame_ = -1;
    film_.clear();
    showSteps();
    markDirty();
}

void GalaxyView::frameAdded() {
    if (film_.frames().size() == 1)
        showFrame(0);
    else
        showSteps();
}

void GalaxyView::showFrame(int frame) {
    if (!hasFilm() || frame < 0 || frame >= static_cast<int>(film_.frames().size())) return;
    film_frame_ = frame;
    auto shown = std::make_shared<GalaxyLayout>(*film_.frames()[static_cast<std::size_t>(frame)]);
    if (layout_ && layout_->keys->layer == shown->keys->layer) shown->clusters = layout_->clusters;
    layout_ = std::move(shown);
    showScene();
    showSteps();
}

void GalaxyView::selectMoved() {
    const std::vector<double> moved = film_.moved();
    if (!run() || moved.empty()) return;
    std::vector<int> experts(moved.size());
    std::iota(experts.begin(), experts.end(), 0);
    std::ranges::stable_sort(experts, std::ranges::greater{},
                             [&](int expert) { return moved[static_cast<std::size_t>(expert)]; });
    experts.resize(std::min(experts.size(), std::max<std::size_t>(3, experts.size() / 10)));
    std::ranges::sort(experts);
    selection()->select({options_.layer, experts});
}

void GalaxyView::advanceFilm() {
    if (!canBeSeen()) return;
    if (film_frame_ + 1 < static_cast<int>(film_.frames().size()))
        return showFrame(film_frame_ + 1);
    if (film_.making()) return;  // the next one is on its way
    film_timer_.stop();
    showSteps();
}

void GalaxyView::exportFilm(const std::filesystem::path& folder, const QSize& size) const {
    makeFolders(folder);
    const QDir place(QString::fromStdString(folder.string()));
    for (std::size_t i = 0; i < film_.frames().size(); ++i) {
        auto layout = std::make_shared<GalaxyLayout>(*film_.frames()[i]);
        layout->clusters = layout_->clusters;
        SceneOptions options = sceneOptions(layout);
        options.theme = paperTheme();
        options.trail = film_.trailTo(static_cast<int>(i));
        QImage image(size, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.setFont(figureFont(12));
        paintGalaxy(painter, size, makeScene(*layout, options), camera(),
                    {-1, selectedPoints(options.queries.get()), {}}, GalaxyInk::screen);
        painter.end();
        const QString file =
            place.filePath(QStringLiteral("frame-%1.png").arg(i, 4, 10, QChar('0')));
        if (!image.save(file)) throw Error(file.toStdString() + ": can't be written.");
    }
    const QString ffmpeg = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
    if (ffmpeg.isEmpty()) return;
    const QString film = place.filePath(QStringLiteral("film.mp4"));
    // Players want even sides.
    const int failed = QProcess::execute(
        ffmpeg,
        {"-y", "-loglevel", "error", "-framerate", QString::number(1000 / film_timer_.interval()),
         "-i", place.filePath("frame-%04d.png"), "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
         "-pix_fmt", "yuv420p", film});
    if (failed != 0)
        throw Error("ffmpeg could not encode " + film.toStdString() +
                    " from the frames next to it; the frames are complete.");
}

void GalaxyView::askFilmFolder() {
    if (!hasFilm()) startFilm();
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the frames"));
    if (folder.isEmpty()) return;
    try {
        exportFilm(folder.toStdString());
    } catch (const std::exception& error) {
        QMessageBox::warning(this, tr("Film"), QString::fromUtf8(error.what()));
    }
}

}  // namespace orrery
