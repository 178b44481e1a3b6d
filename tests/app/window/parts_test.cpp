// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <atomic>
#include <cmath>

#include "app/window/command_line.h"
#include "app/window/recent_runs.h"
#include "app/window/resources.h"
#include "app/window/services/device_service.h"
#include "app/window/services/stored_tables.h"
#include "app/window/window_settings.h"
#include "core/error.h"
#include "core/train/preflight.h"
#include "widgets/icons/themed_icon.h"

namespace orrery {

class PartsTest : public QObject {
    Q_OBJECT

    static RunTables analysis() {
        RunTables tables;
        tables.step = 576;
        tables.tokens = 3;
        tables.stand_in = "step 600 is damaged";
        tables.tables = {{"experts",
                          {"layer", "lift", "token"},
                          {{std::int64_t{0}, 1.5, std::string("a\xE2")},
                           {std::int64_t{1}, std::nan(""), std::string("b")}}}};
        RoutedText text;
        text.experts = 4;
        text.top_k = 2;
        text.token_ids = {0, 1, 0};
        text.pieces = {"a", "\xE2"};
        text.parts = {0, -1, 0};
        text.part_names = {"NOUN"};
        text.layers = {
            {{0, 1, 2, 3, 0, 3}, {0.5F, 0.5F, 0.75F, 0.25F, 1, 0}, {}, 0.5, {0, 1, 2, 3}}};
        text.window_begins = {0};
        text.window_ends = {1};
        tables.text = std::make_shared<RoutedText>(text);
        return tables;
    }

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Orrery");
        initResources();
    }

    void readsTheCommandLine() {
        const CommandLine line = parseCommandLine(
            {"orrery", "a.yaml", "--train", "--runs", "/r", "--quit-after", "2.5"});
        QCOMPARE(line.path, QString("a.yaml"));
        QVERIFY(line.train && !line.demo);
        QCOMPARE(line.runs, QString("/r"));
        QCOMPARE(*line.quit_after, 2.5);
        QVERIFY(parseCommandLine({"orrery"}).runs.isEmpty());
        const CommandLine figure =
            parseCommandLine({"orrery", "run", "--figure", "loss", "--out", "a.svg", "--size",
                              "85x64", "--font", "7", "--select", "2:17,4", "--text-as-paths"});
        QCOMPARE(figure.figure_options.width_mm, 85.0);
        QCOMPARE(figure.figure_options.font_point, 7.0);
        QVERIFY(figure.figure_options.text_as_paths);
        QCOMPARE(figure.selected.layer, 2);
        QCOMPARE(figure.selected.experts, (std::vector<int>{17, 4}));
        const CommandLine galaxy =
            parseCommandLine({"orrery", "run", "--figure", "galaxy", "--out", "a.svg", "--look",
                              "flat", "--components", "1,3", "--camera", "from below"});
        QCOMPARE(galaxy.figures[0].look,
                 QStringList({"flat", "components=1:3", "camera=from%20below"}));
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "run", "--components", "1,3"}), Error);
    }

    void leavesQtItsOwnOptions() {
        QCOMPARE(
            withoutQtOptions({"orrery", "-style", "fusion", "--demo", "-platform", "offscreen"}),
            QStringList({"orrery", "--demo"}));
    }

    void devicesAreListedOnAThreadOfTheirOwn() {
        std::atomic<QThread*> asked_on{nullptr};
        DeviceService service([&] {
            asked_on = QThread::currentThread();
            return std::vector<DeviceInfo>{{"cpu", "Some CPU", "", 5, 4}};
        });
        std::vector<DeviceInfo> devices;
        QThread* told_on = nullptr;
        connect(&service, &DeviceService::listed, this, [&](const std::vector<DeviceInfo>& list) {
            devices = list;
            told_on = QThread::currentThread();
        });
        service.ask();
        QVERIFY(devices.empty());
        QTRY_COMPARE(devices.size(), std::size_t(1));
        QCOMPARE(devices[0].name, std::string("Some CPU"));
        QVERIFY(asked_on && asked_on != QThread::currentThread());
        QCOMPARE(told_on, QThread::currentThread());
    }

    void anAnalysisIsKeptWithItsRunAndReadAsItWas() {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        QVERIFY(!storedTables(run));
        const RunTables tables = analysis();
        storeTables(run, tables);
        const auto read = storedTables(run);
        QVERIFY(read);
        QCOMPARE(read->step, tables.step);
        QCOMPARE(read->tokens, tables.tokens);
        QCOMPARE(read->stand_in, tables.stand_in);
        QCOMPARE(read->tables.size(), std::size_t(1));
        QCOMPARE(toCsv(read->tables[0]), toCsv(tables.tables[0]));
        QVERIFY(std::isnan(numberAt(read->tables[0], 1, "lift")));
        QCOMPARE(read->text->token_ids, tables.text->token_ids);
        QCOMPARE(read->text->pieces, tables.text->pieces);
        QCOMPARE(read->text->window_begins, tables.text->window_begins);
        QCOMPARE(read->text->window_ends, tables.text->window_ends);
        QCOMPARE(read->text->layers[0].selected, tables.text->layers[0].selected);
        QCOMPARE(read->text->layers[0].gates, tables.text->layers[0].gates);
    }

    void aDamagedAnalysisIsNone() {
        const QByteArray good = toCbor(analysis());
        QVERIFY(tablesFromCbor(good));
        QVERIFY(!tablesFromCbor({}));
        QVERIFY(!tablesFromCbor(good.left(good.size() / 2)));
        QVERIFY(!tablesFromCbor("no analysis"));
        RunTables wrong = analysis();
        auto text = std::make_shared<RoutedText>(*wrong.text);
        text->layers[0].selected[0] = 99;  // there is no such expert
        wrong.text = text;
        QVERIFY(!tablesFromCbor(toCbor(wrong)));
        text->layers[0].selected = {0};  // not as many as tokens
        QVERIFY(!tablesFromCbor(toCbor(wrong)));
        auto windows = std::make_shared<RoutedText>(*analysis().text);
        windows->window_begins = {9};  // behind its end
        wrong.text = windows;
        QVERIFY(!tablesFromCbor(toCbor(wrong)));
        wrong = analysis();
        wrong.tables[0].rows[0].pop_back();
        QVERIFY(!tablesFromCbor(toCbor(wrong)));
    }

    void refusesACommandLineThatMakesNoSense() {
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--nonsense"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "a", "b"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--quit-after", "soon"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--quit-after", "-1"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--quit-after", "1e12"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--demo", "a.yaml"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--film", "d"}), Error);
        for (const QStringList& figure : {QStringList{"--figure", "loss"},
                                          {"--out", "a.pdf"},
                                          {"--figure", "loss", "--out", "a.doc"},
                                          {"--figure", "loss", "--out", "a.png", "--size", "10"},
                                          {"--figure", "loss", "--out", "a.png", "--dpi", "many"},
                                          {"--figure", "loss", "--out", "a.png", "--size", "1x1"},
                                          {"--figure", "loss", "--out", "a.png", "--select", "3"}})
            QVERIFY_EXCEPTION_THROWN(parseCommandLine(QStringList{"orrery", "run"} + figure),
                                     Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--report", "a.pdf"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "run", "--look", "log-y"}), Error);
        QVERIFY_EXCEPTION_THROWN(parseCommandLine({"orrery", "--pictures"}), Error);
    }

    void aFigureMayNameItsLookAfterADot() {
        const auto parsed = [](const QStringList& words) {
            return parseCommandLine(QStringList{"orrery", "study", "--out", "a.svg"} + words);
        };
        QCOMPARE(parsed({"--figure", "study.parallel"}).figures[0].view, QString("study"));
        QCOMPARE(parsed({"--figure", "study.parallel"}).figures[0].look, QStringList("parallel"));
        QCOMPARE(parsed({"--figure", "study.map", "--look", "objective=2"}).figures[0].look,
                 QStringList({"map", "objective=2"}));
        QVERIFY(parsed({"--figure", "study"}).figures[0].look.isEmpty());
    }

    void severalFiguresArePanelsEachWithItsLook() {
        const auto parsed = [](const QStringList& words) {
            return parseCommandLine(QStringList{"orrery", "run", "--out", "a.svg"} + words);
        };
        const CommandLine line =
            parsed({"--columns", "2", "--figure", "loss", "--look", "log-y", "--figure", "experts",
                    "--figure", "galaxy", "--look", "method=umap,labels", "--legend", "top-left",
                    "--line-width", "2", "--title", "--x"});
        QCOMPARE(line.figures.size(), std::size_t(3));
        QCOMPARE(line.columns, 2);
        QCOMPARE(line.figures[0].look, QStringList("log-y"));
        QVERIFY(line.figures[1].look.isEmpty());
        QCOMPARE(line.figures[2].view, QString("galaxy"));
        QCOMPARE(line.figures[2].look, QStringList({"method=umap", "labels"}));
        QCOMPARE(line.figure_options.legend, FigureLegend::top_left);
        QCOMPARE(line.figure_options.line_point, 2.0);
        QCOMPARE(line.figure_options.title, QString("--x"));
        QCOMPARE(parsed({"--look", "log-y", "--figure", "loss"}).figures[0].look,
                 QStringList("log-y"));
        QCOMPARE(parsed({"--figure", "loss", "--x-range", "1:2.5"}).figure_options.x_range,
                 std::optional(std::pair(1.0, 2.5)));
        const QStringList loss{"--figure", "loss"};
        for (const QStringList& wrong :
             {loss + QStringList{"--columns", "2"}, loss + QStringList{"--legend", "nowhere"},
              loss + QStringList{"--x-range", "3:1"}, loss + QStringList{"--y-range", "3"},
              loss + QStringList{"--line-width", "0"}, loss + QStringList{"--line-width", "99"},
              loss + QStringList{"--figure", "study.map"},
              loss + QStringList{"--figure", "experts", "--columns", "0"},
              loss + QStringList{"--figure", "experts", "--out", "a.py"}})
            QVERIFY_EXCEPTION_THROWN(parsed(wrong), Error);
    }

    void remembersUnderTheConfigurationFolder() {
        WindowSettings settings;
        settings.clearRecent();
        settings.addRecent("/tmp/a.yaml", false);
        settings.addRecent("/tmp/runs/one", true);
        settings.addRecent("/tmp/a.yaml", false);
        const auto recent = WindowSettings().recent();
        QCOMPARE(recent.size(), 2);
        QCOMPARE(recent[0].path, QString("/tmp/a.yaml"));
        QVERIFY(!recent[0].run && recent[1].run);
        for (int i = 0; i < 30; ++i)
            settings.addRecent(QString("/tmp/%1").arg(i), true);
        QCOMPARE(settings.recent().size(), 12);
        settings.setLastFolder("config", QDir::tempPath());
        QCOMPARE(WindowSettings().lastFolder("config"), QDir::tempPath());
        settings.setLastFolder("config", "/no/such/folder");
        QCOMPARE(settings.lastFolder("config"), QDir::currentPath());
        const QString home =
            QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
        QVERIFY(QDir(home).exists("Orrery"));
    }

    void findsPathsThatStopARun() {
        QTemporaryDir folder;
        const std::filesystem::path runs = folder.path().toStdString() + "/deep/runs";
        Config config;
        QVERIFY(preflight(config, runs).empty());
        QVERIFY(!std::filesystem::exists(runs));  // it only looks
        config.data.corpus = "/no/such/file.txt";
        auto faults = preflight(config, runs);
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(faults[0].key, std::string("data.corpus"));
        QVERIFY(QString::fromStdString(faults[0].message).contains("/no/such/file.txt"));
        config.data.corpus = "embedded";
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        faults = preflight(config, file.fileName().toStdString() + "/runs");
        QCOMPARE(faults.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(faults[0].message).contains("not a folder"));
    }

    void listsWhatWasOpen() {
        const auto items = describeRecent({{"/no/such.yaml", false}}, "/no/such/runs");
        QCOMPARE(items.size(), 1);
        QVERIFY(items[0].missing);
    }

    void iconsTakeThePalettesColour() {
        QPalette palette;
        palette.setColor(QPalette::ButtonText, QColor(255, 0, 0));
        for (const char* name : {"train", "pause", "step", "stop", "checkpoint", "evaluate", "new",
                                 "open", "run", "save", "export"}) {
            const QIcon icon = themedIcon(name, palette);
            QVERIFY2(!icon.isNull(), name);
            const QImage image = icon.pixmap(32, 32).toImage();
            int red = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    red += image.pixelColor(x, y) == QColor(255, 0, 0);
            QVERIFY2(red > 20, name);
        }
        QVERIFY(themedIcon("no such icon", palette).isNull());
        QVERIFY(!programIcon().isNull());
    }

    void theDemoIsPartOfTheProgram() { QVERIFY(QFile::exists(":/configs/demo.yaml")); }
};

}  // namespace orrery

QTEST_MAIN(orrery::PartsTest)
#include "parts_test.moc"
