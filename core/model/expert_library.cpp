// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_library.h"

#include <cmath>

#include "core/model/expert_draw.h"
#include "core/model/weights.h"
#include "core/ops/bf16_ffn.h"
#include "core/ops/check.h"
#include "core/ops/decode/few_rows.h"
#include "core/ops/grouped_ffn.h"

namespace orrery {

ExpertLibraryOptions libraryOptions(const Config& config, const std::string& name) {
    const SomeConfig& some = config.some;
    ExpertLibraryOptions library;
    library.experts = some.num_experts;
    library.d_model = config.model.d_model;
    library.d_ffn = some.d_ffn;
    library.init = some.init;
    library.sparsity = some.sparsity;
    library.gain = some.expert_gain;
    library.trained = some.experts == ExpertKind::trained;
    library.lora_rank = some.experts == ExpertKind::lora ? some.lora_rank : 0;
    library.bfloat16_products = config.train.precision == Precision::bf16;
    // Products of bfloat16 round frozen matrices in each step: once is the same.
    library.bfloat16 = some.expert_dtype == Precision::bf16 ||
                       (library.bfloat16_products && some.experts != ExpertKind::trained);
    library.seed = static_cast<std::uint64_t>(config.train.seed);
    library.name = name;
    return library;
}

ExpertLibraryImpl::ExpertLibraryImpl(const ExpertLibraryOptions& options)
    : bfloat16_products_(options.bfloat16_products) {
    require(!options.trained || !options.bfloat16,
            "some.expert_dtype: bf16 is for frozen experts; use fp32 with some.experts: trained.");
    const auto draw = [&](std::int64_t rows, std::int64_t columns, const char* part) {
        return drawExperts(options.experts, rows, columns, options.init, options.sparsity,
                           mixSeed(options.seed, options.name + part), options.gain,
                           options.bfloat16 ? at::kBFloat16 : at::kFloat);
    };
    down_ = draw(options.d_ffn, options.d_model, ".down");
    up_ = draw(options.d_model, options.d_ffn, ".up");
    if (options.trained) {
        down_ = register_parameter("down", down_);
        up_ = register_parameter("up", up_);
    } else {
        down_ = register_buffer("down", down_);
        up_ = register_buffer("up", up_);
    }
    if (options.lora_rank > 0) drawLora(options);
}

/// A as a Linear layer of that width, B zero: at the start the low-rank part adds nothing.
void ExpertLibraryImpl::drawLora(const ExpertLibraryOptions& options) {
    const auto draw = [&](const std::string& part, std::int64_t width) {
        at::Tensor matrices = at::empty({options.experts, options.lora_rank, width});
        drawUniform(matrices, 1 / std::sqrt(static_cast<double>(width)),
                    SeededRandom(mixSeed(options.seed, options.name + "." + part)));
        return register_parameter(part, matrices);
    };
    const auto zeros = [&](const char* part, std::int64_t height) {
        return register_parameter(part, at::zeros({options.experts, height, options.lora_rank}));
    };
    lora_.down_a = draw("down_a", options.d_model);
    lora_.down_b = zeros("down_b", options.d_ffn);
    lora_.up_a = draw("up_a", options.d_ffn);
    lora_.up_b = zeros("up_b", options.d_model);
}

at::Tensor ExpertLibraryImpl::forward(const at::Tensor& z, const at::Tensor& selected,
                                      const at::Tensor& gates, bool few_rows) {
    if (bfloat16_products_) return bf16Ffn(z, selected, gates, down_, up_, lora_);
    if (lora_.down_a.defined()) return loraFfn(z, selected, gates, down_, up_, lora_);
    if (few_rows && fitsFewRows(z, down_) && fitsFewRows(z, up_))
        return fewRowsFfn(z, selected, gates, down_, up_);
    return groupedFfn(z, selected, gates, down_, up_);
}

}  // namespace orrery
