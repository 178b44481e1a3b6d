// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/initial_state.h"

#include <algorithm>

#include "core/error.h"
#include "core/files/safetensors.h"
#include "core/model/state_file.h"

namespace orrery {
namespace {

template <typename Tensors>
bool holdsExperts(const Tensors& tensors) {
    return std::ranges::any_of(tensors, [](const auto& entry) {
        return entry.first.ends_with("some.experts.down");  // of a layer, or of all
    });
}

}  // namespace

void loadInitialState(LanguageModel& model, const std::filesystem::path& file) {
    const NamedTensors tensors = loadTensors(file);
    if (tensors.empty())
        throw Error(file.string() +
                    " can't initialize this run: it holds no tensors. Give the file " +
                    "model.safetensors of a checkpoint, or one that `orrery-cli export` wrote.");
    if (const std::string fault = notFiniteText(tensors); !fault.empty())
        throw Error(file.string() + " can't initialize this run: " + fault +
                    ". Give it weights that are numbers.");
    try {
        model->loadState(tensors, holdsExperts(tensors));
    } catch (const Error& error) {
        throw Error(file.string() + " can't initialize this run. " + error.what());
    }
}

Config configForInitialState(Config config, const std::filesystem::path& file) {
    LanguageModel model(config);
    loadInitialState(model, file);
    if (holdsExperts(SafetensorsFile(file).tensors()))
        config.checkpoint.experts = ExpertStorage::full;
    return config;
}

}  // namespace orrery
