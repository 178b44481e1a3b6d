// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/preparation.h"

#include <cstdlib>

#include "core/config/fields.h"
#include "core/data/token_folder.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/sha256.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// Training a tokenizer takes longest of all preparations: it is kept by what it is a function of.
fs::path storedTokenizer(const fs::path& folder, const std::string& corpus_hash,
                         const TokenizerOptions& options) {
    const std::string identity = corpus_hash + ' ' + wordOf("data.tokenizer", options.type) + ' ' +
                                 std::to_string(options.vocab_size) + ' ' +
                                 std::to_string(options.sample_bytes) + ' ' +
                                 std::to_string(options.seed);
    return folder / ("tokenizer-" + sha256Hex(identity).substr(0, 32) + ".model");
}

Tokenizer makeTokenizer(const Config& config, DocumentSource& documents, const fs::path& folder,
                        const PreparationOptions& options) {
    TokenizerOptions wanted;
    wanted.type = config.data.tokenizer;
    wanted.vocab_size = config.model.vocab_size;
    wanted.seed = static_cast<std::uint64_t>(config.train.seed);
    const fs::path stored = storedTokenizer(folder, documents.hash(), wanted);
    if (isRegularFile(stored)) {
        try {
            return Tokenizer::load(stored);
        } catch (const Error&) {
            // A damaged cache entry is made again below.
        }
    }
    options.progress("Training the tokenizer", -1);
    Tokenizer trained = Tokenizer::train(documents, wanted, options.cancelled);
    documents.rewind();
    writeFileAtomically(stored, trained.bytes());
    return trained;
}

}  // namespace

PreparedData prepareData(const Config& config, const PreparationOptions& options) {
    const TokenFolder kept(options.token_folder);
    const fs::path& folder = kept.path();
    if (!kept.problem().empty() && options.warn) options.warn(kept.problem());
    options.progress("Reading the corpus", -1);
    const auto reading = [&options, told = 0.0](double share) mutable {
        if (share < told + .01) return;  // not for each document
        told = share;
        options.progress("Reading the corpus", share);
    };
    const std::shared_ptr<Corpus> opened =
        options.corpus != nullptr
            ? options.corpus
            : std::make_shared<Corpus>(openCorpus(config.data, fs::current_path(),
                                                  static_cast<std::uint64_t>(config.train.seed),
                                                  options.cancelled, reading));
    Corpus& corpus = *opened;
    const bool given = options.tokenizer.has_value();
    if (!given) requireRegularFileIfThere(options.tokenizer_file);
    const bool known = given || isRegularFile(options.tokenizer_file);
    Tokenizer tokenizer = given   ? *options.tokenizer
                          : known ? Tokenizer::load(options.tokenizer_file)
                                  : makeTokenizer(config, *corpus.train, folder, options);
    if (tokenizer.vocabSize() != config.model.vocab_size) {
        throw Error("The tokenizer has " + std::to_string(tokenizer.vocabSize()) +
                    " tokens, but model.vocab_size is " + std::to_string(config.model.vocab_size) +
                    ": set it to that number.");
    }
    if (!known) writeFileAtomically(options.tokenizer_file, tokenizer.bytes(), Links::refused);
    const auto tokenize = [&](DocumentSource& documents, const std::string& phase) {
        return TokenCache::open(
            documents, tokenizer, folder,
            [&](double fraction) { options.progress(phase, fraction); }, options.cancelled);
    };
    TokenCache train = tokenize(*corpus.train, "Tokenizing");
    TokenCache validation = tokenize(*corpus.validation, "Tokenizing the validation text");
    return {std::move(tokenizer), std::move(train), std::move(validation), corpus.hash,
            corpus.description};
}

}  // namespace orrery
