// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tokenizer.h"

#include <utility>

#include "core/data/text_encoder.h"
#include "core/data/tokenizer_impl.h"
#include "core/data/tokenizer_training.h"
#include "core/error.h"
#include "core/files/input_file.h"
#include "core/files/sha256.h"
#include "core/files/utf8.h"

namespace orrery {
namespace {

constexpr std::string_view kSpacePiece = "\xE2\x96\x81";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::uint64_t kLargestModel = 256'000'000;       // bytes of a model file

std::string withSpaces(std::string piece) {
    for (std::size_t i = 0; (i = piece.find(kSpacePiece, i)) != std::string::npos; ++i)
        piece.replace(i, kSpacePiece.size(), " ");
    return piece;
}

std::string byteName(int byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned>(byte);
    return std::string("<0x") + digits[value >> 4] + digits[value & 15] + ">";
}

/// Bytes that are not UTF-8 (a model may generate any) become U+FFFD, one each.
std::string repaired(std::string_view bytes) {
    std::string text;
    while (true) {
        const std::size_t valid = validUtf8Prefix(bytes);
        text += bytes.substr(0, valid);
        if (valid == bytes.size()) return text;
        text += kReplacement;
        bytes.remove_prefix(valid + 1);
    }
}

[[noreturn]] void refuse(const std::string& why) {
    throw Error("This is not a tokenizer of Orrery: " + why +
                ". Use the tokenizer.model of a run folder.");
}

void checkSpecials(const sentencepiece::SentencePieceProcessor& processor) {
    if (processor.unk_id() != Tokenizer::unk_id || processor.pad_id() != Tokenizer::pad_id ||
        processor.bos_id() != Tokenizer::bos_id || processor.eos_id() != Tokenizer::eos_id)
        refuse("its special tokens have other ids than unknown 0, padding 1, begin 2, end 3");
}

}  // namespace

Tokenizer::Tokenizer(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Tokenizer Tokenizer::train(DocumentSource& documents, const TokenizerOptions& options,
                           const std::function<bool()>& cancelled) {
    return fromBytes(trainTokenizer(documents, options, cancelled));
}

Tokenizer Tokenizer::load(const std::filesystem::path& file) {
    InputFile input(file);
    const std::uint64_t size = input.stamp().size;
    if (size > kLargestModel) throw Error(file.string() + " is too large for a tokenizer.");
    std::string bytes(size, '\0');
    input.readAt(0, bytes);
    try {
        return fromBytes(std::move(bytes));
    } catch (const Error& error) {
        throw Error(file.string() + ": " + error.what());
    }
}

Tokenizer Tokenizer::fromBytes(std::string model) {
    auto impl = std::make_shared<Impl>();
    sentencepiece::SentencePieceProcessor& processor = impl->processor;
    if (model.empty() || !processor.LoadFromSerializedProto(model).ok())
        refuse("it is not a SentencePiece model, or it is truncated");
    checkSpecials(processor);
    impl->byte_tokens.fill(-1);
    for (int byte = 0; byte < 256; ++byte) {
        const int id = processor.PieceToId(byteName(byte));
        if (!processor.IsByte(id)) refuse("it has no byte fallback");
        impl->byte_tokens[static_cast<std::size_t>(byte)] = id;
    }
    for (int id = 0; id < processor.GetPieceSize(); ++id) {
        const bool special = processor.IsControl(id) || processor.IsUnknown(id);
        impl->surfaces.push_back(special ? "" : withSpaces(processor.IdToPiece(id)));
    }
    for (int byte = 0; byte < 256; ++byte) {
        const auto id = static_cast<std::size_t>(impl->byte_tokens[static_cast<std::size_t>(byte)]);
        impl->surfaces[id] = std::string(1, static_cast<char>(byte));
    }
    impl->hash = sha256Hex(model);
    impl->bytes = std::move(model);
    Tokenizer tokenizer(std::move(impl));
    // Foreign models fold white space, add a space in front, or rewrite characters (ligatures, full
    // width).
    const std::string probe = "  two  spaces\n\n\t\xEF\xAC\x81 \xEF\xBC\xA1 \xE2\x96\x81 end ";
    if (tokenizer.decode(tokenizer.encode(probe)) != probe)
        refuse("decoding does not restore every text");
    return tokenizer;
}

const std::string& Tokenizer::bytes() const {
    return impl_->bytes;
}

std::int64_t Tokenizer::vocabSize() const {
    return static_cast<std::int64_t>(impl_->surfaces.size());
}

std::string Tokenizer::hash() const {
    return impl_->hash;
}

std::vector<std::int32_t> Tokenizer::encode(std::string_view text) const {
    std::vector<std::int32_t> ids;
    TextEncoder(*this).append(text, ids);
    return ids;
}

std::string Tokenizer::decode(const std::vector<std::int32_t>& ids) const {
    std::string bytes;
    for (const std::int32_t id : ids) {
        if (id < 0 || std::cmp_greater_equal(id, impl_->surfaces.size()))
            throw Error("Token " + std::to_string(id) + " is outside the vocabulary of " +
                        std::to_string(vocabSize()) + ".");
        bytes += impl_->surfaces[static_cast<std::size_t>(id)];
    }
    return repaired(bytes);
}

std::string Tokenizer::piece(std::int32_t id) const {
    if (id < 0 || std::cmp_greater_equal(id, impl_->surfaces.size()))
        throw Error("Token " + std::to_string(id) + " is outside the vocabulary of " +
                    std::to_string(vocabSize()) + ".");
    return withSpaces(impl_->processor.IdToPiece(id));
}

std::vector<std::size_t> Tokenizer::offsets(std::string_view text) const {
    std::vector<std::size_t> result = {0};
    for (const std::int32_t id : encode(text))
        result.push_back(result.back() + impl_->surfaces[static_cast<std::size_t>(id)].size());
    return result;
}

std::vector<std::int32_t> Tokenizer::textBytes() const {
    std::vector<std::int32_t> result;
    for (const std::string& surface : impl_->surfaces)
        result.push_back(static_cast<std::int32_t>(surface.size()));
    return result;
}

}  // namespace orrery
