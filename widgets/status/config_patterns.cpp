// SPDX-License-Identifier: GPL-3.0-or-later
// Why a field has no effect, and what of a configuration contradicts itself.
#include <QtGlobal>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

constexpr const char* kConfigPatterns[] = {
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "rope needs an even number of features a head; model.d_model / model.num_heads is %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "some.lora_rank (%1) is above the narrower side of an expert (%2)."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "keys.beta_layer_scale has %1 numbers; it needs one for each of the %2 layers, or none."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.frozen_layers names layer %1 twice."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "keys.frozen_layers names layer %1; the layers are 0 to %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "keys.theta and keys.theta_percentile both set the threshold; remove one of "
                      "them (or set keys.theta to 0)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "train.warmup (%1 steps) and train.warmup_share (%2) both set the length of "
                      "the warm-up; set one of them to 0."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "train.cuda_graph is on, but steps of several processes (train.processes %1) "
                      "are not recorded. Set it to auto or off."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "train.cuda_graph is on, but %1. Set train.cuda_graph to auto or off: the "
                      "numbers are the same."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "data.validation is the text that is trained on (data.corpus): set it to "
                      "corpus, which holds a part of that back, or to another text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.interventions: %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: there is no layer %2; layers are 0 to %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: there is no such expert; a layer has 0 to %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: the factor must be a finite number."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: a key must be model.d_model (%2) finite numbers."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Layer %1 would keep fewer experts than %2; knock out fewer."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Layer %1 can't force more experts than %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Expert %1:%2 can't be both knocked out and forced."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Interventions need a router with keys (some.routing: keys, and some.experts)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: keys are swapped within a layer."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: an expert is LAYER:EXPERT, such as 1:3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: which experts? An expert is LAYER:EXPERT, such as 1:3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 does not begin with one of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The configuration can't be used."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 stands twice; name it once."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: every item of the list must be a word; it may be %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: its value %2 has no word."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There is no field %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.usage is cumulative, not ema."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.theta is a constant threshold."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "some.experts is trained: checkpoints always hold them."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.router is linear: it has no hidden layer."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.init is %1, not sparse."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.experts is %1, not lora."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "train.max_steps sets the length."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "train.warmup_share sets the length of the warm-up."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "train.device is cpu."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "data.packing is packed: no padding."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The parameter %1 belongs to no part of train.parts."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Unknown setting %1; did you mean %2?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Unknown setting %1."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1 can't be changed during training: change it in the configuration and start a new run."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "No file or folder %1. Give its path, or `%2`."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The folder for runs has no name. Choose one with --runs."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Runs can't be written to %1: %2 is not a folder. Choose another with --runs."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Runs can't be written to %1: the folder is not writable. Choose another with --runs."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "train.device is %1, but this machine has %2: choose one of them, or auto."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "train.device is %1, but %2: check the driver and the installation, or set "
                      "train.device to cpu or auto."),
};

}  // namespace

std::span<const char* const> configPatterns() {
    return kConfigPatterns;
}

}  // namespace orrery
