// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/run_browser.h"

#include <QAction>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_trash.h"
#include "widgets/browser/rerun_dialog.h"
#include "widgets/browser/run_filter.h"
#include "widgets/browser/run_table_model.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

std::filesystem::path addRun(const std::filesystem::path& root, const std::string& name,
                             double loss) {
    const RunFolder folder = createRunFolder(root, name);
    Config config;
    config.name = name;
    writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
    RunDatabase database({folder.databaseFile(), {}, {}});
    database.setMeta("name", name);
    database.setMeta("created", "2026-11-27T14:05:00+0100");
    for (int step = 1; step <= 20; ++step)
        database.publish(Scalars{step, 1.0 * step, {{"train/loss", loss + 1.0 / step}}});
    database.publish(Scalars{20, 20, {{"val/loss", loss}, {"val/bits_per_byte", loss / 2}}});
    Progress progress;
    progress.state = RunState::finished;
    progress.step = progress.total_steps = 20;
    database.publish(progress);
    return folder.path;
}

std::vector<RunEntry> manyEntries(int count) {
    std::vector<RunEntry> entries;
    for (int i = 0; i < count; ++i) {
        RunEntry entry;
        entry.summary.folder = "/runs/" + std::to_string(i);
        entry.summary.name = "run " + std::to_string(i);
        entry.summary.validation_loss = i % 7 == 0 ? std::nan("") : (i * 37 % count) * 0.001;
        entry.curve.assign(48, 1.0F);
        entries.push_back(entry);
    }
    return entries;
}

}  // namespace

class RunBrowserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        root_ = std::make_unique<QTemporaryDir>();
        first_ = addRun(path(), "first", 3);
        second_ = addRun(path(), "second", 2);
        third_ = addRun(path() / "study", "third", 4);
        browser_ = std::make_unique<RunBrowser>();
        browser_->resize(1200, 400);
        browser_->setRoot(path());
        browser_->show();
        QTRY_COMPARE(browser_->model()->rowCount(), 3);
    }

    void cleanup() { browser_.reset(); }

    void aFolderOfALongNameDoesNotWidenIt() {
        const int before = browser_->minimumSizeHint().width();
        const auto longer = path() / std::string(200, 'f');
        std::filesystem::create_directory(longer);
        browser_->setRoot(longer);
        QTRY_COMPARE(browser_->model()->rowCount(), 0);
        QCOMPARE(browser_->minimumSizeHint().width(), before);
    }

    void listsRunsOfAllFoldersWithTheirFigures() {
        QVERIFY(QTest::qWaitForWindowExposed(browser_.get(), kPatience));
        const int row = browser_->model()->rowOf(third_);
        QVERIFY(row >= 0);
        QCOMPARE(text(row, RunTableModel::name), QString("third"));
        QCOMPARE(text(row, RunTableModel::group), QString("study"));
        QCOMPARE(text(row, RunTableModel::state), QString("Finished"));
        QCOMPARE(text(row, RunTableModel::loss), QString("4.0000"));
        QCOMPARE(text(row, RunTableModel::bits), QString("2.0000"));
        const auto curve = browser_->model()
                               ->index(row, RunTableModel::curve)
                               .data(RunTableModel::curve_role)
                               .value<QVector<float>>();
        QCOMPARE(curve.size(), 20);
        QVERIFY(curve.front() > curve.back());
    }

    void aLossOfAnotherStepIsWhole() {
        const auto* table = browser_->findChild<QTableView*>();
        const QString loss = lossTextOf(1.7742, 675, 900);
        for (const int column : {RunTableModel::loss, RunTableModel::bits})
            QVERIFY(table->columnWidth(column) > table->fontMetrics().horizontalAdvance(loss) + 6);
    }

    void wordsFilterAndMinusLeavesOut() {
        browser_->findChild<QLineEdit*>()->setText("study fin");
        QCOMPARE(browser_->filter()->rowCount(), 1);
        browser_->findChild<QLineEdit*>()->setText("-study");
        QCOMPARE(browser_->filter()->rowCount(), 2);
        browser_->findChild<QLineEdit*>()->setText("nowhere");
        QCOMPARE(browser_->filter()->rowCount(), 0);
    }

    void sortsNumbersAsNumbersAndTheUnknownLast() {
        RunTableModel model;
        model.take(manyEntries(50));
        RunFilter filter;
        filter.setSourceModel(&model);
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            filter.sort(RunTableModel::loss, order);
            double before = order == Qt::AscendingOrder ? -1 : 1e9;
            for (int row = 0; row < 42; ++row) {
                const double now = filter.index(row, RunTableModel::loss)
                                       .data(RunTableModel::sort_role)
                                       .toDouble();
                QVERIFY(order == Qt::AscendingOrder ? now >= before : now <= before);
                before = now;
            }
            QVERIFY(std::isnan(
                filter.index(49, RunTableModel::loss).data(RunTableModel::sort_role).toDouble()));
        }
    }

    void thousandsOfRunsAreTakenAndFilteredAtOnce() {
        RunTableModel model;
        RunFilter filter;
        filter.setSourceModel(&model);
        QElapsedTimer clock;
        clock.start();
        model.take(manyEntries(5000));
        filter.sort(RunTableModel::loss);
        filter.setWords("499");
        QCOMPARE(filter.rowCount(), 15);  // 499, 1499 ... 4499, 4990 ... 4999
        qInfo("5000 runs: %lld ms", static_cast<long long>(clock.elapsed()));
        QVERIFY(clock.elapsed() < 1500);
    }

    void trashTakesRunsAwayAndUndoBringsThemBack() {
        browser_->choose({first_, third_});
        QCOMPARE(browser_->chosen().size(), std::size_t(2));
        browser_->moveChosenToTrash();
        QTRY_COMPARE(browser_->model()->rowCount(), 1);
        QVERIFY(!std::filesystem::exists(first_));
        browser_->undoStack()->undo();
        QTRY_COMPARE(browser_->model()->rowCount(), 3);
        QVERIFY(std::filesystem::exists(RunFolder{first_}.databaseFile()));
        browser_->undoStack()->redo();
        QTRY_COMPARE(browser_->model()->rowCount(), 1);
    }

    void aRunInUseStaysAndItIsSaid() {
        RunLock lock(RunFolder{first_});
        browser_->choose({first_});
        browser_->moveChosenToTrash();
        QVERIFY(std::filesystem::exists(first_));
        QTRY_VERIFY(shows("in use"));
    }

    void tagsAndNotesAreEditedInTheTableAndUndone() {
        const QModelIndex tags =
            browser_->model()->index(browser_->model()->rowOf(second_), RunTableModel::tags);
        QVERIFY(browser_->model()->setData(tags, "good, long", Qt::EditRole));
        QCOMPARE(readRunNotes(second_).tags, (std::vector<std::string>{"good", "long"}));
        QTRY_COMPARE(text(browser_->model()->rowOf(second_), RunTableModel::tags),
                     QString("good, long"));
        browser_->undoStack()->undo();
        QVERIFY(readRunNotes(second_).tags.empty());
        QVERIFY(!browser_->model()->setData(tags.siblingAtColumn(RunTableModel::name), "x",
                                            Qt::EditRole));
    }

    void theCommandsNameTheChosenRuns() {
        QSignalSpy open(browser_.get(), &RunBrowser::openRequested);
        QSignalSpy compare(browser_.get(), &RunBrowser::compareRequested);
        QVERIFY(!browser_->action("openRun")->isEnabled());
        browser_->choose({first_, second_});
        QVERIFY(!browser_->action("openRun")->isEnabled());
        browser_->action("compareRuns")->trigger();
        QCOMPARE(compare.size(), 1);
        QCOMPARE(compare[0][0].toStringList().size(), 2);
        browser_->choose({second_});
        browser_->action("openRun")->trigger();
        QCOMPARE(open[0][0].toString(), QString::fromStdString(second_.string()));
    }

    void aRunThatComesLaterIsFound() {
        addRun(path(), "late", 1);
        QTRY_COMPARE(browser_->model()->rowCount(), 4);
    }

    void aHiddenBrowserReadsNothing() {
        browser_->hide();
        addRun(path(), "late", 1);
        QTest::qWait(3500);
        QCOMPARE(browser_->model()->rowCount(), 3);
    }

    void oneChangeIsCheckedBeforeItCanBeTrained() {
        Config config;
        config.name = "demo";
        RerunDialog dialog(config);
        QCOMPARE(dialog.config().train.seed, config.train.seed + 1);
        QVERIFY2(dialog.fault().isEmpty(), qPrintable(dialog.fault()));
        dialog.choose("keys.alpha", "0.5");
        QCOMPARE(dialog.config().keys.alpha, 0.5);
        QCOMPARE(dialog.config().name, std::string("demo-alpha-0.5"));
        QVERIFY(dialog.fault().isEmpty());
        dialog.choose("some.top_k", "0");
        QVERIFY(!dialog.fault().isEmpty());
        dialog.choose("no.such.key", "1");
        QVERIFY(!dialog.fault().isEmpty());
    }

private:
    std::filesystem::path path() const { return root_->path().toStdString(); }
    QString text(int row, int column) const {
        return browser_->model()->index(row, column).data().toString();
    }
    bool shows(const QString& words) const {
        for (const QLabel* label : browser_->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words)) return true;
        return false;
    }

    std::unique_ptr<QTemporaryDir> root_;
    std::unique_ptr<RunBrowser> browser_;
    std::filesystem::path first_, second_, third_;
};

}  // namespace orrery

QTEST_MAIN(orrery::RunBrowserTest)
#include "run_browser_test.moc"
