// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/camera_bookmarks.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>
#include <algorithm>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "core/runs/run_folder.h"
#include "widgets/figure/look_words.h"
#include "widgets/galaxy/galaxy_options.h"

namespace orrery {
namespace {

std::filesystem::path bookmarkFile(const std::filesystem::path& run_folder) {
    return RunFolder{run_folder}.viewsFolder() / "cameras.json";
}

void writeBookmarks(const std::filesystem::path& run_folder,
                    const std::vector<CameraBookmark>& bookmarks) {
    QJsonArray list;
    for (const CameraBookmark& bookmark : bookmarks) {
        QJsonObject json = cameraToJson(bookmark.camera);
        json.insert("name", bookmark.name);
        list << json;
    }
    requireFolderIfThere(RunFolder{run_folder}.viewsFolder());
    writeFileAtomically(bookmarkFile(run_folder),
                        QJsonDocument(list).toJson(QJsonDocument::Indented).toStdString(),
                        Links::refused);
}

}  // namespace

std::vector<CameraBookmark> readBookmarks(const std::filesystem::path& run_folder) {
    constexpr std::uint64_t most_bytes = 1'000'000;
    std::vector<CameraBookmark> bookmarks;
    if (run_folder.empty()) return bookmarks;
    try {
        const auto text = readRegularFileIfThere(bookmarkFile(run_folder), most_bytes);
        const QJsonArray list =
            QJsonDocument::fromJson(QByteArray::fromStdString(text.value_or(""))).array();
        for (const QJsonValue& each : list)
            if (const QString name = each.toObject().value("name").toString(); !name.isEmpty())
                bookmarks.push_back({name, cameraFromJson(each.toObject())});
    } catch (const Error&) {
        return {};
    }
    return bookmarks;
}

void keepBookmark(const std::filesystem::path& run_folder, const CameraBookmark& bookmark) {
    if (run_folder.empty() || bookmark.name.isEmpty()) return;
    std::vector<CameraBookmark> bookmarks = readBookmarks(run_folder);
    const auto same = std::ranges::find(bookmarks, bookmark.name, &CameraBookmark::name);
    if (same == bookmarks.end())
        bookmarks.push_back(bookmark);
    else
        *same = bookmark;
    writeBookmarks(run_folder, bookmarks);
}

void removeBookmark(const std::filesystem::path& run_folder, const QString& name) {
    std::vector<CameraBookmark> bookmarks = readBookmarks(run_folder);
    if (std::erase_if(bookmarks, [&](const auto& each) { return each.name == name; }) > 0)
        writeBookmarks(run_folder, bookmarks);
}

QStringList withNamedCamera(QStringList words, const std::filesystem::path& run_folder) {
    const QString head = QStringLiteral("camera=");
    for (QString& word : words) {
        if (!word.startsWith(head)) continue;
        const QString name = QUrl::fromPercentEncoding(word.mid(head.size()).toUtf8());
        word = head + name;  // it may be numbers
        for (const CameraBookmark& bookmark : readBookmarks(run_folder)) {
            const OrbitCamera& camera = bookmark.camera;
            if (bookmark.name == name)
                word = asReals(QStringLiteral("camera"), {camera.yaw, camera.pitch, camera.distance,
                                                          camera.pan.x(), camera.pan.y()});
        }
    }
    return words;
}

}  // namespace orrery
