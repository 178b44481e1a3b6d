// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trial_measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/metrics.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/selections.h"
#include "core/config/fields.h"
#include "core/data/documents.h"
#include "core/error.h"
#include "core/model/parameter_count.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_reader.h"
#include "core/runs/safetensors.h"
#include "core/train/loaded_run.h"
#include "core/train/stored_analysis.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

struct BatchFigure {
    std::string domain;
    double loss = 0;
    std::int64_t targets = 0;
};

/// Over the share [from, to) of the batches.
double meanLoss(const std::vector<BatchFigure>& batches, double from, double to) {
    const auto count = static_cast<double>(batches.size());
    double sum = 0, targets = 0;
    for (auto i = static_cast<std::size_t>(from * count);
         i < std::max(static_cast<std::size_t>(to * count), std::size_t{1}); ++i) {
        sum += batches[i].loss * static_cast<double>(batches[i].targets);
        targets += static_cast<double>(batches[i].targets);
    }
    return sum / targets;
}

std::string batchesCsv(const std::string& mode, const std::vector<BatchFigure>& batches) {
    std::string text;
    std::int64_t tokens = 0;
    for (const BatchFigure& batch : batches) {
        tokens += batch.targets;
        text += mode + "," + std::to_string(tokens) + "," + batch.domain + "," +
                formatFieldValue(batch.loss) + "\n";
    }
    return text;
}

/// Shares of the selections that went to each expert of each layer, layers one after the other.
std::vector<double> expertShares(LoadedRun& run, const std::string& domain) {
    DataConfig data = run.config().data;
    data.domain = domain;
    const Corpus corpus =
        openCorpus(data, fs::current_path(), static_cast<std::uint64_t>(run.config().train.seed));
    RouteOptions how;
    how.most_tokens = 4000;
    const RoutedText text = run.route(*corpus.validation, how);
    std::vector<double> shares;
    for (std::size_t layer = 0; layer < text.layers.size(); ++layer) {
        std::vector<double> counts = selectionCounts(text.selections(layer));
        const double all = std::reduce(counts.begin(), counts.end());
        for (const double count : counts)
            shares.push_back(count / all / static_cast<double>(text.layers.size()));
    }
    return shares;
}

}  // namespace

void measureRun(const fs::path& run, Metrics& metrics) {
    for (const auto& [name, value] : RunReader(RunFolder{run}.databaseFile()).lastScalars())
        metrics[name] = value;
    const Config config = readRunConfig(RunFolder{run});
    for (const Field& field : fields()) {
        const FieldValue value = field.get(config);
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            metrics[field.key] = static_cast<double>(*whole);
        else if (const auto* real = std::get_if<double>(&value))
            metrics[field.key] = *real;
    }
    const ParameterCount count = countParameters(config);
    metrics["parameters/total"] = static_cast<double>(count.total);
    metrics["parameters/trainable"] = static_cast<double>(count.trainable);
}

void measureDomains(const fs::path& run, const std::string& phase,
                    const std::vector<std::string>& domains, Metrics& metrics) {
    if (domains.empty()) return;
    LoadedRun loaded = LoadedRun::open(run);
    for (const std::string& domain : domains) {
        EvaluateOptions options;
        options.domain = domain;
        const EvaluationResult result = loaded.evaluate(options);
        const std::string name = "after/" + (phase.empty() ? "" : phase + "/") + domain;
        metrics[name] = result.loss;
        metrics[name + "/bits_per_byte"] = result.bits_per_byte;
    }
}

void measureWords(const fs::path& run, const std::string& counting, Metrics& metrics) {
    EvaluateOptions options;
    options.words = counting;
    const EvaluationResult result = LoadedRun::open(run).evaluate(options);
    metrics["val/words"] = static_cast<double>(result.words);
    metrics["val/word_perplexity"] = result.word_perplexity;
}

void measureStream(const fs::path& run, const std::vector<std::string>& domains,
                   const fs::path& csv, Metrics& metrics) {
    std::string text = "keys,tokens,domain,loss\n";
    for (const bool active : {false, true}) {
        LoadedRun loaded = LoadedRun::open(run);
        std::vector<BatchFigure> all, part;
        EvaluateOptions options;
        options.update_keys = active;
        options.on_batch = [&](double loss, std::int64_t targets) {
            part.push_back({options.domain, loss, targets});
        };
        const std::string mode = active ? "active" : "frozen";
        for (const std::string& domain : domains) {
            part.clear();
            options.domain = domain;
            loaded.evaluate(options);
            if (all.empty()) metrics["stream/" + mode + "/before"] = meanLoss(part, 0, 1);
            all.insert(all.end(), part.begin(), part.end());
        }
        metrics["stream/" + mode + "/at"] = meanLoss(part, 0, 0.25);
        metrics["stream/" + mode + "/after"] = meanLoss(part, 0.75, 1);
        options.domain = domains.front();
        options.update_keys = false;  // judged, without moving on
        options.on_batch = {};
        metrics["stream/" + mode + "/old"] = loaded.evaluate(options).loss;
        text += batchesCsv(mode, all);
    }
    writeFileAtomically(csv, text);
}

void measureAnalysis(const fs::path& run, const std::vector<std::string>& domains,
                     Metrics& metrics) {
    StoredAnalysisOptions what;
    what.most_tokens = 4000;
    AnalysisInput input = readStoredAnalysis(run, what);
    input.permutations = 99;
    for (const Table& table : analyse(input)) {
        if (table.name != "layers") continue;
        for (const auto& row : table.rows)
            for (std::size_t column = 1; column < table.columns.size(); ++column)
                if (const auto* value = std::get_if<double>(&row[column]))
                    metrics["analysis/layer" + std::to_string(std::get<std::int64_t>(row[0])) +
                            "/" + table.columns[column]] = *value;
    }
    if (domains.size() < 2) return;
    LoadedRun loaded = LoadedRun::open(run);
    std::vector<std::vector<double>> shares;
    for (const std::string& domain : domains)
        shares.push_back(expertShares(loaded, domain));
    for (std::size_t a = 0; a < domains.size(); ++a)
        for (std::size_t b = a + 1; b < domains.size(); ++b) {
            double common = 0;
            for (std::size_t e = 0; e < shares[a].size(); ++e)
                common += std::min(shares[a][e], shares[b][e]);
            metrics["analysis/reuse/" + domains[a] + "/" + domains[b]] = common;
        }
}

}  // namespace orrery::cli
