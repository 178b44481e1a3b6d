// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batches.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/data/sample_layout.h"
#include "core/error.h"

namespace orrery {
namespace {

std::unique_ptr<SampleLayout> makeLayout(TokenCache tokens, const BatchOptions& options) {
    if (options.seq_len < 1 || options.batch_size < 1)
        throw Error("model.seq_len and train.batch_size must be at least 1.");
    if (options.packing == "none")
        return std::make_unique<DocumentLayout>(std::move(tokens), options);
    if (options.packing == "packed")
        return std::make_unique<PackedLayout>(std::move(tokens), options);
    if (options.packing == "bucketed")
        return std::make_unique<BucketedLayout>(std::move(tokens), options);
    throw Error("data.packing '" + options.packing +
                "' is not available here. Set it to none, packed or bucketed.");
}

/// Makes batch after batch of a layout, in any order, cheapest within one epoch.
class BatchMaker {
public:
    BatchMaker(TokenCache tokens, const BatchOptions& options)
        : options_(options), layout_(makeLayout(std::move(tokens), options)) {}

    std::int64_t samples() const { return layout_->samples(); }
    std::int64_t perEpoch() const {
        const std::int64_t rest = options_.drop_last ? 0 : options_.batch_size - 1;
        return (samples() + rest) / options_.batch_size;
    }

    Batch make(std::int64_t index) {
        const std::int64_t epoch = index / perEpoch();
        if (epoch != epoch_) layout_->startEpoch(epoch);
        epoch_ = epoch;
        const std::int64_t first = index % perEpoch() * options_.batch_size;
        Batch batch;
        batch.rows = std::min(options_.batch_size, samples() - first);
        batch.columns = layout_->columns(first, batch.rows);
        batch.epoch = epoch;
        batch.inputs.reserve(static_cast<std::size_t>(batch.rows * batch.columns));
        batch.targets.reserve(static_cast<std::size_t>(batch.rows * batch.columns));
        for (std::int64_t row = 0; row < batch.rows; ++row)
            layout_->append(first + row, batch);
        return batch;
    }

private:
    BatchOptions options_;
    std::unique_ptr<SampleLayout> layout_;
    std::int64_t epoch_ = -1;
};

void checkSamples(const BatchMaker& maker, const BatchOptions& options) {
    if (maker.perEpoch() > 0) return;
    const std::string found =
        std::to_string(maker.samples()) + (maker.samples() == 1 ? " sample" : " samples");
    if (options.packing == "packed")
        throw Error("The text fills " + found + " of model.seq_len " +
                    std::to_string(options.seq_len) + ", fewer than one batch of " +
                    std::to_string(options.batch_size) +
                    ". Lower train.batch_size or model.seq_len, or give more text.");
    throw Error("The text has " + found + ", fewer than one batch of " +
                std::to_string(options.batch_size) +
                ". Lower train.batch_size, or give more documents.");
}

}  // namespace

struct BatchStream::Impl {
    Impl(TokenCache tokens, const BatchOptions& given)
        : options(given), maker(std::move(tokens), given) {
        checkSamples(maker, options);
        if (options.prefetch > 0)
            thread = std::jthread([this](std::stop_token stop) { run(stop); });
    }

    /// Makes batches from `next` on, as far ahead as agreed. A jump of the reader starts it anew.
    void run(std::stop_token stop) {
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            changed.wait(lock, stop, [&] {
                return !failure && next >= 0 && std::cmp_less(ready.size(), options.prefetch);
            });
            if (stop.stop_requested()) return;
            const std::int64_t index = next;
            const std::uint64_t jump = jumps;
            lock.unlock();
            Batch batch;
            std::exception_ptr error;
            try {
                batch = maker.make(index);
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            if (jump != jumps) continue;
            failure = error;
            if (!error) ready.push_back(std::move(batch));
            if (!error) ++next;
            changed.notify_all();
        }
    }

    Batch take(std::int64_t index) {
        std::unique_lock lock(mutex);
        if (index != wanted) {
            ++jumps;
            ready.clear();
            failure = nullptr;
            next = index;
            changed.notify_all();
        }
        changed.wait(lock, [&] { return failure || !ready.empty(); });
        wanted = -1;
        if (ready.empty()) std::rethrow_exception(failure);
        Batch batch = std::move(ready.front());
        ready.pop_front();
        wanted = index + 1;
        changed.notify_all();
        return batch;
    }

    BatchOptions options;
    BatchMaker maker;  // the thread's alone while it runs
    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<Batch> ready;   // batches `wanted`, `wanted` + 1, ...
    std::int64_t wanted = -1;  // what the reader asks for if it goes on in order
    std::int64_t next = -1;    // what the thread makes next
    std::uint64_t jumps = 0;
    std::exception_ptr failure;  // of the batch `next`
    std::jthread thread;         // last: it is joined before anything it uses ends
};

BatchStream::BatchStream(TokenCache tokens, BatchOptions options)
    : impl_(std::make_unique<Impl>(std::move(tokens), options)) {}

BatchStream::~BatchStream() = default;

std::int64_t BatchStream::samples() const {
    return impl_->maker.samples();
}

std::int64_t BatchStream::batchesPerEpoch() const {
    return impl_->maker.perEpoch();
}

Batch BatchStream::batch(std::int64_t index) {
    if (index < 0) throw Error("Batches count from 0.");
    return impl_->options.prefetch > 0 ? impl_->take(index) : impl_->maker.make(index);
}

}  // namespace orrery
