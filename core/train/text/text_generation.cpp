// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/text_generation.h"

#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "core/error.h"
#include "core/model/router_interventions.h"
#include "core/train/text/sampling.h"
#include "core/train/text/text_decoder.h"
#include "core/train/text/text_stream.h"
#include "core/train/text/token_readings.h"

namespace orrery {
namespace {

constexpr std::int32_t kNeverDrawn[] = {Tokenizer::unk_id, Tokenizer::pad_id, Tokenizer::bos_id};

/// One continuation under way.
struct Writer {
    Writer(std::size_t continuation, const Tokenizer& tokenizer, const GenerateOptions& options)
        : index(static_cast<std::int64_t>(continuation)),
          random(options.seed + continuation),
          stream(tokenizer, options.stop) {}

    std::int64_t index;
    std::mt19937_64 random;
    TextStream stream;
    Continuation written;
    bool done = false;
};

}  // namespace

struct TextGeneration::Impl {
    Impl(LanguageModel& model, const Tokenizer& tokenizer, const std::string& prompt,
         const GenerateOptions& options, const GenerateHooks& hooks)
        : tokenizer_(tokenizer), options_(options), hooks_(hooks) {
        checkGenerateOptions(options);
        prompt_ = {Tokenizer::bos_id};
        for (const std::int32_t token : tokenizer.encode(prompt))
            prompt_.push_back(token);
        prompt_.insert(prompt_.end(), options.prompt_tokens.begin(), options.prompt_tokens.end());
        DecoderOptions decoder;
        decoder.context = contextOf(model->config(), options.context);
        decoder.more_tokens = options.max_tokens;
        decoder.routing = options.readings;
        if (!options.interventions.empty())
            interventions_.emplace(options.interventions, model->config(),
                                   model->headWeight().device());
        decoder.interventions = interventions_ ? &*interventions_ : nullptr;
        const auto count = static_cast<std::size_t>(options.continuations);
        decoder_.emplace(model, std::vector(count, prompt_), decoder);
        for (std::size_t i = 0; i < count; ++i)
            writers_.emplace_back(i, tokenizer, options);
        active_.resize(count);
        std::iota(active_.begin(), active_.end(), std::size_t{0});
    }

    bool done() const {
        if (hooks_.cancelled && hooks_.cancelled()) throw Cancelled();
        return count_ >= options_.max_tokens || active_.empty() ||
               (hooks_.enough && hooks_.enough());
    }

    void next() { step(++count_ == options_.max_tokens); }

    std::vector<Continuation> finish() {
        std::vector<Continuation> all;
        for (Writer& writer : writers_) {
            writer.written.text += writer.stream.finish();
            all.push_back(std::move(writer.written));
        }
        return all;
    }

    void readAgain() { decoder_->readAll(); }

private:
    /// One token for each continuation that goes on.
    void step(bool last) {
        std::vector<std::int64_t> rows, tokens;
        std::vector<std::size_t> going;
        for (std::size_t row = 0; row < active_.size(); ++row) {
            Writer& writer = writers_[active_[row]];
            const std::int64_t token = draw(static_cast<std::int64_t>(row), writer);
            take(static_cast<std::int64_t>(row), static_cast<std::int32_t>(token), last, writer);
            if (writer.done) continue;
            rows.push_back(static_cast<std::int64_t>(row));
            tokens.push_back(token);
            going.push_back(active_[row]);
        }
        const bool fewer = going.size() < active_.size();
        active_ = std::move(going);
        if (active_.empty()) return;
        if (fewer) decoder_->select(rows);
        decoder_->append(tokens);
    }

    std::span<const float> logitsOf(std::int64_t row) const {
        const at::Tensor& all = decoder_->logits();
        return {all.const_data_ptr<float>() + row * all.size(1),
                static_cast<std::size_t>(all.size(1))};
    }

    std::int64_t draw(std::int64_t row, Writer& writer) {
        const auto logits = logitsOf(row);
        std::vector<double> scores(logits.begin(), logits.end());
        for (const auto never : kNeverDrawn)
            scores.at(static_cast<std::size_t>(never)) = -1e300;
        std::vector<std::int64_t> seen;
        if (options_.repetition_penalty != 1) {
            seen.assign(prompt_.begin() + 1, prompt_.end());
            seen.insert(seen.end(), writer.written.tokens.begin(), writer.written.tokens.end());
        }
        return drawToken(samplingDistribution(scores, seen, options_), writer.random);
    }

    /// The token becomes a part of the text.
    void take(std::int64_t row, std::int32_t token, bool last, Writer& writer) {
        Continuation& written = writer.written;
        GeneratedToken told{writer.index, std::ssize(written.tokens), token, {}, nullptr, false};
        if (token == Tokenizer::eos_id) {
            writer.done = true;
            written.end = TextEnd::endOfText;
            told.text = writer.stream.finish();
        } else {
            written.tokens.push_back(token);
            told.text = writer.stream.add(token);
            if (options_.readings) read(row, token, written);
            if (writer.stream.stopped()) written.end = TextEnd::stop;
            writer.done = writer.stream.stopped() || last;
            if (writer.done) told.text += writer.stream.finish();
            told.reading = options_.readings ? &written.readings.back() : nullptr;
        }
        written.text += told.text;
        told.last = writer.done;
        if (hooks_.on_token && (token != Tokenizer::eos_id || told.last)) hooks_.on_token(told);
    }

    void read(std::int64_t row, std::int32_t token, Continuation& written) {
        TokenReading reading = readToken(logitsOf(row), token, tokenizer_, options_.alternatives);
        addRoute(decoder_->routing(), row, reading);
        written.readings.push_back(std::move(reading));
    }

    const Tokenizer& tokenizer_;
    const GenerateOptions options_;
    const GenerateHooks hooks_;
    std::vector<std::int64_t> prompt_;  // with the begin token
    std::optional<RouterInterventions> interventions_;
    std::optional<TextDecoder> decoder_;
    std::vector<Writer> writers_;
    std::vector<std::size_t> active_;  // the writer of each row
    std::int64_t count_ = 0;           // tokens of each
};

TextGeneration::TextGeneration(LanguageModel& model, const Tokenizer& tokenizer,
                               const std::string& prompt, const GenerateOptions& options,
                               const GenerateHooks& hooks)
    : impl_(std::make_unique<Impl>(model, tokenizer, prompt, options, hooks)) {}

TextGeneration::~TextGeneration() = default;

bool TextGeneration::done() const {
    return impl_->done();
}
void TextGeneration::step() {
    impl_->next();
}
void TextGeneration::readAgain() {
    impl_->readAgain();
}
std::vector<Continuation> TextGeneration::finish() {
    return impl_->finish();
}

}  // namespace orrery
