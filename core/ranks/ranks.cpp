// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/ranks.h"

#include <algorithm>
#include <chrono>

#include "core/ranks/device_sums.h"
#include "core/ranks/rank_place.h"

namespace orrery {
namespace {

at::Tensor bytesOf(const std::string& text) {
    const auto size = static_cast<std::int64_t>(text.size());
    at::Tensor bytes = at::empty({size}, at::kByte);
    std::copy(text.begin(), text.end(), bytes.mutable_data_ptr<std::uint8_t>());
    return bytes;
}

std::string textOf(const at::Tensor& bytes) {
    const auto* data = bytes.const_data_ptr<std::uint8_t>();
    return {data, data + bytes.numel()};
}

}  // namespace

template <class Call>
void Ranks::timed(std::int64_t bytes, const Call& call) const {
    const auto begin = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ++group_->traffic.calls;
    group_->traffic.bytes += bytes;
    group_->traffic.seconds += seconds.count();
}

std::string Ranks::host(int rank) const {
    return group_ ? group_->host(rank) : hostName();
}

void Ranks::allReduce(at::Tensor tensor) const {
    if (alone() || tensor.numel() == 0) return;
    const bool stays = !tensor.is_cpu() && group_->sumsOnDevice();
    at::Tensor own = (stays ? tensor : tensor.to(at::kCPU)).contiguous();
    timed(own.nbytes(), [&] { group_->sum(own); });
    if (!own.is_same(tensor)) tensor.copy_(own);
}

void Ranks::allReduce(const std::vector<at::Tensor>& tensors) const {
    if (alone() || tensors.empty()) return;
    if (tensors.size() == 1) return allReduce(tensors.front());
    std::vector<at::Tensor> flat;
    for (const at::Tensor& tensor : tensors)
        flat.push_back(tensor.to(at::kCPU).reshape({-1}));
    const at::Tensor all = at::cat(flat);
    allReduce(all);
    std::int64_t begin = 0;
    for (at::Tensor tensor : tensors) {
        tensor.copy_(all.narrow(0, begin, tensor.numel()).view(tensor.sizes()));
        begin += tensor.numel();
    }
}

double Ranks::allReduce(double value) const {
    if (alone()) return value;
    at::Tensor sum = at::full({1}, value, at::kDouble);
    allReduce(sum);
    return sum.item<double>();
}

void Ranks::broadcast(at::Tensor tensor, int from) const {
    if (alone() || tensor.numel() == 0) return;
    at::Tensor own = tensor.to(at::kCPU).contiguous();
    timed(rank() == from ? own.nbytes() : 0, [&] { group_->broadcast(own, from); });
    if (!own.is_same(tensor)) tensor.copy_(own);
}

std::string Ranks::broadcast(const std::string& text, int from) const {
    if (alone()) return text;
    at::Tensor size = at::full({1}, static_cast<std::int64_t>(text.size()), at::kLong);
    broadcast(size, from);
    at::Tensor bytes =
        rank() == from ? bytesOf(text) : at::empty({size.item<std::int64_t>()}, at::kByte);
    broadcast(bytes, from);
    return textOf(bytes);
}

std::vector<at::Tensor> Ranks::gather(const at::Tensor& tensor) const {
    const at::Tensor own = tensor.to(at::kCPU).contiguous();
    if (alone()) return {own};
    std::vector<at::Tensor> sizes;
    timed(sizeof(std::int64_t),
          [&] { sizes = group_->gather(at::full({1}, own.size(0), at::kLong)); });
    std::int64_t longest = 0;
    for (const at::Tensor& size : sizes)
        longest = std::max(longest, size.item<std::int64_t>());
    auto shape = own.sizes().vec();
    shape[0] = longest;
    at::Tensor padded = at::zeros(shape, own.options());
    padded.narrow(0, 0, own.size(0)).copy_(own);
    std::vector<at::Tensor> all(sizes.size(), padded);
    if (padded.numel() > 0) timed(padded.nbytes(), [&] { all = group_->gather(padded); });
    for (std::size_t r = 0; r < all.size(); ++r)
        all[r] = all[r].narrow(0, 0, sizes[r].item<std::int64_t>());
    return all;
}

std::vector<std::string> Ranks::gather(const std::string& text) const {
    std::vector<std::string> texts;
    for (const at::Tensor& bytes : gather(bytesOf(text)))
        texts.push_back(textOf(bytes.contiguous()));
    return texts;
}

void Ranks::barrier() const {
    allReduce(0.0);
}

bool Ranks::useDevice(int device) const {
    if (alone() || allReduce(hasDeviceSums() ? 1.0 : 0.0) < size()) return false;
    group_->useDevice(device);
    return true;
}

bool Ranks::sumsOnDevice() const {
    return group_ && group_->sumsOnDevice();
}

void Ranks::check() const {
    if (group_) group_->check();
}

void Ranks::addTraffic(const RankTraffic& more) const {
    if (!group_) return;
    group_->traffic.calls += more.calls;
    group_->traffic.bytes += more.bytes;
    group_->traffic.seconds += more.seconds;
}

void Ranks::abort(const std::string& why) const {
    if (group_) group_->abort(why);
}

void Ranks::leave() const {
    if (group_) group_->leave();
}

void Ranks::keep(const std::string& key, const std::string& value) const {
    if (group_) group_->keep(key, value);
}

std::string Ranks::kept(const std::string& key) const {
    return group_ ? group_->kept(key) : std::string();
}

}  // namespace orrery
