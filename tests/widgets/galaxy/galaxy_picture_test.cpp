// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_picture.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/galaxy/owner_tests.h"
#include "tests/widgets/synthetic_run.h"

namespace orrery {

class GalaxyPictureTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        parent_ = std::make_unique<QWidget>();
        picture_ = new GalaxyPicture(parent_.get());
    }

    void withoutARunNothingIsComputed() {
        QVERIFY(!picture_->computesByItself());
        QVERIFY(!picture_->startFilm());
        picture_->compute();
        QVERIFY(!picture_->current().computing());
        picture_->select({1});
        QVERIFY(picture_->selectedExperts().empty());
        QCOMPARE(picture_->csv().count(u'\n'), 1);
        picture_->show();
        QVERIFY(picture_->halves().first().widget()->accessibleDescription().trimmed().isEmpty());
    }

    void theNewestSnapshotIsWantedUntilAnotherIsAskedFor() {
        RunContext run;
        open(run);
        QCOMPARE(picture_->wantedStep(), std::int64_t(600));
        QCOMPARE(picture_->wantedKeys().get(), run.data()->keys(2).get());  // not a copy
        GalaxyOptions options = picture_->options();
        options.step = 200;
        picture_->setOptions(options);
        QCOMPARE(picture_->wantedKeys()->step, std::int64_t(200));
        options.step = 250;
        picture_->setOptions(options);
        QVERIFY(!picture_->wantedKeys());
    }

    void onlyCheapPicturesFollowByThemselves() {
        RunContext run;
        open(run);
        QVERIFY(picture_->computesByItself());
        QSignalSpy finished(&picture_->current(), &CurrentLayout::finished);
        picture_->compute();
        QVERIFY(!picture_->computesByItself());  // it is under way
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!picture_->outOfDate() && !picture_->computesByItself());
        GalaxyOptions options = picture_->options();
        options.step = 200;
        picture_->setOptions(options);
        QVERIFY(picture_->outOfDate() && picture_->computesByItself());
        options.request.options.method = ProjectionMethod::umap;
        picture_->setOptions(options);
        QVERIFY(picture_->outOfDate() && !picture_->computesByItself());
    }

    void anotherLayerDropsTheProjectionAndTheFilm() {
        RunContext run;
        open(run);
        QVERIFY(picture_->startFilm());
        QTRY_VERIFY(picture_->current().get());
        QVERIFY(!picture_->computesByItself());  // a film is on show
        GalaxyOptions options = picture_->options();
        options.legend = false;
        picture_->setOptions(options);
        QVERIFY(picture_->player().isOn());
        options.layer = 1;
        picture_->setOptions(options);
        QVERIFY(!picture_->player().isOn() && !picture_->current().get());
    }

    void theFigureOfAPictureNeverSeenIsTheSame() {
        RunContext run;
        open(run);
        const QImage unseen = figure();
        QCOMPARE(picture_->csv().count(u'\n'), 65);
        run.selection()->select({2, {7}});
        const QImage unseen_selected = figure();
        QVERIFY(unseen_selected != unseen);
        run.selection()->select({});
        QSignalSpy finished(&picture_->current(), &CurrentLayout::finished);
        picture_->compute();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(figure(), unseen);
        run.selection()->select({2, {7}});
        QCOMPARE(figure(), unseen_selected);
        QCOMPARE(picture_->selectedExperts(), std::vector<int>{7});
        run.selection()->select({1, {7}});
        QVERIFY(picture_->selectedExperts().empty());
    }

    void theFigureOfAnotherRunIsItsOwn() {
        RunContext run, other;
        open(run);
        const QString of_first = picture_->csv();
        picture_->reset();
        open(other, {.dimensions = 16});  // of the same steps
        const QString of_other = picture_->csv();
        QVERIFY(of_other != of_first);
        init();
        open(other, {.dimensions = 16});
        QCOMPARE(of_other, picture_->csv());
    }

private:
    void open(RunContext& run, const SyntheticSize& size = {}) {
        giveSyntheticRun(run, size);
        picture_->setRun(&run);
        GalaxyOptions options;
        options.layer = 2;
        picture_->setOptions(options);
    }
    QImage figure() const {
        QImage image(300, 200, QImage::Format_RGB32);
        QPainter painter(&image);
        picture_->paint(painter, image.size(), paperTheme());
        return image;
    }

    std::unique_ptr<QWidget> parent_;
    GalaxyPicture* picture_ = nullptr;
};

std::unique_ptr<QObject> makeGalaxyPictureTest() {
    return std::make_unique<GalaxyPictureTest>();
}

}  // namespace orrery

#include "galaxy_picture_test.moc"
