// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_bench.h"

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

#include "core/runs/run_source.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/galaxy/galaxy_painter.h"
#include "widgets/plots/loss_view.h"
#include "widgets/run/run_model.h"
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
    std::optional<Keys> keysAt(int, std::int64_t) override { return std::nullopt; }

private:
    RunInfo info_;
    std::int64_t steps_;
    std::int64_t step_ = 0;
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
    std::printf("%-52s %10.1f %-9s aim: %s\n", what, value, unit, aim);
    std::fflush(stdout);
}

void benchCurves() {
    RunModel model;
    QElapsedTimer clock;
    clock.start();
    model.setSource(std::make_unique<MadeUpRun>(1'000'000));
    while (!model.isCaughtUp())
        model.poll();
    LossView view;
    view.resize(760, 440);
    view.setRun(&model);
    view.show();
    view.chart().replot();
    tell("1,000,000 points: taken in and drawn", milliseconds(clock), "ms", "at most 1000");
    tell("1,000,000 points: drawn again", meanTime(10, [&] { view.chart().replot(); }), "ms",
         "at most 16");
}

void benchComparison() {
    std::vector<ComparedRun> runs(100);
    for (std::size_t r = 0; r < runs.size(); ++r) {
        runs[r].folder = "run-" + std::to_string(r);
        runs[r].color = static_cast<int>(r);
        for (int step = 1; step <= 100'000; ++step) {
            RunCurve& curve = runs[r].curve;
            curve.steps.push_back(step);
            curve.tokens.push_back(step);
            curve.seconds.push_back(step);
            curve.values.push_back(2 + 0.01 * static_cast<double>(r) +
                                   1e-4 * ((step * 7919) % 997));
        }
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
    const double time = meanTime(5, [&] {
        camera.rotate(3, 0);
        QPainter painter(&image);
        paintGalaxy(painter, kPicture, scene, camera, {}, GalaxyInk::screen);
    });
    tell("a turning galaxy of 100,000 keys", 1000 / time, "frames/s", "at least 30");
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

double residentMegabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
    return std::nan("");
}

}  // namespace

void runBench() {
    const double before = residentMegabytes();
    benchCurves();
    benchComparison();
    benchGalaxy();
    benchTraces();
    tell("memory of the window with nothing open", before, "MB", "at most 300 without LibTorch");
}

}  // namespace orrery
