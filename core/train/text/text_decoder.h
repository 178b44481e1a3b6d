// SPDX-License-Identifier: GPL-3.0-or-later
// Reads texts token by token, with what was computed for the tokens before kept.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/key_value_cache.h"
#include "core/model/language_model.h"

namespace orrery {

/// First of `tokens` that a model sees whose context holds `context` of them: 0 while they fit.
/// When they don't, the older half is let go of and the rest is read anew, so that a position is
/// never further from the first than in training.
std::int64_t contextBegin(std::int64_t tokens, std::int64_t context);

/// What --context may be: model.seq_len when it is 0. Throws Error beyond model.seq_len with
/// sinusoidal positions, which were never trained there.
std::int64_t contextOf(const Config& config, std::int64_t asked);

struct DecoderOptions {
    std::int64_t context = 0;      // as contextOf gives it
    std::int64_t more_tokens = 0;  // that will come at most, so that no more memory is taken
    bool routing = false;          // keep which experts served the last token
    const RouterInterventions* interventions = nullptr;  // outlives it
};

/// Several texts ("rows"), read in one pass and then a token each at a time. Its slow reference is
/// a forward pass over each row's context; a model without a causal mask, whose past changes with
/// every token, is read so. One thread at a time.
class TextDecoder {
public:
    /// Reads the texts, none of them empty. Throws Error, also where the memory does not suffice.
    TextDecoder(LanguageModel& model, std::vector<std::vector<std::int64_t>> texts,
                const DecoderOptions& options);
    /// Bytes that the keys and values of so many rows take.
    static double bytes(const Config& config, std::int64_t rows, std::int64_t tokens,
                        const DecoderOptions& options);

    std::int64_t rows() const { return std::ssize(texts_); }
    /// [R, V] float32 on the CPU: of the token behind each text.
    const at::Tensor& logits() const { return logits_; }
    /// [L] of [R, k]: of each text's last token, when asked for and there are experts.
    const std::vector<LayerRouting>& routing() const { return routing_; }

    /// One more token for each row.
    void append(std::span<const std::int64_t> tokens);
    /// Reads all rows anew: the model's weights have changed.
    void readAll();
    /// Goes on with these rows alone, in this order; one may occur several times.
    void select(std::span<const std::int64_t> rows);

private:
    std::int64_t begin(std::size_t row) const;
    std::vector<std::int64_t> context(std::size_t row) const;
    ForwardOptions forwardOptions() const;
    void readWithoutCache();
    void readAgain(std::size_t row);
    void keep(ForwardResult result, std::span<const std::int64_t> last);

    LanguageModel& model_;
    DecoderOptions options_;
    std::int64_t capacity_ = 0;
    std::vector<std::vector<std::int64_t>> texts_;
    std::optional<KeyValueCache> cache_;  // none without a causal mask
    at::Tensor logits_;
    std::vector<LayerRouting> routing_;
};

}  // namespace orrery
