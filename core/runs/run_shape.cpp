// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_shape.h"

#include <algorithm>

#include "core/error.h"

namespace orrery {
namespace {

class ShapeCheck {
public:
    explicit ShapeCheck(const Config& config) : config_(config) {}

    std::string operator()(const Usage& usage) const {
        return fault("selection counts", usage.step, usage.layer, usage.counts.size());
    }
    std::string operator()(const Keys& keys) const {
        std::string found =
            fault("keys", keys.step, keys.layer, static_cast<std::size_t>(keys.experts));
        if (found.empty() && keys.dimensions != config_.model.d_model)
            found = "keys of " + std::to_string(keys.dimensions) + " dimensions (step " +
                    std::to_string(keys.step) + "), but model.d_model is " +
                    std::to_string(config_.model.d_model);
        return found;
    }
    std::string operator()(const ExpertTokens& tokens) const {
        return fault("tokens of experts", tokens.step, tokens.layer, tokens.experts.size());
    }
    std::string operator()(const Trace& trace) const {
        const auto experts = config_.some.num_experts;
        const bool fits = trace.layers == config_.model.num_layers &&
                          trace.experts_per_layer == experts && trace.top_k >= 1 &&
                          trace.top_k <= experts &&
                          std::ranges::all_of(trace.experts, [&](std::int32_t expert) {
                              return expert >= 0 && expert < experts;
                          });
        return fits ? ""
                    : "a trace (step " + std::to_string(trace.step) +
                          ") of other layers or experts than the " + ofTheRun();
    }
    template <typename Other>
    std::string operator()(const Other&) const {
        return {};
    }

private:
    std::string ofTheRun() const {
        return std::to_string(config_.model.num_layers) + " layers of " +
               std::to_string(config_.some.num_experts) + " experts that the run has";
    }
    std::string fault(const std::string& what, std::int64_t step, int layer,
                      std::size_t experts) const {
        if (layer >= 0 && layer < config_.model.num_layers &&
            experts == static_cast<std::size_t>(config_.some.num_experts))
            return {};
        return what + " of layer " + std::to_string(layer) + " with " + std::to_string(experts) +
               " experts (step " + std::to_string(step) + "), which is none of the " + ofTheRun() +
               " (layers count from 0)";
    }

    const Config& config_;
};

}  // namespace

std::string shapeFault(const Config& config, const Event& event) {
    return std::visit(ShapeCheck(config), event);
}

void requireShape(const Config& config, const Event& event, const std::string& database) {
    const std::string fault = shapeFault(config, event);
    if (!fault.empty())
        throw Error(database + " holds " + fault +
                    ". It is damaged, or belongs to another run: put the run's own run.db back.");
}

}  // namespace orrery
