// SPDX-License-Identifier: GPL-3.0-or-later
// The playground asks a run that trains, and one that has ended.
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>

#include "app/window/run_controller.h"
#include "app/window/services/playground_service.h"
#include "app/window/services/trace_service.h"
#include "core/config/yaml.h"
#include "core/events/commands.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/playground/play_controls.h"
#include "widgets/playground/play_words.h"
#include "widgets/playground/playground_view.h"
#include "widgets/playground/token_strip.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

constexpr int kMinutes = 180'000;  // ms

}  // namespace

class PlaygroundTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Orrery");
        QCoreApplication::setApplicationName("orrery");
        context_ = std::make_unique<RunContext>();
        controller_ = std::make_unique<RunController>(context_->data());
        view_ = std::make_unique<PlaygroundView>();
        view_->setRun(context_.get());
        new TraceService(context_.get(), controller_.get(), view_.get());
        new PlaygroundService(context_.get(), controller_.get(), view_.get(), view_.get());
        view_->resize(1200, 700);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        Config config = parseConfig(tinyConfig(100'000).toStdString(), "tiny.yaml");
        controller_->start(config, folder_.path().toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(controller_->phase(), RunController::Phase::live, kMinutes);
    }
    void cleanupTestCase() {
        view_.reset();
        controller_.reset();
        context_.reset();
    }

    void aRunThatTrainsAnswersBetweenItsSteps() {
        view_->setPrompt("The bird");
        view_->generate();
        QTRY_VERIFY_WITH_TIMEOUT(view_->current() && view_->current()->end, kMinutes);
        QVERIFY2(view_->current()->failure.isEmpty(), qPrintable(view_->current()->failure));
        QVERIFY(view_->current()->prompt_tokens > 0);
        QVERIFY(static_cast<int>(view_->current()->tokens.size()) >
                view_->current()->prompt_tokens);
        QVERIFY(view_->current()->end->step >= 0);
        QCOMPARE(controller_->phase(), RunController::Phase::live);
    }

    void aPausedRunScoresAText() {
        controller_->send(command::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(controller_->isPaused(), kMinutes);
        view_->setPrompt("The bird sang.");
        view_->score();
        QTRY_VERIFY_WITH_TIMEOUT(view_->current()->end, kMinutes);
        QVERIFY(view_->current()->end->bytes == 14);
        QVERIFY(view_->current()->tokens.front().parts.has_value());
        controller_->send(command::Resume{});
    }

    void whatIsAskedOfARunThatStopsIsAnsweredAllTheSame() {
        view_->setPrompt("The bird");
        view_->generate();
        controller_->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!view_->current()->running(), kMinutes);
        QTRY_COMPARE_WITH_TIMEOUT(controller_->phase(), RunController::Phase::idle, kMinutes);
    }

    void aCheckpointWritesBesideItselfWithAnExpertKnockedOut() {
        for (QComboBox* box : view_->controls().findChildren<QComboBox*>())
            if (box->findData(-2) >= 0) box->setCurrentIndex(box->findData(-1));
        context_->selection()->select({0, {1, 2}});
        view_->controls().setInterventions("");
        view_->knockOutSelection();
        view_->setPrompt("The bird");
        view_->generate();
        QTRY_VERIFY_WITH_TIMEOUT(view_->beside() && view_->beside()->end, kMinutes);
        QVERIFY(view_->current()->end);
        const auto serves = [](const PlayText& text, int expert) {
            for (const TokenReading& token : text.tokens)
                for (const std::int32_t one : routeOf(token, 0).experts)
                    if (one == expert) return true;
            return false;
        };
        QVERIFY(!serves(*view_->current(), 1));
        QVERIFY(!serves(*view_->current(), 2));
        QVERIFY(serves(*view_->beside(), 1) || serves(*view_->beside(), 2));
        const QString picture = qEnvironmentVariable("ORRERY_TEST_PICTURES");
        if (!picture.isEmpty()) {
            QTest::qWait(300);
            QVERIFY(view_->grab().save(picture + "/playground.png"));
        }
    }

    void theSelectionIsAblated() {
        view_->ablateSelection();
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::any_of(
                view_->findChildren<QLabel*>(),
                [](const QLabel* label) { return label->text().contains("100 random sets"); }),
            kMinutes);
        const QString picture = qEnvironmentVariable("ORRERY_TEST_PICTURES");
        if (!picture.isEmpty()) QVERIFY(view_->grab().save(picture + "/ablation.png"));
    }

    void aFaultIsToldAndTextsAreKeptWithTheRun() {
        view_->controls().setInterventions("knock-out 9:9");
        view_->generate();
        QTRY_VERIFY_WITH_TIMEOUT(!view_->current()->running(), kMinutes);
        QVERIFY(view_->current()->failure.contains("there is no layer 9"));
        const auto before = static_cast<std::size_t>(std::ranges::count_if(
            view_->tree().texts(), [](const PlayText& text) { return !text.running(); }));
        view_->setFolder({});
        view_->setFolder(controller_->folder());
        QCOMPARE(view_->tree().texts().size(), before);
    }

private:
    const QTemporaryDir folder_;
    std::unique_ptr<RunContext> context_;
    std::unique_ptr<RunController> controller_;
    std::unique_ptr<PlaygroundView> view_;
};

}  // namespace orrery

QTEST_MAIN(orrery::PlaygroundTest)
#include "playground_test.moc"
