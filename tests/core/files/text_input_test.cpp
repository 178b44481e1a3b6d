// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/text_input.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::TemporaryFolder;
using test::writeFile;

std::string gzipped(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// With a checksum, as the program zstd writes it.
std::string zstandard(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()) + 16, '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return out;
}

/// 300 kB that compress little.
std::string longText() {
    std::string text;
    for (int i = 0; text.size() < 300'000; ++i)
        text += std::to_string(i * 2654435761U) + (i % 7 == 0 ? "\n" : " ");
    return text;
}

std::string wholeText(TextInput& input, std::size_t step) {
    std::string text, part(step, '\0');
    while (const std::size_t count = input.read(part))
        text.append(part, 0, count);
    return text;
}

std::string readingError(const std::filesystem::path& file) {
    try {
        wholeText(*TextInput::open(file), 1000);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

struct TextInputTest : testing::TestWithParam<const char*> {
    std::string compressed(const std::string& text) const {
        return std::string(GetParam()) == ".gz" ? gzipped(text) : zstandard(text);
    }
    std::filesystem::path file() const { return folder / ("x.txt" + std::string(GetParam())); }
    TemporaryFolder folder;
};

TEST_P(TextInputTest, GivesTheTextInAnyPieces) {
    const std::string text = longText();
    writeFile(file(), compressed(text));
    for (const std::size_t step : {1U, 999U, 1U << 20})
        EXPECT_TRUE(wholeText(*TextInput::open(file()), step) == text) << step;
}

TEST_P(TextInputTest, GivesAnyPlaceOfIt) {
    const std::string text = longText();
    writeFile(file(), compressed(text));
    const auto input = TextInput::open(file());
    std::string part(100, '\0');
    for (const std::size_t place : {250'000UL, 260'000UL, 7UL, 0UL, 299'000UL}) {
        input->readAt(place, part);
        EXPECT_EQ(part, text.substr(place, 100)) << place;
    }
}

TEST_P(TextInputTest, PartsThatFollowOneAnotherAreOneText) {
    writeFile(file(), compressed("first ") + compressed("") + compressed("second"));
    EXPECT_EQ(wholeText(*TextInput::open(file()), 4), "first second");
    writeFile(file(), compressed(""));
    EXPECT_EQ(wholeText(*TextInput::open(file()), 4), "");
}

TEST_P(TextInputTest, WhatIsCutOffOrDamagedIsTold) {
    const std::string whole = compressed(longText());
    writeFile(file(), whole.substr(0, whole.size() / 2));
    EXPECT_NE(readingError(file()).find("cut off"), std::string::npos) << readingError(file());
    std::string damaged = whole;
    for (std::size_t i = 1000; i < 1100; ++i)
        damaged[i] = static_cast<char>(~damaged[i]);
    writeFile(file(), damaged);
    EXPECT_NE(readingError(file()).find("Cannot decompress"), std::string::npos);
    writeFile(file(), "plain text under a false name");
    EXPECT_NE(readingError(file()).find("Cannot decompress"), std::string::npos);
    writeFile(file(), whole + "something else");
    EXPECT_NE(readingError(file()).find("Cannot decompress"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Both, TextInputTest, testing::Values(".gz", ".zst"),
                         [](const auto& kind) { return std::string(kind.param + 1); });

}  // namespace
}  // namespace orrery
