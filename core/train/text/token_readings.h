// SPDX-License-Identifier: GPL-3.0-or-later
// What a model's logits say of a token, as plain values.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/data/tokenizer.h"
#include "core/events/token_reading.h"
#include "core/model/language_model.h"

namespace orrery {

/// logits [V] of a place, and the token that stands there. Routes are left empty.
TokenReading readToken(std::span<const float> logits, std::int32_t token,
                       const Tokenizer& tokenizer, std::int64_t alternatives);

/// Puts the experts of row `row` of each layer's routing there.
void addRoute(const std::vector<LayerRouting>& routing, std::int64_t row, TokenReading& reading);

}  // namespace orrery
