// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_curves.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/smoothing.h"

namespace orrery {

namespace {

struct CompareWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CompareCurves)
};

const std::vector<double>& columnOf(const RunCurve& curve, LossAxis axis) {
    return axis == LossAxis::step     ? curve.steps
           : axis == LossAxis::tokens ? curve.tokens
           : axis == LossAxis::share  ? curve.shares
                                      : curve.seconds;
}

double valueOfAt(const std::vector<double>& x, const std::vector<double>& y, double at) {
    const auto above = std::ranges::lower_bound(x, at);
    if (above == x.end()) return y.back();
    const auto i = static_cast<std::size_t>(above - x.begin());
    if (i == 0 || *above == at) return y[i];
    return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

void joinSeeds(CompareCurve& curve) {
    const auto& grid = columnOf(*curve.members.front(), curve.axis);
    for (const double x : grid) {
        double sum = 0, low = std::numeric_limits<double>::infinity(), high = -low;
        bool all = true;
        for (const auto& member : curve.members) {
            const auto& own = columnOf(*member, curve.axis);
            all &= x >= own.front() && x <= own.back();
            if (!all) break;
            const double value = valueOfAt(own, member->values, x);
            sum += value;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        if (!all) continue;
        curve.joined_x.push_back(x);
        curve.joined_y.push_back(sum / static_cast<double>(curve.members.size()));
        curve.low.push_back(low);
        curve.high.push_back(high);
    }
    curve.x = curve.joined_x;
    curve.y = curve.joined_y;
}

std::vector<double> endsOf(std::initializer_list<std::span<const double>> columns) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double low = infinity, high = -infinity, positive = infinity;
    for (const auto& column : columns)
        for (const double value : column) {
            if (!std::isfinite(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
            if (value > 0) positive = std::min(positive, value);
        }
    return {low, high, positive};
}

}  // namespace

std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ComparedRun>& runs, bool by_seeds,
                                               bool by_groups) {
    std::vector<std::vector<std::size_t>> groups;
    std::multimap<std::string, std::size_t> known;  // by recipe
    std::map<std::string, std::size_t> named;       // by group
    // A seed may draw documents of its own. A double of one, or of other data, is no further seed.
    const auto differ = [&](const RunIdentity& a, const RunIdentity& b) {
        return a.config.train.seed == b.config.train.seed;
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::string& group = runs[i].identity.group;
        if (by_groups && runs[i].known && !group.empty()) {
            const auto place = named.find(group);
            if (place != named.end()) {
                groups[place->second].push_back(i);
            } else {
                named[group] = groups.size();
                groups.push_back({i});
            }
            continue;
        }
        const std::string recipe =
            by_seeds && runs[i].known ? recipeOf(runs[i].identity) : std::string();
        const auto [first, last] = known.equal_range(recipe);
        const auto place = std::find_if(first, last, [&](const auto& entry) {
            return std::ranges::none_of(groups[entry.second], [&](std::size_t other) {
                return differ(runs[i].identity, runs[other].identity);
            });
        });
        if (place != last) {
            groups[place->second].push_back(i);
            continue;
        }
        if (!recipe.empty()) known.emplace(recipe, groups.size());
        groups.push_back({i});
    }
    return groups;
}

QString groupTitle(const std::vector<ComparedRun>& runs, const std::vector<std::size_t>& group,
                   bool by_groups) {
    const ComparedRun& first = runs[group.front()];
    if (by_groups && !first.identity.group.empty())
        return CompareWords::tr("%1 (%n runs)", nullptr, static_cast<int>(group.size()))
            .arg(QString::fromStdString(first.identity.group));
    const QString name =
        QString::fromStdString(first.identity.short_name.empty() ? first.folder.filename().string()
                                                                 : first.identity.short_name);
    if (group.size() == 1) return name;
    return CompareWords::tr("%1 (%n seeds)", nullptr, static_cast<int>(group.size()))
        .arg(QString::fromStdString(first.identity.config.name));
}

std::shared_ptr<const CompareCurve> joinCurves(const QString& title, int color,
                                               std::vector<std::shared_ptr<const RunCurve>> members,
                                               const CompareOptions& options) {
    auto curve = std::make_shared<CompareCurve>();
    curve->title = title;
    curve->color = color;
    curve->axis = options.axis;
    curve->smoothing = options.smoothing;
    curve->members = std::move(members);
    if (curve->members.size() == 1) {
        curve->x = columnOf(*curve->members.front(), options.axis);
        curve->y = curve->members.front()->values;
    } else {
        joinSeeds(*curve);
    }
    if (options.smoothing > 0) {
        const std::vector<double> values(curve->y.begin(), curve->y.end());
        curve->average = smoothed(values, options.smoothing);
    }
    curve->ends_x = endsOf({curve->x});
    curve->ends_y = endsOf({curve->y, curve->low, curve->high});
    return curve;
}

CompareCurves compareCurves(const std::vector<ComparedRun>& runs, const CompareOptions& options,
                            const CompareCurves& before) {
    CompareCurves curves;
    for (const auto& group : groupsOf(runs, options.by_seeds, options.by_groups)) {
        std::vector<std::shared_ptr<const RunCurve>> members;
        for (const std::size_t i : group)
            if (!runs[i].curve->values.empty()) members.push_back(runs[i].curve);
        if (members.empty()) continue;
        const QString title = groupTitle(runs, group, options.by_groups);
        const int color = runs[group.front()].color;
        const auto same = std::ranges::find_if(before, [&](const auto& curve) {
            return curve->members == members && curve->title == title && curve->color == color &&
                   curve->axis == options.axis && curve->smoothing == options.smoothing;
        });
        curves.push_back(
            same == before.end() ? joinCurves(title, color, std::move(members), options) : *same);
    }
    return curves;
}

}  // namespace orrery
