// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/projection_job.h"

#include <sched.h>

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <atomic>
#include <limits>

#include "tests/widgets/synthetic_run.h"

namespace orrery {
namespace {

using Layout = std::shared_ptr<const GalaxyLayout>;

Layout layoutOf(const QSignalSpy& spy) {
    return spy.at(0).at(0).value<Layout>();
}

GalaxyRequest requestFor(ProjectionMethod method) {
    GalaxyRequest request;
    request.options.method = method;
    return request;
}

}  // namespace

class ProjectionJobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<Layout>(); }

    void deliversOnItsOwnThread() {
        ProjectionJob job;
        QSignalSpy finished(&job, &ProjectionJob::finished);
        GalaxyRequest request = requestFor(ProjectionMethod::pca);
        request.with_clusters = true;
        job.start(syntheticKeys({}, 1, 40, 0.5), request);
        QVERIFY(job.running());
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!job.running());
        const Layout layout = layoutOf(finished);
        QCOMPARE(layout->keys->step, std::int64_t(40));
        QCOMPARE(layout->projection.points.size(), std::size_t(64 * 3));
        QVERIFY(layout->clusters.count >= 2);
        QCOMPARE(layout->clusters.assignment.size(), std::size_t(64));
    }

    void theSameSeedGivesTheSamePicture() {
        std::vector<float> first;
        for (int round = 0; round < 2; ++round) {
            ProjectionJob job;
            QSignalSpy finished(&job, &ProjectionJob::finished);
            job.start(syntheticKeys({}, 0, 40, 0.5), requestFor(ProjectionMethod::umap));
            QTRY_COMPARE(finished.count(), 1);
            const auto& points = layoutOf(finished)->projection.points;
            if (round == 0) first = points;
            QCOMPARE(points, first);
        }
    }

    void cancelDropsEverything() {
        ProjectionJob job;
        QSignalSpy finished(&job, &ProjectionJob::finished), failed(&job, &ProjectionJob::failed);
        job.start(syntheticKeys({.experts = 1500}, 0, 40, 0.5), requestFor(ProjectionMethod::tsne));
        QTRY_VERIFY(QThreadPool::globalInstance()->activeThreadCount() > 0);
        job.cancel();
        QVERIFY(!job.running());
        QVERIFY(QThreadPool::globalInstance()->waitForDone(kPatience));
        QTest::qWait(50);
        QCOMPARE(finished.count() + failed.count(), 0);
    }

    void aNewStartReplacesTheOld() {
        ProjectionJob job;
        QSignalSpy finished(&job, &ProjectionJob::finished);
        job.start(syntheticKeys({.experts = 600}, 0, 1, 0.5), requestFor(ProjectionMethod::tsne));
        job.start(syntheticKeys({}, 3, 2, 0.5), requestFor(ProjectionMethod::pca));
        QTRY_COMPARE(finished.count(), 1);
        QThreadPool::globalInstance()->waitForDone();
        QTest::qWait(20);
        QCOMPARE(finished.count(), 1);
        QCOMPARE(layoutOf(finished)->keys->layer, 3);
    }

    void keysThatAreNotNumbersFailWithAReason() {
        Keys keys = *syntheticKeys({}, 0, 40, 0.5);
        keys.keys[5] = std::numeric_limits<float>::quiet_NaN();
        ProjectionJob job;
        QSignalSpy failed(&job, &ProjectionJob::failed);
        job.start(std::make_shared<const Keys>(keys), requestFor(ProjectionMethod::pca));
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!failed.at(0).at(0).toString().isEmpty());
        QVERIFY(!job.running());
    }

    void onlyWhatAMethodUsesMakesItsPictureOld() {
        GalaxyRequest first = requestFor(ProjectionMethod::pca), second = first;
        second.options.seed = 9;
        second.options.perplexity = 5;
        QVERIFY(first == second);
        first.options.method = second.options.method = ProjectionMethod::tsne;
        QVERIFY(!(first == second));
        second.options.seed = 1;
        second.options.perplexity = 30;
        second.options.neighbors = 3;
        QVERIFY(first == second);
    }

    void theJobMayGoBeforeItsWorker() {
        {
            ProjectionJob job;
            job.start(syntheticKeys({.experts = 400}, 0, 1, 0.5),
                      requestFor(ProjectionMethod::tsne));
        }
        QVERIFY(QThreadPool::globalInstance()->waitForDone(kPatience));
        QCoreApplication::processEvents();
    }

    void aGentleOneGivesUpWhenItTakesTooLong() {
        ProjectionJob job;
        job.setGentleSeconds(0.005);
        QSignalSpy gave_up(&job, &ProjectionJob::gaveUp), finished(&job, &ProjectionJob::finished);
        GalaxyRequest long_one = requestFor(ProjectionMethod::umap);
        long_one.options.epochs = 10'000'000;
        job.start(syntheticKeys({}, 0, 1, 0.5), long_one, ProjectionEffort::gentle);
        QTRY_COMPARE_WITH_TIMEOUT(gave_up.count(), 1, 5 * kPatience);
        QVERIFY(!job.running() && finished.count() == 0);
    }

    /// What a gentle one did to the pool's thread is taken back.
    void aGentleOneIsDoneAndLeavesItsThreadAsItWas() {
        ProjectionJob job;
        QSignalSpy finished(&job, &ProjectionJob::finished), partial(&job, &ProjectionJob::partial);
        GalaxyRequest request = requestFor(ProjectionMethod::umap);
        request.options.threads = 1;
        job.start(syntheticKeys({}, 0, 1, 0.5), request, ProjectionEffort::gentle);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 5 * kPatience);
        QCOMPARE(partial.count(), 0);
        QThreadPool::globalInstance()->waitForDone();
        std::atomic<int> others = 0;
        for (int i = 0; i < 16; ++i)
            QThreadPool::globalInstance()->start(
                [&] { others += sched_getscheduler(0) == SCHED_OTHER ? 1 : 0; });
        QThreadPool::globalInstance()->waitForDone();
        QCOMPARE(others.load(), 16);
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ProjectionJobTest)
#include "projection_job_test.moc"
