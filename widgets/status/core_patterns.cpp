// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/core_patterns.h"

#include <QtGlobal>

namespace orrery {

namespace {

constexpr const char* kPatterns[] = {
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Training"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Saving"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Evaluating"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Checking causality"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Probing"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Building the model"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Training the tokenizer"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Reading the corpus"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Encoding the text"),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The run failed (%1) at step %2: %3 Nothing was trained: no run folder is left."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run failed at step %1: %2 Nothing was trained: no run folder is left."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The run failed (%1) at step %2: %3"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The run failed at step %1: %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The run failed for an unknown reason."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Stopped before training began; resume starts from the beginning."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Stopped immediately, without a checkpoint of this step."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Stopped at step %1 of %2. Probes that fire: %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Stopped at step %1 of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Finished after %1 steps. Probes that fire: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "none"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Saved step %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Step %1 can't be saved: %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 An older checkpoint is used."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The run's folder %1 was moved to %2: the run goes on there."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 was removed while the run trains. It was written anew."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: %2 tokens to train on, %3 to validate, %4 steps an epoch, %5 in all, %6 threads."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Legacy: no causal mask (model.causal: false). Positions attend to later "
                      "tokens; losses can't be compared with those of causal models."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Causality can't be checked: logits are not finite."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Causality holds: later tokens do not affect earlier logits."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Set again, as at step %1: %2 = %3"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 = %2 (was %3), by another program"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 = %2 (was %3)"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Keys respawned in layer %1: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The evaluation was stopped."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Validation loss %1 (%2 with padding), perplexity %3, %4"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The text can't be traced: %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Weights are initialized from init.safetensors."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The checkpoint is of version %1, this is %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Resumed with %1 threads instead of %2: sums differ in their last digits "
                      "from those of an uninterrupted run."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The corpus %1 has changed since this run started: restore it, or start a new run."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The corpus %1 contains no text. Set data.corpus to a file with text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The corpus %1 contains no text."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The corpus %1 contains %2 documents, fewer than data.train_documents + data.val_documents "
        "ask for (%3). Lower %4, or set to 0 what is to be chosen."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.experts is none: there are no experts."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.routing is %1: there is no router."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some.routing is %1: there is no key store to move."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.use_alpha is false: alpha is off."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.use_beta is false: beta is off."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.use_delta is false: delta is off."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "beta needs some.top_k above 1: one expert has no peer."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "data.corpus is a file or folder: domains belong to the embedded corpus."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "data.corpus is embedded: its stories are already apart."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "keys.temperature is fixed, not learned."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is not a number; it may be %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: %2 is not a number (the decimal separator is a point); it may be %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is not a whole number; it may be %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is out of range; it may be %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 has no value; it may be %2. Remove the key to use the default, %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "model.num_heads (%1) must divide model.d_model (%2)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "model.d_model (%1) must be even for sinusoidal positions."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "some.top_k (%1) is above some.num_experts (%2): a token can't select more "
                      "experts than there are."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "some.expert_dtype: bf16 is for frozen experts; trained ones need fp32."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "keys.beta_sign must be 1 or -1; to switch beta off use keys.use_beta: false."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "keys.beta_schedule needs two numbers, first and last, or none."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "keys.alpha_floor (%1) is above keys.alpha (%2), which it bounds from below."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "keys.entropy_band needs two numbers, the lower one first, or none."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "train.betas needs two numbers, such as [0.9, 0.95]."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "train.accumulation (%1) is above train.batch_size (%2): a part needs at "
                      "least one sample."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "name becomes part of a folder's name: 1 to 100 characters, without '/'."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "layer %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "layers %1"),
};

}  // namespace

std::span<const char* const> corePatterns() {
    return kPatterns;
}

}  // namespace orrery
