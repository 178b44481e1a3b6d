// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "core/data/parquet/parquet_text.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/printable.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

bool isPacked(const fs::path& file) {
    return compressionOf(file) != Compression::none;
}

/// Without that of a compression: ".txt" of "x.TXT.gz".
std::string lowerExtension(const fs::path& file) {
    std::string extension = (isPacked(file) ? file.stem() : file).extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

TextFile fileOf(const fs::path& path, const std::string& extension) {
    const bool parquet = extension == ".parquet" && !isPacked(path);
    return {path, extension == ".jsonl" || extension == ".ndjson" || parquet, parquet};
}

[[noreturn]] void failRead(const fs::path& path, const std::error_code& error) {
    throw Error("Cannot read " + path.string() + ": " + systemErrorText(error.value()) + ".");
}

TextFiles namedFile(const fs::path& file) {
    const std::string extension = lowerExtension(file);
    if (extension == ".json")
        throw Error(file.string() +
                    ": a .json file is one value, not documents. Write one object with a \"text\" "
                    "field a line and name the file .jsonl.");
    if (extension == ".parquet" && isPacked(file))
        throw Error(
            file.string() +
            ": Parquet is compressed in itself. Unpack it once, and name the .parquet file.");
    return {{fileOf(file, extension)}, 0, {}};
}

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

/// A folder and what is below it. Links to folders come last, so that a folder is read under its
/// own name when it has one here.
class FolderWalk {
public:
    explicit FolderWalk(const fs::path& root) : root_(root) {
        read(root);
        for (std::size_t i = 0; i < links_.size(); ++i)
            if (!read(links_[i])) ignore(links_[i]);
    }

    TextFiles take() {
        std::ranges::sort(found_.files, {}, [](const TextFile& f) { return f.path.native(); });
        return std::move(found_);
    }

private:
    /// False when it is read already.
    bool read(const fs::path& folder) {
        struct stat status {};
        if (::stat(folder.c_str(), &status) != 0)
            failRead(folder, std::error_code(errno, std::generic_category()));
        if (!read_.emplace(status.st_dev, status.st_ino).second) return false;
        std::vector<fs::directory_entry> entries;
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error))
            entries.push_back(*entry);
        if (error) failRead(folder, error);
        std::ranges::sort(entries);
        for (const fs::directory_entry& entry : entries)
            take(entry);
        return true;
    }

    void take(const fs::directory_entry& entry) {
        const fs::path& path = entry.path();
        std::error_code unknown;
        if (entry.is_directory(unknown)) {
            if (isHidden(path)) return;
            if (entry.is_symlink(unknown))
                links_.push_back(path);
            else
                read(path);
            return;
        }
        const std::string extension = lowerExtension(path);
        const TextFile file = fileOf(path, extension);
        if (!isHidden(path) && (extension == ".txt" || file.json_lines))
            found_.files.push_back(file);
        else
            ignore(path);
    }

    void ignore(const fs::path& path) {
        constexpr std::size_t most_names = 3;
        ++found_.ignored;
        if (found_.ignored_names.size() < most_names)
            found_.ignored_names.push_back(path.lexically_relative(root_).string());
    }

    const fs::path root_;
    TextFiles found_;
    std::vector<fs::path> links_;
    std::set<std::pair<dev_t, ino_t>> read_;
};

TextFiles filesOfFolder(const fs::path& folder) {
    TextFiles found = FolderWalk(folder).take();
    if (!found.files.empty()) return found;
    const std::string others = ignoredText(found);
    throw Error("The folder " + folder.string() + " contains no .txt, .jsonl or .parquet file" +
                (others.empty() ? "" : " (" + others + ")") +
                ", compressed or not. Set data.corpus to text.");
}

}  // namespace

std::unique_ptr<TextInput> openTextFile(const TextFile& file, const std::string& column) {
    return file.parquet ? openParquet(file.path, column) : TextInput::open(file.path);
}

std::string ignoredText(const TextFiles& found) {
    std::string names;
    for (const std::string& name : found.ignored_names)
        names += (names.empty() ? "" : ", ") + printableLine(name);
    const bool more = found.ignored > std::ssize(found.ignored_names);
    if (found.ignored == 0) return {};
    return std::to_string(found.ignored) + (found.ignored == 1 ? " other" : " others") +
           " ignored: " + names + (more ? ", ..." : "");
}

TextFiles findTextFiles(const fs::path& corpus) {
    std::error_code error;
    const fs::file_status status = fs::status(corpus, error);
    if (status.type() == fs::file_type::not_found)
        throw Error("The corpus " + corpus.string() + " does not exist. Correct data.corpus.");
    if (status.type() == fs::file_type::none) failRead(corpus, error);
    return fs::is_directory(status) ? filesOfFolder(corpus) : namedFile(corpus);
}

}  // namespace orrery
