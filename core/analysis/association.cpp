// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/association.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/analysis/shuffle.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr unsigned kLabelBits = 32;

double share(std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Association associate(const Selections& selections, std::span<const std::int32_t> labels,
                      int label_count) {
    checkSelections(selections);
    if (labels.size() != selections.tokens())
        throw Error("There are " + std::to_string(labels.size()) + " labels for " +
                    std::to_string(selections.tokens()) + " tokens.");
    Association result;
    result.of_expert.assign(static_cast<std::size_t>(selections.experts), 0);
    result.of_label.assign(static_cast<std::size_t>(label_count), 0);
    result.occurrence = result.of_label;
    std::vector<std::uint64_t> pairs;  // expert << 32 | label
    pairs.reserve(selections.chosen.size());
    for (std::size_t token = 0; token < labels.size(); ++token) {
        if (labels[token] < 0) continue;
        if (labels[token] >= label_count)
            throw Error("A token has the label " + std::to_string(labels[token]) + " of " +
                        std::to_string(label_count) + ".");
        const auto label = static_cast<std::size_t>(labels[token]);
        ++result.occurrence[label];
        for (const std::int32_t expert : selections.of(token)) {
            ++result.of_expert[static_cast<std::size_t>(expert)];
            ++result.of_label[label];
            pairs.push_back(static_cast<std::uint64_t>(expert) << kLabelBits | label);
        }
    }
    std::ranges::sort(pairs);
    for (const std::uint64_t pair : pairs) {
        const auto expert = static_cast<std::int32_t>(pair >> kLabelBits);
        const auto label = static_cast<std::int32_t>(pair & 0xFFFFFFFFU);
        const bool known = !result.cells.empty() && result.cells.back().expert == expert &&
                           result.cells.back().label == label;
        if (!known) result.cells.push_back({expert, label, 0});
        ++result.cells.back().count;
    }
    result.total = std::ssize(pairs);
    return result;
}

std::vector<Association::Cell> cellsOf(const Association& association, int expert) {
    const auto own =
        std::ranges::equal_range(association.cells, expert, {}, &Association::Cell::expert);
    std::vector<Association::Cell> cells(own.begin(), own.end());
    std::ranges::stable_sort(cells, std::greater<>(), &Association::Cell::count);
    return cells;
}

double mutualInformationBits(const Association& association) {
    const std::vector<double> bits = specializationBits(association);
    double sum = 0;
    for (std::size_t e = 0; e < bits.size(); ++e)
        if (bits[e] > 0) sum += share(association.of_expert[e], association.total) * bits[e];
    return sum;
}

Association grouped(const Association& association, std::span<const int> group, int groups) {
    if (group.size() != association.of_expert.size())
        throw Error("Groups of experts need one number for each expert.");
    const std::size_t labels = association.of_label.size();
    std::vector<std::int64_t> counts(static_cast<std::size_t>(groups) * labels, 0);
    Association result;
    result.of_expert.assign(static_cast<std::size_t>(groups), 0);
    result.of_label = association.of_label;
    result.occurrence = association.occurrence;
    result.total = association.total;
    for (const Association::Cell& cell : association.cells) {
        const auto own = static_cast<std::size_t>(group[static_cast<std::size_t>(cell.expert)]);
        counts[own * labels + static_cast<std::size_t>(cell.label)] += cell.count;
        result.of_expert[own] += cell.count;
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            result.cells.push_back({static_cast<std::int32_t>(i / labels),
                                    static_cast<std::int32_t>(i % labels), counts[i]});
    return result;
}

double chanceGroupInformationBits(const Association& association, std::span<const int> group,
                                  int groups, int permutations, std::uint64_t seed) {
    std::vector<int> dealt(group.begin(), group.end());
    Shuffle shuffle(seed);
    double sum = 0;
    for (int i = 0; i < permutations; ++i) {
        shuffle(std::span(dealt));
        sum += mutualInformationBits(grouped(association, dealt, groups));
    }
    return permutations > 0 ? sum / permutations : 0;
}

std::vector<double> specializationBits(const Association& association) {
    std::vector<double> bits(association.of_expert.size(), 0.0);
    for (const Association::Cell& cell : association.cells) {
        const auto expert = static_cast<std::size_t>(cell.expert);
        const double own = share(cell.count, association.of_expert[expert]);
        const double all =
            share(association.of_label[static_cast<std::size_t>(cell.label)], association.total);
        bits[expert] += own * std::log2(own / all);
    }
    for (double& value : bits)
        value = std::max(value, 0.0);  // rounding
    return bits;
}

double largestExpertShare(const Association& association) {
    std::vector<std::int64_t> largest(association.of_label.size(), 0);
    std::int64_t served = 0;
    std::int64_t tokens = 0;
    for (const Association::Cell& cell : association.cells) {
        auto& most = largest[static_cast<std::size_t>(cell.label)];
        most = std::max(most, cell.count);
    }
    for (std::size_t label = 0; label < largest.size(); ++label) {
        served += largest[label];
        tokens += association.occurrence[label];
    }
    return tokens > 0 ? share(served, tokens) : 0;
}

double chanceInformationBits(const Selections& selections, std::span<const std::int32_t> labels,
                             int label_count, int permutations, std::uint64_t seed) {
    // Only the labeled tokens are dealt: the others take no part in either figure.
    std::vector<std::int32_t> chosen;
    std::vector<std::int32_t> dealt;
    for (std::size_t token = 0; token < labels.size(); ++token) {
        if (labels[token] < 0) continue;
        dealt.push_back(labels[token]);
        chosen.insert(chosen.end(), selections.of(token).begin(), selections.of(token).end());
    }
    const Selections labeled{chosen, selections.top_k, selections.experts};
    Shuffle shuffle(seed);
    double sum = 0;
    for (int p = 0; p < permutations; ++p) {
        shuffle(std::span(dealt));
        sum += mutualInformationBits(associate(labeled, dealt, label_count));
    }
    return permutations > 0 ? sum / permutations : 0;
}

}  // namespace orrery
