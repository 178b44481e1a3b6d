// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/data/documents.h"
#include "core/data/file_documents.h"
#include "core/data/tokenizer.h"

namespace orrery::test {

class MemoryDocuments : public DocumentSource {
public:
    explicit MemoryDocuments(std::vector<std::string> texts) : texts_(std::move(texts)) {
        hash_ = hashDocuments(*this, {});
    }
    std::optional<std::string> next() override {
        if (position_ == texts_.size()) return std::nullopt;
        return texts_[position_++];
    }
    void rewind() override { position_ = 0; }
    std::string hash() const override { return hash_; }
    std::int64_t size() const override { return static_cast<std::int64_t>(texts_.size()); }

private:
    std::vector<std::string> texts_;
    std::size_t position_ = 0;
    std::string hash_;
};

inline std::vector<std::string> allOf(DocumentSource& documents) {
    std::vector<std::string> texts;
    documents.rewind();
    while (std::optional<std::string> text = documents.next())
        texts.push_back(*text);
    return texts;
}

/// English-like sentences with a long tail of words.
inline std::vector<std::string> simpleTexts(int count) {
    const std::vector<std::string> parts = {"the",  "little", "sea",   "boat", "lan",
                                            "tern", "king",   "dom",   "of",   "ver",
                                            "y",    "old",    "stone", "wi",   "nd"};
    std::mt19937 random(7);
    std::vector<std::string> texts;
    for (int i = 0; i < count; ++i) {
        std::string text = "Once";
        for (unsigned words = 5 + random() % 40; words > 0; --words) {
            text += random() % 9 == 0 ? ".\n" : " ";
            for (unsigned syllables = 1 + random() % 3; syllables > 0; --syllables)
                text += parts[random() % parts.size()];
        }
        texts.push_back(text + ".");
    }
    return texts;
}

/// UTF-8 of a code point.
inline std::string utf8(char32_t c) {
    const auto byte = [](char32_t value) { return static_cast<char>(value); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 63))};
    if (c < 0x10000)
        return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63))};
    return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)),
            byte(0x80 | (c & 63))};
}

/// Characters of all kinds but NUL and surrogates, those that tokenizers stumble over more often.
inline std::string randomUnicode(std::mt19937& random, int characters) {
    const std::vector<char32_t> hard = {
        ' ',  ' ',   ' ',     '\n',   '\t',   '\r', 0x7F, 1,      0x2581,   0x2585, 0xFFFD, 0xFEFF,
        0xA0, 0x301, 0x1F600, 0x200D, 0xFB01, '<',  '>',  0xFFFF, 0x10FFFF, 0x3042, 0x4E2D};
    std::string text;
    for (int i = 0; i < characters; ++i) {
        const unsigned kind = random() % 4;
        char32_t c = kind == 0 ? hard[random() % hard.size()] : U'a' + random() % 26;
        if (kind == 1) c = 1 + random() % 0x10FFFF;
        if (c >= 0xD800 && c <= 0xDFFF) c = 0xE9;
        text += utf8(c);
    }
    return text;
}

/// UTF-8 bytes of text that a token stands for, by its name alone: ids behind the four specials are
/// the 256 bytes.
inline std::int64_t namedBytes(const Tokenizer& tokenizer, std::int64_t id) {
    if (id < 4) return 0;
    return id < 4 + 256 ? 1 : std::ssize(tokenizer.piece(static_cast<std::int32_t>(id)));
}

inline std::string messageOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace orrery::test

/// The message of what an action throws holds this text.
#define EXPECT_MESSAGE(action, text)                                                      \
    do {                                                                                  \
        const std::string message_ =                                                      \
            ::orrery::test::messageOf([&] { static_cast<void>(action); });                \
        EXPECT_NE(message_.find(text), std::string::npos) << "got: '" << message_ << "'"; \
    } while (false)
