// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_sample.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/error.h"
#include "core/files/utf8.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

constexpr std::size_t kPieceBytes = 16'384;
constexpr double kCoverage = 0.9995;
constexpr char32_t kUnknownSymbol = 0x2585;  // SentencePiece's mark of an unknown character

struct Piece {
    std::uint64_t rank = 0;  // random
    std::string text;
};

/// Keeps the pieces of lowest rank; the bar sinks whenever they grow too many.
class Sampler {
public:
    Sampler(std::int64_t bytes, std::uint64_t seed)
        : budget_(bytes), ranks_(mixSeed(seed, "tokenizer sample")) {}

    void add(std::string_view text) {
        const std::uint64_t rank = ranks_.bits(number_++);
        if (rank > bar_) return;
        pieces_.push_back({rank, std::string(text)});
        bytes_ += static_cast<std::int64_t>(text.size());
        while (bytes_ > budget_ && pieces_.size() > 1)
            sink();
    }

    std::vector<std::string> take() {
        std::vector<std::string> texts;
        texts.reserve(pieces_.size());
        for (Piece& piece : pieces_)
            texts.push_back(std::move(piece.text));
        return texts;
    }

private:
    void sink() {
        bar_ /= 2;
        bytes_ = 0;
        std::vector<Piece> kept;
        for (Piece& piece : pieces_) {
            if (piece.rank > bar_) continue;
            bytes_ += static_cast<std::int64_t>(piece.text.size());
            kept.push_back(std::move(piece));
        }
        // A budget of a few pieces could sink to none.
        if (!kept.empty()) pieces_ = std::move(kept);
    }

    std::int64_t budget_;
    SeededRandom ranks_;
    std::uint64_t number_ = 0;
    std::uint64_t bar_ = std::numeric_limits<std::uint64_t>::max();
    std::int64_t bytes_ = 0;
    std::vector<Piece> pieces_;
};

/// Where to end a piece of at most kPieceBytes: after a line if there is one in its second half,
/// else after a word, else after a character.
std::size_t pieceEnd(std::string_view text) {
    if (text.size() <= kPieceBytes) return text.size();
    const std::string_view head = text.substr(0, kPieceBytes);
    for (const char separator : {'\n', ' '}) {
        const std::size_t found = head.rfind(separator);
        if (found != std::string_view::npos && found >= kPieceBytes / 2) return found;
    }
    return characterStart(text, kPieceBytes);
}

bool isReserved(char32_t character) {
    return character < 0x20 || character == 0x7F || character == kSpaceSymbol ||
           character == kUnknownSymbol;
}

template <typename Visit>
void forEachCharacter(std::string_view text, Visit visit) {
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = decodeUtf8(text.substr(i));
        const std::size_t bytes = std::max<std::size_t>(point.bytes, 1);
        visit(point.value, text.substr(i, bytes));
        i += bytes;
    }
}

struct Alphabet {
    std::unordered_set<char32_t> kept = {U' '};
    bool crowded = false;
};

Alphabet frequentCharacters(const std::vector<std::string>& sample, std::int64_t room) {
    std::unordered_map<char32_t, std::int64_t> counts;
    std::int64_t total = 0;
    for (const std::string& text : sample) {
        forEachCharacter(text, [&](char32_t character, std::string_view) {
            if (isReserved(character) || character == U' ') return;
            ++counts[character];
            ++total;
        });
    }
    std::vector<std::pair<std::int64_t, char32_t>> order;
    for (const auto& [character, count] : counts)
        order.emplace_back(-count, character);
    std::sort(order.begin(), order.end());
    Alphabet alphabet;
    std::int64_t covered = 0;
    for (const auto& [negative_count, character] : order) {
        if (static_cast<double>(covered) >= kCoverage * static_cast<double>(total)) break;
        alphabet.crowded = std::cmp_greater_equal(alphabet.kept.size(), room);
        if (alphabet.crowded) break;
        alphabet.kept.insert(character);
        covered -= negative_count;
    }
    return alphabet;
}

}  // namespace

std::vector<std::string> sampleText(DocumentSource& documents, std::int64_t bytes,
                                    std::uint64_t seed, const std::function<bool()>& cancelled) {
    Sampler sampler(bytes, seed);
    documents.rewind();
    while (const std::optional<std::string> document = documents.next()) {
        if (cancelled && cancelled()) throw Cancelled();
        std::string_view rest = *document;
        while (!rest.empty()) {
            const std::size_t end = pieceEnd(rest);
            sampler.add(rest.substr(0, end));
            rest.remove_prefix(end);
        }
    }
    documents.rewind();
    return sampler.take();
}

TrainingText trainingText(const std::vector<std::string>& sample, std::int64_t room) {
    const Alphabet alphabet = frequentCharacters(sample, room);
    TrainingText result;
    result.crowded = alphabet.crowded;
    for (const std::string& text : sample) {
        std::string sentence;
        const auto finish = [&] {
            if (!sentence.empty()) result.sentences.push_back(std::exchange(sentence, {}));
        };
        forEachCharacter(text, [&](char32_t character, std::string_view bytes) {
            const bool kept = alphabet.kept.contains(character);
            if (!kept || sentence.size() + bytes.size() > kLongestWord) finish();
            if (kept) sentence += bytes;
        });
        finish();
    }
    // A model without the space would write U+2581 for it.
    if (!result.sentences.empty()) result.sentences.emplace_back(" ");
    return result;
}

}  // namespace orrery
