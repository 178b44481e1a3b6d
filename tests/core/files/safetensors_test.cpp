// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/safetensors.h"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cstring>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::readFile;
using test::TemporaryFolder;
using test::writeFile;

template <typename T>
TensorView view(const std::string& dtype, std::vector<std::int64_t> shape,
                const std::vector<T>& values) {
    return {dtype, std::move(shape), std::as_bytes(std::span(values))};
}

std::string fileWith(const std::string& header, const std::string& data) {
    std::string size(8, '\0');
    for (int i = 0; i < 8; ++i)
        size[static_cast<std::size_t>(i)] = char((header.size() >> (8 * i)) & 255);
    return size + header + data;
}

std::string refusal(const std::filesystem::path& file) {
    try {
        SafetensorsFile loaded(file);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::size_t filesIn(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(Safetensors, ReadsBackWhatItWrote) {
    TemporaryFolder folder;
    const std::vector<float> weights = {1.5F, -2.0F, 3.25F, 0, 1, 2};
    const std::vector<std::int64_t> ids = {7, -9};
    const std::vector<std::uint8_t> flags = {1, 2, 3};
    const std::vector<float> nothing;
    writeSafetensors(folder / "a.safetensors",
                     {{"a.flags", view("U8", {3}, flags)},
                      {"b.weights", view("F32", {2, 3}, weights)},
                      {"c.ids", view("I64", {2}, ids)},
                      {"d.none", view("F32", {0, 4}, nothing)}},
                     {{"step", "12"}});
    const SafetensorsFile file(folder / "a.safetensors");
    ASSERT_EQ(file.tensors().size(), 4U);
    EXPECT_EQ(file.metadata().at("step"), "12");
    const TensorView& read = file.tensors().at("b.weights");
    EXPECT_EQ(read.shape, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(read.dtype, "F32");
    EXPECT_EQ(std::memcmp(read.bytes.data(), weights.data(), 24), 0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(read.bytes.data()) % alignof(float), 0U);
    EXPECT_EQ(std::memcmp(file.tensors().at("c.ids").bytes.data(), ids.data(), 16), 0);
    EXPECT_EQ(file.tensors().at("d.none").bytes.size(), 0U);
    EXPECT_EQ(filesIn(folder.path()), 1U);
}

TEST(Safetensors, EveryCutOfAFileIsRefused) {
    TemporaryFolder folder;
    const std::vector<float> weights = {1, 2, 3, 4};
    writeSafetensors(folder / "whole", {{"w", view("F32", {4}, weights)}});
    const std::string whole = readFile(folder / "whole");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        writeFile(folder / "cut", whole.substr(0, size));
        EXPECT_NE(refusal(folder / "cut"), "") << size << " of " << whole.size() << " bytes";
    }
    writeFile(folder / "longer", whole + "x");
    EXPECT_NE(refusal(folder / "longer").find("follow its last tensor"), std::string::npos);
}

struct Foreign {
    std::string contents;
    std::string message;
};

TEST(Safetensors, ForeignAndInconsistentFilesAreRefusedWithTheReason) {
    const std::string f32 = R"({"dtype":"F32","shape":[1],"data_offsets":)";
    const std::vector<Foreign> cases = {
        {"", "only 0 bytes"},
        {std::string(100, '\xff'), "no safetensors header"},
        {"PK\x03\x04 a zip archive, say one of torch", "no safetensors header"},
        {fileWith("[]", ""), "not a JSON object"},
        {fileWith("{", ""), "not JSON"},
        {fileWith(R"({"a":1})", ""), "lacks dtype"},
        {fileWith(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,2]}})", "ab"),
         "has 4 bytes"},
        {fileWith(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", "abcd"), "shape"},
        {fileWith(R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", "abcd"), "shape"},
        {fileWith(R"({"a":{"dtype":"Q9","shape":[1],"data_offsets":[0,4]}})", "abcd"),
         "unknown dtype"},
        {fileWith(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})",
                  ""),
         "too large"},
        {fileWith("{\"a\":" + f32 + "[0,4]},\"a\":" + f32 + "[4,8]}}", "abcdefgh"), "'a' twice"},
        {fileWith("{\"a\":" + f32 + "[0,4]},\"b\":" + f32 + "[2,6]}}", "abcdef"), "overlaps"},
        {fileWith("{\"a\":" + f32 + "[0,4]},\"b\":" + f32 + "[6,10]}}", "abcdefghij"), "gap"},
        {fileWith("{\"a\":" + f32 + "[4,8]}}", "abcd"), "truncated"},
        {fileWith(R"({"__metadata__":{"a":1}})", ""), "metadata"},
        {fileWith(R"({"a":[[[[[[1]]]]]]})", ""), "nested"},
    };
    TemporaryFolder folder;
    for (const Foreign& foreign : cases) {
        writeFile(folder / "file", foreign.contents);
        const std::string message = refusal(folder / "file");
        EXPECT_NE(message.find(foreign.message), std::string::npos)
            << message << " for " << foreign.contents;
        EXPECT_NE(message.find("file"), std::string::npos);
    }
}

TEST(Safetensors, MissingFilesAndFoldersAreRefused) {
    TemporaryFolder folder;
    EXPECT_NE(refusal(folder / "none").find("No such file"), std::string::npos);
    EXPECT_NE(refusal(folder.path()).find("regular file"), std::string::npos);
}

TEST(Safetensors, AViewOfTheWrongSizeIsNotWritten) {
    TemporaryFolder folder;
    const std::vector<float> weights = {1, 2, 3};
    EXPECT_THROW(writeSafetensors(folder / "f", {{"w", view("F32", {2}, weights)}}), Error);
    EXPECT_THROW(writeSafetensors(folder / "f", {{"w", view("F99", {3}, weights)}}), Error);
    EXPECT_EQ(filesIn(folder.path()), 0U);
}

TEST(WriteFileAtomically, ReplacesCreatesFoldersAndLeavesNothingBeside) {
    TemporaryFolder folder;
    writeFileAtomically(folder / "a" / "b" / "file.txt", "one");
    writeFileAtomically(folder / "a" / "b" / "file.txt", "two");
    EXPECT_EQ(readFile(folder / "a" / "b" / "file.txt"), "two");
    EXPECT_EQ(filesIn(folder / "a" / "b"), 1U);
}

TEST(WriteFileAtomically, FollowsALinkInsteadOfReplacingIt) {
    TemporaryFolder folder;
    writeFile(folder / "target", "old");
    std::filesystem::create_symlink(folder / "target", folder / "link");
    writeFileAtomically(folder / "link", "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(readFile(folder / "target"), "new");
}

TEST(WriteFileAtomically, AFailureNamesTheFileAndKeepsTheOldOne) {
    TemporaryFolder folder;
    writeFile(folder / "plain", "text");
    try {
        writeFileAtomically(folder / "plain" / "below.txt", "x");
        FAIL() << "a file was taken for a folder";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("plain"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("Not a directory"), std::string::npos);
    }
    std::filesystem::create_directories(folder / "taken" / "inner");
    EXPECT_THROW(writeFileAtomically(folder / "taken", "x"), Error);
    EXPECT_EQ(readFile(folder / "plain"), "text");
    EXPECT_EQ(filesIn(folder.path()), 2U);
}

TEST(WriteFileAtomically, AFullDiskIsReportedAndTheOldFileIsWhole) {
    TemporaryFolder folder;
    const std::string place = folder.path().string();
    if (::mount("none", place.c_str(), "tmpfs", 0, "size=128k") != 0) {
        GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    }
    writeFile(folder / "file", "old");
    std::string message;
    try {
        writeFileAtomically(folder / "file", std::string(1'000'000, 'x'));
    } catch (const Error& error) {
        message = error.what();
    }
    EXPECT_NE(message.find("No space left"), std::string::npos) << message;
    EXPECT_EQ(readFile(folder / "file"), "old");
    EXPECT_EQ(filesIn(folder.path()), 1U);
    ::umount2(place.c_str(), MNT_DETACH);
}

}  // namespace
}  // namespace orrery
