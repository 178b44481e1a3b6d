// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/state_file.h"

#include <array>
#include <cmath>
#include <utility>

#include "core/error.h"

namespace orrery {
namespace {

constexpr std::array<std::pair<const char*, at::ScalarType>, 10> kTypes{{
    {"F64", at::kDouble},
    {"F32", at::kFloat},
    {"F16", at::kHalf},
    {"BF16", at::kBFloat16},
    {"I64", at::kLong},
    {"I32", at::kInt},
    {"I16", at::kShort},
    {"I8", at::kChar},
    {"U8", at::kByte},
    {"BOOL", at::kBool},
}};

at::ScalarType scalarType(const std::string& name, const std::string& dtype) {
    for (const auto& [known, type] : kTypes)
        if (dtype == known) return type;
    throw Error("Tensor " + name + " has type " + dtype + ", which this program does not read.");
}

std::string dtypeName(const std::string& name, at::ScalarType type) {
    for (const auto& [known, own] : kTypes)
        if (type == own) return known;
    throw Error("Tensor " + name + " has a type that safetensors can't store.");
}

}  // namespace

NamedTensors loadTensors(const std::filesystem::path& file) {
    const SafetensorsFile stored(file);
    NamedTensors tensors;
    for (const auto& [name, view] : stored.tensors()) {
        at::Tensor tensor = at::empty(view.shape, at::TensorOptions(scalarType(name, view.dtype)));
        if (tensor.nbytes() != view.bytes.size())
            throw Error("Tensor " + name + " in " + file.string() +
                        " has a size that does not fit its shape.");
        std::memcpy(tensor.mutable_data_ptr(), view.bytes.data(), view.bytes.size());
        tensors.emplace(name, std::move(tensor));
    }
    return tensors;
}

std::string notFiniteText(const NamedTensors& tensors) {
    for (const auto& [name, tensor] : tensors) {
        if (!tensor.is_floating_point()) continue;
        const at::Tensor values = tensor.to(at::kFloat).flatten();  // as models hold them
        const at::Tensor finite = at::isfinite(values);
        if (finite.all().item<bool>()) continue;
        std::int64_t place = finite.logical_not().to(at::kByte).argmax().item<std::int64_t>();
        const double value = values[place].item<double>();
        std::string index;
        for (std::int64_t d = tensor.dim() - 1; d >= 0; --d) {
            index = std::to_string(place % tensor.size(d)) + (index.empty() ? "" : ", ") + index;
            place /= tensor.size(d);
        }
        return name + " holds " +
               (std::isnan(value) ? "NaN"
                : value > 0       ? "infinity"
                                  : "-infinity") +
               " at [" + index + "]";
    }
    return {};
}

void saveTensors(const std::filesystem::path& file, const NamedTensors& tensors,
                 const std::map<std::string, std::string>& metadata) {
    NamedTensors plain;
    for (const auto& [name, tensor] : tensors)
        plain.emplace(name, tensor.detach().to(at::kCPU).contiguous());
    writeSafetensors(file, viewsOf(plain), metadata);
}

std::map<std::string, TensorView> viewsOf(const NamedTensors& tensors) {
    std::map<std::string, TensorView> views;
    for (const auto& [name, tensor] : tensors)
        views.emplace(name, TensorView{dtypeName(name, tensor.scalar_type()),
                                       tensor.sizes().vec(),
                                       {static_cast<const std::byte*>(tensor.const_data_ptr()),
                                        tensor.nbytes()}});
    return views;
}

}  // namespace orrery
