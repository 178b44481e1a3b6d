// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/text_requests.h"

#include <exception>
#include <utility>

#include "core/devices/failure_text.h"
#include "core/train/stopwatch.h"
#include "core/train/text/score_text.h"

namespace orrery {

TextRequests::TextRequests(TrainingRun& run) : run_(run) {}

TextRequests::~TextRequests() {
    for (const command::WriteText& request : waiting_)
        if (request.on_failure) request.on_failure("The run has ended.");
}

void TextRequests::add(command::WriteText request) {
    waiting_.push_back(std::move(request));
}

void TextRequests::work(double seconds) {
    if (waiting_.empty()) return;
    try {
        if (!text_) begin();
        if (text_) advance(seconds);
        if (text_) return;
    } catch (const std::exception& error) {
        if (waiting_.front().on_failure) waiting_.front().on_failure(failureText(error));
        text_.reset();
    }
    waiting_.pop_front();
}

/// Reads the prompt; without a text_ afterwards all is done.
void TextRequests::begin() {
    const command::WriteText& request = waiting_.front();
    read_step_ = run_.step;
    const GenerateOptions& options = request.options;
    if (request.score || !request.prompt.empty() || !options.prompt_tokens.empty()) {
        TextScore score =
            scoreText(run_.model, run_.data.tokenizer, request.prompt,
                      {options.prompt_tokens, options.alternatives, true, options.interventions});
        score.step = run_.step;
        if (request.on_prompt) request.on_prompt(score);
    }
    if (!request.score)
        text_ = std::make_unique<TextGeneration>(run_.model, run_.data.tokenizer, request.prompt,
                                                 options, request.hooks);
    else if (request.on_end)
        request.on_end(run_.step, TextEnd::endOfText);
}

void TextRequests::advance(double seconds) {
    if (std::exchange(read_step_, run_.step) != run_.step) text_->readAgain();
    const auto begin = Stopwatch::Clock::now();
    while (!text_->done()) {
        text_->step();
        const std::chrono::duration<double> took = Stopwatch::Clock::now() - begin;
        if (took.count() >= seconds) break;
    }
    if (!text_->done()) return;
    const TextEnd end = text_->finish().front().end;
    text_.reset();
    if (waiting_.front().on_end) waiting_.front().on_end(run_.step, end);
}

}  // namespace orrery
