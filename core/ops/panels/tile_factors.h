// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery {

/// What the factors of products by tiles are: rounded to bfloat16, or float32 in three parts
/// (split_product.h).
enum class TileFactors { bf16, split };

}  // namespace orrery
