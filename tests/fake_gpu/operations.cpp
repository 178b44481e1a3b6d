// SPDX-License-Identifier: GPL-3.0-or-later
// Torch's operations on tensors of the GPU: the processor's, on the same memory. What CUDA would
// refuse is refused: tensors of both kinds in one operation, and waiting where none may wait.
#include <ATen/EmptyTensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_native.h>
#include <torch/library.h>

#include <cstring>
#include <set>

#include "tests/fake_gpu/recording.h"

namespace orrery::fake_gpu {
namespace {

using c10::IValue;
using torch::jit::Stack;

/// Of one call: tensors of the GPU, and what stands for each on the processor.
struct Pairs {
    std::vector<std::pair<at::Tensor, at::Tensor>> all;

    at::Tensor onHost(const at::Tensor& tensor) {
        if (!tensor.defined() || !tensor.is_cuda()) return tensor;
        const auto options = tensor.options().device(at::kCPU);
        // An empty one may be given a size by the operation.
        const at::Tensor host =
            tensor.numel() == 0
                ? at::empty(tensor.sizes(), options)
                : at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(), options);
        all.emplace_back(tensor, host);
        return host;
    }
    /// Gives empty ones the sizes that they were given. The others are let go: a kernel knows
    /// places of memory, and keeps none of it.
    void settle() {
        for (auto& [own, host] : all)
            if (own.numel() == 0 && host.numel() > 0) own.resize_(host.sizes());
        std::erase_if(all, [](const auto& pair) {
            return pair.first.numel() == 0 || pair.first.data_ptr() == pair.second.data_ptr();
        });
    }
    /// What was written into these.
    void fetch() const {
        for (const auto& [own, host] : all)
            std::memcpy(own.data_ptr(), host.contiguous().data_ptr(), own.nbytes());
    }
};

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
    const bool by_index = name.starts_with("aten::index") || name == "aten::_index_put_impl_";
    bool gpu = false;
    std::string stranger;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        for (const at::Tensor& tensor : tensorsOf(arguments[i])) {
            if (!tensor.defined()) continue;
            gpu |= tensor.is_cuda();
            if (tensor.is_cpu() && tensor.dim() > 0) stranger = std::to_string(i);
            const bool mask = tensor.scalar_type() == at::kBool;
            if (by_index && arguments[i].isList() && (mask || tensor.is_cpu())) waitFor(name);
        }
    TORCH_CHECK(!gpu || stranger.empty() || by_index, name, ": argument ", stranger,
                " is on the processor and others are on the GPU");
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

/// What a call gave, as tensors of the GPU; `made` has those that are no arguments.
IValue onGpu(const IValue& value, std::vector<at::Tensor>& made) {
    const auto one = [&](const at::Tensor& host) {
        if (!host.defined()) return host;
        made.push_back(likeHost(host));
        return made.back();
    };
    if (value.isTensor()) return one(value.toTensor());
    if (!value.isTensorList()) return value;
    c10::List<at::Tensor> list;
    for (const at::Tensor& host : value.toTensorVector())
        list.push_back(one(host));
    return list;
}

/// A call on the processor that can be made again.
struct Call {
    c10::OperatorHandle operation;
    std::vector<IValue> arguments;
    Pairs pairs;

    Stack results() const {
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        Stack stack(arguments.begin(), arguments.end());
        operation.callBoxed(stack);
        return stack;
    }
};

void run(const c10::OperatorHandle& operation, Stack* stack) {
    const c10::FunctionSchema& schema = operation.schema();
    const auto count = static_cast<std::ptrdiff_t>(schema.arguments().size());
    const std::vector<IValue> arguments(stack->end() - count, stack->end());
    check(schema.name(), arguments);
    stack->erase(stack->end() - count, stack->end());

    auto call = std::make_shared<Call>(Call{operation, {}, {}});
    for (const IValue& argument : arguments)
        call->arguments.push_back(onHost(argument, call->pairs));
    auto made = std::make_shared<std::vector<at::Tensor>>();
    bool first = true;
    give([call, made, stack, &arguments, &schema, first]() mutable {
        const Stack results = call->results();
        if (first) {
            call->pairs.settle();
            for (std::size_t i = 0; i < results.size(); ++i) {
                const auto same = resultIs(schema, i);
                stack->push_back(same ? arguments[*same] : onGpu(results[i], *made));
            }
            first = false;
        }
        call->pairs.fetch();
        auto own = made->begin();
        for (std::size_t i = 0; i < results.size(); ++i)
            if (!call->operation.schema().returns()[i].alias_info())
                for (const at::Tensor& host : tensorsOf(results[i]))
                    if (host.defined()) copyResult(host, *own++);
    });
}

at::Tensor empty(at::IntArrayRef size, std::optional<at::ScalarType> type,
                 std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>,
                 std::optional<at::MemoryFormat> format) {
    return at::detail::empty_generic(size, deviceAllocator(),
                                     c10::DispatchKeySet(c10::DispatchKey::CUDA),
                                     type.value_or(at::kFloat), format);
}

at::Tensor emptyStrided(at::IntArrayRef size, at::IntArrayRef stride,
                        std::optional<at::ScalarType> type, std::optional<at::Layout>,
                        std::optional<at::Device>, std::optional<bool>) {
    return at::detail::empty_strided_generic(size, stride, deviceAllocator(),
                                             c10::DispatchKeySet(c10::DispatchKey::CUDA),
                                             type.value_or(at::kFloat));
}

const at::Tensor& resize(const at::Tensor& tensor, at::IntArrayRef size,
                         std::optional<at::MemoryFormat>) {
    const std::size_t bytes =
        static_cast<std::size_t>(c10::multiply_integers(size)) * tensor.itemsize();
    if (bytes > tensor.storage().nbytes()) {
        TORCH_CHECK(tensor.numel() == 0, "the fake GPU gives sizes to empty tensors alone");
        const c10::Storage& storage = tensor.storage();
        storage.set_data_ptr_noswap(deviceAllocator()->allocate(bytes));
        storage.set_nbytes(bytes);
    }
    tensor.unsafeGetTensorImpl()->set_sizes_contiguous(size);
    return tensor;
}

/// Copies to and from memory of the processor wait for the GPU but where that memory is pinned.
at::Tensor& copy(at::Tensor& to, const at::Tensor& from, bool non_blocking) {
    const at::Tensor& host_side = to.is_cpu() ? to : from;
    if (host_side.is_cpu() && host_side.numel() > 0 &&
        !(non_blocking && isPinned(host_side.storage().data())))
        waitFor("aten::copy_");
    Pairs pairs;
    const at::Tensor target = pairs.onHost(to), source = pairs.onHost(from);
    give([target, source] {
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        target.copy_(source);
    });
    return to;
}

TORCH_LIBRARY_IMPL(_, CUDA, library) {
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&run>());
}

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
    library.impl("empty.memory_format", &empty);
    library.impl("empty_strided", &emptyStrided);
    library.impl("copy_", &copy);
    library.impl("resize_", &resize);
    // What stands in for it where there is none fetches the bounds.
    library.impl("_grouped_mm", torch::CppFunction::makeFromBoxedFunction<&run>());
    library.impl("as_strided", &at::native::as_strided_tensorimpl);
    library.impl("view", &at::native::view);
    library.impl("_reshape_alias", &at::native::_reshape_alias);
    library.impl("unfold", &at::native::unfold);
}

}  // namespace
}  // namespace orrery::fake_gpu
