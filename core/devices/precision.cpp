// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/precision.h"

#include "core/devices/device.h"
#include "core/ops/panels/half_product.h"
#include "core/ops/panels/split_product.h"

namespace orrery {
namespace {

constexpr int kBfloat16Generation = 8;  // of the GPUs that multiply it faster than float32

/// What multiplies bfloat16 faster than float32 here, or empty.
std::string fasterWith(const std::string& device) {
    if (!isCuda(device)) return halfInstructions();
    return deviceGeneration(device) >= kBfloat16Generation ? "this GPU" : "";
}

/// What products in bf16 are on a CPU.
std::string productsText(const Config& config, const std::string& instructions) {
    if (instructions.empty())
        return "products are computed in fp32, because this processor has no instructions that "
               "make them faster in bfloat16 (ORRERY_BF16=off hides those that it has)";
    std::string text =
        "products of attention, experts and head are computed in bfloat16 with " + instructions;
    if (config.some.experts == ExpertKind::lora)
        text += ", but those of experts with low-rank parts in fp32";
    if (config.model.positions == PositionEncoding::rope ||
        config.model.positions == PositionEncoding::alibi)
        text += ", but those of scores and values in fp32 (model.positions)";
    return text;
}

}  // namespace

PrecisionChoice choosePrecision(const Config& config, const std::string& device) {
    PrecisionChoice choice{config.train.precision, {}};
    const std::string faster = fasterWith(device);
    if (choice.precision == Precision::automatic) {
        choice.precision = faster.empty() ? Precision::fp32 : Precision::bf16;
        choice.text = faster.empty()
                          ? "train.precision: auto is fp32: nothing here is faster in bfloat16."
                          : "train.precision: auto is bf16";
        if (faster.empty()) return choice;
    } else if (choice.precision == Precision::bf16) {
        choice.text = "train.precision: bf16";
    }
    if (choice.precision == Precision::fp32) {
        if (!isCuda(device) && hasSplitProducts())
            choice.text =
                "train.precision: fp32: products are computed with AMX_BF16, each factor in three "
                "parts, and as exact as without it (ORRERY_BF16=off).";
        return choice;
    }
    choice.text += isCuda(device) ? "." : ": " + productsText(config, faster) + ".";
    return choice;
}

}  // namespace orrery
