// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/film_export.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QMessageBox>
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "widgets/figure/figure_export.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

struct FilmWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::FilmExport)
};

void encode(const QDir& place, int per_second) {
    const QString ffmpeg = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
    if (ffmpeg.isEmpty()) return;
    const QString film = place.filePath(QStringLiteral("film.mp4"));
    // Players want even sides.
    const int failed = QProcess::execute(
        ffmpeg, {"-y", "-loglevel", "error", "-framerate", QString::number(per_second), "-i",
                 place.filePath("frame-%04d.png"), "-vf",
                 "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", film});
    if (failed != 0)
        throw Error("ffmpeg could not encode " + film.toStdString() +
                    " from the frames next to it; the frames are complete.");
}

}  // namespace

void exportFrames(const std::filesystem::path& folder, const FilmExport& film) {
    makeFolders(folder);
    const QDir place(QString::fromStdString(folder.string()));
    for (int i = 0; i < film.frames; ++i) {
        QImage image(film.size, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.setFont(figureFont(12));
        film.paint(painter, film.size, i);
        painter.end();
        const QString file =
            place.filePath(QStringLiteral("frame-%1.png").arg(i, 4, 10, QChar('0')));
        if (!image.save(file)) throw Error(file.toStdString() + ": can't be written.");
    }
    encode(place, film.per_second);
}

void exportWhereAsked(QWidget* parent,
                      const std::function<void(const std::filesystem::path& folder)>& write) {
    const QString folder =
        QFileDialog::getExistingDirectory(parent, FilmWords::tr("Folder for the frames"));
    if (folder.isEmpty()) return;
    try {
        write(folder.toStdString());
    } catch (const std::exception& error) {
        QMessageBox::warning(parent, FilmWords::tr("Film"), coreText(error));
    }
}

}  // namespace orrery
