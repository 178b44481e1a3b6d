// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "core/config/config.h"
#include "core/model/torch_modules.h"

namespace orrery {

struct ExpertLibraryOptions {
    std::int64_t experts = 1;
    std::int64_t d_model = 0;
    std::int64_t d_ffn = 0;
    std::string init = "default";  // default | orthogonal | sparse
    double sparsity = 0.5;         // of each column, sparse only
    double gain = 1.0;             // factor on the drawn weights, both matrices
    bool trained = false;          // parameters instead of buffers
    std::uint64_t seed = 1;
    std::string name;  // "layers.3.some.experts"
};

/// The experts of a layer (core/README.md, section 2). Their weights are a function of these
/// options alone; expert e does not depend on how many there are.
class ExpertLibraryImpl : public torch::nn::Module {
public:
    /// Throws Error for an unknown init or a sparsity outside 0 .. 1.
    explicit ExpertLibraryImpl(const ExpertLibraryOptions& options);
    /// z [N, D], selected [N, k], gates [N, k] -> [N, D]
    at::Tensor forward(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates);

private:
    at::Tensor down_;  // [E, F, D]
    at::Tensor up_;    // [E, D, F]
};
TORCH_MODULE(ExpertLibrary);

/// `matrices` [E, rows, columns] with the named initialisation.
at::Tensor drawExperts(std::int64_t experts, std::int64_t rows, std::int64_t columns,
                       const std::string& init, double sparsity, std::uint64_t seed);

}  // namespace orrery
