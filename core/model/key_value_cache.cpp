// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/key_value_cache.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/ops/check.h"

namespace orrery {
namespace {

/// The first counts[r] tokens of row r of `from` [R, length, D] to its place in `to` [R, C, D].
void storeRows(const at::Tensor& from, const std::vector<std::int64_t>& starts,
               const std::vector<std::int64_t>& counts, at::Tensor& to) {
    const at::Tensor own = from.contiguous();
    const std::int64_t width = to.size(2) * to.element_size();
    for (std::int64_t row = 0; row < to.size(0); ++row) {
        const std::int64_t count = counts[static_cast<std::size_t>(row)];
        const std::int64_t start = starts[static_cast<std::size_t>(row)];
        if (count == 0) continue;
        if (to.is_cpu() && to.scalar_type() == own.scalar_type())
            std::memcpy(
                static_cast<char*>(to.mutable_data_ptr()) + (row * to.size(1) + start) * width,
                static_cast<const char*>(own.const_data_ptr()) + row * own.size(1) * width,
                static_cast<std::size_t>(count * width));
        else
            to[row].narrow(0, start, count).copy_(own[row].narrow(0, 0, count));
    }
}

}  // namespace

KeyValueCache::KeyValueCache(const Config& config, std::int64_t rows, std::int64_t capacity,
                             const at::Device& device)
    : capacity_(capacity), lengths_(static_cast<std::size_t>(std::max<std::int64_t>(rows, 0))) {
    require(rows >= 1 && capacity >= 1, "A key-value cache needs a row and a token at least.");
    const auto make = [&] {
        return at::zeros({rows, capacity, config.model.d_model},
                         at::TensorOptions(at::kFloat).device(device));
    };
    for (std::int64_t layer = 0; layer < config.model.num_layers; ++layer)
        layers_.push_back({make(), make()});
}

double KeyValueCache::bytes(const Config& config, std::int64_t rows, std::int64_t capacity) {
    return 2.0 * sizeof(float) * static_cast<double>(config.model.num_layers) *
           static_cast<double>(rows) * static_cast<double>(capacity) *
           static_cast<double>(config.model.d_model);
}

void KeyValueCache::begin(std::span<const std::int64_t> counts, std::int64_t length) {
    require(std::ssize(counts) == rows() && length >= 1,
            "A key-value cache needs a count for each of its rows.");
    std::vector<std::int64_t> positions;
    for (std::int64_t row = 0; row < rows(); ++row) {
        const auto index = static_cast<std::size_t>(row);
        require(counts[index] >= 0 && counts[index] <= length &&
                    lengths_[index] + counts[index] <= capacity_,
                "A key-value cache of " + std::to_string(capacity_) +
                    " tokens has no room for so many more; make it larger.");
        for (std::int64_t i = 0; i < length; ++i)
            positions.push_back(lengths_[index] + i);
    }
    counts_.assign(counts.begin(), counts.end());
    positions_ = std::move(positions);
}

void KeyValueCache::commit() {
    for (std::size_t row = 0; row < lengths_.size(); ++row)
        lengths_[row] += counts_[row];
    counts_.clear();
    positions_.clear();
}

bool KeyValueCache::empty() const {
    return std::ranges::all_of(lengths_, [](std::int64_t length) { return length == 0; });
}

void KeyValueCache::store(std::int64_t layer, const at::Tensor& keys, const at::Tensor& values) {
    Layer& own = layers_.at(static_cast<std::size_t>(layer));
    storeRows(keys, lengths_, counts_, own.keys);
    storeRows(values, lengths_, counts_, own.values);
}

const at::Tensor& KeyValueCache::keys(std::int64_t layer) const {
    return layers_.at(static_cast<std::size_t>(layer)).keys;
}
const at::Tensor& KeyValueCache::values(std::int64_t layer) const {
    return layers_.at(static_cast<std::size_t>(layer)).values;
}

KeyValueCache KeyValueCache::select(std::span<const std::int64_t> rows) const {
    KeyValueCache chosen = *this;
    chosen.lengths_.clear();
    for (const std::int64_t row : rows)
        chosen.lengths_.push_back(lengths_.at(static_cast<std::size_t>(row)));
    const at::Tensor index =
        at::tensor(at::ArrayRef(rows.data(), rows.size()), at::kLong).to(keys(0).device());
    for (Layer& layer : chosen.layers_)
        layer = {layer.keys.index_select(0, index), layer.values.index_select(0, index)};
    return chosen;
}

void KeyValueCache::replace(std::int64_t row, const KeyValueCache& other, std::int64_t from) {
    require(other.capacity_ == capacity_, "Key-value caches differ in their capacity.");
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
        layers_[layer].keys[row].copy_(other.layers_[layer].keys[from]);
        layers_[layer].values[row].copy_(other.layers_[layer].values[from]);
    }
    lengths_.at(static_cast<std::size_t>(row)) = other.lengths_.at(static_cast<std::size_t>(from));
}

}  // namespace orrery
