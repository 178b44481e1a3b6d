// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "core/config/config.h"
#include "core/model/torch_modules.h"
#include "core/ops/lora_ffn.h"

namespace orrery {

struct ExpertLibraryOptions {
    std::int64_t experts = 1;
    std::int64_t d_model = 0;
    std::int64_t d_ffn = 0;
    ExpertInit init = ExpertInit::uniform;
    double sparsity = 0.5;           // of each column, sparse only
    double gain = 1.0;               // factor on the drawn weights, both matrices
    bool trained = false;            // parameters instead of buffers
    std::int64_t lora_rank = 0;      // > 0: a trained low-rank part beside the frozen matrices
    bool bfloat16 = false;           // frozen matrices are kept in bfloat16
    bool bfloat16_products = false;  // train.precision: bf16
    std::uint64_t seed = 1;
    std::string name;  // "layers.3.some.experts"
};

/// What `config` says of a library named `name`.
ExpertLibraryOptions libraryOptions(const Config& config, const std::string& name);

/// The experts of a layer, or of all layers (core/README.md, section 2). Their weights are a
/// function of these options alone; expert e does not depend on how many there are.
class ExpertLibraryImpl : public torch::nn::Module {
public:
    /// Throws Error for a sparsity outside 0 .. 1, or trained experts in bfloat16.
    explicit ExpertLibraryImpl(const ExpertLibraryOptions& options);
    /// z [N, D], selected [N, k], gates [N, k] -> [N, D]. `few_rows`: by
    /// core/ops/decode/few_rows.h where it fits; no gradients then.
    at::Tensor forward(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                       bool few_rows = false);

private:
    void drawLora(const ExpertLibraryOptions& options);

    at::Tensor down_;  // [E, F, D]
    at::Tensor up_;    // [E, D, F]
    LoraWeights lora_;
    bool bfloat16_products_;
};
TORCH_MODULE(ExpertLibrary);

}  // namespace orrery
