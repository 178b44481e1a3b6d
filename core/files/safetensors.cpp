// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/safetensors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kPrefixSize = 8;
constexpr std::uint64_t kHeaderLimit = 100'000'000;  // the format's own limit
constexpr std::string_view kMetadataName = "__metadata__";

/// Bytes of one element; 0 for an unknown type.
std::size_t elementSize(std::string_view dtype) {
    static const std::map<std::string_view, std::size_t> sizes = {
        {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E4M3", 1}, {"F8_E5M2", 1},
        {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},
        {"U32", 4},  {"F32", 4}, {"I64", 8}, {"U64", 8},     {"F64", 8},
    };
    const auto found = sizes.find(dtype);
    return found == sizes.end() ? 0 : found->second;
}

/// Bytes of a tensor; nullopt when they do not fit into 63 bits or a dimension is negative.
std::optional<std::uint64_t> tensorSize(std::string_view dtype,
                                        const std::vector<std::int64_t>& shape) {
    std::uint64_t size = elementSize(dtype);
    for (const std::int64_t dimension : shape) {
        if (dimension < 0) return std::nullopt;
        const auto factor = static_cast<std::uint64_t>(dimension);
        constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (factor != 0 && size > limit / factor) return std::nullopt;
        size *= factor;
    }
    return size;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& reason) {
    throw Error(file.string() + " is not a usable safetensors file: " + reason + ".");
}

/// The json library keeps the last of two equal keys; here a repeated name is an error.
json parseHeader(const fs::path& file, std::string_view text) {
    std::vector<std::set<std::string>> seen(4);
    const auto check = [&](int depth, json::parse_event_t event, json& value) {
        const auto level = static_cast<std::size_t>(depth);
        if (event == json::parse_event_t::object_start ||
            event == json::parse_event_t::array_start) {
            if (level + 1 >= seen.size()) refuse(file, "its header is nested too deeply");
            seen[level + 1].clear();
        }
        if (event == json::parse_event_t::key &&
            !seen[level].insert(value.get<std::string>()).second) {
            refuse(file, "its header contains the name '" + value.get<std::string>() + "' twice");
        }
        return true;
    };
    try {
        json header = json::parse(text.begin(), text.end(), check);
        if (!header.is_object()) refuse(file, "its header is not a JSON object");
        return header;
    } catch (const json::parse_error& error) {
        refuse(file,
               "its header is not JSON (byte " + std::to_string(error.byte) + " of the header)");
    }
}

struct Entry {
    TensorView view;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

Entry readEntry(const fs::path& file, const std::string& name, const json& value) {
    const auto bad = [&](const std::string& reason) {
        refuse(file, "tensor '" + name + "' " + reason);
    };
    if (!value.is_object() || !value.contains("dtype") || !value.contains("shape") ||
        !value.contains("data_offsets")) {
        bad("lacks dtype, shape or data_offsets");
    }
    Entry entry;
    const json& dtype = value["dtype"];
    if (!dtype.is_string()) bad("has a dtype that is not text");
    entry.view.dtype = dtype.get<std::string>();
    if (elementSize(entry.view.dtype) == 0) bad("has the unknown dtype '" + entry.view.dtype + "'");
    if (!value["shape"].is_array()) bad("has a shape that is not a list");
    for (const json& dimension : value["shape"]) {
        if (!dimension.is_number_unsigned()) bad("has a shape that is not made of whole numbers");
        entry.view.shape.push_back(dimension.get<std::int64_t>());
    }
    const json& offsets = value["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned()) {
        bad("has data_offsets that are not two whole numbers");
    }
    entry.begin = offsets[0].get<std::uint64_t>();
    entry.end = offsets[1].get<std::uint64_t>();
    const auto size = tensorSize(entry.view.dtype, entry.view.shape);
    if (!size) bad("has a shape that is too large");
    if (entry.end < entry.begin || entry.end - entry.begin != *size) {
        bad("has " + std::to_string(*size) +
            " bytes by dtype and shape, but its data_offsets are " + std::to_string(entry.begin) +
            " and " + std::to_string(entry.end));
    }
    return entry;
}

/// Tensors must lie one after another and fill the data exactly.
void checkLayout(const fs::path& file, const std::map<std::string, Entry>& entries,
                 std::uint64_t data_size) {
    std::vector<std::pair<const Entry*, const std::string*>> order;
    for (const auto& [name, entry] : entries)
        order.emplace_back(&entry, &name);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first->begin, a.first->end) < std::pair(b.first->begin, b.first->end);
    });
    std::uint64_t position = 0;
    for (const auto& [entry, name] : order) {
        if (entry->end > data_size) {
            refuse(file, "it is truncated: tensor '" + *name + "' ends at byte " +
                             std::to_string(entry->end) + " of the data, which has " +
                             std::to_string(data_size));
        }
        if (entry->begin < position) refuse(file, "tensor '" + *name + "' overlaps another");
        if (entry->begin > position) refuse(file, "there is a gap before tensor '" + *name + "'");
        position = entry->end;
    }
    if (position != data_size) {
        refuse(file, std::to_string(data_size - position) + " bytes follow its last tensor");
    }
}

}  // namespace

struct SafetensorsFile::Impl {
    explicit Impl(const fs::path& file);
    ~Impl() {
        if (mapped != nullptr) ::munmap(mapped, size);
    }
    void map(const fs::path& file);
    void parse(const fs::path& file);

    void* mapped = nullptr;
    std::size_t size = 0;
    std::map<std::string, TensorView> tensors;
    std::map<std::string, std::string> metadata;
};

SafetensorsFile::Impl::Impl(const fs::path& file) {
    map(file);
    try {
        parse(file);
    } catch (...) {
        ::munmap(mapped, size);
        throw;
    }
}

void SafetensorsFile::Impl::map(const fs::path& file) {
    const RegularFile opened = RegularFile::open(file, O_RDONLY, Links::followed);
    struct stat status {};
    ::fstat(opened.descriptor(), &status);
    size = static_cast<std::size_t>(status.st_size);
    if (size <= kPrefixSize) refuse(file, "it has only " + std::to_string(size) + " bytes");
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened.descriptor(), 0);
    if (address == MAP_FAILED) {
        throw Error("Cannot map " + file.string() + ": " + systemErrorText(errno) + ".");
    }
    mapped = address;
}

void SafetensorsFile::Impl::parse(const fs::path& file) {
    const auto* bytes = static_cast<const std::byte*>(mapped);
    std::uint64_t header_size = 0;
    for (std::size_t i = 0; i < kPrefixSize; ++i) {
        header_size |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    }
    if (header_size > kHeaderLimit) refuse(file, "it has no safetensors header");
    if (header_size > size - kPrefixSize) {
        refuse(file, "its header should have " + std::to_string(header_size) +
                         " bytes: the file is truncated or has another format");
    }
    const auto* text = reinterpret_cast<const char*>(bytes + kPrefixSize);
    const json header = parseHeader(file, {text, static_cast<std::size_t>(header_size)});
    std::map<std::string, Entry> entries;
    for (const auto& [name, value] : header.items()) {
        if (name != kMetadataName) {
            entries.emplace(name, readEntry(file, name, value));
            continue;
        }
        if (!value.is_object()) refuse(file, "its metadata is not an object");
        for (const auto& [key, item] : value.items()) {
            if (!item.is_string()) refuse(file, "its metadata '" + key + "' is not text");
            metadata.emplace(key, item.get<std::string>());
        }
    }
    const std::size_t data_begin = kPrefixSize + static_cast<std::size_t>(header_size);
    checkLayout(file, entries, size - data_begin);
    for (auto& [name, entry] : entries) {
        entry.view.bytes = {bytes + data_begin + entry.begin, entry.end - entry.begin};
        tensors.emplace(name, std::move(entry.view));
    }
}

SafetensorsFile::SafetensorsFile(const fs::path& file) : impl_(std::make_shared<Impl>(file)) {}

const std::map<std::string, TensorView>& SafetensorsFile::tensors() const {
    return impl_->tensors;
}

const std::map<std::string, std::string>& SafetensorsFile::metadata() const {
    return impl_->metadata;
}

void writeSafetensors(const fs::path& file, const std::map<std::string, TensorView>& tensors,
                      const std::map<std::string, std::string>& metadata) {
    std::vector<const std::pair<const std::string, TensorView>*> order;
    for (const auto& item : tensors) {
        const auto& [name, view] = item;
        const auto size = tensorSize(view.dtype, view.shape);
        if (elementSize(view.dtype) == 0 || !size || *size != view.bytes.size() ||
            name == kMetadataName) {
            throw Error("Cannot write " + file.string() + ": tensor '" + name +
                        "' has a name, dtype, shape or size that does not fit the format.");
        }
        order.push_back(&item);
    }
    // Wide elements first: each tensor is then aligned to its own element.
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return elementSize(a->second.dtype) > elementSize(b->second.dtype);
    });
    json header = json::object();
    if (!metadata.empty()) header[std::string(kMetadataName)] = metadata;
    std::uint64_t position = 0;
    for (const auto* item : order) {
        const TensorView& view = item->second;
        const std::uint64_t end = position + view.bytes.size();
        header[item->first] = {
            {"dtype", view.dtype}, {"shape", view.shape}, {"data_offsets", {position, end}}};
        position = end;
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');
    std::byte prefix[kPrefixSize];
    for (std::size_t i = 0; i < kPrefixSize; ++i) {
        prefix[i] = static_cast<std::byte>(static_cast<std::uint64_t>(text.size()) >> (8 * i));
    }
    AtomicFile output(file);
    output.write(prefix);
    output.write(std::as_bytes(std::span(text)));
    for (const auto* item : order)
        output.write(item->second.bytes);
    output.commit();
}

}  // namespace orrery
