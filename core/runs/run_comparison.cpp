// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_comparison.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/config/fields.h"
#include "core/error.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_notes.h"

namespace orrery {
namespace {

std::string metaValue(const std::map<std::string, std::string>& meta, const std::string& key) {
    const auto found = meta.find(key);
    return found == meta.end() ? std::string() : found->second;
}

std::string valueOf(const RunIdentity& run, const Field& field) {
    const SteeredSetting* steered = findSteered(run.steered, field.key);
    return steered ? steered->text() : formatFieldValue(field.get(run.config));
}

/// The last known value of a scalar at each step; both ascend.
std::vector<double> alongside(const RunReader::Points& points, const std::vector<double>& steps) {
    std::vector<double> values;
    std::size_t next = 0;
    double now = std::numeric_limits<double>::quiet_NaN();
    for (const double step : steps) {
        for (; next < points.size() && static_cast<double>(points[next].first) <= step; ++next)
            now = points[next].second;
        values.push_back(now);
    }
    return values;
}

/// The same with few look-ups: at some of the steps, and on straight lines between them.
std::vector<double> roughlyAlongside(RunReader& reader, const std::string& name,
                                     const std::vector<std::int64_t>& steps) {
    constexpr std::size_t stride = 10;
    std::vector<std::size_t> places;
    std::vector<std::int64_t> knots;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (i % stride == 0 || i + 1 == steps.size())
            places.push_back(i), knots.push_back(steps[i]);
    const std::vector<double> known = reader.valuesAt(name, knots);
    std::vector<double> values(steps.size());
    for (std::size_t knot = 0; knot < places.size(); ++knot) {
        values[places[knot]] = known[knot];
        if (knot == 0) continue;
        const double from = known[knot - 1], rise = known[knot] - from;
        const auto first = static_cast<double>(knots[knot - 1]);
        for (std::size_t i = places[knot - 1] + 1; i < places[knot]; ++i)
            values[i] = from + rise * (static_cast<double>(steps[i]) - first) /
                                   static_cast<double>(knots[knot] - knots[knot - 1]);
    }
    return values;
}

RunReader::Points pointsOfText(const std::filesystem::path& run_folder, const std::string& name) {
    const auto measured = storedMeasuredRouting(run_folder);
    return measured ? measuredPoints(*measured, name) : RunReader::Points{};
}

/// As they were when it was measured.
std::vector<double> sharesOfText(const std::filesystem::path& run_folder,
                                 const std::vector<std::int64_t>& steps) {
    const auto measured = storedMeasuredRouting(run_folder);
    std::vector<double> shares(steps.size(), std::numeric_limits<double>::quiet_NaN());
    if (!measured) return shares;
    for (std::size_t i = 0; i < steps.size(); ++i)
        for (const MeasuredStep& step : measured->steps)
            if (step.step == steps[i]) shares[i] = step.share;
    return shares;
}

RunCurve curveByLayer(const std::filesystem::path& run_folder, const std::string& name) {
    RunCurve curve;
    const auto measured = storedMeasuredRouting(run_folder);
    if (!measured || measured->steps.empty()) return curve;
    const auto deepest =
        std::max(1.0, static_cast<double>(measured->steps.back().layers.size()) - 1);
    for (const auto& [layer, value] : pointsByLayer(*measured, name)) {
        curve.steps.push_back(static_cast<double>(layer));
        curve.shares.push_back(static_cast<double>(layer) / deepest);
        curve.values.push_back(value);
    }
    curve.tokens = curve.seconds = curve.steps;
    return curve;
}

/// An imported run's training ended with its last revision, as far as anybody knows.
std::vector<double> sharesOf(RunReader& reader, const std::filesystem::path& run_folder,
                             const std::vector<double>& steps) {
    const Progress known = storedProgress(reader.meta(), run_folder);
    const auto total = static_cast<double>(std::max(known.total_steps, known.step));
    std::vector<double> shares;
    for (const double step : steps)
        shares.push_back(total > 0  ? std::min(1.0, step / total)
                         : step > 0 ? std::numeric_limits<double>::quiet_NaN()
                                    : 1.0);
    return shares;
}

}  // namespace

std::vector<SteeredSetting> steeredSettings(const Config& config,
                                            const std::vector<SettingChanged>& changes) {
    return steeredSettings(changes, [&config](const std::string& key) {
        const Field* field = findField(key);
        return field ? formatFieldValue(field->get(config)) : std::string();
    });
}

RunIdentity readIdentity(const std::filesystem::path& run_folder,
                         const std::vector<std::string>& finals) {
    const RunFolder folder{run_folder};
    RunReader reader(folder.databaseFile());
    const auto meta = reader.meta();
    RunIdentity run;
    run.folder = run_folder;
    run.config = readRunConfig(folder);
    run.name = run_folder.filename().string();
    run.version = metaValue(meta, "program_version");
    run.corpus_hash = metaValue(meta, "corpus_hash");
    run.device = metaValue(meta, "device");
    run.host = metaValue(meta, "host");
    run.git_commit = metaValue(meta, "git_commit");
    run.step = storedProgress(meta, run_folder).step;
    for (const std::string& name : finals)
        std::tie(run.final_steps[name], run.finals[name]) = reader.newestScalar(name);
    run.steered = steeredSettings(run.config, reader.settings());
    run.scalars = reader.scalarNames();
    if (auto measured = storedMeasuredRouting(run_folder)) {
        const auto names = measuredScalars(*measured);
        run.scalars.insert(run.scalars.end(), names.begin(), names.end());
        run.measured = std::make_shared<const MeasuredRouting>(std::move(*measured));
    }
    try {
        const RunNotes notes = readRunNotes(run_folder);
        run.short_name = notes.short_name;
        run.group = notes.group;
        if (!run.short_name.empty()) run.name = run.short_name;
    } catch (const Error&) {
        // The run list says what is wrong with its notes.
    }
    return run;
}

std::vector<DifferenceRow> differencesOf(const std::vector<RunIdentity>& runs) {
    std::vector<DifferenceRow> rows;
    const auto add = [&](const std::string& key, const auto& valueOf) {
        DifferenceRow row{key, {}};
        for (const RunIdentity& run : runs)
            row.values.push_back(valueOf(run));
        const bool same =
            std::ranges::adjacent_find(row.values, std::not_equal_to{}) == row.values.end();
        if (!same) rows.push_back(std::move(row));
    };
    for (const Field& field : fields()) {
        if (field.key == "name") continue;
        add(field.key, [&](const RunIdentity& run) { return valueOf(run, field); });
    }
    add("program version", [](const RunIdentity& run) { return run.version; });
    add("git commit", [](const RunIdentity& run) { return run.git_commit; });
    add("corpus sha256", [](const RunIdentity& run) { return run.corpus_hash; });
    add("device", [](const RunIdentity& run) { return run.device; });
    add("host", [](const RunIdentity& run) { return run.host; });
    return rows;
}

std::string recipeOf(const RunIdentity& run) {
    std::string recipe = run.version + '\n';
    for (const Field& field : fields()) {
        if (field.key == "name" || field.key == "train.seed" || field.key == "train.tensorboard")
            continue;
        recipe += valueOf(run, field) + '\n';
    }
    return recipe;
}

RunCurve readCurve(const std::filesystem::path& run_folder, const std::string& name,
                   std::size_t most) {
    if (isByLayer(name)) return curveByLayer(run_folder, name);
    const RunFolder folder{run_folder};
    RunReader reader(folder.databaseFile());
    const bool measured = isMeasuredScalar(name);
    const RunReader::Points points = measured   ? pointsOfText(run_folder, name)
                                     : most > 0 ? reader.sampled(name, most)
                                                : reader.points(name);
    RunCurve curve;
    curve.sampled = !measured && most > 0 && points.size() >= most;
    std::vector<std::int64_t> steps;
    for (const auto& [step, value] : points) {
        steps.push_back(step);
        curve.steps.push_back(static_cast<double>(step));
        curve.values.push_back(value);
    }
    if (most > 0) {
        const auto beside = [&](const char* other) {
            return curve.sampled ? roughlyAlongside(reader, other, steps)
                                 : reader.valuesAt(other, steps);
        };
        curve.seconds = beside("time/wall");
        curve.tokens = beside("train/real_tokens");
    } else {
        curve.seconds = alongside(reader.points("time/wall"), curve.steps);
        curve.tokens = alongside(reader.points("train/real_tokens"), curve.steps);
    }
    curve.shares =
        measured ? sharesOfText(run_folder, steps) : sharesOf(reader, run_folder, curve.steps);
    if (curve.tokens.empty() || !std::isnan(curve.tokens.back())) return curve;
    const Config config = readRunConfig(folder);
    const auto a_step = static_cast<double>(config.train.batch_size * config.train.accumulation *
                                            config.model.seq_len);
    for (std::size_t i = 0; i < curve.steps.size(); ++i)
        curve.tokens[i] = curve.steps[i] * a_step;
    return curve;
}

}  // namespace orrery
