// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/c10d_ranks.h"

// The wheel declares Gloo's classes with this alone.
#define USE_C10D_GLOO 1
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <c10/util/Logging.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/error.h"
#include "core/ranks/arrival.h"
#include "core/ranks/awake_time.h"
#include "core/ranks/device_sums.h"
#include "core/ranks/rank_watch.h"
#include "core/ranks/sockets.h"

namespace orrery {
namespace {

using std::chrono::milliseconds;
using StorePtr = c10::intrusive_ptr<c10d::Store>;
using GlooPtr = c10::intrusive_ptr<c10d::ProcessGroupGloo>;

constexpr milliseconds kLookEvery{100};
constexpr milliseconds kGrace{1000};  // for c10d to tell itself that a time is over
/// Who is lost, the watch says; a rank may take its time.
constexpr milliseconds kNoLimit = std::chrono::hours(24 * 365);

std::string storePlace(const RankPlace& place) {
    return place.address + ":" + std::to_string(place.port);
}

/// torch appends where in its sources it was thrown.
std::string firstLine(const std::exception& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
}

c10d::TCPStoreOptions storeOptions(const RankPlace& place) {
    c10d::TCPStoreOptions options;
    options.port = static_cast<std::uint16_t>(place.port);
    options.numWorkers = static_cast<std::size_t>(place.size);
    options.waitWorkers = false;
    options.timeout = place.limit;
    return options;
}

/// What `call` returns or throws, made on a thread of its own: where a socket is open and nobody
/// answers, as in a rank 0 that was stopped, c10d waits for good. `look` is called meanwhile and
/// may throw; the thread is left alone then, and ends with the process.
template <class Call, class Look>
auto onItsOwn(const Call& call, const Look& look) {
    using Result = decltype(call());
    const auto promise = std::make_shared<std::promise<Result>>();
    std::future<Result> result = promise->get_future();
    std::thread([promise, call] {
        try {
            promise->set_value(call());
        } catch (...) {
            promise->set_exception(std::current_exception());
        }
    }).detach();
    while (result.wait_for(kLookEvery) != std::future_status::ready)
        look();
    return result.get();
}

/// Throws when the store has been silent for place.limit.
template <class Call>
auto answered(const RankPlace& place, const Call& call) {
    AwakeTime waited(5 * kLookEvery);
    return onItsOwn(call, [&] {
        if (waited.look() > place.limit + kGrace)
            throw Error("it accepts connections, and does not answer");
    });
}

StorePtr makeStore(const RankPlace& place, bool serves, int listen_fd) {
    c10d::TCPStoreOptions options = storeOptions(place);
    options.isServer = serves;
    if (serves) options.masterListenFd = listen_fd;
    try {
        return answered(place, [address = place.address, options]() -> StorePtr {
            return c10::make_intrusive<c10d::TCPStore>(address, options);
        });
    } catch (const std::exception& error) {
        throw Error("Rank " + std::to_string(place.rank) + " on " + hostName() +
                    " can't reach rank 0 at " + storePlace(place) + " within " +
                    std::to_string(place.limit.count()) +
                    " seconds. Is rank 0 running there, and is MASTER_ADDR an address that every "
                    "host reaches? (" +
                    firstLine(error) + ")");
    }
}

/// Its keys are this attempt's alone.
StorePtr attempt(const RankPlace& place, StorePtr store) {
    return c10::make_intrusive<c10d::PrefixStore>("orrery/" + std::to_string(place.restart),
                                                  std::move(store));
}

std::string hereKey(int rank) {
    return "here/" + std::to_string(rank);
}

/// Ranks that have not come, as a message names them.
std::string missingRanks(const RankPlace& place, const StorePtr& store) {
    std::string missing;
    for (int rank = 0; rank < place.size; ++rank)
        if (!store->check({hereKey(rank)}))
            missing += (missing.empty() ? "" : ", ") + std::to_string(rank);
    return missing;
}

/// Waits for all of them; asks by itself, for a wait of the store's goes by the clock.
bool allCome(const RankPlace& place, const StorePtr& store) {
    std::vector<std::string> keys;
    for (int rank = 0; rank < place.size; ++rank)
        keys.push_back(hereKey(rank));
    AwakeTime waited(5 * kLookEvery);
    for (milliseconds pause{2}; !store->check(keys); pause = std::min(2 * pause, kLookEvery)) {
        if (waited.look() > place.limit) return false;
        std::this_thread::sleep_for(pause);
    }
    return true;
}

struct Meeting {
    std::vector<std::string> hosts;
    std::string missing;  // ranks, or empty
};

Meeting gather(const RankPlace& place, const StorePtr& store) {
    store->set(hereKey(place.rank), hostName());
    if (!allCome(place, store)) return {{}, missingRanks(place, store)};
    Meeting met;
    for (int rank = 0; rank < place.size; ++rank)
        met.hosts.push_back(store->get_to_str(hereKey(rank)));
    return met;
}

/// Hosts of all ranks, when all are here.
std::vector<std::string> meet(const RankPlace& place, const StorePtr& store) {
    std::string missing;
    std::string fault;
    try {
        Meeting met = answered(place, [place, store] { return gather(place, store); });
        if (met.missing.empty()) return met.hosts;
        missing = met.missing;
    } catch (const std::exception& error) {
        fault = " (" + firstLine(error) + ")";
    }
    throw Error(
        (missing.empty() ? "The ranks" : "Rank " + missing + " of " + std::to_string(place.size)) +
        " did not come to " + storePlace(place) + " within " + std::to_string(place.limit.count()) +
        " seconds (train.rank_timeout). Look at what their launcher says of them." + fault);
}

/// What c10d reports of a lost rank is a page of stack frames; our own error says it.
void silenceC10d() {
    constexpr int kFatal = 3;
    if (std::getenv("TORCH_CPP_LOG_LEVEL") == nullptr) FLAGS_caffe2_log_level = kFatal;
}

/// Sums on a GPU, which the watch ends: the training thread may wait there for good.
struct DevicePart {
    std::mutex mutex;
    std::shared_ptr<DeviceSums> sums;  // null: none

    std::shared_ptr<DeviceSums> get() {
        const std::lock_guard lock(mutex);
        return sums;
    }
};

class C10dGroup final : public RankGroup {
public:
    C10dGroup(const RankPlace& place, StorePtr kept_store, StorePtr store,
              std::unique_ptr<RankWatch> watch, std::shared_ptr<DevicePart> device,
              std::vector<std::string> hosts)
        : place_(place),
          kept_(std::move(kept_store)),
          store_(std::move(store)),
          device_(std::move(device)),
          hosts_(std::move(hosts)),
          watch_(std::move(watch)) {
        const auto options = c10d::ProcessGroupGloo::Options::create(milliseconds(place.limit));
        options->devices.push_back(
            c10d::ProcessGroupGloo::createDeviceForHostname(localAddress(place.address)));
        guarded([&] {
            gloo_ = onItsOwn(
                [store = store_, options, rank = place.rank, size = place.size] {
                    return c10::make_intrusive<c10d::ProcessGroupGloo>(
                        c10::make_intrusive<c10d::PrefixStore>("gloo", store), rank, size, options);
                },
                [&] { check(); });
        });
        gloo_->setTimeout(kNoLimit);
        checkSums();
    }
    ~C10dGroup() override {
        if (!waiting_) return;
        // Its thread hangs in a message of somebody who is lost. It ends when the connection does.
        std::thread([gloo = std::move(gloo_), work = std::move(waiting_)]() mutable {
            try {
                work->wait();
            } catch (const std::exception&) {
            }
        }).detach();
    }

    int rank() const override { return place_.rank; }
    int size() const override { return place_.size; }
    std::string host(int rank) const override { return hosts_.at(static_cast<std::size_t>(rank)); }

    void useDevice(int device) override {
        std::shared_ptr<DeviceSums> made;
        guarded([&] { made = makeDeviceSums(store_, place_.rank, place_.size, device); });
        const std::lock_guard lock(device_->mutex);
        device_->sums = std::move(made);
    }
    bool sumsOnDevice() const override { return device_->get() != nullptr; }

    void sum(at::Tensor& tensor) override {
        if (!tensor.is_cpu()) return sumOnDevice(tensor);
        std::vector<at::Tensor> tensors{tensor};
        finish([&] { return gloo_->allreduce(tensors); });
    }
    void broadcast(at::Tensor& tensor, int from) override {
        std::vector<at::Tensor> tensors{tensor};
        c10d::BroadcastOptions options;
        options.rootRank = from;
        finish([&] { return gloo_->broadcast(tensors, options); });
    }
    std::vector<at::Tensor> gather(const at::Tensor& tensor) override {
        std::vector<at::Tensor> inputs{tensor};
        std::vector<std::vector<at::Tensor>> outputs(1);
        for (int rank = 0; rank < place_.size; ++rank)
            outputs[0].push_back(at::empty_like(tensor));
        finish([&] { return gloo_->allgather(outputs, inputs); });
        return outputs[0];
    }
    void check() override {
        if (const auto fault = watch_->fault()) throw RankLost(*fault);
    }
    void abort(const std::string& why) override { watch_->tell(why); }
    void leave() override {
        watch_->expectEnd();
        at::Tensor one = at::ones({1});
        sum(one);
    }
    void keep(const std::string& key, const std::string& value) override { kept_->set(key, value); }
    std::string kept(const std::string& key) override {
        return kept_->check({key}) ? kept_->get_to_str(key) : std::string();
    }

private:
    template <class Call>
    void guarded(const Call& call) {
        try {
            call();
        } catch (const std::exception& error) {
            throw RankLost(watch_->explain(firstLine(error)));
        }
    }

    void sumOnDevice(at::Tensor& tensor) {
        check();
        guarded([&] { device_->get()->sum(tensor); });
    }

    bool hasArrived() {
        try {
            return arrives(*waiting_, kLookEvery);
        } catch (const std::exception& error) {
            waiting_.reset();
            throw RankLost(watch_->explain(firstLine(error)));
        }
    }

    /// Waits for a message, and for news of the others meanwhile.
    template <class Start>
    void finish(const Start& start) {
        guarded([&] { waiting_ = start(); });
        while (!hasArrived())
            check();
        waiting_.reset();
    }

    /// Gloo's headers come from elsewhere than its code: a known sum says that they agree.
    void checkSums() {
        at::Tensor floats = at::full({1000}, place_.rank + 1.0F);
        at::Tensor counts = at::full({1000}, place_.rank + 1, at::kLong);
        sum(floats);
        sum(counts);
        const std::int64_t expected = std::int64_t{place_.size} * (place_.size + 1) / 2;
        if (floats.eq(static_cast<double>(expected)).all().item<bool>() &&
            counts.eq(expected).all().item<bool>())
            return;
        throw Error("Sums over the ranks are wrong on " + hostName() +
                    ": this program was built with headers of Gloo that do not fit its LibTorch.");
    }

    const RankPlace place_;
    const StorePtr kept_;
    const StorePtr store_;
    const std::shared_ptr<DevicePart> device_;
    const std::vector<std::string> hosts_;
    const std::unique_ptr<RankWatch> watch_;
    GlooPtr gloo_;
    c10::intrusive_ptr<c10d::Work> waiting_;
};

}  // namespace

Ranks connectRanks(const RankPlace& place) {
    if (place.size == 1) return {};
    silenceC10d();
    const bool serves = place.rank == 0 && !place.hosted;
    std::optional<ListeningSocket> socket;
    int listen_fd = place.listen_fd;
    if (serves && listen_fd < 0) listen_fd = socket.emplace(place.address, place.port).fd();
    const StorePtr store = makeStore(place, serves, listen_fd);
    if (socket) socket->release();
    const StorePtr own = attempt(place, store);
    std::vector<std::string> hosts = meet(place, own);
    const auto device = std::make_shared<DevicePart>();
    WatchOptions options{place.rank, hosts, place.limit, storePlace(place)};
    options.on_fault = [device] {
        if (const auto sums = device->get()) sums->abort();
    };
    auto watch = std::make_unique<RankWatch>(attempt(place, makeStore(place, false, -1)), options);
    return Ranks(
        std::make_shared<C10dGroup>(place, store, own, std::move(watch), device, std::move(hosts)));
}

}  // namespace orrery
