// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_view.h"

#include <QTemporaryDir>
#include <QTest>

#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "tests/widgets/figure_texts.h"
#include "tests/widgets/synthetic_run.h"

namespace orrery {

class RanksViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneProcessSaysSo() {
        RunContext run;
        RanksView view;
        view.setRun(&run);
        QVERIFY(view.hint().contains("Open or train"));
        auto source = std::make_unique<FakeRunSource>();
        source->run_info = syntheticInfo({});
        run.data()->setSource(std::move(source));
        run.data()->poll();
        QVERIFY(view.hint().contains("One process"));
        QCOMPARE(view.dataAsCsv(), QString("rank,host,device,threads,waiting,straggler\n"));
    }

    void sharesAreMeansOfTheLastReports() {
        RunContext run;
        RanksView view;
        view.setRun(&run);
        open(run, {{0.9, 0.9, 0.9},
                   {0.1, 0.3, 0.2},
                   {0.3, 0.5, 0.4},
                   {0.2, 0.4, 0.3},
                   {0.1, 0.3, 0.2},
                   {0.3, 0.5, 0.4}});
        const RanksPicture picture = ranksPicture(*run.data(), readRankSites(folder()));
        QCOMPARE(picture.ranks.size(), std::size_t(3));
        QVERIFY(qAbs(picture.ranks[0].waiting - 0.2) < 1e-12);  // without the first report
        QVERIFY(qAbs(picture.ranks[1].waiting - 0.4) < 1e-12);
        QVERIFY(qAbs(picture.ranks[2].waiting - 0.3) < 1e-12);
        QCOMPARE(picture.hosts(), 2);
        QCOMPARE(picture.straggler, 0);
        QVERIFY(qAbs(picture.excess - 0.15) < 1e-12);
        QVERIFY(view.hint().isEmpty());
        QCOMPARE(view.dataAsCsv().section(u'\n', 1, 2),
                 QString("0,node1,cuda:0,4,0.2,1\n1,node1,cuda:1,4,0.4,0"));
        const QString text = describeRanks(picture);
        QVERIFY2(text.contains("3 ranks on 2 hosts"), qPrintable(text));
        QVERIFY2(text.contains("Straggler: rank 0 on node1"), qPrintable(text));
        QVERIFY2(text.contains("15 %"), qPrintable(text));
        QVERIFY2(text.contains("1.5 MB"), qPrintable(text));
    }

    void nobodyStandsOutByChance() {
        RunContext run;
        open(run, {{0.2, 0.25, 0.28}});
        const RanksPicture picture = ranksPicture(*run.data(), readRankSites(folder()));
        QCOMPARE(picture.straggler, -1);
        QVERIFY(!describeRanks(picture).contains("Straggler"));
    }

    void textsAreWhole_data() {
        QTest::addColumn<int>("width");
        for (const int width : {85, 120, 180})
            QTest::addRow("%d mm", width) << width;
    }
    void textsAreWhole() {
        QFETCH(int, width);
        RunContext run;
        RanksView view;
        view.setRun(&run);
        open(run, {{0.05, 0.41, 1.0}});
        FigureOptions options;
        options.width_mm = width;
        options.height_mm = 0.75 * width;
        options.font_point = 7;
        QCOMPARE(faultsOfTexts(view, options), QStringList());
    }

private:
    std::filesystem::path folder() const { return folder_.path().toStdString(); }

    /// A run of three ranks on two hosts, with a report of their waiting at each step.
    void open(RunContext& run, const std::vector<std::vector<double>>& waiting) {
        {
            RunDatabase database({.file = RunFolder{folder()}.databaseFile(),
                                  .rewind_to = std::nullopt,
                                  .on_problem = [](const std::string&) {}});
            database.setMeta(kRankSitesKey, toJson(std::vector<RankSite>{{"node1", "cuda:0", 4},
                                                                         {"node1", "cuda:1", 4},
                                                                         {"node2", "cuda:0", 8}}));
            QVERIFY(database.flush());
        }
        RunInfo info = syntheticInfo({});
        info.folder = folder();
        auto source = std::make_unique<FakeRunSource>();
        source->run_info = info;
        for (std::size_t step = 0; step < waiting.size(); ++step) {
            Scalars scalars{static_cast<std::int64_t>(step) + 1, 0, {}};
            for (std::size_t rank = 0; rank < waiting[step].size(); ++rank)
                scalars.values.emplace_back("rank" + std::to_string(rank) + "/waiting",
                                            waiting[step][rank]);
            scalars.values.emplace_back("ranks/communication", 0.3);
            scalars.values.emplace_back("ranks/bytes", 1.5e6);
            scalars.values.emplace_back("train/tokens_per_second", 12345);
            source->events.push_back(scalars);
        }
        run.data()->setSource(std::move(source));
        run.data()->poll();
    }

    QTemporaryDir folder_;
};

}  // namespace orrery

QTEST_MAIN(orrery::RanksViewTest)
#include "ranks_view_test.moc"
