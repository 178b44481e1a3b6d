// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/key_kinds.h"

#include <QComboBox>
#include <QSettings>
#include <QTest>
#include <QToolButton>

#include "tests/widgets/synthetic_run.h"
#include "widgets/galaxy/galaxy_view.h"

namespace orrery {
namespace {

using Row = std::vector<Cell>;

Cell one(int value) {
    return std::int64_t{value};
}

/// Of layer 2: experts 0..19 serve nouns, 20..29 verbs; two guilds, of which expert 3 is in both.
std::shared_ptr<const RunTables> tables() {
    auto made = std::make_shared<RunTables>();
    Table parts{"expert_parts", {"layer", "expert", "part", "name"}, {}};
    Table tokens{"expert_tokens", {"layer", "expert", "token", "name"}, {}};
    for (int expert = 0; expert < 30; ++expert) {
        parts.rows.push_back(
            Row{one(2), one(expert), one(0), std::string(expert < 20 ? "NOUN" : "VERB")});
        parts.rows.push_back(Row{one(2), one(expert), one(1), std::string("ADJ")});
        // Eleven frequent tokens, and some that stand alone.
        tokens.rows.push_back(Row{one(2), one(expert), one(0),
                                  "w" + std::to_string(expert < 22 ? expert % 11 : expert)});
    }
    parts.rows.push_back(Row{one(1), one(40), one(0), std::string("DET")});
    made->tables.push_back(parts);
    made->tables.push_back(tokens);
    made->tables.push_back({"guilds",
                            {"layer", "guild", "experts", "kind"},
                            {Row{one(2), one(0), std::string("3 17"), std::string("NOUN")},
                             Row{one(2), one(1), std::string("3 25"), std::string("VERB")},
                             Row{one(1), one(0), std::string("8 9"), std::string("NOUN")}}});
    return made;
}

}  // namespace

class KeyKindsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("key-kinds"));
    }
    void guessedPartsAreCalledSo() {
        const auto said = [this](GalaxyColoring coloring) {
            return kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64, coloring)
                .title.contains("dictionary");
        };
        model_.requests()->deliverAnalysis(tables());
        QVERIFY(!said(GalaxyColoring::part) && !said(GalaxyColoring::guild));
        auto guessed = std::make_shared<RunTables>(*tables());
        guessed->tables.push_back(
            {"layers", {"layer", "parts_from"}, {Row{one(2), std::string("dictionary")}}});
        model_.requests()->deliverAnalysis(guessed);
        QVERIFY(said(GalaxyColoring::part) && said(GalaxyColoring::guild));
    }
    void init() {
        QSettings().clear();
        giveSyntheticRun(model_);
        view_ = std::make_unique<GalaxyView>();
        view_->setRun(&model_);
        view_->resize(640, 520);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get(), kPatience));
        QTRY_VERIFY(view_->shown());
    }
    void cleanup() { view_.reset(); }

    void eachKeyHasThePartThatItsExpertServesMost() {
        QVERIFY(
            kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64, GalaxyColoring::part)
                .missing.contains("Analyze"));
        model_.requests()->deliverAnalysis(tables());
        const KeyKinds kinds =
            kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64, GalaxyColoring::part);
        QCOMPARE(kinds.names, (std::vector<QString>{"NOUN", "VERB"}));
        QCOMPARE(kinds.count(0), 20);
        QCOMPARE(kinds.count(1), 10);
        QCOMPARE(kinds.count(KeyKinds::none), 34);
        QCOMPARE(kinds.nameOf(25), QString("VERB"));
        QVERIFY(kinds.nameOf(63).isEmpty() && kinds.nameOf(64).isEmpty());
        QVERIFY(
            !kindsOfKeys(*model_.data(), model_.requests()->analysis(), 0, 64, GalaxyColoring::part)
                 .missing.isEmpty());
        QVERIFY(
            kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64, GalaxyColoring::usage)
                .of_key.empty());
    }

    void tokensBeyondTheFirstElevenAreOthers() {
        // Without an analysis, the run's own counts: all experts serve the same token most.
        const KeyKinds counted = kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64,
                                             GalaxyColoring::token);
        QCOMPARE(counted.names, (std::vector<QString>{QStringLiteral("\u2423the")}));
        model_.requests()->deliverAnalysis(tables());
        const KeyKinds kinds = kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64,
                                           GalaxyColoring::token);
        QCOMPARE(kinds.names.size(), std::size_t(11));
        QCOMPARE(kinds.count(KeyKinds::other), 8);
        QCOMPARE(kinds.nameOf(29), QString("others"));
    }

    void anExpertBelongsToItsStrongestGuild() {
        model_.requests()->deliverAnalysis(tables());
        const KeyKinds kinds = kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64,
                                           GalaxyColoring::guild);
        QCOMPARE(kinds.names.size(), std::size_t(2));
        QCOMPARE(kinds.nameOf(3), QString("guild 0: NOUN (3 17)"));
        QCOMPARE(kinds.nameOf(25), QString("guild 1: VERB (3 25)"));
        QCOMPARE(expertsOfGuild(model_.requests()->analysis(), 2, 1), (std::vector<int>{3, 25}));
        QVERIFY(expertsOfGuild(model_.requests()->analysis(), 2, 7).empty());
        QVERIFY(
            kindsOfKeys(*model_.data(), model_.requests()->analysis(), 3, 64, GalaxyColoring::guild)
                .missing.contains("no guilds"));
    }

    void theLegendNamesKindsAndTheFigureToo() {
        model_.requests()->deliverAnalysis(tables());
        for (const GalaxyColoring coloring :
             {GalaxyColoring::part, GalaxyColoring::token, GalaxyColoring::guild}) {
            SceneOptions options{.theme = lightTheme()};
            options.coloring = coloring;
            options.kinds =
                kindsOfKeys(*model_.data(), model_.requests()->analysis(), 2, 64, coloring);
            options.respawned = {1, 2, 63};
            const GalaxyScene scene = makeScene(*view_->shown(), options);
            QCOMPARE(scene.legend.title, options.kinds.title);
            QVERIFY(scene.legend.entries.size() >= 4);
            QVERIFY(scene.points[3].color != scene.points[40].color);
            // Placed anew, it is not dead: it had no chance yet.
            QCOMPARE(scene.points[63].shape, PointShape::diamond);
            QCOMPARE(scene.points[62].shape, PointShape::cross);
            QCOMPARE(scene.legend.entries.back().text, QString("Respawned: 3"));
        }
    }

    void theChoiceAsksForTheAnalysisAndTheCsvTellsTheKind() {
        int asked = 0;
        connect(model_.requests(), &Requests::analysisRequested, this, [&] { ++asked; });
        for (QComboBox* box : view_->findChildren<QComboBox*>())
            if (const int guild = box->findText("Guild"); guild >= 0) {
                box->setCurrentIndex(guild);
                Q_EMIT box->activated(guild);
            }
        QCOMPARE(view_->options().coloring, GalaxyColoring::guild);
        QCOMPARE(asked, 1);
        model_.requests()->deliverAnalysis(tables());
        QVERIFY(view_->dataAsCsv().contains(",guild 0: NOUN (3 17),0,"));
    }

    void keysPlacedAnewAreMarkedFromTheirStepOn() {
        auto* source = giveSyntheticRun(model_);
        source->events.push_back(Respawned{400, 1, 2, {5, 6}});
        model_.data()->poll();
        QTRY_VERIFY(view_->shown());
        QCOMPARE(view_->dataAsCsv().count(",1,\n"), 2);
        GalaxyOptions options = view_->options();
        options.step = 200;
        view_->setOptions(options);
        QTRY_COMPARE(view_->shown()->keys->step, std::int64_t(200));
        QCOMPARE(view_->dataAsCsv().count(",1,\n"), 0);
    }

    void guildsAndKindsAreFoundByName() {
        model_.requests()->deliverAnalysis(tables());
        view_->find("guild 1");
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{3, 25}));
        view_->find("Guild 0: NOUN (3 17)");
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{3, 17}));
        view_->find("verb");
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{3, 25}));
        view_->find("w10");
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{10, 21}));
        view_->find("guild 9");
        QVERIFY(model_.selection()->chosen().experts.empty());
        view_->find("nothing like that");
        QVERIFY(view_->renderer().widget()->isVisible());
        view_->find("12");
        QCOMPARE(model_.selection()->chosen().experts, std::vector<int>{12});
        view_->find("64");
        QVERIFY(model_.selection()->chosen().experts.empty());
    }

    void theNeighboursJoinTheSelection() {
        auto* button = view_->findChild<QToolButton*>("nearestKeys");
        button->click();
        QVERIFY(model_.selection()->chosen().experts.empty());
        model_.selection()->select({2, {7}});
        button->click();
        QCOMPARE(model_.selection()->chosen().experts.size(), std::size_t(11));
        // Keys of one clump: those whose number is the same modulo 5.
        for (const int expert : model_.selection()->chosen().experts)
            QCOMPARE(expert % 5, 2);
    }

private:
    RunContext model_;
    std::unique_ptr<GalaxyView> view_;
};

}  // namespace orrery

QTEST_MAIN(orrery::KeyKindsTest)
#include "key_kinds_test.moc"
