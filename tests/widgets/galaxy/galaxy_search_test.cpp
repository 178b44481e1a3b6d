// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/galaxy_search.h"

#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWidget>

#include "tests/widgets/galaxy/owner_tests.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/flow_row.h"

namespace orrery {

class GalaxySearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        bar_ = std::make_unique<QWidget>();
        auto* row = new FlowRow;
        search_ = new GalaxySearch(*row, bar_.get());
        bar_->setLayout(row);
        giveSyntheticRun(run_);
    }

    void nothingFoundIsSaid() {
        QVERIFY(find("zebra").empty());
        QVERIFY(search_->hint().contains("zebra"));
        QVERIFY(find("64").empty());
        QVERIFY(!search_->hint().isEmpty());
        QVERIFY(find("guild 3").empty());  // without an analysis
        QVERIFY(find("").empty());
        QVERIFY(search_->hint().isEmpty());
    }

    void anExpertIsFoundByItsNumberAndByAToken() {
        QCOMPARE(find(" 17 "), std::vector<int>{17});
        QVERIFY(search_->hint().isEmpty());
        QCOMPARE(find("FOX").size(), std::size_t(64));
    }

    void theNearestJoinTheFirst() {
        const SharedKeys keys = run_.data()->keys(2);
        QVERIFY(search_->withNearest({}, keys.get()).empty());
        QVERIFY(!search_->hint().isEmpty());
        QVERIFY(search_->withNearest({3}, nullptr).empty());
        const std::vector<int> found = search_->withNearest({7}, keys.get());
        QCOMPARE(found.size(), std::size_t(11));
        QCOMPARE(found.front(), 7);
        QVERIFY(search_->hint().isEmpty());
        // Keys of one clump: those whose number is the same modulo 5.
        for (const int expert : found)
            QCOMPARE(expert % 5, 2);
    }

    void theNearestComeByEitherMetricWithTheirValues() {
        // Key 0 points along x: key 1 does so, too, and is far; key 2 is near and turned.
        const Keys keys{0, 0, 3, 2, {1, 0, 8, 0, 1, 1}, {1, 1, 1}};
        QCOMPARE(search_->metric(), DistanceMetric::cosine);
        QCOMPARE(search_->withNearest({0}, &keys), (std::vector<int>{0, 1, 2}));
        QCOMPARE(search_->nearest(),
                 QString("Nearest to key 0 by cosine similarity: 1 (1), 2 (0.707)"));
        search_->setMetric(DistanceMetric::euclidean);
        QCOMPARE(search_->withNearest({0}, &keys), (std::vector<int>{0, 2, 1}));
        QCOMPARE(search_->nearest(),
                 QString("Nearest to key 0 by Euclidean distance: 2 (1), 1 (7)"));
        QSignalSpy asked(search_, &GalaxySearch::nearestAsked);
        for (QAction* action : bar_->findChild<QToolButton*>("nearestKeys")->menu()->actions())
            if (action->text().contains("osine")) action->trigger();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(search_->metric(), DistanceMetric::cosine);
        QVERIFY(search_->withNearest({}, &keys).empty() && search_->nearest().isEmpty());
    }

    void theControlsAsk() {
        QSignalSpy asked(search_, &GalaxySearch::asked);
        QSignalSpy nearest(search_, &GalaxySearch::nearestAsked);
        QTest::keyClicks(bar_->findChild<QLineEdit*>(), "12");
        QCOMPARE(asked.count(), 2);
        QCOMPARE(asked.at(1).at(0).toString(), QString("12"));
        bar_->findChild<QToolButton*>("nearestKeys")->click();
        QCOMPARE(nearest.count(), 1);
    }

private:
    std::vector<int> find(const QString& text) {
        return search_->find(text, *run_.data()->keys(2), *run_.data(), nullptr);
    }

    RunContext run_;
    std::unique_ptr<QWidget> bar_;
    GalaxySearch* search_ = nullptr;
};

std::unique_ptr<QObject> makeGalaxySearchTest() {
    return std::make_unique<GalaxySearchTest>();
}

}  // namespace orrery

#include "galaxy_search_test.moc"
