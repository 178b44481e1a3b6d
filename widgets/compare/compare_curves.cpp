// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_curves.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "widgets/plots/smoothing.h"

namespace orrery {

namespace {

struct CompareWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CompareCurves)
};

const std::vector<double>& columnOf(const RunCurve& curve, LossAxis axis) {
    return axis == LossAxis::step     ? curve.steps
           : axis == LossAxis::tokens ? curve.tokens
                                      : curve.seconds;
}

double valueOfAt(const std::vector<double>& x, const std::vector<double>& y, double at) {
    const auto above = std::ranges::lower_bound(x, at);
    if (above == x.end()) return y.back();
    const auto i = static_cast<std::size_t>(above - x.begin());
    if (i == 0 || *above == at) return y[i];
    return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

void joinSeeds(CompareCurve& curve, const std::vector<const RunCurve*>& members, LossAxis axis) {
    const auto& grid = columnOf(*members.front(), axis);
    for (const double x : grid) {
        double sum = 0, low = std::numeric_limits<double>::infinity(), high = -low;
        bool all = true;
        for (const RunCurve* member : members) {
            const auto& own = columnOf(*member, axis);
            all &= x >= own.front() && x <= own.back();
            if (!all) break;
            const double value = valueOfAt(own, member->values, x);
            sum += value;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        if (!all) continue;
        curve.x.push_back(x);
        curve.y.push_back(sum / static_cast<double>(members.size()));
        curve.low.push_back(low);
        curve.high.push_back(high);
    }
}

}  // namespace

std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ComparedRun>& runs,
                                               bool by_seeds) {
    std::vector<std::vector<std::size_t>> groups;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!by_seeds || !runs[i].known) {
            groups.push_back({i});
            continue;
        }
        const auto [place, fresh] = known.try_emplace(recipeOf(runs[i].identity), groups.size());
        if (fresh)
            groups.push_back({i});
        else
            groups[place->second].push_back(i);
    }
    return groups;
}

QString groupTitle(const std::vector<ComparedRun>& runs, const std::vector<std::size_t>& group) {
    const ComparedRun& first = runs[group.front()];
    const QString name = QString::fromStdString(first.folder.filename().string());
    if (group.size() == 1) return name;
    return CompareWords::tr("%1 (%n seeds)", nullptr, static_cast<int>(group.size()))
        .arg(QString::fromStdString(first.identity.config.name));
}

std::vector<CompareCurve> compareCurves(const std::vector<ComparedRun>& runs,
                                        const CompareOptions& options) {
    std::vector<CompareCurve> curves;
    for (const auto& group : groupsOf(runs, options.by_seeds)) {
        std::vector<const RunCurve*> members;
        for (const std::size_t i : group)
            if (!runs[i].curve.values.empty()) members.push_back(&runs[i].curve);
        if (members.empty()) continue;
        CompareCurve curve;
        curve.title = groupTitle(runs, group);
        curve.color = runs[group.front()].color;
        curve.runs = static_cast<int>(members.size());
        if (members.size() == 1) {
            curve.x = columnOf(*members.front(), options.axis);
            curve.y = members.front()->values;
        } else {
            joinSeeds(curve, members, options.axis);
        }
        if (options.smoothing > 0) curve.average = smoothed(curve.y, options.smoothing);
        curves.push_back(std::move(curve));
    }
    return curves;
}

}  // namespace orrery
