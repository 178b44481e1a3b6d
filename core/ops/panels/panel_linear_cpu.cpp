// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "core/ops/panels/linear_rows.h"

namespace orrery {
namespace {

using namespace linear_rows;

template <class P>
at::Tensor forwardLinear(const at::Tensor& x, const Layer<P>& layer) {
    using T = typename P::Value;
    at::Tensor y = at::empty({x.size(0), layer.out}, x.options());
    const T* from = x.const_data_ptr<T>();
    T* to = y.mutable_data_ptr<T>();
    forEachRows<P>(
        x.size(0), [] { return 0; },
        [&](std::int64_t begin, std::int64_t rows, int) {
            layer.apply(from + begin * layer.in, rows, to + begin * layer.out);
        });
    return y;
}

template <class P>
void inputGradients(const at::Tensor& dy, const typename P::Packed& packed, at::Tensor& dx) {
    using T = typename P::Value;
    const T* from = dy.const_data_ptr<T>();
    T* to = dx.mutable_data_ptr<T>();
    forEachRows<P>(
        dy.size(0), [] { return 0; },
        [&](std::int64_t begin, std::int64_t rows, int) {
            packed.multiply(from + begin * dy.size(1), rows, to + begin * dx.size(1));
        });
}

template <class P>
LinearBackward backwardLinear(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight) {
    LinearBackward result;
    result.x = at::empty_like(x);
    inputGradients<P>(dy, packedWeight<P>(weight), result.x);
    result.layer = weightGradients<P>(dy, x);
    return result;
}

template <class P>
class PackedLinearOf : public PackedLinear {
public:
    PackedLinearOf(const LinearWeights& weights, bool backward) : layer_(weights) {
        if (backward) backward_ = packedWeight<P>(weights.weight);
    }
    at::Tensor forward(const at::Tensor& x) const override { return forwardLinear<P>(x, layer_); }
    void inputGradients(const at::Tensor& gradient, at::Tensor& result) const override {
        orrery::inputGradients<P>(gradient, backward_, result);
    }
    void addWeightGradients(const at::Tensor& gradient, const at::Tensor& x,
                            LinearWeights& sums) const override {
        WeightGradients<P>{gradient, x, sums}.run();
    }

private:
    Layer<P> layer_;
    typename P::Packed backward_;  // [out, in]
};

}  // namespace

at::Tensor linearForwardCpu(const at::Tensor& x, const LinearWeights& layer, bool half) {
    return withProducts(x, half, [&]<class P>(P) { return forwardLinear<P>(x, Layer<P>(layer)); });
}

LinearBackward linearBackwardCpu(const at::Tensor& gradient, const at::Tensor& x,
                                 const at::Tensor& weight, bool half) {
    return withProducts(x, half,
                        [&]<class P>(P) { return backwardLinear<P>(gradient, x, weight); });
}

std::unique_ptr<PackedLinear> packLinear(const LinearWeights& layer, bool backward, bool half) {
    return withProducts(layer.weight, half, [&]<class P>(P) -> std::unique_ptr<PackedLinear> {
        return std::make_unique<PackedLinearOf<P>>(layer, backward);
    });
}

}  // namespace orrery
