// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/search/key_index.h"

#include <ATen/Parallel.h>
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/ops/check.h"
#include "core/ops/dot.h"

namespace orrery {
namespace {

constexpr std::int64_t kQueryGrain = 16;
constexpr double kEfPerRoot = 4;  // for the square root of the number of keys

float distance(const void* a, const void* b, const void* size) {
    return 1.0F - dotOf(static_cast<const float*>(a), static_cast<const float*>(b),
                        *static_cast<const std::int64_t*>(size));
}

/// The library's own is compiled for the oldest processor.
class InnerProduct : public hnswlib::SpaceInterface<float> {
public:
    explicit InnerProduct(std::int64_t size) : size_(size) {}
    std::size_t get_data_size() override { return static_cast<std::size_t>(size_) * sizeof(float); }
    hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
    void* get_dist_func_param() override { return &size_; }

private:
    std::int64_t size_;
};

bool same(const at::Tensor& a, const at::Tensor& b) {
    return a.defined() == b.defined() && (!a.defined() || at::equal(a, b));
}

/// The bias as one more dimension, in which every query is 1: their product is score + bias.
at::Tensor withBias(const at::Tensor& rows, const at::Tensor& last) {
    return last.defined() ? at::cat({rows, last.unsqueeze(1)}, 1).contiguous() : rows.contiguous();
}

/// Squares of a - b, or of a alone.
double sumSquares(const at::Tensor& a, const at::Tensor& b) {
    constexpr std::int64_t kBlock = 1 << 14;
    const at::Tensor first = a.contiguous(), second = b.defined() ? b.contiguous() : b;
    const auto* x = first.const_data_ptr<float>();
    const auto* y = second.defined() ? second.const_data_ptr<float>() : nullptr;
    const std::int64_t count = first.numel();
    std::vector<double> sums(static_cast<std::size_t>((count + kBlock - 1) / kBlock));
    at::parallel_for(0, static_cast<std::int64_t>(sums.size()), 1, [&](auto begin, auto end) {
        for (std::int64_t block = begin; block < end; ++block)
            for (std::int64_t i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) {
                const double value = static_cast<double>(x[i]) - (y ? y[i] : 0.0F);
                sums[static_cast<std::size_t>(block)] += value * value;
            }
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

std::int64_t defaultEf(std::int64_t experts) {
    return std::max<std::int64_t>(
        128, std::llround(kEfPerRoot * std::sqrt(static_cast<double>(experts))));
}

double relativeRmsDrift(const at::Tensor& before, const at::Tensor& now) {
    const double moved = sumSquares(now, before);
    return moved == 0 ? 0 : std::sqrt(moved / sumSquares(before, {}));
}

struct KeyIndex::Impl {
    KeyIndexOptions options;
    at::Tensor linked;   // [E, D] that the links are of
    at::Tensor keys;     // [E, D] that the graph holds
    at::Tensor bias;     // [E] or undefined
    at::Tensor vectors;  // [E, D] or [E, D + 1], of those
    std::unique_ptr<hnswlib::SpaceInterface<float>> space;
    std::unique_ptr<hnswlib::HierarchicalNSW<float>> graph;

    void build();
    void follow();
    void answer(const float* query, std::int64_t top_k, std::int64_t* result) const;
    void answerExactly(const float* query, std::int64_t top_k, std::int64_t* result) const;
};

void KeyIndex::Impl::build() {
    vectors = withBias(linked, bias.defined() ? at::zeros_like(bias) : bias);
    const auto width = static_cast<std::size_t>(vectors.size(1));
    space = std::make_unique<InnerProduct>(vectors.size(1));
    graph = std::make_unique<hnswlib::HierarchicalNSW<float>>(
        space.get(), static_cast<std::size_t>(vectors.size(0)), static_cast<std::size_t>(options.M),
        static_cast<std::size_t>(options.ef_construction), static_cast<std::size_t>(options.seed));
    // In order and on one thread: the graph depends on the order.
    const float* vector = vectors.const_data_ptr<float>();
    for (std::int64_t e = 0; e < vectors.size(0); ++e, vector += width)
        graph->addPoint(vector, static_cast<hnswlib::labeltype>(e));
}

/// The keys' new places under the old links. Keys were put in by their number, which is the graph's
/// own of them, too.
void KeyIndex::Impl::follow() {
    vectors = withBias(keys, bias);
    const auto width = static_cast<std::size_t>(vectors.size(1));
    const float* vector = vectors.const_data_ptr<float>();
    for (std::int64_t e = 0; e < vectors.size(0); ++e, vector += width)
        std::memcpy(graph->getDataByInternalId(static_cast<hnswlib::tableint>(e)), vector,
                    width * sizeof(float));
}

void KeyIndex::Impl::answer(const float* query, std::int64_t top_k, std::int64_t* result) const {
    auto found = graph->searchKnn(query, static_cast<std::size_t>(top_k));
    if (static_cast<std::int64_t>(found.size()) < top_k) return answerExactly(query, top_k, result);
    for (; !found.empty(); found.pop())
        *result++ = static_cast<std::int64_t>(found.top().second);
}

void KeyIndex::Impl::answerExactly(const float* query, std::int64_t top_k,
                                   std::int64_t* result) const {
    std::vector<std::pair<float, std::int64_t>> all;
    for (std::int64_t e = 0; e < vectors.size(0); ++e) {
        const float* vector = vectors.const_data_ptr<float>() + e * vectors.size(1);
        const float score = dotOf(query, vector, vectors.size(1));
        // What is no number has no order.
        all.emplace_back(std::isnan(score) ? std::numeric_limits<float>::max() : -score, e);
    }
    std::partial_sort(all.begin(), all.begin() + top_k, all.end());
    for (std::int64_t rank = 0; rank < top_k; ++rank)
        result[rank] = all[static_cast<std::size_t>(rank)].second;
}

KeyIndex::KeyIndex(const KeyIndexOptions& options) : impl_(std::make_unique<Impl>()) {
    impl_->options = options;
}

KeyIndex::~KeyIndex() = default;

bool KeyIndex::update(const at::Tensor& keys, const at::Tensor& bias, const at::Tensor& linked) {
    require(keys.is_cpu() && keys.dim() == 2 && keys.scalar_type() == at::kFloat,
            "key_index: keys must be [E, D] float32 on the CPU.");
    const at::Tensor& old = linked.defined() ? linked : keys;
    require(old.sizes() == keys.sizes() && old.scalar_type() == at::kFloat && old.is_cpu(),
            "key_index: the linked keys must have the shape of the keys.");
    Impl& own = *impl_;
    const bool anew =
        !own.graph || own.bias.defined() != bias.defined() || !at::equal(own.linked, old);
    if (!anew && at::equal(own.keys, keys) && same(own.bias, bias)) return false;
    own.keys = keys.detach().clone();
    own.bias = bias.defined() ? bias.detach().clone() : at::Tensor();
    if (anew) {
        own.linked = old.detach().clone();
        own.build();
    }
    own.follow();
    return anew;
}

at::Tensor KeyIndex::search(const at::Tensor& queries, std::int64_t top_k) const {
    require(impl_->graph != nullptr, "key_index: there is no graph to search.");
    require(queries.dim() == 2 && queries.size(1) == impl_->keys.size(1) &&
                queries.scalar_type() == at::kFloat,
            "key_index: queries must be [N, D] float32.");
    require(top_k >= 1 && top_k <= impl_->keys.size(0),
            "key_index: top_k must lie between 1 and the number of keys.");
    const std::int64_t given = impl_->options.ef;
    const std::int64_t ef = std::max(given > 0 ? given : defaultEf(impl_->keys.size(0)), 8 * top_k);
    impl_->graph->setEf(static_cast<std::size_t>(ef));
    const at::Tensor one =
        impl_->bias.defined() ? at::ones({queries.size(0)}, queries.options()) : at::Tensor();
    const at::Tensor asked = withBias(queries.detach(), one);
    at::Tensor result = at::empty({asked.size(0), top_k}, at::kLong);
    at::parallel_for(0, asked.size(0), kQueryGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n)
            impl_->answer(asked.const_data_ptr<float>() + n * asked.size(1), top_k,
                          result.mutable_data_ptr<std::int64_t>() + n * top_k);
    });
    return result;
}

}  // namespace orrery
