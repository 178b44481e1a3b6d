// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the list of runs without the list: edits that fail, runs that can't be read,
// filters, folders that come and go, one change of a configuration.
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>

#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "widgets/browser/rerun_dialog.h"
#include "widgets/browser/run_edits.h"
#include "widgets/browser/run_filter.h"
#include "widgets/browser/run_scanner.h"
#include "widgets/browser/run_table_model.h"

namespace orrery {

class BrowserPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        root_ = std::make_unique<QTemporaryDir>();
        said_.clear();
    }

    void ofRunsThatAreThrownAwayTheOthersGo() {
        const auto first = addRun("first"), second = addRun("second");
        TrashRuns trash({first, path() / "gone", second}, told());
        trash.redo();
        QCOMPARE(trash.moved(), std::size_t(2));
        QCOMPARE(said_.size(), 1);
        QVERIFY2(said_[0].contains("gone"), qPrintable(said_[0]));
        QVERIFY(!std::filesystem::exists(first) && !std::filesystem::exists(second));
        trash.undo();
        QCOMPARE(said_.last(), QString());
        QVERIFY(std::filesystem::exists(first) && std::filesystem::exists(second));
        QCOMPARE(trash.moved(), std::size_t(0));
    }

    void aPlaceThatIsTakenMeanwhileIsNotOverwritten() {
        const auto first = addRun("first"), second = addRun("second");
        TrashRuns trash({first, second}, told());
        trash.redo();
        std::filesystem::create_directory(first);
        std::ofstream(first / "mine") << "x";
        trash.undo();
        QVERIFY2(!said_.last().isEmpty(), "it has to be said");
        QVERIFY(std::filesystem::exists(first / "mine"));
        QVERIFY(std::filesystem::exists(second));
        QCOMPARE(trash.moved(), std::size_t(1));  // it can be tried once more
        std::filesystem::remove_all(first);
        trash.undo();
        QCOMPARE(said_.last(), QString());
        QVERIFY(std::filesystem::exists(RunFolder{first}.databaseFile()));
    }

    void aNoteThatCannotBeWrittenIsSaid() {
        const auto run = addRun("first");
        EditNotes edit(run, {}, {{"good"}, "a note"}, told());
        edit.redo();
        QCOMPARE(said_.last(), QString());
        QCOMPARE(readRunNotes(run).text, std::string("a note"));
        edit.undo();
        QCOMPARE(readRunNotes(run), RunNotes());
        std::filesystem::remove_all(run);
        edit.redo();
        QVERIFY2(said_.last().contains("first"), qPrintable(said_.last()));
        QVERIFY(!std::filesystem::exists(run));
    }

    void aSteeredRunHasAMarkAndItsValidationOfStepZeroIsNoResult() {
        RunTableModel model;
        RunEntry entry = entryOf("steered");
        entry.summary.step = 900;
        entry.summary.validation_loss = 8.157;
        entry.summary.validation_step = 0;
        entry.training_loss = 3.5;
        entry.training_step = 900;
        entry.steered = {{"keys.alpha", "0.01", {{215, "0.05"}}}};
        model.take({entry, entryOf("plain")});
        const auto at = [&](int row, int column, int role) {
            return model.index(row, column).data(role);
        };
        QCOMPARE(at(0, RunTableModel::loss, Qt::DisplayRole).toString(),
                 QString("8.1570 (step 0)"));
        QVERIFY(std::isnan(at(0, RunTableModel::loss, RunTableModel::sort_role).toDouble()));
        QCOMPARE(at(0, RunTableModel::training, Qt::DisplayRole).toString(), QString("3.5000"));
        const QString tip = at(0, RunTableModel::name, Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("keys.alpha: 0.01 -> 0.05 at step 215"), qPrintable(tip));
        QVERIFY(!at(0, RunTableModel::name, Qt::DecorationRole).isNull());
        QVERIFY(at(1, RunTableModel::name, Qt::DecorationRole).isNull());
    }

    void aRunThatCannotBeReadIsARowWithItsReason() {
        RunTableModel model;
        RunEntry entry = entryOf("broken");
        entry.summary.problem = "run.db is damaged";
        model.take({entry});
        QCOMPARE(text(model, 0, RunTableModel::state), QString("Unreadable"));
        QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(), QString("run.db is damaged"));
        QCOMPARE(text(model, 0, RunTableModel::loss), QString("–"));
        QVERIFY(std::isnan(
            model.index(0, RunTableModel::loss).data(RunTableModel::sort_role).toDouble()));
    }

    void whatIsKnownAlreadyIsReplacedAndWhatIsGoneGoes() {
        RunTableModel model;
        model.take({entryOf("a"), entryOf("b"), entryOf("c")});
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        RunEntry again = entryOf("b");
        again.summary.step = 7;
        model.take({again});
        QCOMPARE(inserted.size(), 0);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(text(model, 1, RunTableModel::progress), QString("7"));
        model.keepOnly({"/runs/c", "/runs/elsewhere"});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.rowOf("/runs/c"), 0);
        QCOMPARE(model.rowOf("/runs/a"), -1);
        model.keepOnly({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
    }

    void onlyWhatPeopleWriteIsAskedToBeChanged() {
        RunTableModel model;
        RunEntry entry = entryOf("a");
        entry.notes = {{"old"}, "text"};
        model.take({entry});
        QSignalSpy edited(&model, &RunTableModel::notesEdited);
        for (int column = 0; column < RunTableModel::kColumns; ++column)
            model.setData(model.index(0, column), "new", Qt::EditRole);
        QCOMPARE(edited.size(), 4);
        QCOMPARE(edited[0][1].value<RunNotes>(), (RunNotes{{"new"}, "text"}));
        QCOMPARE(edited[1][1].value<RunNotes>(), (RunNotes{{"old"}, "new"}));
        QCOMPARE(edited[2][1].value<RunNotes>(), (RunNotes{{"old"}, "text", "", "new"}));
        QCOMPARE(edited[3][1].value<RunNotes>(), (RunNotes{{"old"}, "text", "new"}));
        QVERIFY(!model.setData(model.index(0, RunTableModel::tags), " old , old", Qt::EditRole));
        QVERIFY(!model.setData(model.index(0, RunTableModel::tags), "x", Qt::DisplayRole));
        QCOMPARE(edited.size(), 4);
        QCOMPARE(text(model, 0, RunTableModel::tags), QString("old"));  // until it was written
    }

    void settingsAreColumnsThatSortAsNumbers() {
        RunTableModel model;
        RunEntry a = entryOf("a"), b = entryOf("b"), c = entryOf("c");
        a.settings = {{"keys.alpha", "0.5"}, {"some.router", "mlp"}};
        b.settings = {{"keys.alpha", "0.05 -> 0.2 at step 3"}, {"some.router", "linear"}};
        a.host = "node7";
        a.git_commit = "3f09123ab4cd+";
        model.take({a, b, c});
        QSignalSpy inserted(&model, &QAbstractItemModel::columnsInserted);
        model.setSettings({"keys.alpha", "some.router"});
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(model.columnCount(), RunTableModel::kColumns + 2);
        QCOMPARE(model.headerData(RunTableModel::kColumns, Qt::Horizontal, Qt::DisplayRole),
                 QVariant("keys.alpha"));
        QCOMPARE(text(model, 1, RunTableModel::kColumns), QString("0.05 -> 0.2 at step 3"));
        QCOMPARE(text(model, 0, RunTableModel::host), QString("node7"));
        QCOMPARE(text(model, 0, RunTableModel::commit), QString("3f09123ab4cd+"));
        RunFilter filter;
        filter.setSourceModel(&model);
        filter.sort(RunTableModel::kColumns, Qt::AscendingOrder);
        const auto name = [&](int row) {
            return filter.index(row, RunTableModel::name).data().toString();
        };
        QCOMPARE(name(0) + name(1) + name(2), QString("bac"));  // c is not known
        filter.setWords("node7");
        QCOMPARE(filter.rowCount(), 1);
        model.setSettings({});
        QCOMPARE(model.columnCount(), RunTableModel::kColumns);
    }

    void wordsAreLookedForInAllThatIsWritten() {
        RunTableModel model;
        RunEntry tagged = entryOf("a"), noted = entryOf("b"), small = entryOf("c");
        tagged.notes.tags = {"Best"};
        noted.notes.text = "worst of all";
        small.summary.variant = "tiny";
        model.take({tagged, noted, small});
        RunFilter filter;
        filter.setSourceModel(&model);
        const auto found = [&](const QString& words) {
            filter.setWords(words);
            QString names;
            for (int row = 0; row < filter.rowCount(); ++row)
                names += filter.index(row, RunTableModel::name).data().toString();
            return names;
        };
        QCOMPARE(found("best"), QString("a"));
        QCOMPARE(found("WORST all"), QString("b"));
        QCOMPARE(found("tiny"), QString("c"));
        QCOMPARE(found("-best -tiny"), QString("b"));
        QCOMPARE(found("best -best"), QString());
        QCOMPARE(found("  "), QString("abc"));
        QCOMPARE(found("-"), QString());  // a word of its own, which none holds
    }

    void aFolderThatIsNotThereHasNoRuns() {
        RunScanner scanner;
        QSignalSpy finished(&scanner, &RunScanner::finished);
        scanner.scan();  // of nothing yet
        QVERIFY(!scanner.scanning());
        scanner.setRoot(path() / "none");
        QCOMPARE(finished.size(), 1);  // what was known of another is forgotten at once
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(foldersOf(finished), std::size_t(0));
        QVERIFY(!scanner.scanning());
    }

    void brokenRunsAreFoundToo() {
        const auto good = addRun("good");
        std::filesystem::create_directories(path() / "bad");
        std::ofstream(path() / "bad" / "run.db") << "no database";
        std::filesystem::create_directories(path() / "no run");
        RunScanner scanner;
        std::map<std::string, std::string> problems;
        connect(&scanner, &RunScanner::found, this, [&](const std::vector<RunEntry>& entries) {
            for (const RunEntry& entry : entries)
                problems[entry.summary.folder.filename().string()] = entry.summary.problem;
        });
        QSignalSpy finished(&scanner, &RunScanner::finished);
        scanner.setRoot(path());
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(foldersOf(finished), std::size_t(2));
        QCOMPARE(problems.size(), std::size_t(2));
        QCOMPARE(problems[good.filename().string()], std::string());
        QVERIFY(!problems["bad"].empty());
    }

    void whatIsAskedForDuringAScanIsDoneAfterIt() {
        addRun("first");
        RunScanner scanner;
        QSignalSpy finished(&scanner, &RunScanner::finished);
        scanner.setRoot(path());
        QVERIFY(scanner.scanning());
        addRun("second");
        scanner.scan();
        scanner.scan();
        QTRY_COMPARE(finished.size(), 3);
        QCOMPARE(foldersOf(finished), std::size_t(2));
        QTRY_VERIFY(!scanner.scanning());
        // Another root's scan is not heard of any more.
        scanner.setRoot(path() / "none");
        scanner.setRoot(path());
        QTRY_VERIFY(!scanner.scanning());
        QCOMPARE(foldersOf(finished), std::size_t(2));
    }

    void aScannerMayGoWhileItReads() {
        for (int i = 0; i < 20; ++i)
            addRun("run-" + std::to_string(i));
        auto scanner = std::make_unique<RunScanner>();
        scanner->setRoot(path());
        scanner.reset();
        QTest::qWait(1);
    }

    void aChangeThatCannotBeTrainedSaysWhy_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("no setting") << "keys.alhpa"
                                    << "1";
        QTest::newRow("no number") << "keys.alpha"
                                   << "fast";
        QTest::newRow("out of range") << "train.batch_size"
                                      << "-1";
        QTest::newRow("the same") << "keys.alpha"
                                  << "0.01";
        QTest::newRow("against another") << "model.num_heads"
                                         << "7";
    }
    void aChangeThatCannotBeTrainedSaysWhy() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        Config config;
        config.name = "demo";
        RerunDialog dialog(config);
        QVERIFY(train(dialog).isEnabled());
        dialog.choose(key, value);
        QVERIFY2(!dialog.fault().isEmpty(), qPrintable(key));
        QVERIFY(!train(dialog).isEnabled());
        // And back.
        dialog.choose("train.seed", "77");
        QCOMPARE(dialog.fault(), QString());
        QCOMPARE(dialog.config().train.seed, 77);
        QVERIFY(train(dialog).isEnabled());
    }

private:
    std::filesystem::path path() const { return root_->path().toStdString(); }
    std::filesystem::path addRun(const std::string& name) const {
        const RunFolder folder = createRunFolder(path(), name);
        Config config;
        config.name = name;
        writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        database.setMeta("name", name);
        return folder.path;
    }
    static RunEntry entryOf(const std::string& name) {
        RunEntry entry;
        entry.summary.folder = "/runs/" + name;
        entry.summary.name = name;
        return entry;
    }
    EditDone told() {
        return [this](const QString& failure) { said_ << failure; };
    }
    static QString text(const RunTableModel& model, int row, int column) {
        return model.index(row, column).data().toString();
    }
    static std::size_t foldersOf(const QSignalSpy& finished) {
        return finished.last()[0].value<std::vector<std::filesystem::path>>().size();
    }
    static QPushButton& train(const RerunDialog& dialog) {
        for (QAbstractButton* button : dialog.findChild<QDialogButtonBox*>()->buttons())
            if (button->text().contains("Train")) return *qobject_cast<QPushButton*>(button);
        qFatal("no such button");
    }

    std::unique_ptr<QTemporaryDir> root_;
    QStringList said_;
};

}  // namespace orrery

QTEST_MAIN(orrery::BrowserPartsTest)
#include "browser_parts_test.moc"
