// SPDX-License-Identifier: GPL-3.0-or-later
// A head of a sequence is one piece of work. Its keys and values are packed once; blocks of queries
// then make scores, exponentials and sums that stay in a core's cache. Backward makes the scores
// again.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ops/dot.h"
#include "core/ops/packed_attention.h"
#include "core/ops/panels/products.h"
#include "core/ops/parallel.h"
#include "core/ops/softmax_rows.h"

namespace orrery {
namespace {

template <class P>
constexpr std::int64_t kBlockQueries = wholeTileRows<P>(64);

/// Sizes, and where a head of a sequence lies.
struct Shape {
    Shape(const at::Tensor& qkv, std::int64_t number_of_heads, bool is_causal)
        : batch(qkv.size(0)),
          length(qkv.size(1)),
          heads(number_of_heads),
          width(qkv.size(2) / (3 * heads)),
          d_model(heads * width),
          causal(is_causal) {}

    std::int64_t batch, length, heads, width, d_model;
    bool causal;

    std::int64_t pieces() const { return batch * heads; }
    double scale() const { return 1 / std::sqrt(static_cast<double>(width)); }
    /// Offset of a head's first value in [B, T, columns].
    std::int64_t offset(std::int64_t piece, std::int64_t columns) const {
        return piece / heads * length * columns + piece % heads * width;
    }
    /// How many keys a query sees.
    std::int64_t seen(std::int64_t query) const { return causal ? query + 1 : length; }
};

/// Buffers of one thread.
template <class P>
struct AttentionScratch {
    using T = typename P::Value;
    using Packed = typename P::Packed;

    explicit AttentionScratch(const Shape& shape)
        : weights(static_cast<std::size_t>(kBlockQueries<P> * shape.length)),
          gradients(weights.size()) {}

    Packed keys_across;        // [width, T]
    Packed values_across;      // [width, T]
    Packed keys;               // [T, width]
    Packed values;             // [T, width]
    Packed queries;            // [block, width]
    Packed upstream;           // [block, width] output gradients
    std::vector<T> weights;    // [block, T]
    std::vector<T> gradients;  // [block, T]
};

/// Queries begin .. begin + count - 1 of a head; `keys` of them see any.
struct Block {
    std::int64_t begin, count, keys;
};

template <class P, class Work>
void forEachBlock(const Shape& shape, const Work& work) {
    for (std::int64_t begin = 0; begin < shape.length; begin += kBlockQueries<P>) {
        const std::int64_t count = std::min(kBlockQueries<P>, shape.length - begin);
        work(Block{begin, count, shape.seen(begin + count - 1)});
    }
}

template <class P>
class HeadForward {
public:
    using T = typename P::Value;

    HeadForward(const Shape& shape, const T* qkv, T* output, T* log_weights, std::int64_t piece,
                AttentionScratch<P>& scratch)
        : shape_(shape),
          queries_(qkv + shape.offset(piece, row_)),
          output_(output + shape.offset(piece, shape.d_model)),
          log_weights_(log_weights + piece * shape.length),
          scratch_(scratch) {}

    void run() {
        scratch_.keys_across.packTransposed(queries_ + shape_.d_model, shape_.length, shape_.width,
                                            row_);
        scratch_.values.pack(queries_ + 2 * shape_.d_model, shape_.length, shape_.width, row_);
        forEachBlock<P>(shape_, [&](const Block& block) { attend(block); });
    }

private:
    void attend(const Block& block) {
        T* weights = scratch_.weights.data();
        scratch_.keys_across.multiply({queries_ + block.begin * row_, row_, false, block.count,
                                       shape_.width, block.keys, weights, shape_.length});
        T sums[kBlockQueries<P>];
        for (std::int64_t i = 0; i < block.count; ++i)
            sums[i] = exponentials(weights + i * shape_.length, block.begin + i, block.keys);
        T* output = output_ + block.begin * shape_.d_model;
        scratch_.values.multiply({weights, shape_.length, false, block.count, block.keys,
                                  shape_.width, output, shape_.d_model});
        for (std::int64_t i = 0; i < block.count; ++i) {
            const T share = 1 / sums[i];
            for (std::int64_t x = 0; x < shape_.width; ++x)
                output[i * shape_.d_model + x] *= share;
        }
    }

    /// A query's scores become exp(score - largest), and zero where it sees nothing.
    T exponentials(T* row, std::int64_t query, std::int64_t keys) {
        const std::int64_t seen = shape_.seen(query);
        const T scale = static_cast<T>(shape_.scale());
        const T largest = scale * largestOf(row, seen);
        const T sum = expRow(row, seen, scale, largest);
        std::fill(row + seen, row + keys, T(0));
        log_weights_[query] = largest + std::log(sum);
        return sum;
    }

    const Shape& shape_;
    std::int64_t row_ = 3 * shape_.d_model;
    const T* queries_;
    T* output_;
    T* log_weights_;
    AttentionScratch<P>& scratch_;
};

/// A head as kernels of whole heads take it.
AttentionHead headOf(const Shape& shape, const float* qkv, float* output, float* log_weights,
                     std::int64_t piece) {
    const float* queries = qkv + shape.offset(piece, 3 * shape.d_model);
    return {shape.length,
            shape.width,
            shape.causal,
            static_cast<float>(shape.scale()),
            queries,
            queries + shape.d_model,
            queries + 2 * shape.d_model,
            3 * shape.d_model,
            output + shape.offset(piece, shape.d_model),
            log_weights + piece * shape.length,
            shape.d_model};
}

template <class P>
PackedAttentionForward attendForward(const at::Tensor& qkv, const Shape& shape) {
    using T = typename P::Value;
    PackedAttentionForward result;
    result.output = at::empty({shape.batch, shape.length, shape.d_model}, qkv.options());
    result.log_weights = at::empty({shape.batch, shape.heads, shape.length}, qkv.options());
    const T* from = qkv.const_data_ptr<T>();
    T* output = result.output.mutable_data_ptr<T>();
    T* log_weights = result.log_weights.mutable_data_ptr<T>();
    if constexpr (requires { P::kTileFactors; })
        if (hasHeadKernels()) {
            forEachPiece(
                shape.pieces(), [] { return 0; },
                [&](std::int64_t piece, int) {
                    attendHead(headOf(shape, from, output, log_weights, piece), P::kTileFactors);
                });
            return result;
        }
    forEachPiece(
        shape.pieces(), [&] { return AttentionScratch<P>(shape); },
        [&](std::int64_t piece, AttentionScratch<P>& scratch) {
            HeadForward<P>(shape, from, output, log_weights, piece, scratch).run();
        });
    return result;
}

/// What the backward pass of a head reads and writes; a row of qkv is 3 * D wide, of the output D.
template <class P>
struct HeadBackward {
    using T = typename P::Value;

    const Shape& shape;
    const T* queries;
    const T* output;
    const T* upstream;  // gradient of the output
    const T* log_weights;
    T* result;  // gradient of the queries; keys' and values' lie D and 2 D behind
    AttentionScratch<P>& scratch;

    std::int64_t row() const { return 3 * shape.d_model; }

    void run() {
        const T* keys = queries + shape.d_model;
        const T* values = keys + shape.d_model;
        scratch.keys_across.packTransposed(keys, shape.length, shape.width, row());
        scratch.values_across.packTransposed(values, shape.length, shape.width, row());
        scratch.keys.pack(keys, shape.length, shape.width, row());
        for (std::int64_t t = 0; t < shape.length; ++t)
            for (const std::int64_t part : {1, 2})
                std::fill_n(result + t * row() + part * shape.d_model, shape.width, T(0));
        forEachBlock<P>(shape, [&](const Block& block) {
            makeWeights(block);
            makeScoreGradients(block);
            addGradients(block);
        });
    }

    /// Leaves the softmax in scratch.weights.
    void makeWeights(const Block& block) {
        T* weights = scratch.weights.data();
        scratch.keys_across.multiply({queries + block.begin * row(), row(), false, block.count,
                                      shape.width, block.keys, weights, shape.length});
        for (std::int64_t i = 0; i < block.count; ++i) {
            T* of = weights + i * shape.length;
            const std::int64_t seen = shape.seen(block.begin + i);
            expRow(of, seen, static_cast<T>(shape.scale()), log_weights[block.begin + i]);
            std::fill(of + seen, of + block.keys, T(0));
        }
    }

    /// Leaves the gradient of q k^T in scratch.gradients.
    void makeScoreGradients(const Block& block) {
        T* gradients = scratch.gradients.data();
        const T* from = upstream + block.begin * shape.d_model;
        scratch.values_across.multiply({from, shape.d_model, false, block.count, shape.width,
                                        block.keys, gradients, shape.length});
        const T scale = static_cast<T>(shape.scale());
        for (std::int64_t i = 0; i < block.count; ++i) {
            const T* of_output = output + (block.begin + i) * shape.d_model;
            const T along = dotOf(from + i * shape.d_model, of_output, shape.width);
            scoreGradientsRow(scratch.weights.data() + i * shape.length,
                              gradients + i * shape.length, block.keys, scale, along);
        }
    }

    void addGradients(const Block& block) {
        const T* weights = scratch.weights.data();
        const T* gradients = scratch.gradients.data();
        const T* from = queries + block.begin * row();
        scratch.keys.multiply({gradients, shape.length, false, block.count, block.keys, shape.width,
                               result + block.begin * row(), row()});
        scratch.queries.pack(from, block.count, shape.width, row());
        scratch.queries.multiply({gradients, shape.length, true, block.keys, block.count,
                                  shape.width, result + shape.d_model, row(), true});
        scratch.upstream.pack(upstream + block.begin * shape.d_model, block.count, shape.width,
                              shape.d_model);
        scratch.upstream.multiply({weights, shape.length, true, block.keys, block.count,
                                   shape.width, result + 2 * shape.d_model, row(), true});
    }
};

template <class P>
at::Tensor attendBackward(const at::Tensor& upstream, const at::Tensor& qkv,
                          const PackedAttentionForward& kept, const Shape& shape) {
    using T = typename P::Value;
    at::Tensor result = at::empty_like(qkv);
    T* to = result.mutable_data_ptr<T>();
    if constexpr (requires { P::kTileFactors; })
        if (hasHeadKernels()) {
            // Read alone.
            auto* output = const_cast<float*>(kept.output.const_data_ptr<float>());
            auto* log_weights = const_cast<float*>(kept.log_weights.const_data_ptr<float>());
            forEachPiece(
                shape.pieces(), [] { return 0; },
                [&](std::int64_t piece, int) {
                    float* queries = to + shape.offset(piece, 3 * shape.d_model);
                    attendHeadBackward(
                        headOf(shape, qkv.const_data_ptr<float>(), output, log_weights, piece),
                        {upstream.const_data_ptr<float>() + shape.offset(piece, shape.d_model),
                         queries, queries + shape.d_model, queries + 2 * shape.d_model},
                        P::kTileFactors);
                });
            return result;
        }
    forEachPiece(
        shape.pieces(), [&] { return AttentionScratch<P>(shape); },
        [&](std::int64_t piece, AttentionScratch<P>& scratch) {
            const std::int64_t in = shape.offset(piece, 3 * shape.d_model);
            const std::int64_t out = shape.offset(piece, shape.d_model);
            HeadBackward<P>{shape,
                            qkv.const_data_ptr<T>() + in,
                            kept.output.const_data_ptr<T>() + out,
                            upstream.const_data_ptr<T>() + out,
                            kept.log_weights.const_data_ptr<T>() + piece * shape.length,
                            to + in,
                            scratch}
                .run();
        });
    return result;
}

}  // namespace

PackedAttentionForward packedAttentionForwardCpu(const at::Tensor& qkv, std::int64_t heads,
                                                 bool causal, bool half) {
    const Shape shape(qkv, heads, causal);
    return withProducts(qkv, half, [&]<class P>(P) { return attendForward<P>(qkv, shape); });
}

at::Tensor packedAttentionBackwardCpu(const at::Tensor& output_gradient, const at::Tensor& qkv,
                                      const PackedAttentionForward& forward, std::int64_t heads,
                                      bool causal, bool half) {
    const Shape shape(qkv, heads, causal);
    return withProducts(qkv, half, [&]<class P>(P) {
        return attendBackward<P>(output_gradient, qkv, forward, shape);
    });
}

}  // namespace orrery
