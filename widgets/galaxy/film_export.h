// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSize>
#include <filesystem>
#include <functional>

class QPainter;
class QWidget;

namespace orrery {

struct FilmExport {
    int frames = 0;
    int per_second = 10;
    QSize size{1280, 960};
    std::function<void(QPainter& painter, const QSizeF& size, int frame)> paint;
};

/// Writes frame-0000.png ... into a folder, and film.mp4 beside them where ffmpeg is found. Throws
/// Error; the frames that are written by then stay.
void exportFrames(const std::filesystem::path& folder, const FilmExport& film);
/// Asks for a folder and writes there; what goes wrong is said.
void exportWhereAsked(QWidget* parent,
                      const std::function<void(const std::filesystem::path& folder)>& write);

}  // namespace orrery
