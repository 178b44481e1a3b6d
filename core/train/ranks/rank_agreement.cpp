// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/rank_agreement.h"

#include <torch/version.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include "core/config/yaml.h"
#include "core/error.h"
#include "core/model/language_model.h"
#include "core/ranks/rank_place.h"
#include "core/runs/run_folder.h"
#include "core/train/ranks/rank_checksum.h"

namespace orrery {
namespace {

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        all.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    return all;
}

/// The first lines of two configurations that differ.
std::string configDifference(const std::string& here, const std::string& first) {
    const auto own = lines(here);
    const auto other = lines(first);
    const auto [a, b] = std::mismatch(own.begin(), own.end(), other.begin(), other.end());
    const auto text = [](const auto& at, const auto& end) {
        return at == end ? std::string("nothing") : "\"" + *at + "\"";
    };
    return text(a, own.end()) + " in place of " + text(b, other.end());
}

std::string difference(const RankFacts& here, const RankFacts& first) {
    if (here.program != first.program)
        return "runs " + here.program + ", not " + first.program +
               ". Install the same version on every host.";
    if (here.byte_order != first.byte_order)
        return "is a " + here.byte_order + "-endian machine, not a " + first.byte_order +
               "-endian one.";
    if (!here.config.empty() && here.config != first.config)
        return "has another configuration: " + configDifference(here.config, first.config) +
               ". Start all ranks with the same command and the same files.";
    if (here.corpus != first.corpus)
        return "has another corpus: the same path leads to other texts there. Copy the corpus to "
               "every host.";
    if (here.draw != first.draw)
        return "draws other experts from the same seed: its processor or its libraries compute "
               "differently. Train on hosts of one kind.";
    return {};
}

std::string packed(const RankFacts& facts) {
    std::string text;
    for (const std::string* part :
         {&facts.program, &facts.byte_order, &facts.config, &facts.corpus, &facts.draw})
        text += std::to_string(part->size()) + ' ' + *part;
    return text;
}

RankFacts unpacked(const std::string& text) {
    RankFacts facts;
    std::size_t at = 0;
    for (std::string* part :
         {&facts.program, &facts.byte_order, &facts.config, &facts.corpus, &facts.draw}) {
        const std::size_t space = text.find(' ', at);
        if (space == std::string::npos) break;  // of a program that says less
        const std::size_t size = std::stoul(text.substr(at, space - at));
        *part = text.substr(space + 1, size);
        at = space + 1 + size;
    }
    return facts;
}

}  // namespace

RankFacts rankFacts(const std::string& config_yaml) {
    return {"Orrery " + programVersion() + " with LibTorch " TORCH_VERSION,
            std::endian::native == std::endian::little ? "little" : "big",
            config_yaml,
            {},
            {}};
}

void addDrawnFacts(RankFacts& facts, const Config& config, const Corpus& corpus) {
    facts.corpus = corpus.hash;
    Config small = config;
    small.model.num_layers = 1;
    small.some.num_experts = std::min(small.some.num_experts, small.some.top_k + 1);
    std::uint64_t sum = 0;
    for (const auto& [name, tensor] : LanguageModel(small)->state(true))
        sum = sum * 31 + tensorChecksum(tensor);
    facts.draw = std::to_string(sum);
}

void requireAgreement(const RankFacts& facts, const Ranks& ranks) {
    if (ranks.alone()) return;
    const auto all = ranks.gather(packed(facts));
    const RankFacts first = unpacked(all[0]);
    for (int rank = 1; rank < ranks.size(); ++rank) {
        const std::string fault = difference(unpacked(all[static_cast<std::size_t>(rank)]), first);
        if (fault.empty()) continue;
        const std::string name = rankName(rank, ranks.host(rank));
        throw Error("The ranks do not agree: " + name + " " + fault);
    }
}

AgreedRun agreedRun(const Config* config, const Ranks& ranks) {
    if (ranks.alone()) return {*config};
    RankFacts facts = rankFacts(config == nullptr ? "" : toYaml(*config));
    requireAgreement(facts, ranks);
    AgreedRun agreed{parseConfig(ranks.broadcast(facts.config), "the configuration of rank 0")};
    agreed.corpus =
        std::make_shared<Corpus>(openCorpus(agreed.config.data, std::filesystem::current_path(),
                                            static_cast<std::uint64_t>(agreed.config.train.seed)));
    addDrawnFacts(facts, agreed.config, *agreed.corpus);
    requireAgreement(facts, ranks);
    return agreed;
}

Precision agreedPrecision(Precision precision, const Ranks& ranks) {
    const at::Tensor value = at::full({1}, static_cast<std::int64_t>(precision), at::kLong);
    ranks.broadcast(value);
    return static_cast<Precision>(value.item<std::int64_t>());
}

}  // namespace orrery
