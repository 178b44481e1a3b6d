// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tokenizer_training.h"

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/config/fields.h"
#include "core/data/text_sample.h"
#include "core/error.h"
#include "core/files/child_process.h"

namespace orrery {
namespace {

constexpr std::int64_t kFixedPieces = 4 + 256;  // specials and bytes
constexpr int kAttempts = 4;

class Sentences : public sentencepiece::SentenceIterator {
public:
    explicit Sentences(const std::vector<std::string>& sentences) : sentences_(sentences) {}
    bool done() const override { return position_ == sentences_.size(); }
    void Next() override { ++position_; }
    const std::string& value() const override { return sentences_[position_]; }
    sentencepiece::util::Status status() const override { return {}; }

private:
    const std::vector<std::string>& sentences_;
    std::size_t position_ = 0;
};

std::unordered_map<std::string, std::string> trainerArguments(const TokenizerOptions& options) {
    return {
        {"model_type", wordOf("data.tokenizer", options.type)},
        {"vocab_size", std::to_string(options.vocab_size)},
        {"byte_fallback", "true"},
        // Rare characters were cut out of the sentences: what is left is to be covered.
        {"character_coverage", "1.0"},
        {"normalization_rule_name", "identity"},
        {"add_dummy_prefix", "false"},
        {"remove_extra_whitespaces", "false"},
        {"allow_whitespace_only_pieces", "true"},
        {"max_sentence_length", std::to_string(kLongestWord)},
        {"unk_id", std::to_string(Tokenizer::unk_id)},
        {"pad_id", std::to_string(Tokenizer::pad_id)},
        {"bos_id", std::to_string(Tokenizer::bos_id)},
        {"eos_id", std::to_string(Tokenizer::eos_id)},
        // Not <unk> and <s>: texts contain those, and SentencePiece learns nothing that a special
        // is called.
        {"unk_piece", "<|unk|>"},
        {"pad_piece", "<|pad|>"},
        {"bos_piece", "<|bos|>"},
        {"eos_piece", "<|eos|>"},
        // Sums of the unigram trainer depend on it, so it is a constant.
        {"num_threads", "4"},
        {"minloglevel", "3"},
    };
}

std::string trainModel(const std::vector<std::string>& sentences, const TokenizerOptions& options) {
    Sentences iterator(sentences);
    std::string model;
    const sentencepiece::util::Status status =
        sentencepiece::SentencePieceTrainer::Train(trainerArguments(options), &iterator, &model);
    if (status.ok()) return model;
    // "src/file.cc(664) [(condition)] message": the message is for people.
    std::string what = status.error_message();
    const std::size_t prefix = what.find(")] ");
    if (prefix != std::string::npos) what.erase(0, prefix + 3);
    throw Error("The tokenizer can't be trained: " + what +
                " Lower model.vocab_size, or give it more text (data.corpus, "
                "data.train_documents).");
}

/// The vocabulary size that SentencePiece says it can reach; the one asked for when it says
/// nothing.
std::int64_t limitIn(std::string_view message, const TokenizerOptions& options) {
    constexpr std::string_view words = "Please set it to a value <= ";
    const std::size_t found = message.find(words);
    if (found == std::string_view::npos) return options.vocab_size;
    message.remove_prefix(found + words.size());
    std::int64_t limit = options.vocab_size;
    std::from_chars(message.data(), message.data() + message.size(), limit);
    return limit;
}

void checkOptions(const TokenizerOptions& options) {
    if (options.vocab_size < kFixedPieces + 2)
        throw Error("model.vocab_size is " + std::to_string(options.vocab_size) +
                    ", but the tokenizer needs " + std::to_string(kFixedPieces) +
                    " entries for bytes and special tokens, and more for learned ones. Set it to "
                    "at least 512.");
}

}  // namespace

std::string trainTokenizer(DocumentSource& documents, const TokenizerOptions& options,
                           const std::function<bool()>& cancelled) {
    checkOptions(options);
    const std::vector<std::string> sample =
        sampleText(documents, options.sample_bytes, options.seed, cancelled);
    // Half of what is learned may be single characters, more where the text has too few pieces.
    std::int64_t room = std::max<std::int64_t>(2, (options.vocab_size - kFixedPieces) / 2);
    for (int attempt = 1;; ++attempt) {
        const TrainingText text = trainingText(sample, room);
        if (text.sentences.empty())
            throw Error("The tokenizer can't be trained: the corpus contains no printable text.");
        try {
            return runInChild([&] { return trainModel(text.sentences, options); }, cancelled);
        } catch (const Cancelled&) {
            throw;
        } catch (const Error& error) {
            const std::int64_t missing = options.vocab_size - limitIn(error.what(), options);
            if (!text.crowded || missing <= 0 || attempt == kAttempts) throw;
            room += missing;
        }
    }
}

}  // namespace orrery
