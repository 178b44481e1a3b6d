// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/documents.h"

namespace orrery {

struct TokenizerOptions {
    TokenizerKind type = TokenizerKind::bpe;
    std::int64_t vocab_size = 2048;
    std::int64_t sample_bytes = 8'000'000;  // at most so much text is used for training
    std::uint64_t seed = 1;
};

/// SentencePiece with byte fallback and an exact round trip: decode(encode(text)) == text for all
/// UTF-8 (identity normalization, no dummy prefix, no folding of white space). Immutable; any
/// thread.
class Tokenizer {
public:
    static constexpr std::int32_t unk_id = 0, pad_id = 1, bos_id = 2, eos_id = 3;

    /// Throws Error with SentencePiece's own limit when vocab_size does not fit the corpus;
    /// Cancelled, within 0.1 s while SentencePiece is at work (it runs in a process of its own).
    /// Takes 1 s for 1 MB, a minute for the largest unigram vocabularies.
    static Tokenizer train(DocumentSource& documents, const TokenizerOptions& options,
                           const std::function<bool()>& cancelled = {});
    static Tokenizer load(
        const std::filesystem::path& file);  // throws Error: missing, cut off, foreign
    static Tokenizer fromBytes(std::string model);

    const std::string& bytes() const;  // the model file's contents
    std::int64_t vocabSize() const;
    std::string hash() const;                                       // SHA-256 (hex) of bytes()
    std::vector<std::int32_t> encode(std::string_view text) const;  // throws Error: not UTF-8
    /// Special tokens give nothing, and bytes that are not UTF-8 U+FFFD. Throws Error for ids
    /// outside the vocabulary.
    std::string decode(const std::vector<std::int32_t>& ids) const;
    std::string piece(std::int32_t id) const;  // for people: "▁" shown as a space, bytes as <0xE2>
    /// Byte offsets in `text` of each token that encode(text) gives: begin of token i is [i], end
    /// [i + 1].
    std::vector<std::size_t> offsets(std::string_view text) const;
    /// Of each id: UTF-8 bytes of the text that it stands for; 0 for special tokens. Those of
    /// encode(text) sum to text.size().
    std::vector<std::int32_t> textBytes() const;

private:
    friend class TextEncoder;  // text_encoder.h, for many texts
    struct Impl;
    explicit Tokenizer(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> impl_;
};

}  // namespace orrery
