// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/tensorboard.h"

#include <array>
#include <bit>
#include <chrono>

namespace orrery {
namespace {

constexpr std::array<std::uint32_t, 256> makeTable() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0x82F63B78U : 0U);
        table[byte] = crc;
    }
    return table;
}

template <typename Unsigned>
std::string littleEndian(Unsigned value) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof value; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    return bytes;
}

std::string maskedCrc(std::string_view bytes) {
    return littleEndian(std::rotr(crc32c(bytes), 15) + 0xA282EAD8U);
}

// Protocol buffers: a field is its number and wire type as a varint, then its value.
enum class Wire : std::uint64_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80U; value >>= 7U)
        bytes += static_cast<char>((value & 0x7FU) | 0x80U);
    return bytes + static_cast<char>(value);
}

std::string head(std::uint64_t number, Wire wire) {
    return varint(number << 3U | static_cast<std::uint64_t>(wire));
}

std::string field(std::uint64_t number, double value) {
    return head(number, Wire::fixed64) + littleEndian(std::bit_cast<std::uint64_t>(value));
}

std::string field(std::uint64_t number, float value) {
    return head(number, Wire::fixed32) + littleEndian(std::bit_cast<std::uint32_t>(value));
}

std::string field(std::uint64_t number, std::int64_t value) {
    return head(number, Wire::varint) + varint(static_cast<std::uint64_t>(value));
}

std::string field(std::uint64_t number, std::string_view bytes) {
    return (head(number, Wire::bytes) + varint(bytes.size())).append(bytes);
}

}  // namespace

double wallTime() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

std::uint32_t crc32c(std::string_view bytes) {
    static constexpr auto table = makeTable();
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const unsigned char byte : bytes)
        crc = (crc >> 8U) ^ table[(crc ^ byte) & 0xFFU];
    return ~crc;
}

TensorboardEvents::TensorboardEvents(double wall_time) {
    record(field(1, wall_time) + field(3, std::string_view("brain.Event:2")));
}

void TensorboardEvents::add(double wall_time, std::int64_t step,
                            const std::vector<std::pair<std::string, double>>& values) {
    std::string summary;
    for (const auto& [tag, value] : values)
        summary += field(1, field(1, std::string_view(tag)) + field(2, static_cast<float>(value)));
    record(field(1, wall_time) + field(2, step) + field(5, std::string_view(summary)));
}

void TensorboardEvents::restart(double wall_time, std::int64_t step) {
    constexpr std::int64_t start = 1;  // SessionLog.START
    record(field(1, wall_time) + field(2, step) + field(7, std::string_view(field(1, start))));
}

void TensorboardEvents::record(std::string_view message) {
    const std::string length = littleEndian(static_cast<std::uint64_t>(message.size()));
    bytes_ += length + maskedCrc(length);
    bytes_.append(message);
    bytes_ += maskedCrc(message);
}

}  // namespace orrery
