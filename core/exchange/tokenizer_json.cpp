// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tokenizer_json.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.h"

namespace orrery {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// As TextEncoder cuts a text: spaces and what follows them; control characters and U+2581 apart.
constexpr const char* kWords = " *[^ \\x00-\\x1F\\x7F\\u2581]+| +|[\\x00-\\x1F\\x7F\\u2581]";
/// Unigram models of tokenizers find any entry in a text, also those that stand for bytes and
/// special tokens: their spelling is cut behind its first character.
constexpr const char* kSpelledEntries =
    "<(?=0x[0-9A-F]{2}>|\\|[a-z]{3}\\|>|unk>|pad>|bos>|eos>|s>|/s>)";

enum class SentencePieceModel { unigram = 1, bpe = 2 };

/// What stands in a serialized protocol buffer, field by field.
class ProtoFields {
public:
    explicit ProtoFields(std::string_view bytes) : rest_(bytes) {}

    struct Field {
        std::uint64_t number = 0;
        std::uint64_t value = 0;  // of a number
        std::string_view bytes;   // of a text or message
    };
    /// False at the end.
    bool next(Field& field) {
        if (rest_.empty()) return false;
        const std::uint64_t tag = varint();
        field = {tag >> 3, 0, {}};
        switch (tag & 7) {
            case 0:
                field.value = varint();
                break;
            case 1:
                take(8);
                break;
            case 2:
                field.bytes = take(varint());
                break;
            case 5:
                take(4);
                break;
            default:
                throw Error("The tokenizer's model is damaged.");
        }
        return true;
    }

private:
    std::string_view take(std::uint64_t size) {
        if (size > rest_.size()) throw Error("The tokenizer's model is truncated.");
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1).front());
            value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        throw Error("The tokenizer's model is damaged.");
    }

    std::string_view rest_;
};

/// Of ModelProto, field trainer_spec, its field model_type (sentencepiece_model.proto).
SentencePieceModel modelType(std::string_view model) {
    constexpr std::uint64_t kTrainerSpec = 2;
    constexpr std::uint64_t kModelType = 3;
    std::uint64_t type = 1;  // its default
    ProtoFields::Field part;
    for (ProtoFields parts(model); parts.next(part);) {
        if (part.number != kTrainerSpec) continue;
        ProtoFields::Field field;
        for (ProtoFields fields(part.bytes); fields.next(field);)
            if (field.number == kModelType) type = field.value;
    }
    if (type != 1 && type != 2)
        throw Error("Tokenizers of type BPE and unigram can be exported, and this is another.");
    return static_cast<SentencePieceModel>(type);
}

struct Entry {
    std::string text;  // spaces are spaces; bytes as <0x0A>
    double score = 0;
    bool learned = false;  // neither special nor a byte
};

std::vector<Entry> entriesOf(const sentencepiece::SentencePieceProcessor& processor) {
    constexpr std::string_view kSpacePiece = "\xE2\x96\x81";
    std::vector<Entry> entries;
    for (int id = 0; id < processor.GetPieceSize(); ++id) {
        Entry entry{processor.IdToPiece(id), processor.GetScore(id),
                    !processor.IsControl(id) && !processor.IsUnknown(id) && !processor.IsByte(id)};
        for (std::size_t i = 0;
             entry.learned && (i = entry.text.find(kSpacePiece, i)) != std::string::npos; ++i)
            entry.text.replace(i, kSpacePiece.size(), " ");
        entries.push_back(std::move(entry));
    }
    return entries;
}

/// Each learned entry as every pair of learned entries that make it, the most wanted first.
/// SentencePiece merges whatever makes an entry; the format wants the pairs.
OrderedJson mergesOf(const std::vector<Entry>& entries) {
    std::unordered_map<std::string_view, std::size_t> ids;
    std::vector<std::size_t> order;
    for (std::size_t id = 0; id < entries.size(); ++id) {
        if (!entries[id].learned) continue;
        ids.emplace(entries[id].text, id);
        order.push_back(id);
    }
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return entries[a].score > entries[b].score; });
    OrderedJson merges = OrderedJson::array();
    for (const std::size_t id : order) {
        const std::string_view text = entries[id].text;
        // The longest first part first: of a run of one character its beginning is merged first.
        for (std::size_t cut = text.size() - 1; cut > 0 && cut < text.size(); --cut) {
            if ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) continue;
            if (ids.contains(text.substr(0, cut)) && ids.contains(text.substr(cut)))
                merges.push_back({text.substr(0, cut), text.substr(cut)});
        }
    }
    return merges;
}

OrderedJson bpeModel(const std::vector<Entry>& entries) {
    OrderedJson vocabulary = OrderedJson::object();
    for (std::size_t id = 0; id < entries.size(); ++id)
        vocabulary[entries[id].text] = id;
    return {{"type", "BPE"},
            {"dropout", nullptr},
            {"unk_token", entries.at(Tokenizer::unk_id).text},
            {"continuing_subword_prefix", nullptr},
            {"end_of_word_suffix", nullptr},
            {"fuse_unk", false},
            {"byte_fallback", true},
            {"ignore_merges", false},
            {"vocab", std::move(vocabulary)},
            {"merges", mergesOf(entries)}};
}

OrderedJson unigramModel(const std::vector<Entry>& entries) {
    OrderedJson vocabulary = OrderedJson::array();
    for (const Entry& entry : entries)
        vocabulary.push_back({entry.text, entry.score});
    return {{"type", "Unigram"},
            {"unk_id", Tokenizer::unk_id},
            {"vocab", std::move(vocabulary)},
            {"byte_fallback", true}};
}

OrderedJson split(const char* pattern, const char* behavior) {
    return {{"type", "Split"},
            {"pattern", {{"Regex", pattern}}},
            {"behavior", behavior},
            {"invert", false}};
}

OrderedJson preTokenizer(SentencePieceModel type) {
    OrderedJson steps = OrderedJson::array({split(kWords, "Isolated")});
    if (type == SentencePieceModel::unigram)
        steps.push_back(split(kSpelledEntries, "MergedWithPrevious"));
    return {{"type", "Sequence"}, {"pretokenizers", steps}};
}

OrderedJson addedTokens(const std::vector<Entry>& entries) {
    OrderedJson added = OrderedJson::array();
    for (std::size_t id = 0; id < 4; ++id)
        added.push_back({{"id", id},
                         {"content", entries.at(id).text},
                         {"single_word", false},
                         {"lstrip", false},
                         {"rstrip", false},
                         {"normalized", false},
                         {"special", true}});
    return added;
}

/// Puts begin-of-text in front.
OrderedJson postProcessor(const std::string& begin) {
    const auto special = [&](int type) {
        return OrderedJson{{"SpecialToken", {{"id", begin}, {"type_id", type}}}};
    };
    const auto sequence = [](const char* id, int type) {
        return OrderedJson{{"Sequence", {{"id", id}, {"type_id", type}}}};
    };
    return {{"type", "TemplateProcessing"},
            {"single", {special(0), sequence("A", 0)}},
            {"pair", {special(0), sequence("A", 0), special(1), sequence("B", 1)}},
            {"special_tokens",
             {{begin,
               {{"id", begin},
                {"ids", OrderedJson::array({Tokenizer::bos_id})},
                {"tokens", OrderedJson::array({begin})}}}}}};
}

}  // namespace

std::string tokenizerJson(const Tokenizer& tokenizer) {
    sentencepiece::SentencePieceProcessor processor;
    if (!processor.LoadFromSerializedProto(tokenizer.bytes()).ok())
        throw Error("The tokenizer's model can't be read.");
    const SentencePieceModel type = modelType(tokenizer.bytes());
    const std::vector<Entry> entries = entriesOf(processor);
    const OrderedJson steps = OrderedJson::array({{{"type", "ByteFallback"}}, {{"type", "Fuse"}}});
    const OrderedJson file = {
        {"version", "1.0"},
        {"truncation", nullptr},
        {"padding", nullptr},
        {"added_tokens", addedTokens(entries)},
        {"normalizer", nullptr},
        {"pre_tokenizer", preTokenizer(type)},
        {"post_processor", postProcessor(entries.at(Tokenizer::bos_id).text)},
        {"decoder", {{"type", "Sequence"}, {"decoders", steps}}},
        {"model", type == SentencePieceModel::bpe ? bpeModel(entries) : unigramModel(entries)}};
    return file.dump(1) + "\n";
}

std::string tokenizerConfigJson(const Tokenizer& tokenizer, std::int64_t max_length) {
    const OrderedJson file = {{"tokenizer_class", "PreTrainedTokenizerFast"},
                              {"unk_token", tokenizer.piece(Tokenizer::unk_id)},
                              {"pad_token", tokenizer.piece(Tokenizer::pad_id)},
                              {"bos_token", tokenizer.piece(Tokenizer::bos_id)},
                              {"eos_token", tokenizer.piece(Tokenizer::eos_id)},
                              {"model_max_length", max_length},
                              {"padding_side", "left"},
                              {"split_special_tokens", true},
                              {"clean_up_tokenization_spaces", false}};
    return file.dump(1) + "\n";
}

}  // namespace orrery
