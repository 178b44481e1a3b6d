// SPDX-License-Identifier: GPL-3.0-or-later
// What was reported for the 24 runs of the SoME documents: a reference to show beside a run's own
// figures, never to mix with them. Every loss counts pads, and some had no causal mask.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct PublishedRun {
    enum class Causal { yes, no, unknown };

    std::string name;             // of its configuration, such as "series_a4"
    std::string document;         // of the five documents, "000" to "004"
    double total_parameters;      // millions
    double trainable_parameters;  // millions
    int steps;                    // 0 = not reported
    // At the end of each epoch, nats a token (Gini: 0..1; entropy: bits); NaN or shorter where not
    // reported.
    std::vector<double> train_loss, val_loss, gini, entropy_bits;
    double val_perplexity;     // NaN = not reported
    std::string experts_used;  // "64/64", or empty
    bool pads_in_loss;
    Causal causal;
};

std::span<const PublishedRun> publishedRuns();
/// A value of a run that is not the published one; both as YAML writes them.
struct PublishedDifference {
    std::string key, own, published;
};
/// What keeps the figures of a published run from being comparable with those of a run of this
/// configuration. Empty where it repeats all that the documents and their notebooks say, on a text
/// that may be TinyStories.
std::vector<PublishedDifference> publishedDifferences(const PublishedRun& run,
                                                      const Config& config);
/// The published run that a configuration of this name repeats; nullptr when there is none.
const PublishedRun* findPublishedRun(const std::string& name);

}  // namespace orrery
