// SPDX-License-Identifier: GPL-3.0-or-later
// Torch's operations for the GPU.
#include <ATen/EmptyTensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/native/GroupedMMUtils.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_native.h>
#include <torch/library.h>

#include "tests/fake_gpu/calls.h"
#include "tests/fake_gpu/recording.h"

namespace orrery::fake_gpu {
namespace {

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

/// With CUDA's conditions on types, strides and alignment, and in one piece: what stands in for it
/// on the processor fetches the bounds.
at::Tensor groupedProduct(const at::Tensor& left, const at::Tensor& right,
                          const std::optional<at::Tensor>& ends,
                          const std::optional<at::Tensor>& bias,
                          std::optional<at::ScalarType> type) {
    at::native::_grouped_mm_validate_inputs(left, right, ends, bias, type);
    static const auto operation =
        c10::Dispatcher::singleton().findSchemaOrThrow("aten::_grouped_mm", "");
    torch::jit::Stack stack{left, right, ends, bias, type};
    call(operation, &stack);
    return stack.back().toTensor();
}

TORCH_LIBRARY_IMPL(_, CUDA, library) {
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&call>());
}

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
    library.impl("empty.memory_format", &empty);
    library.impl("empty_strided", &emptyStrided);
    library.impl("copy_", &copy);
    library.impl("resize_", &resize);
    library.impl("_grouped_mm", &groupedProduct);
    library.impl("as_strided", &at::native::as_strided_tensorimpl);
    library.impl("view", &at::native::view);
    library.impl("_reshape_alias", &at::native::_reshape_alias);
    library.impl("unfold", &at::native::unfold);
}

}  // namespace
}  // namespace orrery::fake_gpu
