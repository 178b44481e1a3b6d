// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trial_measures.h"

#include <algorithm>
#include <cmath>

#include "core/config/fields.h"
#include "core/data/documents.h"
#include "core/events/model_queries.h"
#include "core/files/atomic_file.h"
#include "core/files/csv.h"
#include "core/model/parameter_count.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"
#include "core/train/loaded_run.h"

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
        text += mode + "," + std::to_string(tokens) + "," + csvField(batch.domain) + "," +
                formatFieldValue(batch.loss) + "\n";
    }
    return text;
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
        for (const Choice& choice : field.choices)  // train.optimizer/adafactor: 1 or 0
            if (const auto* word = std::get_if<std::string>(&value))
                metrics[field.key + "/" + choice.word] = *word == choice.word ? 1 : 0;
    }
    const ParameterCount count = countParameters(config);
    metrics["parameters/total"] = static_cast<double>(count.total);
    metrics["parameters/trainable"] = static_cast<double>(count.trainable);
}

void requireReadable(const Config& config, const std::vector<TrialText>& texts) {
    for (const TrialText& text : texts)
        openCorpus(dataOf(config, text), fs::current_path(),
                   static_cast<std::uint64_t>(config.train.seed));
}

void measureDomains(const fs::path& run, const std::string& phase,
                    const std::vector<TrialText>& domains, Metrics& metrics) {
    if (domains.empty()) return;
    LoadedRun loaded = LoadedRun::open(run, newestCheckpoint(run));
    for (const TrialText& domain : domains) {
        const EvaluationResult result =
            loaded.evaluate(dataOf(loaded.config(), domain), EvaluateOptions());
        const std::string name = "after/" + (phase.empty() ? "" : phase + "/") + domain.name;
        metrics[name] = result.loss;
        metrics[name + "/bits_per_byte"] = result.bits_per_byte;
    }
}

void measureWords(const fs::path& run, const std::string& counting, Metrics& metrics) {
    EvaluateOptions options;
    options.words = counting;
    const EvaluationResult result = LoadedRun::open(run, newestCheckpoint(run)).evaluate(options);
    metrics["val/words"] = static_cast<double>(result.words);
    metrics["val/word_perplexity"] = result.word_perplexity;
}

void measureStream(const fs::path& run, const std::vector<TrialText>& domains, const fs::path& csv,
                   Metrics& metrics) {
    std::string text = "keys,tokens,domain,loss\n";
    for (const bool active : {false, true}) {
        LoadedRun loaded = LoadedRun::open(run, newestCheckpoint(run));
        std::vector<BatchFigure> all, part;
        EvaluateOptions options;
        std::string name;
        options.update_keys = active;
        options.on_batch = [&](double loss, std::int64_t targets) {
            part.push_back({name, loss, targets});
        };
        const auto read = [&](const TrialText& text) {
            name = text.name;
            options.most_tokens = text.tokens;
            return loaded.evaluate(dataOf(loaded.config(), text), options);
        };
        const std::string mode = active ? "active" : "frozen";
        for (const TrialText& domain : domains) {
            part.clear();
            read(domain);
            if (all.empty()) metrics["stream/" + mode + "/before"] = meanLoss(part, 0, 1);
            all.insert(all.end(), part.begin(), part.end());
        }
        metrics["stream/" + mode + "/at"] = meanLoss(part, 0, 0.25);
        metrics["stream/" + mode + "/after"] = meanLoss(part, 0.75, 1);
        options.update_keys = false;  // judged, without moving on
        options.on_batch = {};
        metrics["stream/" + mode + "/old"] = read(domains.front()).loss;
        text += batchesCsv(mode, all);
    }
    writeFileAtomically(csv, text, Links::refused);
}

}  // namespace orrery::cli
