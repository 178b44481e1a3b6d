// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fake_gpu/calls.h"

#include <ATen/core/grad_mode.h>

#include <cstring>
#include <set>

#include "tests/fake_gpu/recording.h"

namespace orrery::fake_gpu {
namespace {

using c10::IValue;
using torch::jit::Stack;

/// What an argument holds.
std::vector<at::Tensor> tensorsOf(const IValue& value) {
    if (value.isTensor()) return {value.toTensor()};
    if (value.isTensorList()) return value.toTensorVector();
    std::vector<at::Tensor> tensors;
    if (value.isList())
        for (const IValue& element : value.toListRef())
            if (element.isTensor()) tensors.push_back(element.toTensor());
    return tensors;
}

IValue onHost(const IValue& value, Pairs& pairs) {
    if (value.isTensor()) return pairs.onHost(value.toTensor());
    if (value.isDevice()) return c10::Device(c10::kCPU);
    if (value.isTensorList()) {
        c10::List<at::Tensor> list;
        for (const at::Tensor& tensor : value.toTensorVector())
            list.push_back(pairs.onHost(tensor));
        return list;
    }
    if (!value.isList() || tensorsOf(value).empty()) return value;
    c10::List<std::optional<at::Tensor>> list;
    for (const IValue& element : value.toListRef())
        list.push_back(element.isTensor() ? std::optional(pairs.onHost(element.toTensor()))
                                          : std::nullopt);
    return list;
}

/// Their results' sizes, or a number for the processor, depend on what lies on the GPU.
bool waits(const std::string& name) {
    static const std::set<std::string> names{"aten::_local_scalar_dense",
                                             "aten::nonzero",
                                             "aten::masked_select",
                                             "aten::unique_consecutive",
                                             "aten::_unique2",
                                             "aten::unique_dim",
                                             "aten::bincount",
                                             "aten::is_nonzero",
                                             "aten::equal",
                                             "aten::repeat_interleave",
                                             "aten::histc"};
    return names.contains(name);
}

void check(const std::string& name, const std::vector<IValue>& arguments) {
    if (waits(name)) waitFor(name);
    const bool by_index =
        name == "aten::index" || name == "aten::index_put_" || name == "aten::_index_put_impl_";
    bool gpu = false;
    std::string stranger;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        for (const at::Tensor& tensor : tensorsOf(arguments[i])) {
            if (!tensor.defined()) continue;
            gpu |= tensor.is_cuda();
            // Numbers of places may lie on either side; they are fetched, and masks counted.
            const bool places = by_index && arguments[i].isList();
            if (tensor.is_cpu() && tensor.dim() > 0 && !places) stranger = std::to_string(i);
            if (places && (tensor.is_cpu() || tensor.scalar_type() == at::kBool)) waitFor(name);
        }
    TORCH_CHECK(!gpu || stranger.empty(), name, ": argument ", stranger,
                " is on the processor and others are on the GPU");
}

/// Where the factors of a product of float32 stand among its arguments.
std::vector<std::size_t> factorsOf(const std::string& name) {
    if (name == "aten::mm" || name == "aten::bmm") return {0, 1};
    if (name == "aten::addmm" || name == "aten::baddbmm") return {1, 2};
    return {};
}

/// The number nearest to each with the 10 bits of TensorFloat-32.
at::Tensor shortFactor(const at::Tensor& factor) {
    if (factor.scalar_type() != at::kFloat) return factor;
    return factor.contiguous().view(at::kInt).add(0x1000).bitwise_and(~0x1FFF).view(at::kFloat);
}

/// The place of the argument that the result is, or of none.
std::optional<std::size_t> resultIs(const c10::FunctionSchema& schema, std::size_t result) {
    const auto* alias = schema.returns()[result].alias_info();
    if (alias == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < schema.arguments().size(); ++i) {
        const auto* other = schema.arguments()[i].alias_info();
        if (other != nullptr && other->beforeSets() == alias->beforeSets()) {
            TORCH_CHECK(alias->isWrite(), schema.name(), " makes views that the fake GPU has not");
            return i;
        }
    }
    return std::nullopt;
}

/// A tensor of the GPU as this one is.
at::Tensor likeHost(const at::Tensor& host) {
    const auto options = host.options().device(at::Device(at::kCUDA, 0));
    return host.is_non_overlapping_and_dense()
               ? at::empty_strided(host.sizes(), host.strides(), options)
               : at::empty(host.sizes(), options);
}

void copyResult(const at::Tensor& host, const at::Tensor& own) {
    const at::Tensor dense = host.is_non_overlapping_and_dense() ? host : host.contiguous();
    std::memcpy(own.data_ptr(), dense.data_ptr(), own.nbytes());
}

/// A call on the processor that can be made again, and its results on the GPU.
class Call {
public:
    Call(const c10::OperatorHandle& operation, const std::vector<IValue>& arguments)
        : operation_(operation), own_arguments_(arguments) {
        for (const IValue& argument : arguments)
            arguments_.push_back(onHost(argument, pairs_));
        if (at::globalContext().allowTF32CuBLAS()) short_ = factorsOf(operation.schema().name());
    }

    void make() {
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        Stack results(arguments_.begin(), arguments_.end());
        for (const std::size_t factor : short_)
            results[factor] = shortFactor(results[factor].toTensor());
        operation_.callBoxed(results);
        if (!own_arguments_.empty()) settle(results);
        pairs_.fetch();
        auto own = made_.begin();
        for (std::size_t i = 0; i < results.size(); ++i)
            if (operation_.schema().returns()[i].alias_info() == nullptr)
                for (const at::Tensor& host : tensorsOf(results[i]))
                    if (host.defined()) copyResult(host, *own++);
    }
    /// Of the first time.
    Stack takeResults() { return std::move(results_); }

private:
    /// The first time tells how large results are.
    void settle(const Stack& results) {
        pairs_.settle();
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto same = resultIs(operation_.schema(), i);
            results_.push_back(same ? own_arguments_[*same] : onGpu(results[i]));
        }
        own_arguments_.clear();
    }
    IValue onGpu(const IValue& value) {
        const auto one = [&](const at::Tensor& host) {
            if (host.defined()) made_.push_back(likeHost(host));
            return host.defined() ? made_.back() : host;
        };
        if (value.isTensor()) return one(value.toTensor());
        if (!value.isTensorList()) return value;
        c10::List<at::Tensor> list;
        for (const at::Tensor& host : value.toTensorVector())
            list.push_back(one(host));
        return list;
    }

    c10::OperatorHandle operation_;
    std::vector<std::size_t> short_;                 // arguments that TensorFloat-32 rounds
    std::vector<IValue> own_arguments_, arguments_;  // on the GPU until made once; on the processor
    Pairs pairs_;
    std::vector<at::Tensor> made_;  // results that are no arguments
    Stack results_;
};

}  // namespace

at::Tensor Pairs::onHost(const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.is_cuda()) return tensor;
    const auto options = tensor.options().device(at::kCPU);
    // An empty one may be given a size by the operation.
    const at::Tensor host = tensor.numel() == 0 ? at::empty(tensor.sizes(), options)
                                                : at::from_blob(tensor.data_ptr(), tensor.sizes(),
                                                                tensor.strides(), options);
    all_.emplace_back(tensor, host);
    return host;
}

void Pairs::settle() {
    for (auto& [own, host] : all_)
        if (own.numel() == 0 && host.numel() > 0) own.resize_(host.sizes());
    std::erase_if(all_, [](const auto& pair) {
        return pair.first.numel() == 0 || pair.first.data_ptr() == pair.second.data_ptr();
    });
}

void Pairs::fetch() const {
    for (const auto& [own, host] : all_)
        std::memcpy(own.data_ptr(), host.contiguous().data_ptr(), own.nbytes());
}

void call(const c10::OperatorHandle& operation, Stack* stack) {
    const auto count = static_cast<std::ptrdiff_t>(operation.schema().arguments().size());
    const std::vector<IValue> arguments(stack->end() - count, stack->end());
    check(operation.schema().name(), arguments);
    stack->erase(stack->end() - count, stack->end());
    const auto work = std::make_shared<Call>(operation, arguments);
    give([work] { work->make(); });
    for (IValue& result : work->takeResults())
        stack->push_back(std::move(result));
}

}  // namespace orrery::fake_gpu
