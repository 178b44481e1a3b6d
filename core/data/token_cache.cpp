// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_cache.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/data/text_encoder.h"
#include "core/data/token_file.h"
#include "core/error.h"
#include "core/files/sha256.h"
#include "core/threads.h"

namespace orrery {
namespace {

constexpr std::chrono::milliseconds kPoll{50};
constexpr std::size_t kRoundBytes = 4'000'000;  // text that is encoded between two writes
constexpr std::size_t kCountedAtOnce = std::size_t{1} << 22;  // tokens between questions
constexpr const char* kSettings = "tokens 1";  // changes when the same text is to give other tokens

struct Document {
    std::string text;
    std::vector<std::int32_t> tokens;
};

/// Documents of a round are encoded by any thread and written in their order.
class RoundEncoder {
public:
    explicit RoundEncoder(const Tokenizer& tokenizer) {
        for (int i = availableThreads(); i > 0; --i)
            encoders_.emplace_back(tokenizer);
    }

    /// Throws what an encoder threw, Cancelled.
    void encode(std::vector<Document>& round, const std::function<bool()>& cancelled) {
        next_ = 0;
        working_ = encoders_.size();
        std::vector<std::jthread> threads;  // leaving this function stops and joins them
        for (TextEncoder& encoder : encoders_) {
            threads.emplace_back([this, &round, &encoder](const std::stop_token& stop) {
                work(round, encoder, stop);
            });
        }
        std::unique_lock lock(mutex_);
        while (!finished_.wait_for(lock, kPoll, [this] { return working_ == 0; })) {
            if (cancelled && cancelled()) {
                lock.unlock();
                throw Cancelled();
            }
        }
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void work(std::vector<Document>& round, TextEncoder& encoder, const std::stop_token& stop) {
        std::exception_ptr failure;
        try {
            for (std::size_t i = next_++; i < round.size(); i = next_++)
                encoder.append(round[i].text, round[i].tokens, stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        if (failure) failure_ = failure;
        --working_;
        finished_.notify_one();
    }

    std::vector<TextEncoder> encoders_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::size_t working_ = 0;
    std::exception_ptr failure_;
};

/// Bytes of text that these tokens stand for; nothing for a token outside of the vocabulary.
std::optional<std::int64_t> bytesOfTokens(std::span<const std::int32_t> tokens,
                                          const std::vector<std::int32_t>& token_bytes) {
    std::int64_t bytes = 0;
    for (const std::int32_t token : tokens) {
        if (token < 0 || std::cmp_greater_equal(token, token_bytes.size())) return std::nullopt;
        bytes += token_bytes[static_cast<std::size_t>(token)];
    }
    return bytes;
}

/// Throws Cancelled.
bool standForTheirBytes(const MappedTokens& mapped, const std::vector<std::int32_t>& token_bytes,
                        const std::function<bool()>& cancelled) {
    std::int64_t bytes = 0;
    for (std::span<const std::int32_t> rest = mapped.tokens(); !rest.empty();) {
        if (cancelled && cancelled()) throw Cancelled();
        const auto part = rest.first(std::min(kCountedAtOnce, rest.size()));
        const std::optional<std::int64_t> own = bytesOfTokens(part, token_bytes);
        if (!own) return false;
        bytes += *own;
        rest = rest.subspan(part.size());
    }
    return bytes == mapped.byteOffsets().back();
}

void requireEveryByte(const Document& document, std::int64_t number,
                      const std::vector<std::int32_t>& token_bytes) {
    if (bytesOfTokens(document.tokens, token_bytes) == std::ssize(document.text)) return;
    throw Error("The tokenizer does not give back the text of document " + std::to_string(number) +
                ": losses per byte of it would be wrong. Use a tokenizer of Orrery.");
}

std::vector<Document> readRound(DocumentSource& documents) {
    std::vector<Document> round;
    std::size_t bytes = 0;
    while (bytes < kRoundBytes) {
        std::optional<std::string> text = documents.next();
        if (!text) break;
        bytes += text->size();
        round.push_back({std::move(*text), {}});
    }
    return round;
}

void makeTokenFile(const std::filesystem::path& file, std::string_view key,
                   DocumentSource& documents, const Tokenizer& tokenizer,
                   const std::function<void(double)>& progress,
                   const std::function<bool()>& cancelled) {
    TokenFileWriter writer(file);
    RoundEncoder encoder(tokenizer);
    const std::vector<std::int32_t> token_bytes = tokenizer.textBytes();
    const auto total = static_cast<double>(std::max<std::int64_t>(documents.size(), 1));
    std::int64_t done = 0;
    documents.rewind();
    while (true) {
        if (cancelled && cancelled()) throw Cancelled();
        std::vector<Document> round = readRound(documents);
        if (round.empty()) break;
        encoder.encode(round, cancelled);
        for (const Document& document : round) {
            requireEveryByte(document, ++done, token_bytes);
            writer.add(document.tokens, std::ssize(document.text));
        }
        if (progress) progress(std::min(1.0, static_cast<double>(done) / total));
    }
    documents.rewind();
    writer.finish(key);
}

}  // namespace

struct TokenCache::Impl {
    std::shared_ptr<const MappedTokens> mapped;
    std::vector<std::int32_t> token_bytes;  // of each id
};

TokenCache::TokenCache(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

TokenCache TokenCache::open(DocumentSource& documents, const Tokenizer& tokenizer,
                            const std::filesystem::path& folder,
                            const std::function<void(double)>& progress,
                            const std::function<bool()>& cancelled) {
    const std::string key = sha256Hex(documents.hash() + tokenizer.hash() + kSettings);
    const std::filesystem::path file = folder / (key.substr(0, 32) + ".tokens");
    std::vector<std::int32_t> token_bytes = tokenizer.textBytes();
    std::shared_ptr<const MappedTokens> mapped = MappedTokens::open(file, key, cancelled);
    if (!mapped || !standForTheirBytes(*mapped, token_bytes, cancelled)) {
        makeTokenFile(file, key, documents, tokenizer, progress, cancelled);
        mapped = MappedTokens::open(file, key, cancelled);
    }
    if (!mapped)
        throw Error("The token cache " + file.string() +
                    " can't be read back after writing: is the disk failing?");
    if (progress) progress(1.0);
    return TokenCache(
        std::make_shared<const Impl>(Impl{std::move(mapped), std::move(token_bytes)}));
}

std::int64_t TokenCache::documents() const {
    return impl_->mapped->documents();
}

std::span<const std::int32_t> TokenCache::document(std::int64_t index) const {
    const auto offsets = impl_->mapped->tokenOffsets().subspan(static_cast<std::size_t>(index), 2);
    return impl_->mapped->tokens().subspan(static_cast<std::size_t>(offsets[0]),
                                           static_cast<std::size_t>(offsets[1] - offsets[0]));
}

std::int64_t TokenCache::documentBytes(std::int64_t index) const {
    const auto offsets = impl_->mapped->byteOffsets().subspan(static_cast<std::size_t>(index), 2);
    return offsets[1] - offsets[0];
}

std::int64_t TokenCache::documentBytes(std::int64_t index, std::int64_t first,
                                       std::int64_t count) const {
    const auto tokens =
        document(index).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    return bytesOfTokens(tokens, impl_->token_bytes).value();
}

std::int64_t TokenCache::tokens() const {
    return impl_->mapped->tokenOffsets().back();
}

std::int64_t TokenCache::bytes() const {
    return impl_->mapped->byteOffsets().back();
}

}  // namespace orrery
