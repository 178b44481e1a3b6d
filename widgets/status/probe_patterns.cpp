// SPDX-License-Identifier: GPL-3.0-or-later
// What probes find (core/analysis/probes.cpp), and the alarm about a collapse.
#include <QtGlobal>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

// What fires stands before the same in quiet, which its pattern would match, too.
constexpr const char* kProbePatterns[] = {
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 This affects %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Changing a later token changes earlier logits by at most %1: positions "
                      "attend to the tokens that they predict, so the loss measures copying."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Changing a later token changes earlier logits by at most %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The experts change their input, by layer, by %1: in %2 that is negligible, "
                      "and the loss would be about the same without experts."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The experts change their input, by layer, by %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 of the targets are padding, %2 of the tokens that update keys and whose "
                      "selections are counted: the model is trained to predict padding, keys and "
                      "usage describe padding as if it were text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 of the targets are padding, %2 of the tokens that update keys and whose "
                      "selections are counted: keys and usage describe padding as if it were "
                      "text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 of the targets are padding, %2 of the tokens that update keys and whose "
                      "selections are counted."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The RMS gradient of the query network is, by layer, %1 of that of the "
                      "attention: in %2 the query network hardly learns; only the key store "
                      "adapts."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The RMS gradient of the query network is, by layer, %1 of that of the attention."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The gate entropy of a token is, by layer, %1 of at most %2 nats: in %3 the "
                      "selected experts are averaged, not weighted, and little gradient flows "
                      "through the gates."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The gate entropy of a token is, by layer, %1 of at most %2 nats."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Keys with a cosine similarity above 0.99 to another key, by layer: %1 of "
                      "%2: in %3 such experts are selected together for any token, so that their "
                      "co-selection carries no meaning."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "Keys with a cosine similarity above 0.99 to another key, by layer: %1 of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Experts never used, by layer: %1 of %2: in %3 the effective library is "
                      "smaller than its parameter count suggests."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Experts never used, by layer: %1 of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "delta is %1, keys.normalize %2: normalization restores a decayed key at "
                      "each step, so that decay never accumulates and removes no expert."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "delta is %1, keys.normalize %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The loss is %1 without padding and %2 with padding counted: the second is "
                      "lower only because padding is easy to predict, the more so the longer the "
                      "sequence."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The loss is %1 without padding and %2 with padding counted."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "nothing (there are no experts)"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the perplexities of 1.1 to 1.4 in %1 (runs v2, v3 and v5, without a mask)."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "claim A of %1 (frozen experts do the work), and the ranking of "
                      "initializations in %2, with sparse ones first."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the finding of %1 that a long context matters most, and the Gini and "
                      "entropy of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "claim A of %1, that the address book is what learns."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "claim B of %1 (composition), and the specialists of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the guilds of %1, which it takes as proof that the peer pull organizes "
                      "knowledge."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "the comparison of 64 to 512 experts in %1, whose middle layer used nearly all."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the reading of %1 that decay makes unused experts explore, and experiment "
                      "3.2 of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the losses and perplexities of %1, all of which count padding."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "collapse: The routing of layer %1 has collapsed since step %2: its load is as that of %3 "
        "equally "
        "used experts of %4 (entropy %5 bits; collapsed is below 2 top_k = %6), Gini %7, %8 "
        "experts used. %9 advises a larger keys.beta, or one expert per token for longer "
        "(some.top_k_warmup); both can be changed while the run trains."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "collapse: The routing of layer %1 has recovered from its collapse."),
};

}  // namespace

std::span<const char* const> probePatterns() {
    return kProbePatterns;
}

}  // namespace orrery
