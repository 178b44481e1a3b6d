// SPDX-License-Identifier: GPL-3.0-or-later
// What can't be analyzed, projected or traced, and what is wrong with a study.
#include <QtGlobal>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

constexpr const char* kAnalysisPatterns[] = {
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 (killed by signal %2)"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "It was killed by signal %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There are %1 labels for %2 tokens."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A token has the label %1 of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A token has a label out of range."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Groups of experts need one number for each expert."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Guilds need one label for each token."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A matrix of %1 numbers has no rows of %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The keys or queries contain a value that is not finite, so they can't be "
                      "compared. Use a step before the loss became non-finite."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Drift compares two snapshots of the same keys."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There are %1 experts, so %2 can't be selected."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Queries, keys and selections are not of the same tokens and experts."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The selection bias is not of these experts."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "These vectors do not match the keys of the projection: both need %1 "
                      "dimensions, and every key a position."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A key or a vector contains a value that is not finite: it has no position."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A projection to %1 dimensions needs as many principal components, not %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "There is no principal component %1: these keys have 1 to %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Principal component %1 stands on two axes: choose another for one of them."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A projection needs at least 2 points; there is %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A projection has 2 or 3 dimensions, not %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A projection of %1 points of %2 dimensions got %3 numbers."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A projection can't continue from a projection of other points: restart it."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The points contain a value that is not finite, so they can't be projected. "
                      "Use a step before the loss became non-finite."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "Unknown projection method %1: use pca, umap or tsne."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The two texts were routed by models of other sizes."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The two texts have guilds of other layers."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The selections are not a whole number of tokens with %1 experts each."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The selections contain expert %1, but there are %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Churn needs two selections of equal size for the same tokens."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Only the first %1 of the text's %2 tokens are traced: a trace has at most "
                      "model.seq_len - 1 tokens. Trace the rest as a separate text."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The text leaves no room for a continuation: text and continuation have at "
                      "most model.seq_len - 1 tokens together. Shorten the text."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "The model has no token %1: the text was continued by a model with another tokenizer."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A model without experts has no routing to analyze."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "A model without experts has nothing to trace."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There is nothing to analyze: the text is empty."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There is nothing to score: the text is empty."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "There is nothing to trace: the text is empty."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 has neither a checkpoint nor a key snapshot yet."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 has no data of step %2. Checkpoints: %3. Key snapshots: %4."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "This run was imported without its model: only the text whose routing was "
                      "recorded can be analyzed. Record another one with record_routing.py."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "This run was imported without its model: only the text whose routing was "
                      "recorded can be shown, and this stands nowhere in it. Record it with "
                      "record_routing.py. The recorded text begins: %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The key snapshot of step %1, layer %2, no longer exists."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1 is no usable recorded routing: %2. Record it anew with record_routing.py."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 contains %2, at character %3. A metric is written as in max(layer*/gini) "
                      "or exp(val/loss) - 1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The trial has no metric %1; did you mean %2?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The trial has no metric %1."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: %2 may match several metrics: write max, min, mean, sum, middle or upper around it."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "%1: a grid needs points of %2: give its range `points: n`, or search: random."),
    QT_TRANSLATE_NOOP(
        "orrery::CoreWords",
        "seeds holds %1 twice, which would train the same again. Give each seed once."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Two points are one configuration, which would be trained twice: %1 and %2. "
                      "Leave one of them out."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The base of %1 is the winner of the study %2, which is not known here."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The base of %1 is the winner of the study %2, which has no folder %3.%4"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The base of %1 is the winner of %2, whose trials are not all done.%3"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The study %1 has no %2 to pick a base by."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 has no scale %2; it has %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The trial has no finite %1."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "It ended without a result; its log is empty."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 knows %2 trials, and study.db %3: they do not match."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "A trial's state %1 is unknown: was study.db written by a newer version?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 was made by another version of this program: run the study into another "
                      "folder with --out."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 has another plan: the study has changed since. Choose another folder "
                      "with --out, or remove that one."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is not a study: it has no study.db."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 does not fit its study: %2. Take it from a backup, or run the study into "
                      "another folder with --out."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The study %1 has no objective %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The study %1 has no axis %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is damaged: remove it, then the study's next start makes it again."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 names a run outside of its study."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The text %1 is split at %2; it may be %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "The text %1 is not there: %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The text %1, %2, can't be read. Check its permissions."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is no domain of the embedded corpus (%2). Give a text: {%3: FILE}."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "Trials are trained on files, but %1 names %2, a domain of the embedded "
                      "corpus. Give a text in its place: --text %3=FILE."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The study %1 reads no text %2: it is neither in domains, stream and phases "
                      "nor a data.domain."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "data.split can't be %1."),
};

}  // namespace

std::span<const char* const> analysisPatterns() {
    return kAnalysisPatterns;
}

}  // namespace orrery
