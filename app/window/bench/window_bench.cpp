// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/window_bench.h"

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

#include "app/window/bench/click_bench.h"
#include "app/window/bench/training_cost.h"
#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "core/error.h"
#include "core/runs/run_source.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/galaxy/render/galaxy_painter.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/traces/trace_table.h"

namespace orrery {

namespace {

constexpr QSize kPicture{1280, 960};

/// A million steps of a loss.
class MadeUpRun : public RunSource {
public:
    explicit MadeUpRun(std::int64_t steps) : steps_(steps) {}
    const RunInfo& info() const override { return info_; }
    std::vector<Event> poll(std::size_t limit) override {
        std::vector<Event> events;
        for (; step_ < steps_ && events.size() < limit; ++step_)
            events.emplace_back(
                Scalars{step_,
                        0.1 * static_cast<double>(step_),
                        {{"train/loss", 2 + 1e-3 * static_cast<double>(step_ * 7919 % 997)}}});
        return events;
    }
    std::vector<std::int64_t> keySteps(int) override { return {}; }
    SharedKeys keysAt(int, std::int64_t) override { return nullptr; }
    std::vector<Usage> usageHistory(int, std::size_t) override { return {}; }
    ScalarPoints scalar(const std::string&, std::int64_t, std::int64_t) override { return {}; }

private:
    RunInfo info_;
    std::int64_t steps_;
    std::int64_t step_ = 0;
};

/// Eight hours of the demo, as its training publishes them.
class LongRun : public RunSource {
public:
    static constexpr int layers = 4, experts = 32, dimensions = 64;
    static constexpr std::int64_t steps = 8 * 3600 * 7;

    LongRun() { info_.config.model.num_layers = layers; }
    const RunInfo& info() const override { return info_; }
    std::vector<Event> poll(std::size_t limit) override {
        std::vector<Event> events;
        while (step_ < steps && events.size() < limit)
            publish(++step_, events);
        return events;
    }
    std::vector<std::int64_t> keySteps(int) override { return {}; }
    SharedKeys keysAt(int, std::int64_t) override { return nullptr; }
    std::vector<Usage> usageHistory(int, std::size_t) override { return {}; }
    ScalarPoints scalar(const std::string&, std::int64_t, std::int64_t) override { return {}; }
    std::int64_t values() const { return values_; }
    std::int64_t step() const { return step_; }

private:
    void publish(std::int64_t step, std::vector<Event>& events) {
        Scalars scalars{step, 0.14 * static_cast<double>(step), {}};
        for (const char* name :
             {"train/loss", "train/loss_with_pads", "train/perplexity", "train/learning_rate",
              "train/gradient_norm", "train/tokens_per_second", "train/real_tokens_per_second",
              "train/real_tokens", "time/wall", "time/epoch"})
            scalars.values.emplace_back(name, 2 + 1e-3 * static_cast<double>(step % 997));
        for (int layer = 0; step % 10 == 0 && layer < layers; ++layer)
            for (const char* name : {"/gini", "/entropy_bits", "/gate_entropy", "/used",
                                     "/contribution", "/max_violation", "/margin", "/key_drift"})
                scalars.values.emplace_back("layer" + std::to_string(layer) + name, 0.5);
        values_ += static_cast<std::int64_t>(scalars.values.size());
        events.emplace_back(std::move(scalars));
        for (int layer = 0; step % 25 == 0 && layer < layers; ++layer) {
            events.emplace_back(Usage{step, layer, std::vector<double>(experts, 3)});
            events.emplace_back(std::make_shared<const Keys>(Keys{
                step, layer, experts, dimensions, std::vector<float>(experts * dimensions, 0.5F),
                std::vector<float>(experts, 0.1F)}));
            keepNewestKeys(events.back());
        }
        Progress progress;
        progress.step = step;
        progress.total_steps = steps;
        events.emplace_back(progress);
        if (step % 450 == 0)
            events.emplace_back(
                Message{step, 0, Severity::info, "checkpoint", "Checkpoint saved."});
    }

    RunInfo info_;
    std::int64_t step_ = 0, values_ = 0;
};

double milliseconds(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// The mean over some calls, after one that warms up.
template <typename Act>
double meanTime(int calls, Act act) {
    act();
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < calls; ++i)
        act();
    return milliseconds(clock) / calls;
}

void tell(const char* what, double value, const char* unit, const char* aim) {
    std::printf("%-60s %10.1f %-9s aim: %s\n", what, value, unit, aim);
    std::fflush(stdout);
}

struct Memory {
    double all = 0, torch = 0;  // MB that are resident; LibTorch's own files among them
    double own() const { return all - torch; }
};

Memory residentMemory() {
    std::ifstream maps("/proc/self/smaps");
    Memory memory;
    bool torch = false;
    for (std::string line; std::getline(maps, line);) {
        if (line.find('-') < line.find(' ') && line.find(':') > line.find(' '))
            torch = line.find("/libtorch") != std::string::npos ||
                    line.find("/libc10") != std::string::npos;
        if (!line.starts_with("Rss:")) continue;
        const double part = std::stod(line.substr(4)) / 1024;
        memory.all += part;
        if (torch) memory.torch += part;
    }
    return memory;
}

void benchCurves() {
    RunContext model;
    QElapsedTimer clock;
    clock.start();
    model.data()->setSource(std::make_unique<MadeUpRun>(1'000'000));
    while (!model.data()->isCaughtUp())
        model.data()->poll();
    LossView view;
    view.resize(760, 440);
    view.setRun(&model);
    view.show();
    view.chart().replot();
    tell("1,000,000 points: loaded and drawn", milliseconds(clock), "ms", "at most 1000");
    tell("1,000,000 points: redrawn", meanTime(10, [&] { view.chart().replot(); }), "ms",
         "at most 16");
    tell("memory with that run open, without LibTorch", residentMemory().own(), "MB",
         "at most 300");
}

void benchEightHours() {
    RunContext model;
    LossView loss;
    ExpertsView experts;
    loss.setRun(&model);
    experts.setRun(&model);
    auto made = std::make_unique<LongRun>();
    const LongRun& run = *made;
    model.data()->setSource(std::move(made));
    model.data()->poll();
    const double empty = residentMemory().all;
    while (run.step() < LongRun::steps / 4)
        model.data()->poll();
    const double before = residentMemory().all;
    const std::int64_t known = run.values();
    while (!model.data()->isCaughtUp())
        model.data()->poll();
    const double megabyte = 1024.0 * 1024.0;
    // A value is told with its step and its time.
    const double told = 24.0 * static_cast<double>(run.values() - known) / megabyte;
    tell("two hours of events: memory growth", before - empty, "MB", "bounded by what is kept");
    tell("six more hours: memory growth", residentMemory().all - before, "MB",
         ("none; " + std::to_string(std::lround(told)) + " MB of values were received").c_str());
}

void benchComparison() {
    std::vector<ComparedRun> runs(100);
    for (std::size_t r = 0; r < runs.size(); ++r) {
        runs[r].folder = "run-" + std::to_string(r);
        runs[r].color = static_cast<int>(r);
        RunCurve curve;
        for (int step = 1; step <= 100'000; ++step) {
            curve.steps.push_back(step);
            curve.tokens.push_back(step);
            curve.seconds.push_back(step);
            curve.values.push_back(2 + 0.01 * static_cast<double>(r) +
                                   1e-4 * ((step * 7919) % 997));
        }
        runs[r].curve = std::make_shared<RunCurve>(std::move(curve));
    }
    CompareChart chart;
    chart.resize(1000, 500);
    QElapsedTimer clock;
    clock.start();
    chart.setCurves(compareCurves(runs, {}), {});
    chart.replot();
    tell("100 runs of 100,000 points: joined and drawn", milliseconds(clock), "ms", "at most 1000");
}

GalaxyScene madeUpGalaxy(int points) {
    GalaxyScene scene;
    for (int i = 0; i < points; ++i)
        scene.points.push_back(
            {{std::cos(i * 0.37) * 0.9, std::sin(i * 0.11) * 0.9, std::cos(i * 0.73) * 0.9},
             QColor::fromHsv(i % 360, 180, 200),
             0.3});
    return scene;
}

void benchGalaxy() {
    const GalaxyScene large = madeUpGalaxy(1'000'000);
    QPolygonF lasso;
    for (int i = 0; i < 200; ++i)
        lasso << QPointF(640 + 300 * std::cos(i * 0.0314), 480 + 300 * std::sin(i * 0.0314));
    tell("a lasso around 1,000,000 points",
         meanTime(3, [&] { pointsWithin(large, {}, kPicture, lasso); }), "ms", "at most 200");
    const GalaxyScene scene = madeUpGalaxy(100'000);
    QImage image(kPicture, QImage::Format_ARGB32_Premultiplied);
    OrbitCamera camera;
    const auto turn = [&](GalaxyInk ink) {
        return meanTime(5, [&] {
            camera.rotate(3, 0);
            QPainter painter(&image);
            paintGalaxy(painter, kPicture, scene, camera, {}, ink);
        });
    };
    tell("rotating a galaxy of 100,000 keys", 1000 / turn(GalaxyInk::moving), "frames/s",
         "at least 30");
    tell("the same, once it stops", turn(GalaxyInk::screen), "ms", "not noticeable");
}

void benchTraces() {
    Trace trace;
    trace.layers = 10;
    trace.top_k = 4;
    trace.experts_per_layer = 512;
    for (int token = 0; token < 4096; ++token) {
        trace.pieces.emplace_back("token");
        trace.token_ids.push_back(token);
        for (int i = 0; i < trace.layers * trace.top_k; ++i) {
            trace.experts.push_back((token * 31 + i * 7) % 512);
            trace.gates.push_back(0.25F);
        }
    }
    TraceTable table;
    table.resize(700, 800);
    table.setTrace(&trace);
    table.show();
    QImage image(table.size(), QImage::Format_ARGB32_Premultiplied);
    const double time = meanTime(30, [&] {
        table.verticalScrollBar()->setValue(table.verticalScrollBar()->value() + 37);
        table.render(&image);
    });
    tell("traces of 4,096 tokens x 10 layers, scrolling", 1000 / time, "frames/s", "at least 30");
}

void tellClicks(const std::vector<double>& delays) {
    if (delays.empty()) return;
    tell("latency of clicks while training uses all cores: 95th percentile",
         delays[delays.size() * 95 / 100], "ms", "at most 100");
    tell("the same: maximum", delays.back(), "ms", "not noticeable");
}

void benchTraining() {
    constexpr int kPairs = 3, kSeconds = 20;
    try {
        const std::vector<WindowCost> costs = windowCosts(demoConfiguration(), kPairs, kSeconds);
        if (costs.empty()) throw Error("The demo made too few steps.");
        const auto tellMedian = [&](const char* what, double WindowCost::*share) {
            std::vector<double> sorted;
            for (const WindowCost& cost : costs)
                sorted.push_back(100 * (cost.*share));
            std::ranges::sort(sorted);
            const QString spread = QStringLiteral("at most 3; %1 pairs of %2 s, from %3 to %4")
                                       .arg(costs.size())
                                       .arg(kSeconds)
                                       .arg(sorted.front(), 0, 'f', 1)
                                       .arg(sorted.back(), 0, 'f', 1);
            tell(what, sorted[sorted.size() / 2], "%", qPrintable(spread));
        };
        tellMedian("slowdown of training the demo by the window, median (noisy)",
                   &WindowCost::speed);
        tellMedian("CPU time of the window's threads meanwhile, median", &WindowCost::processor);
    } catch (const std::exception& error) {
        std::printf("The slowdown of training by the window was not measured: %s\n", error.what());
    }
}

void benchViews() {
    tell("memory of the window with nothing open, without LibTorch", residentMemory().own(), "MB",
         "at most 300");
    benchCurves();
    benchEightHours();
    benchComparison();
    benchGalaxy();
    benchTraces();
}

}  // namespace

void runBench(MainWindow* window, const std::function<void()>& done) {
    whenPainted(window, [window, done] {
        tell("time from process start to the first frame", processAge(), "ms", "at most 700");
        benchViews();
        auto* clicks = new ClickBench(window, [done](const std::vector<double>& delays) {
            tellClicks(delays);
            benchTraining();
            done();
        });
        clicks->begin();
    });
    window->update();
}

}  // namespace orrery
