// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/generate.h"

#include "core/train/text/text_generation.h"

namespace orrery {

std::vector<Continuation> generate(LanguageModel& model, const Tokenizer& tokenizer,
                                   const std::string& prompt, const GenerateOptions& options,
                                   const GenerateHooks& hooks) {
    TextGeneration text(model, tokenizer, prompt, options, hooks);
    while (!text.done())
        text.step();
    return text.finish();
}

std::string generateText(LanguageModel& model, const Tokenizer& tokenizer,
                         const std::string& prompt, const GenerateOptions& options,
                         const std::function<bool()>& cancelled) {
    GenerateHooks hooks;
    hooks.cancelled = cancelled;
    return prompt + generate(model, tokenizer, prompt, options, hooks).front().text;
}

}  // namespace orrery
