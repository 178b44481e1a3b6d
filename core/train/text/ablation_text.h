// SPDX-License-Identifier: GPL-3.0-or-later
// The losses of a text's tokens while its router is changed.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/analysis/run_analysis.h"
#include "core/events/interventions.h"
#include "core/model/language_model.h"

namespace orrery {

/// One thread at a time.
class AblationText {
public:
    /// `text` as routeText() reads it; it and `model` outlive this.
    AblationText(LanguageModel& model, const RoutedText& text,
                 const std::function<bool()>& cancelled = {});

    /// Reads the text up to layer `layer`, so that losses() costs the layers from there on alone. A
    /// later layer goes on from an earlier one. Throws Cancelled.
    void begin(std::int64_t layer);
    /// [N] nats of the token behind each token, given it and those before it in its window; NaN
    /// where none comes. With interventions on layers from begin()'s on. Unchanged layers give the
    /// bits of a forward pass. Throws Cancelled, Error.
    std::vector<float> losses(const Interventions& interventions);

private:
    /// Some windows of the text.
    struct Part {
        at::Tensor tokens;                  // [B, T], padded behind
        at::Tensor targets;                 // [B * T] of the tokens behind, -100 where none comes
        std::vector<std::int64_t> numbers;  // [B * T] of the token in the text, -1 none
        LayerInput input;                   // of the layer
    };
    void addPart(std::size_t first, std::size_t last);
    ForwardOptions forwardOptions() const;

    LanguageModel& model_;
    const RoutedText& text_;
    std::function<bool()> cancelled_;
    std::int64_t layer_ = 0;
    std::vector<Part> parts_;
};

}  // namespace orrery
