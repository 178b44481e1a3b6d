// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/playground_view.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QWheelEvent>
#include <cmath>
#include <memory>

#include "tests/widgets/fake_run_source.h"
#include "widgets/figure/figure_export.h"
#include "widgets/palette/color_map.h"
#include "widgets/playground/intervention_chips.h"
#include "widgets/playground/play_controls.h"
#include "widgets/playground/play_words.h"
#include "widgets/playground/token_strip.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

TokenReading reading(std::int32_t token, const char* piece, double surprise, std::int64_t rank) {
    TokenReading made;
    made.token = token;
    made.piece = piece;
    made.surprise = surprise;
    made.rank = rank;
    made.alternatives = {{7, " king", 0.5}, {8, " bird", 0.25}};
    made.experts = {1, 2, 3, 4};  // two layers of two
    made.gates = {0.75F, 0.25F, 0.5F, 0.5F};
    made.top_k = 2;
    return made;
}

PlayEnd endOf(std::int64_t step, double loss = 3) {
    PlayEnd end;
    end.step = step;
    end.loss = loss;
    return end;
}

}  // namespace

class PlaygroundViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        context_ = std::make_unique<RunContext>();
        view_ = std::make_unique<PlaygroundView>();
        view_->setRun(context_.get());
        connect(view_.get(), &PlaygroundView::textRequested, this,
                [this](const PlayRequest& request) { asked_.push_back(request); });
        context_->data()->setSource(std::make_unique<FakeRunSource>());
        view_->resize(900, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get(), kPatience));
        asked_.clear();
    }
    void cleanup() {
        view_.reset();
        context_.reset();
    }

    void theWheelRollsTheControlsAndChangesNothing() {
        view_->controls().setFocus();
        for (QWidget* editor : view_->controls().findChildren<QWidget*>()) {
            auto* number = qobject_cast<QAbstractSpinBox*>(editor);
            auto* choice = qobject_cast<QComboBox*>(editor);
            if (!number && !choice) continue;
            const QString before = number ? number->text() : choice->currentText();
            const QPointF at = editor->rect().center();
            QWheelEvent wheel(at, editor->mapToGlobal(at), {}, {0, -120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(editor, &wheel);
            QCOMPARE(number ? number->text() : choice->currentText(), before);
            QVERIFY(!editor->hasFocus());
        }
    }

    void anotherRunIsAskedBesideThisOne() {
        PlayControls& controls = view_->controls();
        controls.addRun("/runs/other");
        controls.addRun("/runs/other");  // once is enough
        controls.setCheckpoints({20, 10});
        QComboBox* beside = nullptr;
        for (QComboBox* box : controls.findChildren<QComboBox*>())
            if (box->findData(-2) >= 0) beside = box;
        QVERIFY(beside);
        QCOMPARE(beside->findText("other"), beside->count() - 2);
        beside->setCurrentIndex(beside->findText("other"));
        view_->setPrompt("The old");
        view_->generate();
        QCOMPARE(asked_.size(), std::size_t(2));
        QVERIFY(asked_[0].source.folder.empty());
        QCOMPARE(asked_[1].source.folder, std::filesystem::path("/runs/other"));
        QVERIFY(!asked_[1].source.step);
        controls.setCheckpoints({30});
        QCOMPARE(beside->currentText(), QString("other"));
        PlayRequest shown = asked_[1];
        shown.source.folder = "/runs/third";
        controls.show(shown);
        QCOMPARE(controls.request().source.folder, std::filesystem::path("/runs/third"));
    }

    void whatIsKnockedOutInAnotherViewIsSeen() {
        view_->resize(900, 320);
        QVERIFY(view_->controls().interventionsShown()->visibleRegion().isEmpty());
        Intervention one;
        one.layer = 1;
        one.expert = 3;
        Q_EMIT context_->requests()->interventionsRequested({one});
        QTRY_VERIFY(!view_->controls().interventionsShown()->visibleRegion().isEmpty());
    }

    void aPromptIsAskedForWithWhatTheFieldsSay() {
        view_->setPrompt("The old");
        view_->setInterventions("knock-out 1:3");
        view_->generate();
        QCOMPARE(asked_.size(), 1U);
        QCOMPARE(asked_[0].prompt, std::string("The old"));
        QVERIFY(asked_[0].options.readings);
        QCOMPARE(asked_[0].options.alternatives, 10);
        QCOMPARE(asked_[0].source.interventions, QString("knock-out 1:3"));
        QVERIFY(!asked_[0].score);
        view_->generate();
        QCOMPARE(asked_.size(), 1U);  // one at a time
    }

    void tokensComeAreTintedAndTold() {
        const int id = written();
        QCOMPARE(view_->current()->tokens.size(), 3U);
        QCOMPARE(view_->current()->written(), QString(" king sleeps"));
        QTRY_VERIFY(view_->strip().tokenRectangle(2).width() > 5);
        const QStringList texts = labels();
        QVERIFY(texts.filter("step 40").size() == 1);
        QVERIFY(texts.filter("2 tokens written").size() == 1);
        QCOMPARE(view_->tree().find(id)->end->step, 40);
        const ChartTheme theme = lightTheme();
        QCOMPARE(tintOf(reading(1, "a", 8, 0), Tint::surprise, 0, theme),
                 sequentialColor(1, false));
        QCOMPARE(tintOf(reading(1, "a", 1, 255), Tint::rank, 0, theme), sequentialColor(1, false));
        QCOMPARE(tintOf(reading(1, "a", 1, 0), Tint::expert, 1, theme), expertColor(3, false));
        QVERIFY(!tintOf(reading(1, "a", 1, 0), Tint::expert, 5, theme).isValid());
    }

    void aTokenPointedAtShowsWhatElseWasLikelyAndItsRoute() {
        written();
        QTRY_VERIFY(view_->strip().tokenRectangle(1).width() > 5);
        QTest::mouseMove(view_->strip().viewport(), view_->strip().tokenRectangle(1).center());
        QTRY_VERIFY(labels().filter("50.0 %").size() == 1);
        const QString told = describeToken(reading(12, " sleeps", std::log(4.0), 1));
        QVERIFY(told.contains("rank 2"));
        QVERIFY(told.contains("probability 25.0 %"));
        QVERIFY(told.contains("layer 1 by experts 3 (0.50), 4 (0.50)"));
    }

    void aLineEndThatIsAByteEndsALine() {
        written();
        const int id = asked_.back().id;
        view_->takeToken(id, reading(13, "<0x0A>", 1, 0));
        view_->takeToken(id, reading(14, "Then", 1, 0));
        QTRY_VERIFY(view_->strip().tokenRectangle(4).width() > 5);
        QVERIFY(view_->strip().tokenRectangle(4).top() > view_->strip().tokenRectangle(3).top());
        QCOMPARE(view_->current()->written(), QString(" king sleeps\nThen"));
    }

    void theTableOfTextsHasAllOfItsColumnsInANarrowView() {
        view_->resize(500, 480);
        written();
        auto* table = view_->findChild<QTreeWidget*>();
        QCOMPARE(table->topLevelItemCount(), 1);
        const auto whole = [&] {
            int width = 0;
            for (int column = 0; column < table->columnCount(); ++column)
                width += table->header()->sectionSize(column);
            return width <= table->viewport()->width();
        };
        QTRY_VERIFY(whole());
        const QAbstractItemView* view = table;
        for (const int column : {1, 2})
            QVERIFY(table->header()->sectionSize(column) >= view->sizeHintForColumn(column));
        QCOMPARE(table->topLevelItem(0)->text(2), QString("2.333"));
    }

    void aClickSelectsTheExpertsEverywhere() {
        written();
        view_->setTint(Tint::expert, 1);
        QTRY_VERIFY(view_->strip().tokenRectangle(1).width() > 5);
        QWidget* page = view_->strip().widget();
        QTest::mouseClick(
            page, Qt::LeftButton, {},
            page->mapFrom(view_->strip().viewport(), view_->strip().tokenRectangle(1).center()));
        QCOMPARE(context_->selection()->chosen(), (ExpertSelection{1, {3, 4}}));
    }

    void aBranchGoesOnFromATokenWithAnother() {
        const int id = written();
        view_->branch(2, 8);
        QCOMPARE(asked_.size(), 2U);
        QCOMPARE(asked_[1].prompt, std::string());
        QCOMPARE(asked_[1].options.prompt_tokens, (std::vector<std::int32_t>{10, 11, 8}));
        QCOMPARE(view_->current()->parent, id);
        view_->takeEnd(asked_[1].id, endOf(40));
        auto* tree = view_->findChild<QTreeWidget*>();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->childCount(), 1);
        view_->showText(id);
        QCOMPARE(view_->current()->id, id);
    }

    void aSecondModelStandsBesideWithTheSameSeed() {
        context_->requests()->deliverCheckpoints({20, 40});
        const QList<QComboBox*> boxes = view_->controls().findChildren<QComboBox*>();
        for (QComboBox* box : boxes)
            if (box->findData(-2) >= 0) box->setCurrentIndex(box->findData(20));
        view_->setPrompt("The old");
        view_->generate();
        QCOMPARE(asked_.size(), 2U);
        QCOMPARE(asked_[0].options.seed, asked_[1].options.seed);
        QVERIFY(!asked_[0].source.step);
        QCOMPARE(asked_[1].source.step, std::optional<std::int64_t>(20));
        for (const PlayRequest& request : asked_) {
            view_->takePrompt(request.id, {reading(10, "The", 2, 1)});
            view_->takeToken(request.id, reading(11, " king", 1, 0));
            view_->takeEnd(request.id, endOf(request.source.step.value_or(40)));
        }
        QVERIFY(view_->beside());
        QVERIFY(view_->strip(true).isVisible());
        QCOMPARE(view_->dataAsCsv().count('\n'), 5);
    }

    void aTextIsScored() {
        view_->setPrompt("The king");
        view_->score();
        QVERIFY(asked_.back().score);
        view_->takePrompt(asked_.back().id, {reading(10, "The", 2, 1), reading(11, " king", 1, 0)});
        PlayEnd end = endOf(40, 3);
        end.words = 2;
        end.bytes = 8;
        view_->takeEnd(asked_.back().id, end);
        const QString told = describeText(*view_->current());
        QVERIFY(told.contains("2 tokens scored"));
        QVERIFY(told.contains("loss per token 1.5000"));
        QVERIFY(told.contains("per word 1.5000"));
        QVERIFY(told.contains(QString::number(3 / (8 * std::log(2.0)), 'f', 4)));
    }

    void aFailureIsToldAndTheNextTextCanBeAsked() {
        view_->setPrompt("The");
        view_->generate();
        view_->takeFailure(asked_.back().id, "no checkpoint");
        QVERIFY(labels().contains("no checkpoint"));
        view_->generate();
        QCOMPARE(asked_.size(), 2U);
        view_->setInterventions("remove 3");
        view_->takeFailure(asked_.back().id, "gone");
        view_->generate();
        QCOMPARE(asked_.size(), 2U);
        QVERIFY(labels().filter("does not begin with one of").size() == 1);
    }

    void theSelectionIsKnockedOutAndAblated() {
        QSignalSpy asked(view_.get(), &PlaygroundView::ablationRequested);
        view_->ablateSelection();
        QCOMPARE(asked.size(), 0);
        QVERIFY(labels().filter("Select experts first").size() == 1);
        context_->selection()->select({1, {4, 9}});
        view_->setInterventions("force 0:1");
        view_->knockOutSelection();
        QCOMPARE(view_->controls().request().source.interventions,
                 QString("force 0:1; knock-out 1:4,1:9"));
        view_->ablateSelection();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toInt(), 1);
        view_->takeAblation("The loss changes", true);
        QVERIFY(labels().contains("The loss changes"));
    }

    void activeInterventionsAreShownAndTakenBackOneByOne() {
        auto* chips = view_->controls().findChildren<InterventionChips*>().front();
        QCOMPARE(chips->count(), 0);
        Intervention frozen;
        frozen.kind = InterventionKind::freezeKey;
        frozen.layer = 1;
        frozen.expert = 3;
        view_->setInterventions("knock-out 1:4,1:9");
        context_->requests()->requestInterventions({frozen});
        QCOMPARE(view_->controls().interventions(), QString("knock-out 1:4,1:9; freeze-key 1:3"));
        QCOMPARE(chips->count(), 3);
        chips->findChildren<QToolButton*>()[1]->click();
        QCOMPARE(view_->controls().interventions(), QString("knock-out 1:4; freeze-key 1:3"));
        QCOMPARE(chips->count(), 2);
        const int width = view_->controls().minimumSizeHint().width();
        Intervention moved = frozen;  // its chip tells which, the tool tip where to
        moved.kind = InterventionKind::moveKey;
        moved.key.assign(128, 0.125F);
        context_->requests()->requestInterventions({moved});
        QCOMPARE(chips->findChildren<QToolButton*>().back()->text(), QString("move-key 1:3=…  ×"));
        QCOMPARE(view_->controls().minimumSizeHint().width(), width);
        view_->setInterventions("knock");  // which the fields tell as a fault
        QCOMPARE(chips->count(), 0);
    }

    void aRunThatTrainsGetsThemAndGivesThemBack() {
        QSignalSpy asked(view_.get(), &PlaygroundView::trainingRequested);
        auto* apply = [&]() -> QPushButton* {
            for (auto* button : view_->findChildren<QPushButton*>())
                if (button->text() == u"&Apply to training") return button;
            return nullptr;
        }();
        QVERIFY(apply && !apply->isVisible());
        const auto named = [&] {
            for (const QLabel* label : view_->findChildren<QLabel*>())
                if (label->text() == u"In training" && label->isVisible()) return true;
            return false;
        };
        QVERIFY(!named());
        view_->setTraining(QString("force 0:1; freeze-key 1:3"));
        QVERIFY(apply->isVisible() && named());
        view_->setInterventions("knock-out 1:4");
        apply->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QString("knock-out 1:4"));
        auto* chips = view_->controls().findChildren<InterventionChips*>().back();
        QCOMPARE(chips->count(), 2);
        chips->findChildren<QToolButton*>()[0]->click();
        QCOMPARE(asked[1][0].toString(), QString("freeze-key 1:3"));
        view_->setTraining(std::nullopt);
        QVERIFY(!apply->isVisible());
    }

    void aFigureIsMadeAgainByItsWords() {
        const int first = written();
        view_->generate();
        view_->takeToken(asked_.back().id, reading(12, " sleeps", 4, 30));
        view_->takeEnd(asked_.back().id, endOf(40));
        view_->showText(first);
        view_->setTint(Tint::expert, 1);
        const QStringList arguments = view_->figureArguments();
        QVERIFY2(arguments.join(u' ').contains(QString("text=%1,tint=expert,layer=1").arg(first)),
                 qPrintable(arguments.join(u' ')));
        const QByteArray svg = figureBytes(*view_, FigureFormat::svg, {});
        QCOMPARE(view_->setLook({}), QString());
        QVERIFY(view_->current()->id != first);
        QVERIFY(figureBytes(*view_, FigureFormat::svg, {}) != svg);
        QCOMPARE(view_->setLook(arguments.back().split(u',')), QString());
        QCOMPARE(figureBytes(*view_, FigureFormat::svg, {}), svg);
        QCOMPARE(view_->setLook({"tint=taste"}), QString("tint=taste"));
        QCOMPARE(view_->setLook({"text=0"}), QString("text=0"));
    }

    void textsAreKeptWithTheRun() {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        view_->setFolder(run);
        const int id = written();
        view_->branch(1, 8);
        view_->takeToken(asked_.back().id, reading(12, " bird", 3, 9));
        view_->takeEnd(asked_.back().id, endOf(40));
        const QByteArray before = view_->tree().toJson();
        view_->setFolder({});
        QVERIFY(view_->tree().texts().empty());
        view_->setFolder(run);
        QCOMPARE(view_->tree().toJson(), before);
        QCOMPARE(view_->tree().find(id + 1)->parent, id);
        QCOMPARE(view_->tree().find(id)->tokens[1].alternatives[1].piece, std::string(" bird"));
    }

    void brokenFilesGiveNoTexts() {
        PlayTree tree;
        QVERIFY(!tree.fromJson("{"));
        QVERIFY(!tree.fromJson("{\"version\": 9}"));
        QVERIFY(
            tree.fromJson("{\"version\": 1, \"texts\": [{\"id\": -3}, 7, {\"id\": 2, "
                          "\"prompt_tokens\": 99, \"tokens\": [{\"top_k\": 3, \"experts\": "
                          "[1]}]}]}"));
        QCOMPARE(tree.texts().size(), 1U);
        QCOMPARE(tree.texts()[0].prompt_tokens, 1);
        QVERIFY(tree.texts()[0].tokens[0].experts.empty());
    }

    void oldTextsGoFavoritesStay() {
        PlayTree tree;
        tree.add({}).favorite = true;
        for (int i = 0; i < PlayTree::kMost + 5; ++i)
            tree.add({}).end = endOf(1);
        QCOMPARE(static_cast<int>(tree.texts().size()), PlayTree::kMost);
        QVERIFY(tree.texts().front().favorite);
    }

    void isExportedAsFigureCsvAndJson() {
        written();
        FigureOptions options;
        const QByteArray svg = figureBytes(*view_, FigureFormat::svg, options);
        QVERIFY(svg.contains("<svg"));
        const QStringList lines = view_->dataAsCsv().split(u'\n');
        QCOMPARE(lines[0], QString("text,token,piece,id,prompt,surprise,rank,experts,gates"));
        QCOMPARE(lines[2], QString("0,1, king,11,0,1,1,1 2 3 4,0.75 0.25 0.5 0.5"));
        const QJsonArray texts =
            QJsonDocument::fromJson(view_->dataAsJson()).object()["texts"].toArray();
        QCOMPARE(texts.size(), 1);
        QCOMPARE(texts[0].toObject()["tokens"].toArray().size(), 3);
    }

private:
    int written() {
        view_->setPrompt("The");
        view_->generate();
        const int id = asked_.back().id;
        view_->takePrompt(id, {reading(10, "The", 2, 1)});
        view_->takeToken(id, reading(11, " king", 1, 0));
        view_->takeToken(id, reading(12, " sleeps", 4, 30));
        view_->takeEnd(id, endOf(40));
        return id;
    }
    QStringList labels() const {
        QStringList texts;
        for (const QLabel* label : view_->findChildren<QLabel*>())
            texts << label->text();
        return texts;
    }

    std::unique_ptr<RunContext> context_;
    std::unique_ptr<PlaygroundView> view_;
    std::vector<PlayRequest> asked_;
};

}  // namespace orrery

QTEST_MAIN(orrery::PlaygroundViewTest)
#include "playground_view_test.moc"
