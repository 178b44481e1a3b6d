// SPDX-License-Identifier: GPL-3.0-or-later
// What Orrery says of a run's model and tokenizer, for tests that hold another program against it.
// usage: peer_reference RUN logits IDS.json OUT.safetensors   IDS: lists of token ids
//        peer_reference RUN encode TEXTS.json OUT.json        TEXTS: texts; out come their ids
#include <ATen/core/grad_mode.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/data/tokenizer.h"
#include "core/model/language_model.h"
#include "core/model/state_file.h"
#include "core/runs/run_folder.h"
#include "core/train/loaded_run.h"

namespace orrery {
namespace {

nlohmann::json readJson(const char* file) {
    std::ifstream input(file);
    return nlohmann::json::parse(input);
}

/// logits.N [T, V]; of each layer with a router gates.N.L and selected.N.L [T, k].
void writeLogits(const char* run_folder, const char* ids_file, const char* out) {
    LoadedRun run = LoadedRun::open(run_folder);
    const std::string weights = std::string(out) + ".weights";
    run.exportState(weights);
    LanguageModel model(run.config());
    model->loadState(loadTensors(weights), true);
    std::remove(weights.c_str());
    ForwardOptions options;
    options.temperature = run.config().train.eval_temperature;
    const at::NoGradGuard no_gradient;
    NamedTensors tensors;
    int number = 0;
    for (const nlohmann::json& each : readJson(ids_file)) {
        const auto ids = each.get<std::vector<std::int64_t>>();
        const ForwardResult result = model->forward(at::tensor(ids).unsqueeze(0), options);
        const std::string name = "." + std::to_string(number++);
        tensors["logits" + name] = result.logits.squeeze(0);
        for (std::size_t layer = 0; layer < result.routing.size(); ++layer) {
            if (!result.routing[layer].selected.defined()) continue;
            tensors["gates" + name + "." + std::to_string(layer)] = result.routing[layer].gates;
            tensors["selected" + name + "." + std::to_string(layer)] =
                result.routing[layer].selected;
        }
    }
    saveTensors(out, tensors);
}

void writeIds(const char* run_folder, const char* texts_file, const char* out) {
    const Tokenizer tokenizer = Tokenizer::load(RunFolder{run_folder}.tokenizerFile());
    auto all = nlohmann::json::array();
    for (const nlohmann::json& text : readJson(texts_file))
        all.push_back(tokenizer.encode(text.get<std::string>()));
    std::ofstream(out) << all;
}

}  // namespace
}  // namespace orrery

int main(int count, char** words) {
    if (count != 5) return 2;
    try {
        const auto work =
            words[2] == std::string("logits") ? orrery::writeLogits : orrery::writeIds;
        work(words[1], words[3], words[4]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
