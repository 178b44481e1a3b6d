// SPDX-License-Identifier: GPL-3.0-or-later
// The processes that train one model, and what they tell each other. Each is called a rank, and all
// make the same calls in the same order.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/ranks/rank_lost.h"

namespace orrery {

/// What a rank has told the others, and how long it took.
struct RankTraffic {
    std::int64_t calls = 0;
    std::int64_t bytes = 0;  // of the tensors that it gave
    double seconds = 0;      // in which it did nothing else: waiting for slower ranks, and sending
};

/// How ranks reach each other. Tensors are contiguous and on the CPU; those of sum() may lie on a
/// GPU after useDevice(). Throws RankLost. One thread at a time.
class RankGroup {
public:
    virtual ~RankGroup() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual std::string host(int rank) const = 0;
    virtual void sum(at::Tensor& tensor) = 0;                              // in place
    virtual void broadcast(at::Tensor& tensor, int from) = 0;              // in place
    virtual std::vector<at::Tensor> gather(const at::Tensor& tensor) = 0;  // of equal shapes
    virtual void useDevice(int device) = 0;
    virtual bool sumsOnDevice() const = 0;
    virtual void check() = 0;
    virtual void abort(const std::string& why) = 0;
    virtual void leave() = 0;
    virtual void keep(const std::string& key, const std::string& value) = 0;
    virtual std::string kept(const std::string& key) = 0;

    RankTraffic traffic;
};

/// A handle: copies mean the same ranks. Made without a group it is one process alone, for which
/// every call is done at once and costs nothing. Throws as RankGroup does. One thread at a time.
class Ranks {
public:
    Ranks() = default;
    explicit Ranks(std::shared_ptr<RankGroup> group) : group_(std::move(group)) {}

    int rank() const { return group_ ? group_->rank() : 0; }
    int size() const { return group_ ? group_->size() : 1; }
    bool alone() const { return size() == 1; }
    bool first() const { return rank() == 0; }
    std::string host(int rank) const;

    /// Every rank gets the sum over ranks, in place and with the same bits. Any device and layout.
    void allReduce(at::Tensor tensor) const;
    /// The same for several tensors of one type in one message.
    void allReduce(const std::vector<at::Tensor>& tensors) const;
    double allReduce(double value) const;
    /// Every rank gets what rank `from` has, in place.
    void broadcast(at::Tensor tensor, int from = 0) const;
    std::string broadcast(const std::string& text, int from = 0) const;
    /// Every rank gets all ranks' tensors, in the order of ranks. They have one type and one size
    /// in each dimension but the first. On the CPU.
    std::vector<at::Tensor> gather(const at::Tensor& tensor) const;
    std::vector<std::string> gather(const std::string& text) const;
    /// Returns when all ranks have called it.
    void barrier() const;
    /// From now on sums of tensors on a GPU are made there, by NCCL: all ranks call it, each with
    /// the index of a GPU of its own. False, and nothing changes, where one has a CUDA module
    /// without.
    bool useDevice(int device) const;
    /// Whether they are.
    bool sumsOnDevice() const;
    /// Throws RankLost when a rank is lost: sums on a GPU, which nobody waits for, don't say it.
    void check() const;
    /// Tells the others that this rank can't go on, and why. They throw.
    void abort(const std::string& why) const;
    /// The end: all ranks are here and part in peace. Nothing else may be called then.
    void leave() const;
    /// What outlives a restart of all ranks by their launcher: empty where nothing was kept.
    void keep(const std::string& key, const std::string& value) const;
    std::string kept(const std::string& key) const;

    RankTraffic traffic() const { return group_ ? group_->traffic : RankTraffic{}; }
    /// Of sums that a device repeats by itself.
    void addTraffic(const RankTraffic& more) const;

private:
    template <class Call>
    void timed(std::int64_t bytes, const Call& call) const;

    std::shared_ptr<RankGroup> group_;
};

}  // namespace orrery
