// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of compressed files are those of the plain ones.
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "core/data/corpus_preview.h"
#include "core/data/documents.h"
#include "core/error.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::TemporaryFolder;
using test::writeFile;

void writeGzip(const std::filesystem::path& file, const std::string& text) {
    gzFile output = gzopen(file.c_str(), "wb");
    ASSERT_EQ(gzwrite(output, text.data(), static_cast<unsigned>(text.size())),
              static_cast<int>(text.size()));
    gzclose(output);
}

void writeZstd(const std::filesystem::path& file, const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    writeFile(file, packed);
}

std::string stories() {
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += "Story " + std::to_string(i) + " of größe.\nIts end, and " + std::to_string(i * i) +
                ".<|endoftext|>\n";
    return text;
}

std::string jsonLines() {
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "{\"text\": \"line " + std::to_string(i) + "\\nof two\"}\n";
    return text;
}

Corpus opened(const std::filesystem::path& corpus) {
    DataConfig data;
    data.corpus = corpus.string();
    return openCorpus(data, corpus.parent_path(), 1);
}

void expectEqual(const std::filesystem::path& plain, const std::filesystem::path& packed) {
    const Corpus one = opened(plain);
    const Corpus other = opened(packed);
    EXPECT_EQ(one.hash, other.hash) << packed;
    EXPECT_EQ(test::allOf(*one.train), test::allOf(*other.train)) << packed;
    EXPECT_EQ(test::allOf(*one.validation), test::allOf(*other.validation)) << packed;
    one.train->rewind();
    other.train->rewind();
    EXPECT_EQ(one.train->next(), other.train->next());
}

TEST(CompressedDocuments, AreThoseOfThePlainFile) {
    const TemporaryFolder folder;
    writeFile(folder / "a.txt", stories());
    writeGzip(folder / "a.txt.gz", stories());
    writeZstd(folder / "a.TXT.zst", stories());
    expectEqual(folder / "a.txt", folder / "a.txt.gz");
    expectEqual(folder / "a.txt", folder / "a.TXT.zst");
    writeFile(folder / "b.jsonl", jsonLines());
    writeGzip(folder / "b.jsonl.gz", jsonLines());
    writeZstd(folder / "b.ndjson.zst", jsonLines());
    expectEqual(folder / "b.jsonl", folder / "b.jsonl.gz");
    expectEqual(folder / "b.jsonl", folder / "b.ndjson.zst");
}

TEST(CompressedDocuments, FoldersOfThemAreReadInOrder) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "plain");
    std::filesystem::create_directories(folder / "packed");
    writeFile(folder / "plain/a.txt", stories());
    writeFile(folder / "plain/b.jsonl", jsonLines());
    writeFile(folder / "plain/c.txt", "The last.");
    writeGzip(folder / "packed/a.txt.gz", stories());
    writeZstd(folder / "packed/b.jsonl.zst", jsonLines());
    writeFile(folder / "packed/c.txt", "The last.");
    expectEqual(folder / "plain", folder / "packed");
    EXPECT_EQ(previewCorpus(folder / "packed", {}, 1, {}).lines,
              previewCorpus(folder / "plain", {}, 1, {}).lines);
}

TEST(CompressedDocuments, FaultsHaveTheLineOfTheText) {
    const TemporaryFolder folder;
    writeGzip(folder / "x.jsonl.gz", jsonLines() + "no JSON\n");
    try {
        opened(folder / "x.jsonl.gz");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("x.jsonl.gz:501: not JSON"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace orrery
