// SPDX-License-Identifier: GPL-3.0-or-later
// The command that the export dialog prints makes the very same figure: of a window that was used,
// in a home where nobody has ever been.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <fstream>

#include "app/window/main_window.h"
#include "app/window/workspace.h"
#include "core/ranks/rank_place.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/left_behind.h"
#include "tests/app/window/tiny_run.h"
#include "tests/app/window/two_texts.h"
#include "tests/widgets/figure_texts.h"
#include "widgets/compare/compare_view.h"
#include "widgets/experts/expert_table_view.h"
#include "widgets/figure/figure_command.h"
#include "widgets/figure/figure_dialog.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/panel_list.h"
#include "widgets/figure/panels_view.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/inspect/inspect_view.h"
#include "widgets/layers/layers_view.h"
#include "widgets/metrics/metrics_view.h"
#include "widgets/model/model_view.h"
#include "widgets/playground/playground_view.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/traces/traces_view.h"

namespace orrery {

class FigureCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        nameProgram();
        cleanDesk();
        std::ofstream(path("tiny.yaml").toStdString()) << tinyConfig(12).toStdString();
        QProcess training;
        training.start(ORRERY_CLI, {"train", path("tiny.yaml"), "--runs", path("runs")});
        QVERIFY(training.waitForFinished(kLong));
        QVERIFY2(training.exitCode() == 0, training.readAllStandardError());
        const QStringList names = QDir(path("runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        run_ = path("runs/") + names.constFirst();
        writePlayTree(run_.toStdString(), twoTexts());
        other_ = path("runs/other, of the same");
        std::filesystem::copy(run_.toStdString(), other_.toStdString(),
                              std::filesystem::copy_options::recursive);
        window_ = std::make_unique<MainWindow>(path("runs").toStdString());
        window_->show();
        QVERIFY(window_->openRun(run_));
        QTRY_VERIFY(data().isCaughtUp());
        QSignalSpy analysed(requests(), &Requests::analysisReady);
        requests()->requestAnalysis();
        QVERIFY(analysed.wait(kLong));
    }
    void cleanupTestCase() { window_.reset(); }

    void aRunTellsWhereItWasBegun() {
        QCOMPARE(data().info()->host, hostName());
        const QString bin = QFileInfo(ORRERY_CLI).path();
        QFile commit(bin + "/git-commit");
        QVERIFY(commit.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromStdString(data().info()->git_commit),
                 QString::fromUtf8(commit.readAll()).trimmed());
    }

    void everyViewIsMadeAgain_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("use");
        const char* names[] = {"loss",   "experts", "galaxy",  "galaxy",  "galaxy", "traces",
                               "log",    "inspect", "inspect", "inspect", "layers", "layers",
                               "layers", "pairs",   "compare", "table",   "table",  "metrics",
                               "model",  "galaxy",  "galaxy",  "galaxy",  "galaxy", "playground"};
        for (int i = 0; i < static_cast<int>(std::size(names)); ++i)
            QTest::addRow("%d %s", i, names[i]) << names[i] << i;
    }
    void everyViewIsMadeAgain() {
        QFETCH(QString, name);
        QFETCH(int, use);
        View* view = window_->workspace()->view(name);
        QVERIFY(view);
        useView(*view, use);
        QTRY_VERIFY_WITH_TIMEOUT(!view->figurePending() && view->figureFault().isEmpty(), kLong);
        FigureOptions options;
        options.width_mm = 120;
        options.height_mm = 90;
        options.font_point = 7;
        const QByteArray shown = figureBytes(*view, FigureFormat::svg, options);
        const QString command = figureCommand(*view, FigureFormat::svg, options);
        // What somebody else left there must not show, hurt or whole; nor what this window keeps.
        for (const bool used : {false, true}) {
            leaveBehind(run_, (use + (used ? 1 : 0)) % 4);
            compare(command, name + ".svg", shown, used);
        }
        leaveBehind(run_, -1);
    }

    /// The words and numbers of the window, not those of whoever runs the command.
    void aGermanFigureIsMadeAgain() {
        QTranslator words;
        QVERIFY(words.load(QFileInfo(ORRERY_WINDOW).path() + "/translations/orrery_de.qm"));
        QCoreApplication::installTranslator(&words);
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        View* view = window_->workspace()->view("loss");
        QCOMPARE(view->setLook({}), QString());
        const QByteArray shown = figureBytes(*view, FigureFormat::svg, {});
        const QString command = figureCommand(*view, FigureFormat::svg, {});
        QLocale::setDefault(QLocale::c());
        QCoreApplication::removeTranslator(&words);
        QVERIFY(shown.contains("Verlust (Nat je Token)"));
        QVERIFY2(command.contains(" --locale de_DE"), qPrintable(command));
        compare(command, "loss.svg", shown);
        QVERIFY(runCommand(QString(command).replace("de_DE", "xx_nowhere"), "loss.svg").isEmpty());
    }

    void everyStyleIsMadeAgain_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"loss", "experts", "galaxy", "log", "inspect", "pairs", "compare"})
            QTest::newRow(name) << name;
    }
    void everyStyleIsMadeAgain() {
        QFETCH(QString, name);
        View* view = window_->workspace()->view(name);
        QCOMPARE(view->setLook({}), QString());
        FigureOptions options = styled();
        const FigureParts parts = view->figureParts();
        options.x_range = std::pair(2.5, 9.0);
        options.y_range = std::pair(0.5, 12.25);
        const QByteArray plain = figureBytes(*view, FigureFormat::svg, {});
        const QByteArray shown = figureBytes(*view, FigureFormat::svg, options);
        const QString command = figureCommand(*view, FigureFormat::svg, options);
        QCOMPARE(command.contains("--legend 'bottom-left'"), parts.legend);
        QCOMPARE(command.contains("--line-width '2.5'"), parts.lines);
        QCOMPARE(command.contains("--x-range '2.5:9'"), parts.x_range);
        QCOMPARE(command.contains("--y-range '0.5:12.25'"), parts.y_range);
        QVERIFY(shown.contains("Fox&apos;s") || shown.contains("Fox's"));
        QVERIFY(shown.contains("DejaVu Serif") && !plain.contains("DejaVu Serif"));
        compare(command, name + ".svg", shown);
    }

    void aStyleThatAViewHasNoUseForIsRefused() {
        const QString command = "orrery '" + run_ + "' --figure log --out log.svg --legend right";
        QVERIFY(runCommand(command, "log.svg").isEmpty());
    }

    void panelsAreMadeAgain_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("columns");
        QTest::newRow("in a row") << QStringList{"loss", "experts", "galaxy"} << 3;
        QTest::newRow("in a grid") << QStringList{"loss", "pairs", "layers", "traces"} << 0;
    }
    void panelsAreMadeAgain() {
        QFETCH(QStringList, names);
        QFETCH(int, columns);
        QVector<const View*> views;
        for (int i = 0; i < names.size(); ++i) {
            View* view = window_->workspace()->view(names[i]);
            useView(*view, names[i] == u"galaxy" ? 2 : names[i] == u"layers" ? 11 : 0);
            QTRY_VERIFY_WITH_TIMEOUT(!view->figurePending(), kLong);
            views << view;
        }
        window_->run()->selection()->select({0, {2, 5}});
        for (const View* view : views)
            QTRY_VERIFY_WITH_TIMEOUT(!view->figurePending(), kLong);
        const PanelsView panels(views, columns);
        const FigureOptions options = styled();
        const QString command = figureCommand(panels, FigureFormat::svg, options);
        QCOMPARE(command.count("--figure "), names.size());
        const QByteArray shown = figureBytes(panels, FigureFormat::svg, options);
        for (int i = 0; i < names.size(); ++i)
            QVERIFY(shown.contains(QByteArray(">") + char('a' + i) + "</text>"));
        compare(command, "panels.svg", shown);
        for (const auto format : {FigureFormat::pdf, FigureFormat::png})
            QVERIFY(figureBytes(panels, format, options).size() > 1000);
    }

    void theDialogPutsViewsOfTheWindowTogether() {
        View* loss = window_->workspace()->view("loss");
        loss->setLook({});
        FigureDialog dialog(*loss);
        QCOMPARE(&dialog.figure(), loss);
        QVERIFY(dialog.panels().count() >= 8);
        dialog.panels().choose({"experts", "loss"});
        QVERIFY2(dialog.command().contains("--columns '2' --figure experts --look"),
                 qPrintable(dialog.command()));
        QVERIFY(dialog.fault().isEmpty());
        dialog.panels().choose({});
        QVERIFY(!dialog.fault().isEmpty());
        dialog.panels().choose({"loss"});
        FigureOptions options = styled();
        options.x_range = std::pair(1.0, 7.5);
        dialog.setOptions(options);
        dialog.setFormat(FigureFormat::svg);
        QCOMPARE(dialog.options().x_range, options.x_range);
        QCOMPARE(dialog.options().title, options.title);
        const QString command = dialog.command();
        compare(command, "loss.svg", figureBytes(*loss, FigureFormat::svg, dialog.options()));
    }

    void textsAreWholeAtEverySize_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("look");
        QTest::addColumn<int>("width");
        const std::pair<const char*, const char*> pictures[] = {{"loss", ""},
                                                                {"loss", "log-x,log-y,padding"},
                                                                {"experts", ""},
                                                                {"experts", "log-y"},
                                                                {"galaxy", ""},
                                                                {"galaxy", "method=umap"},
                                                                {"galaxy", "color=drift"},
                                                                {"galaxy", "flat,token-labels"},
                                                                {"galaxy", "labels"},
                                                                {"galaxy", "compare-step=5"},
                                                                {"traces", ""},
                                                                {"log", ""},
                                                                {"inspect", ""},
                                                                {"inspect", "token,token=the"},
                                                                {"inspect", "contexts"},
                                                                {"layers", ""},
                                                                {"layers", "film"},
                                                                {"layers", "chords"},
                                                                {"layers", "gini"},
                                                                {"layers", "entropy"},
                                                                {"experts", "histogram"},
                                                                {"pairs", ""},
                                                                {"pairs", "lift"},
                                                                {"compare", ""},
                                                                {"table", ""},
                                                                {"table", "boxes"},
                                                                {"table", "y=mean_gate"},
                                                                {"metrics", ""},
                                                                {"model", ""},
                                                                {"playground", ""},
                                                                {"playground", "tint=rank"},
                                                                {"playground", "text=1,tint=none"}};
        for (const auto& [name, look] : pictures)
            for (const int width : {85, 120, 180})
                QTest::addRow("%s %s %d mm", name, look, width) << name << look << width;
    }
    void textsAreWholeAtEverySize() {
        QFETCH(QString, name);
        QFETCH(QString, look);
        QFETCH(int, width);
        View* view = window_->workspace()->view(name);
        window_->run()->selection()->select({0, {3}});
        QCOMPARE(view->setLook(look.split(u',', Qt::SkipEmptyParts)), QString());
        if (name == u"traces") {
            QSignalSpy traced(requests(), &Requests::traceReady);
            requests()->requestTrace("Once upon a time");
            QVERIFY(traced.wait(kLong));
        }
        QTRY_VERIFY_WITH_TIMEOUT(!view->figurePending(), kLong);
        FigureOptions options;
        options.width_mm = width;
        options.height_mm = 0.75 * width;
        options.font_point = 7;
        const QStringList faults = faultsOfTexts(*view, options);
        if (const QByteArray keep = qgetenv("ORRERY_KEEP_FIGURES"); !keep.isEmpty())
            exportFigure(
                *view,
                QStringLiteral("%1/%2-%3-%4.png")
                    .arg(QString::fromLocal8Bit(keep), name, QString(look).replace(u'/', u'_'))
                    .arg(width)
                    .toStdString(),
                options);
        if (faults.isEmpty()) return;
        write(name + QStringLiteral("-%1.svg").arg(width),
              figureBytes(*view, FigureFormat::svg, options));
        QFAIL(qPrintable(faults.mid(0, 12).join(u'\n')));
    }

private:
    static constexpr int kLong = 120'000;
    static constexpr int kFlat = 19, kCosine = 20, kOtherRun = 21,
                         kAfterFilm = 22;  // uses of the galaxy

    void useView(View& view, int use) {
        window_->run()->selection()->select({});
        if (auto* loss = qobject_cast<LossView*>(&view)) return useLoss(*loss);
        if (auto* experts = qobject_cast<ExpertsView*>(&view)) {
            window_->run()->selection()->select({1, {2, 5}});
            return experts->setOptions(
                {UsagePicture::bars, 0, UsageSpan::last_interval, false, true});
        }
        if (auto* galaxy = qobject_cast<GalaxyView*>(&view)) return useGalaxy(*galaxy, use);
        if (auto* traces = qobject_cast<TracesView*>(&view)) return useTraces(*traces);
        if (auto* layers = qobject_cast<LayersView*>(&view)) {
            layers->setPicture(static_cast<LayersPicture>(use - 10));
            return layers->setLayer(0);
        }
        if (auto* inspect = qobject_cast<InspectView*>(&view)) {
            window_->run()->selection()->select({0, {3}});
            const QStringList pages[] = {{"expert"}, {"token", "token=the"}, {"contexts"}};
            QCOMPARE(inspect->setLook(pages[use - 7]), QString());
            return;
        }
        if (auto* playground = qobject_cast<PlaygroundView*>(&view)) {
            playground->showText(1);
            return playground->setTint(Tint::expert, 1);
        }
        if (auto* table = qobject_cast<ExpertTableView*>(&view)) return useTable(*table, use == 16);
        if (auto* metrics = qobject_cast<MetricsView*>(&view)) return useMetrics(*metrics);
        if (auto* model = qobject_cast<ModelView*>(&view)) {
            Config config = window_->run()->data()->info()->config;
            config.some.num_experts = 12;
            config.keys.frozen_layers = {1};
            model->setConfig(config);
            return model->setLayer(1);
        }
        if (auto* compare = qobject_cast<CompareView*>(&view)) {
            compare->setFolders({other_, run_});
            compare->setScalar("train/loss");
            return compare->setOptions({LossAxis::tokens, false, true, 0.6, false});
        }
        QCOMPARE(view.setLook(view.viewName() == u"log" ? QStringList{"find=step"}
                                                        : QStringList{"lift", "layer=0"}),
                 QString());
    }

    void useTable(ExpertTableView& table, bool boxes) {
        window_->run()->selection()->select({0, {2, 5}});
        ExpertTableOptions options;
        options.y = boxes ? ExpertColumn::key_drift : ExpertColumn::mean_gate;
        options.filter = "share>0.5";
        options.log_x = true;
        if (!boxes) return table.setOptions(options);
        auto* compare = static_cast<CompareView*>(window_->workspace()->view("compare"));
        compare->setFolders({other_, run_});
        options.picture = ExpertPicture::boxes;
        table.setOptions(options);
    }

    static void useMetrics(MetricsView& metrics) {
        MetricsOptions options;
        options.panels = {{{{"train/loss", true}, {"train/gradient_norm", false}}, true, false},
                          {{{"layer*/gini", false}}}};
        options.smoothing = 0.6;
        options.x = ValueRange{1.5, 10.25};
        metrics.setOptions(options);
    }

    static void useLoss(LossView& loss) {
        LossOptions options;
        options.log_y = true;
        options.smoothing = 0.5;
        loss.setOptions(options);
        LossWindow window;
        window.x = ValueRange{1.25, 11};
        loss.chart().setDataWindow(window);
    }

    void useGalaxy(GalaxyView& galaxy, int use) {
        galaxy.endFilm();
        galaxy.closeBeside();
        GalaxyOptions options;
        options.layer = 0;
        options.labels = true;
        options.coloring = GalaxyColoring::drift;
        options.size_by_usage = false;
        if (use == kFlat) {
            options.token_labels = true;
            options.request.options.dimensions = 2;
            options.request.options.components = {1, 3};
        }
        if (use == kCosine) {
            options.request.options.method = ProjectionMethod::umap;
            options.request.options.metric = DistanceMetric::cosine;
            options.request.options.dimensions = 2;
            options.request.options.neighbors = 4;
            galaxy.setLook({"queries=the%20fox"});
        }
        if (use == 2) {
            options.step = 5;
            options.request.options.method = ProjectionMethod::umap;
            options.request.options.neighbors = 4;
            options.request.options.seed = 7;
        }
        galaxy.setOptions(options);
        OrbitCamera camera;
        camera.rotate(17.25, -4);
        camera.zoom(1.3);
        galaxy.setCamera(camera);
        window_->run()->selection()->select({0, {1, 3}});
        if (use == 3) {
            galaxy.showStepBeside();
            galaxy.beside().setStep(5);
        }
        if (use == kOtherRun) galaxy.showRunBeside(other_.toStdString());
        if (use != 4 && use != kAfterFilm) return;
        galaxy.startFilm();
        QTRY_VERIFY_WITH_TIMEOUT(!galaxy.film().making(), kLong);
        galaxy.showFrame(1);
        QVERIFY(captionOf(galaxy).contains("aligned"));
        if (use != kAfterFilm) return;
        // Its last picture stays on the screen; a figure is made alone, and says so.
        galaxy.endFilm();
        QVERIFY(!captionOf(galaxy).contains("aligned"));
    }

    static QString captionOf(const View& view) {
        return QString::fromUtf8(figureBytes(view, FigureFormat::svg, {}));
    }

    void useTraces(TracesView& traces) {
        QSignalSpy traced(requests(), &Requests::traceReady);
        requests()->requestTrace("Once upon a time, a fox's tail");
        QVERIFY(traced.wait(kLong));
        QSignalSpy compared(requests(), &Requests::referenceTraceReady);
        traces.compareWith(TraceReference{other_.toStdString(), 12});
        QVERIFY(compared.wait(kLong));
    }

    /// In an empty home, or in a used one; what is written, or nothing.
    QByteArray runCommand(QString command, const QString& file, bool used = false) const {
        const QTemporaryDir home;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.insert(QLatin1String(name), home.path());
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        if (used) {
            useHome(home);
            environment.insert("XDG_CONFIG_HOME", home.filePath(".config"));
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(home.path());
        command.replace(0, 6, QStringLiteral(ORRERY_WINDOW));  // "orrery"
        process.start("/bin/sh", {"-c", command});
        if (!process.waitForFinished(kLong)) return {};
        QFile written(home.filePath(file));
        if (process.exitCode() == 0 && written.open(QIODevice::ReadOnly)) return written.readAll();
        qWarning() << process.readAllStandardError();
        return {};
    }

    static FigureOptions styled() {
        FigureOptions options;
        options.font_point = 7;
        options.title = QStringLiteral("A Fox's run, styled");
        options.legend = FigureLegend::bottom_left;
        options.line_point = 2.5;
        options.font_family = QStringLiteral("DejaVu Serif");
        return options;
    }

    /// What the command makes in such a home is what was shown, byte for byte.
    void compare(const QString& command, const QString& file, const QByteArray& shown,
                 bool used = false) const {
        const QByteArray made = runCommand(command, file, used);
        QVERIFY2(!made.isEmpty(), qPrintable(command));
        if (made == shown) return;
        write("shown.svg", shown);
        write("made.svg", made);
        QFAIL(qPrintable(command + '\n' + firstDifference(shown, made)));
    }

    static QString firstDifference(const QByteArray& a, const QByteArray& b) {
        const auto mine = a.split('\n'), others = b.split('\n');
        for (qsizetype i = 0; i < std::min(mine.size(), others.size()); ++i)
            if (mine[i] != others[i])
                return QStringLiteral("line %1: %2\n     not: %3")
                    .arg(i)
                    .arg(QString::fromUtf8(mine[i].left(400)),
                         QString::fromUtf8(others[i].left(400)));
        return QStringLiteral("%1 lines, not %2").arg(mine.size()).arg(others.size());
    }

    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    }
    QString path(const QString& name) const { return folder_.filePath(name); }
    const RunData& data() const { return *window_->run()->data(); }
    Requests* requests() const { return window_->run()->requests(); }

    QTemporaryDir folder_;
    QString run_, other_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::FigureCommandTest)
#include "figure_command_test.moc"
