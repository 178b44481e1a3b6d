// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/parquet/parquet_text.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/data/parquet/parquet_reader.h"
#include "core/error.h"
#include "core/files/printable.h"
#include "core/files/python_process.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr int kNotInstalled = 3;  // exit code of the reader
constexpr std::size_t kPassedChunk = std::size_t{1} << 16;

/// Takes what a process says on its way; a file in memory, so that nobody need read it meanwhile.
class Errors {
public:
    Errors() : descriptor_(::memfd_create("errors", MFD_CLOEXEC)) {
        if (descriptor_ < 0)
            throw Error(std::string("Can't keep a process's errors: ") + std::strerror(errno) +
                        ".");
    }
    ~Errors() { ::close(descriptor_); }
    Errors(const Errors&) = delete;
    Errors& operator=(const Errors&) = delete;

    int descriptor() const { return descriptor_; }
    /// Its last line.
    std::string text() const {
        constexpr std::size_t most = 4096;
        const off_t size = std::max<off_t>(0, ::lseek(descriptor_, 0, SEEK_END));
        const off_t from = std::max<off_t>(0, size - static_cast<off_t>(most));
        std::string text(most, '\0');
        const ssize_t count = ::pread(descriptor_, text.data(), most, from);
        text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        return printableLine(text.substr(text.rfind('\n') + 1));
    }

private:
    int descriptor_;
};

class ParquetText : public TextInput {
public:
    ParquetText(const fs::path& file, std::string column)
        : path_(file), column_(std::move(column)), stamp_(InputFile(file).stamp()) {
        start();
    }

    InputFile::Stamp stamp() const override { return stamp_; }
    const fs::path& path() const override { return path_; }
    double share() const override {
        return rows_ == 0 ? 1.0 : std::min(1.0, static_cast<double>(passed_rows_) / rows_);
    }

    std::size_t read(std::span<char> into) override {
        if (!process_ || into.empty()) return 0;
        const std::size_t count = std::fread(into.data(), 1, into.size(), process_->output());
        if (count < into.size()) finish();
        position_ += count;
        passed_rows_ += static_cast<double>(
            std::count(into.begin(), into.begin() + static_cast<std::ptrdiff_t>(count), '\n'));
        return count;
    }

    void readAt(std::uint64_t offset, std::span<char> into) override {
        if (offset < position_) start();
        std::vector<char> passed(kPassedChunk);
        while (position_ < offset) {
            const auto most = std::min<std::uint64_t>(passed.size(), offset - position_);
            if (read(std::span(passed).first(static_cast<std::size_t>(most))) == 0) break;
        }
        if (position_ != offset || read(into) != into.size())
            throw Error(path_.string() + " became shorter while it was read. Start again.");
    }

private:
    void start() {
        process_.reset();
        errors_.emplace();
        position_ = 0;
        passed_rows_ = 0;
        process_ = std::make_unique<PythonProcess>(
            parquet_reader_text, std::vector<std::string>{fs::absolute(path_).string(), column_},
            std::vector<std::string>{"pyarrow"}, errors_->descriptor());
        const std::string head = process_->line();
        if (head.empty()) finish();
        const auto told = nlohmann::json::parse(head, nullptr, false);
        if (!told.is_object() || !told.contains("rows"))
            throw Error("Cannot read " + path_.string() +
                        ": Python's output is not what was asked "
                        "for.");
        rows_ = told["rows"].get<double>();
    }

    /// The process has written all, or says why not.
    void finish() {
        const int code = std::exchange(process_, nullptr)->wait();
        if (code == 0) return;
        const std::string why = errors_->text();
        if (code == kNotInstalled)
            throw Error(path_.string() +
                        " is a Parquet file, which Python's pyarrow reads; it is "
                        "not installed (" +
                        why +
                        "). `bash packaging/setup.sh --with-parquet` installs it; ORRERY_PYTHON "
                        "names another Python that has it.");
        throw Error("Cannot read " + path_.string() + ": " +
                    (why.empty() ? "Python ended with code " + std::to_string(code) : why) +
                    (why.ends_with('.') ? "" : "."));
    }

    fs::path path_;
    std::string column_;
    InputFile::Stamp stamp_;
    std::optional<Errors> errors_;
    std::unique_ptr<PythonProcess> process_;  // null once all has been read
    std::uint64_t position_ = 0;              // in the text
    double rows_ = 0;
    double passed_rows_ = 0;
};

}  // namespace

std::unique_ptr<TextInput> openParquet(const fs::path& file, const std::string& column) {
    return std::make_unique<ParquetText>(file, column);
}

}  // namespace orrery
