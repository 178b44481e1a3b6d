// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/model_card.h"

#include <array>
#include <charconv>

#include "core/config/fields.h"
#include "core/model/parameter_count.h"

namespace orrery {
namespace {

constexpr std::string_view kUse = R"(
```python
from transformers import AutoModelForCausalLM, AutoTokenizer
model = AutoModelForCausalLM.from_pretrained(FOLDER, trust_remote_code=True)
tokenizer = AutoTokenizer.from_pretrained(FOLDER, trust_remote_code=True)
```

`model(**tokenizer("Once upon a time", return_tensors="pt"), output_router_logits=True)` gives the scores of all experts
by layer. The model is stated in `modeling_some.py`, a short file of PyTorch. `orrery-cli import FOLDER` makes a run of it
again.
)";

std::string digits(double value, int precision) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, precision);
    return {text.data(), end.ptr};
}

/// 1234567 -> 1,234,567
std::string grouped(std::int64_t count) {
    std::string text = std::to_string(count);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

std::string row(const std::string& what, const std::string& value) {
    return "| " + what + " | " + value + " |\n";
}

std::string figureRow(const std::map<std::string, double>& figures, const char* name,
                      const std::string& what) {
    const auto found = figures.find(name);
    return row(what,
               found == figures.end() ? "not measured at this step" : digits(found->second, 4));
}

std::string whatIsFrozen(const Config& config) {
    switch (config.some.experts) {
        case ExpertKind::none:
            return "There are no experts (a control).";
        case ExpertKind::trained:
            return "Nothing: the experts are trained (a control).";
        case ExpertKind::lora:
            return "The experts were drawn from the seed and are frozen; beside them low-rank "
                   "parts of rank " +
                   std::to_string(config.some.lora_rank) + " were trained.";
        case ExpertKind::frozen:
            break;
    }
    return "The experts: they were drawn from the seed and never trained.";
}

std::string cautions(const Config& config) {
    std::string text;
    if (!config.model.causal)
        text +=
            "\n**No causal mask**: the model saw the tokens that it was to predict. Its loss "
            "is not comparable with that of other models.\n";
    if (config.some.routing != Routing::keys)
        text += "\nExperts are chosen by " + wordOf("some.routing", config.some.routing) +
                " routing, without a router (a control).\n";
    if (config.some.search == KeySearch::hnsw)
        text +=
            "\nOrrery finds the nearest keys with a graph and may miss one; here all keys are "
            "compared.\n";
    if (config.train.precision == Precision::bf16)
        text +=
            "\nIt was trained and evaluated with products of bfloat16; in float32 its logits "
            "differ by that rounding.\n";
    return text;
}

}  // namespace

std::string modelCard(const Config& config, const ModelOrigin& origin, bool bfloat16,
                      const std::map<std::string, double>& figures) {
    const ParameterCount count = countParameters(config);
    std::string text =
        "---\nlibrary_name: transformers\npipeline_tag: text-generation\ntags: [some, "
        "mixture-of-experts]\n---\n# " +
        origin.run +
        "\n\nA SoME language model (Self-Organizing Mixture of Experts), trained with "
        "Orrery " +
        origin.program_version + ".\n";
    text += kUse;
    text +=
        "\n## Figures\n\nOver the validation documents, each real token weighing the same; "
        "padding is not counted.\n\n| | |\n|---|---|\n";
    text += figureRow(figures, "val/loss", "loss, nats a token");
    text += figureRow(figures, "val/bits_per_byte", "bits per byte of text");
    text += figureRow(figures, "val/perplexity", "perplexity, a token");
    text += row("step", grouped(origin.step) + " of " + grouped(origin.total_steps));
    text += row("real tokens trained on", grouped(origin.real_tokens));
    text += row("parameters", grouped(count.total));
    text += row("of them trainable", grouped(count.trainable));
    text += row("weights here",
                bfloat16 ? "bfloat16, those of the router float32 (figures are of the original)"
                         : "float32");
    text +=
        row("seed", std::to_string(config.train.seed) + " (one run: says nothing of seed noise)");
    text += row("corpus", config.data.isEmbedded() ? "embedded stories of Orrery" : "own text");
    text += row("corpus hash", origin.corpus_hash.empty() ? "not recorded" : origin.corpus_hash);
    text += "\nFrozen: " + whatIsFrozen(config) + "\n" + cautions(config);
    text += "\nIt was trained on texts of up to " + std::to_string(config.model.seq_len) +
            " tokens; longer ones are computed, but were never seen.\n";
    return text;
}

}  // namespace orrery
