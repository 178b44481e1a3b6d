// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that would compute different things are refused before anything of a run exists.
#pragma once
#include <memory>
#include <string>

#include "core/config/config.h"
#include "core/data/documents.h"
#include "core/ranks/ranks.h"

namespace orrery {

/// What must be the same on all ranks.
struct RankFacts {
    std::string program;     // versions of this program and of LibTorch
    std::string byte_order;  // "little"
    std::string config;      // YAML; empty = as rank 0's
    std::string corpus;      // its hash
    std::string draw;        // checksum of weights that a seed draws
};

/// Of this process, all but corpus and draw.
RankFacts rankFacts(const std::string& config_yaml);
/// Draws a small model of the configuration's kind, and takes the corpus's hash. Throws Error.
void addDrawnFacts(RankFacts& facts, const Config& config, const Corpus& corpus);

/// Throws Error, on all ranks, that names the rank, its host and what differs there from rank 0.
void requireAgreement(const RankFacts& facts, const Ranks& ranks);

struct AgreedRun {
    Config config;  // rank 0's
    /// Which was read for its hash, so that nobody reads it again; null in a process alone.
    std::shared_ptr<Corpus> corpus = nullptr;
};
/// What the run trains with, on every rank. `config` is this rank's; null = whatever rank 0 says.
/// Throws Error where ranks differ in anything that RankFacts lists.
AgreedRun agreedRun(const Config* config, const Ranks& ranks);

/// Rank 0's, on every rank.
Precision agreedPrecision(Precision precision, const Ranks& ranks);

}  // namespace orrery
