// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/text_input.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCompressedChunk = std::size_t{1} << 16;

double shareOf(std::uint64_t bytes, const InputFile& file) {
    const std::uint64_t all = file.stamp().size;
    return all == 0 ? 1.0 : std::min(1.0, static_cast<double>(bytes) / static_cast<double>(all));
}

class PlainText : public TextInput {
public:
    explicit PlainText(const fs::path& file) : file_(file) {}
    InputFile::Stamp stamp() const override { return file_.stamp(); }
    const fs::path& path() const override { return file_.path(); }
    std::size_t read(std::span<char> into) override {
        const std::size_t count = file_.read(into);
        passed_ += count;
        return count;
    }
    void readAt(std::uint64_t offset, std::span<char> into) override { file_.readAt(offset, into); }
    double share() const override { return shareOf(passed_, file_); }

private:
    InputFile file_;
    std::uint64_t passed_ = 0;
};

/// What a step of decompression took and gave.
struct Decoded {
    std::size_t taken = 0;
    std::size_t given = 0;
};

class Decoder {
public:
    virtual ~Decoder() = default;
    /// nullptr as `problem` when all is well.
    virtual Decoded decode(std::string_view from, std::span<char> into, const char*& problem) = 0;
    /// Between two members or frames: the file may end here.
    virtual bool mayEnd() const = 0;
};

class GzipDecoder : public Decoder {
public:
    GzipDecoder() {
        constexpr int kGzip = 16;  // its header alone, not zlib's
        inflateInit2(&stream_, MAX_WBITS + kGzip);
    }
    ~GzipDecoder() override { inflateEnd(&stream_); }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    Decoded decode(std::string_view from, std::span<char> into, const char*& problem) override {
        if (at_end_ && !from.empty()) inflateReset(&stream_);  // members follow one another
        if (!from.empty()) at_end_ = false;
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
        stream_.avail_in = static_cast<uInt>(from.size());
        stream_.next_out = reinterpret_cast<Bytef*>(into.data());
        stream_.avail_out = static_cast<uInt>(into.size());
        const int code = inflate(&stream_, Z_NO_FLUSH);
        if (code == Z_STREAM_END)
            at_end_ = true;
        else if (code != Z_OK && code != Z_BUF_ERROR)
            problem = stream_.msg != nullptr ? stream_.msg : "it is not gzip";
        return {from.size() - stream_.avail_in, into.size() - stream_.avail_out};
    }
    bool mayEnd() const override { return at_end_; }

private:
    z_stream stream_{};
    bool at_end_ = false;
};

class ZstdDecoder : public Decoder {
public:
    ZstdDecoder() : stream_(ZSTD_createDStream()) {}
    ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }
    ZstdDecoder(const ZstdDecoder&) = delete;
    ZstdDecoder& operator=(const ZstdDecoder&) = delete;

    Decoded decode(std::string_view from, std::span<char> into, const char*& problem) override {
        if (from.empty() && at_end_) return {};  // it would begin the next frame
        ZSTD_inBuffer input{from.data(), from.size(), 0};
        ZSTD_outBuffer output{into.data(), into.size(), 0};
        const std::size_t hint = ZSTD_decompressStream(stream_, &output, &input);
        if (ZSTD_isError(hint) != 0)
            problem = ZSTD_getErrorName(hint);
        else
            at_end_ = hint == 0;
        return {input.pos, output.pos};
    }
    bool mayEnd() const override { return at_end_; }

private:
    ZSTD_DStream* stream_;
    bool at_end_ = false;
};

class CompressedText : public TextInput {
public:
    explicit CompressedText(const fs::path& file) : path_(file) { restart(); }

    InputFile::Stamp stamp() const override { return file_->stamp(); }
    const fs::path& path() const override { return path_; }
    double share() const override { return shareOf(taken_, *file_); }

    std::size_t read(std::span<char> into) override {
        std::size_t filled = 0;
        while (filled < into.size()) {
            if (begin_ == chunk_.size() && !ended_) refill();
            const Decoded step = decode(into.subspan(filled));
            filled += step.given;
            if (step.given == 0 && step.taken == 0) {
                if (begin_ < chunk_.size()) fail("it holds something else than compressed text");
                if (!ended_) continue;
                if (!decoder_->mayEnd()) fail("it is cut off");
                break;
            }
        }
        position_ += filled;
        return filled;
    }

    void readAt(std::uint64_t offset, std::span<char> into) override {
        if (offset < position_) restart();
        std::vector<char> passed(kCompressedChunk);
        while (position_ < offset) {
            const auto most = std::min<std::uint64_t>(passed.size(), offset - position_);
            if (read(std::span(passed).first(static_cast<std::size_t>(most))) == 0) break;
        }
        if (position_ != offset || read(into) != into.size())
            fail("it has become shorter while it was read");
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error("Cannot decompress " + path_.string() + ": " + what + ".");
    }

    void restart() {
        file_ = std::make_unique<InputFile>(path_);
        if (compressionOf(path_) == Compression::gzip)
            decoder_ = std::make_unique<GzipDecoder>();
        else
            decoder_ = std::make_unique<ZstdDecoder>();
        chunk_.clear();
        begin_ = 0;
        position_ = 0;
        taken_ = 0;
        ended_ = false;
    }

    void refill() {
        chunk_.resize(kCompressedChunk);
        chunk_.resize(file_->read(chunk_));
        taken_ += chunk_.size();
        begin_ = 0;
        ended_ = chunk_.empty();
    }

    Decoded decode(std::span<char> into) {
        const char* problem = nullptr;
        const Decoded step =
            decoder_->decode(std::string_view(chunk_).substr(begin_), into, problem);
        if (problem != nullptr) fail(problem);
        begin_ += step.taken;
        return step;
    }

    fs::path path_;
    std::unique_ptr<InputFile> file_;
    std::unique_ptr<Decoder> decoder_;
    std::string chunk_;           // compressed
    std::size_t begin_ = 0;       // of what the decoder has not taken
    std::uint64_t position_ = 0;  // in the text
    std::uint64_t taken_ = 0;     // of the file
    bool ended_ = false;          // the file has been read
};

}  // namespace

Compression compressionOf(const fs::path& file) {
    std::string extension = file.extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (extension == ".gz") return Compression::gzip;
    return extension == ".zst" ? Compression::zstd : Compression::none;
}

std::unique_ptr<TextInput> TextInput::open(const fs::path& file) {
    if (compressionOf(file) == Compression::none) return std::make_unique<PlainText>(file);
    return std::make_unique<CompressedText>(file);
}

}  // namespace orrery
