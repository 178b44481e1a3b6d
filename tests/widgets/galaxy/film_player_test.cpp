// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/film_player.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/error.h"
#include "tests/widgets/galaxy/owner_tests.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/galaxy/film_export.h"

namespace orrery {

class FilmPlayerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSnapshotThatCannotBeReadEndsTheFilm() {
        FilmPlayer player;
        QSignalSpy ended(&player, &FilmPlayer::ended);
        QSignalSpy failed(&player, &FilmPlayer::failed);
        player.start({1, 2}, *syntheticKeys({}, 0, 2, 0.5), {},
                     [](std::int64_t) -> SharedKeys { throw Error("run.db has gone"); });
        QCOMPARE(failed.count(), 1);
        QCOMPARE(ended.count(), 1);
        QVERIFY(!player.isOn() && !player.isPlaying());
    }

    void withoutAFilmThereIsNothingToPlay() {
        FilmPlayer player;
        QSignalSpy ended(&player, &FilmPlayer::ended);
        player.play(true);
        player.showFrame(0);
        player.end();
        QVERIFY(!player.isPlaying());
        QCOMPARE(player.frame(), -1);
        QCOMPARE(ended.count(), 0);
        QVERIFY(player.mostMoved().empty());
    }

    void itPlaysEachFrameInOrderAndStopsAtTheEnd() {
        FilmPlayer player;
        player.setFramesPerSecond(40);
        QCOMPARE(player.framesPerSecond(), 40);
        std::vector<std::int64_t> shown;
        connect(&player, &FilmPlayer::frameShown, this,
                [&](const GalaxyFilm::Frame& frame) { shown.push_back(frame->keys->step); });
        start(player);
        QVERIFY(player.isOn() && player.isPlaying());
        QTRY_VERIFY(!player.isPlaying());
        QCOMPARE(shown, (std::vector<std::int64_t>{200, 400, 600}));
        QCOMPARE(player.frame(), 2);
        QCOMPARE(player.trail().size(), std::size_t(2));
        player.play(true);  // from the beginning
        QCOMPARE(player.frame(), 0);
        QVERIFY(player.isPlaying());
        player.play(false);
        player.showFrame(1);
        player.showFrame(7);
        QCOMPARE(player.frame(), 1);
        player.end();
        QVERIFY(!player.isOn() && player.film().frames().empty());
    }

    void aFilmThatNobodySeesStandsStill() {
        FilmPlayer player;
        player.setFramesPerSecond(40);
        bool seen = false;
        player.setSeen([&] { return seen; });
        start(player);
        QTRY_COMPARE(player.film().frames().size(), std::size_t(3));
        QTest::qWait(100);
        QCOMPARE(player.frame(), 0);
        QVERIFY(player.isPlaying());
        seen = true;
        QTRY_COMPARE(player.frame(), 2);
    }

    void whatMovedMostIsATenthAndThreeAtLeast() {
        FilmPlayer player;
        start(player);
        QTRY_COMPARE(player.film().frames().size(), std::size_t(3));
        QCOMPARE(player.mostMoved().size(), std::size_t(6));  // of 64
        QVERIFY(std::ranges::is_sorted(player.mostMoved()));
    }

    void framesAreWrittenOneAfterTheOther() {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nowhere");  // no ffmpeg
        QTemporaryDir folder;
        std::vector<int> painted;
        exportFrames(folder.path().toStdString(),
                     {3, 10, {32, 24}, [&](QPainter&, const QSizeF& size, int frame) {
                          QCOMPARE(size, QSizeF(32, 24));
                          painted.push_back(frame);
                      }});
        qputenv("PATH", path);
        QCOMPARE(painted, (std::vector<int>{0, 1, 2}));
        QCOMPARE(QImage(folder.filePath("frame-0002.png")).size(), QSize(32, 24));
        QVERIFY(!QFile::exists(folder.filePath("film.mp4")));
        QVERIFY_EXCEPTION_THROWN(exportFrames("/dev/null/film", {1, 10, {8, 8}, {}}), Error);
    }

private:
    static void start(FilmPlayer& player) {
        const auto keys_at = [](std::int64_t step) {
            return syntheticKeys({}, 0, step, 320.0 / static_cast<double>(step));
        };
        player.start({200, 400, 600}, *keys_at(600), {}, keys_at);
    }
};

std::unique_ptr<QObject> makeFilmPlayerTest() {
    return std::make_unique<FilmPlayerTest>();
}

}  // namespace orrery

#include "film_player_test.moc"
