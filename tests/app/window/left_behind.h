// SPDX-License-Identifier: GPL-3.0-or-later
// What windows leave in a run's folder and in a home, from which a figure must not be another.
#pragma once
#include <QByteArray>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

namespace orrery {

/// A last view of the galaxy in the run's folder: of another layer and projection, noise, a
/// folder, a link to nowhere; or none.
inline void leaveBehind(const QString& run, int kind) {
    namespace fs = std::filesystem;
    const fs::path file = fs::path(run.toStdString()) / "views" / "galaxy.json";
    fs::remove_all(file);
    if (kind == 0)
        std::ofstream(file)
            << R"({"layer": 1, "projection": "tsne", "color": "cluster", "yaw": 3})";
    if (kind == 1) std::ofstream(file) << "{\"layer\": [\xff\x00, 1e999";
    if (kind == 2) fs::create_directory(file);
    if (kind == 3) fs::create_symlink("/nowhere/galaxy.json", file);
}

/// Settings as a window leaves them that draws everything otherwise.
inline void useHome(const QTemporaryDir& home) {
    const QFileInfo kept(QSettings().fileName());
    QSettings settings(home.filePath(".config/" + kept.dir().dirName() + u'/' + kept.fileName()),
                       QSettings::IniFormat);
    for (const char* key : {"loss/log_x", "loss/log_y", "loss/with_pads", "loss/include_zero",
                            "compare/log_x", "compare/log_y", "compare/by_seeds"})
        settings.setValue(QStringLiteral("views/") + key, true);
    for (const char* key : {"loss/smoothing", "compare/smoothing"})
        settings.setValue(QStringLiteral("views/") + key, 0.3);
    settings.setValue("views/layers/picture", 2);
    settings.setValue("views/compare/scalar", "train/loss");
    settings.setValue("views/galaxy_look",
                      QByteArray(R"({"projection": "tsne", "color": "cluster", "yaw": 3})"));
    settings.setValue("figure/font_family", "DejaVu Serif");
    settings.setValue("figure/font_point", 11);
    settings.setValue("figure/line_point", 3);
    settings.setValue("figure/width_mm", 99);
    settings.setValue("preferences/theme", 2);
    settings.setValue("preferences/font_point", 17);
}

}  // namespace orrery
