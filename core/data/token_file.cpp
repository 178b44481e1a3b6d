// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/error.h"

namespace orrery {
namespace {

static_assert(std::endian::native == std::endian::little, "token files are mapped as they are");

struct FileHead {
    std::array<char, 8> magic = {'O', 'R', 'R', 'T', 'O', 'K', 'E', 'N'};
    std::uint64_t version = 1;
    bool operator==(const FileHead&) const = default;
};

struct Footer {
    std::int64_t documents = 0;
    std::int64_t tokens = 0;
    std::int64_t bytes = 0;
    std::array<char, 64> key{};
    std::uint64_t checksum = 0;         // of all before the footer
    std::uint64_t footer_checksum = 0;  // of the fields above
};
static_assert(sizeof(FileHead) == 16 && sizeof(Footer) == 104);

constexpr std::size_t kPendingTokens = std::size_t{1} << 18;
constexpr std::size_t kCheckedAtOnce = std::size_t{1}
                                       << 24;  // bytes between questions to cancelled

template <typename T>
std::span<const std::byte> bytesOf(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}

std::uint64_t footerChecksum(const Footer& footer) {
    TokenChecksum checksum;
    checksum.update(bytesOf(footer).first(sizeof footer - sizeof footer.footer_checksum));
    return checksum.value();
}

/// Bytes that a file of this footer has, or 0 when the footer makes no sense.
std::uint64_t expectedSize(const Footer& footer, std::uint64_t size) {
    const auto limit = static_cast<std::int64_t>(size);
    if (footer.documents < 0 || footer.tokens < 0 || footer.documents > limit ||
        footer.tokens > limit)
        return 0;
    const auto tokens = static_cast<std::uint64_t>(footer.tokens);
    const auto documents = static_cast<std::uint64_t>(footer.documents);
    return sizeof(FileHead) + (tokens + tokens % 2) * 4 + 2 * (documents + 1) * 8 + sizeof(Footer);
}

}  // namespace

void TokenChecksum::update(std::span<const std::byte> bytes) {
    std::uint64_t state = state_;
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, sizeof word);
        // A bijection of the state for every word: a change is never lost again.
        state = std::rotl(state ^ word, 29) * 0xD6E8FEB86659FD93ULL;
    }
    state_ = state;
}

TokenFileWriter::TokenFileWriter(const std::filesystem::path& file) : file_(file) {
    write(bytesOf(FileHead{}));
}

void TokenFileWriter::write(std::span<const std::byte> bytes) {
    checksum_.update(bytes);
    file_.write(bytes);
}

void TokenFileWriter::flush() {
    const std::size_t whole = pending_.size() / 2 * 2;
    write(std::as_bytes(std::span(pending_).first(whole)));
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(whole));
}

void TokenFileWriter::add(std::span<const std::int32_t> tokens, std::int64_t text_bytes) {
    pending_.insert(pending_.end(), tokens.begin(), tokens.end());
    token_offsets_.push_back(token_offsets_.back() + static_cast<std::int64_t>(tokens.size()));
    byte_offsets_.push_back(byte_offsets_.back() + text_bytes);
    if (pending_.size() >= kPendingTokens) flush();
}

void TokenFileWriter::finish(std::string_view key) {
    flush();
    if (!pending_.empty()) {
        pending_.push_back(0);
        flush();
    }
    write(std::as_bytes(std::span(token_offsets_)));
    write(std::as_bytes(std::span(byte_offsets_)));
    Footer footer;
    footer.documents = static_cast<std::int64_t>(token_offsets_.size()) - 1;
    footer.tokens = token_offsets_.back();
    footer.bytes = byte_offsets_.back();
    key.copy(footer.key.data(), footer.key.size());
    footer.checksum = checksum_.value();
    footer.footer_checksum = footerChecksum(footer);
    file_.write(bytesOf(footer));
    file_.commit();
}

MappedTokens::~MappedTokens() {
    ::munmap(memory_, size_);
}

std::shared_ptr<const MappedTokens> MappedTokens::open(const std::filesystem::path& file,
                                                       std::string_view key,
                                                       const std::function<bool()>& cancelled) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return nullptr;
    struct stat status {};
    const bool usable = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                        status.st_size >= static_cast<off_t>(sizeof(FileHead) + sizeof(Footer));
    const auto size = usable ? static_cast<std::size_t>(status.st_size) : 0;
    void* memory =
        usable ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0) : MAP_FAILED;
    ::close(descriptor);
    if (memory == MAP_FAILED) return nullptr;
    std::shared_ptr<MappedTokens> mapped(new MappedTokens(memory, size));
    return mapped->read(key, cancelled) ? mapped : nullptr;
}

bool MappedTokens::read(std::string_view key, const std::function<bool()>& cancelled) {
    const auto* bytes = static_cast<const std::byte*>(memory_);
    FileHead head;
    Footer footer;
    std::memcpy(&head, bytes, sizeof head);
    std::memcpy(&footer, bytes + size_ - sizeof footer, sizeof footer);
    if (head != FileHead{} || footer.footer_checksum != footerChecksum(footer) ||
        std::string_view(footer.key.data(), footer.key.size()) != key ||
        expectedSize(footer, size_) != size_)
        return false;
    const auto contents = std::span(bytes, size_ - sizeof footer);
    TokenChecksum checksum;
    for (std::size_t i = 0; i < contents.size(); i += kCheckedAtOnce) {
        if (cancelled && cancelled()) throw Cancelled();
        checksum.update(contents.subspan(i, std::min(kCheckedAtOnce, contents.size() - i)));
    }
    if (checksum.value() != footer.checksum) return false;
    const auto documents = static_cast<std::size_t>(footer.documents);
    const auto tokens = static_cast<std::size_t>(footer.tokens);
    const std::byte* place = bytes + sizeof head;
    tokens_ = {reinterpret_cast<const std::int32_t*>(place), tokens};
    place += (tokens + tokens % 2) * sizeof(std::int32_t);
    token_offsets_ = {reinterpret_cast<const std::int64_t*>(place), documents + 1};
    place += (documents + 1) * sizeof(std::int64_t);
    byte_offsets_ = {reinterpret_cast<const std::int64_t*>(place), documents + 1};
    return true;
}

}  // namespace orrery
