// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_shape.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <variant>

#include "core/error.h"

namespace orrery {
namespace {

class ShapeCheck {
public:
    ShapeCheck(const Config& config, const std::filesystem::path& database)
        : layers_(config.model.num_layers),
          experts_(config.some.num_experts),
          dimensions_(config.model.d_model),
          database_(database) {}

    void operator()(const Usage& usage) const {
        requireLayer("usage counts", usage.step, usage.layer);
        requireExperts("usage counts", usage.step, std::ssize(usage.counts));
    }
    void operator()(const SharedKeys& keys) const {
        requireLayer("keys", keys->step, keys->layer);
        requireExperts("keys", keys->step, keys->experts);
        if (keys->dimensions != dimensions_)
            fail("keys", keys->step, std::to_string(keys->dimensions) + " dimensions");
    }
    void operator()(const ExpertTokens& tokens) const {
        requireLayer("tokens of experts", tokens.step, tokens.layer);
        requireExperts("tokens of experts", tokens.step, std::ssize(tokens.experts));
    }
    void operator()(const Trace& trace) const {
        if (trace.layers != layers_)
            fail("a trace", trace.step, std::to_string(trace.layers) + " layers");
        requireExperts("a trace", trace.step, trace.experts_per_layer);
        if (trace.top_k < 1 || trace.top_k > experts_)
            fail("a trace", trace.step, std::to_string(trace.top_k) + " experts a token");
        for (const std::int32_t expert : trace.experts)
            if (expert < 0 || expert >= experts_)
                fail("a trace", trace.step, "expert " + std::to_string(expert));
    }
    void operator()(const Respawned& respawned) const {
        requireLayer("respawned keys", respawned.step, respawned.layer);
        for (const int expert : respawned.experts)
            if (expert < 0 || expert >= experts_)
                fail("respawned keys", respawned.step, "expert " + std::to_string(expert));
    }
    template <typename Other>
    void operator()(const Other&) const {}

private:
    void requireLayer(const char* what, std::int64_t step, int layer) const {
        if (layer < 0 || layer >= layers_) fail(what, step, "layer " + std::to_string(layer));
    }
    void requireExperts(const char* what, std::int64_t step, std::int64_t experts) const {
        if (experts != experts_) fail(what, step, std::to_string(experts) + " experts");
    }
    [[noreturn]] void fail(const char* what, std::int64_t step, const std::string& part) const {
        throw Error(
            database_.string() + " holds " + what + " of " + part + " (step " +
            std::to_string(step) + "), but the run has " + std::to_string(layers_) +
            (layers_ == 1 ? " layer" : " layers") + ", counted from 0, of " +
            std::to_string(experts_) + " experts with keys of " + std::to_string(dimensions_) +
            " dimensions: it does not belong to the config.yaml beside it. Take both from a "
            "backup.");
    }

    std::int64_t layers_, experts_, dimensions_;
    const std::filesystem::path& database_;
};

}  // namespace

void requireShape(const Event& event, const Config& config, const std::filesystem::path& database) {
    std::visit(ShapeCheck(config, database), event);
}

}  // namespace orrery
