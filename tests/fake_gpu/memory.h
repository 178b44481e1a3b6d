// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of a GPU that is not there (README.md). It lies in this machine's own memory.
#pragma once
#include <ATen/ATen.h>

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace orrery::fake_gpu {

/// Bytes that the GPU has: 80 GB, or as many as ORRERY_FAKE_GPU_BYTES says now.
std::int64_t memorySize();

/// A piece of memory: what is not written yet, and what was given back, reads as not a number.
class Block {
public:
    explicit Block(std::size_t size);
    ~Block();
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    std::byte* data() { return data_.get(); }
    std::size_t size() const { return size_; }

private:
    std::size_t size_;
    std::unique_ptr<std::byte[]> data_;
};

using Blocks = std::vector<std::shared_ptr<Block>>;

/// While it lives, blocks that tensors take are kept beyond them.
class KeptBlocks {
public:
    explicit KeptBlocks(Blocks& blocks);
    ~KeptBlocks();
    KeptBlocks(const KeptBlocks&) = delete;
    KeptBlocks& operator=(const KeptBlocks&) = delete;
};

/// Contents of all memory, to be put back where it is still taken.
class MemoryImage {
public:
    MemoryImage();
    void restore() const;

private:
    std::map<std::byte*, std::vector<std::byte>> contents_;
};

/// Bytes that tensors take.
std::size_t takenBytes();
c10::Allocator* deviceAllocator();
/// Of memory of the processor that copies need not wait for.
c10::Allocator* pinnedAllocator();
bool isPinned(const void* data);

}  // namespace orrery::fake_gpu
