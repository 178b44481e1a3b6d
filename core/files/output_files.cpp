// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/output_files.h"

#include <memory>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// Folders that did not exist before; those that are empty go when something failed.
class NewFolders {
public:
    void make(const fs::path& folder) {
        std::vector<fs::path> missing;
        std::error_code error;
        for (fs::path place = fs::absolute(folder); !fs::exists(place, error);
             place = place.parent_path())
            missing.push_back(place);
        fs::create_directories(folder, error);
        made_.insert(made_.end(), missing.rbegin(), missing.rend());
        if (error)
            throw Error("Cannot create the folder " + folder.string() + ": " +
                        systemErrorText(error.value()) + ".");
    }
    void keep() { made_.clear(); }
    ~NewFolders() {
        std::error_code ignored;
        for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder)
            fs::remove(*folder, ignored);
    }

private:
    std::vector<fs::path> made_;  // outer before inner
};

}  // namespace

void requireNoFiles(std::span<const fs::path> paths, bool overwrite) {
    if (overwrite) return;
    std::string found;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (fs::symlink_status(path, error).type() == fs::file_type::not_found) continue;
        found += (found.empty() ? "" : ", ") + path.string();
    }
    if (!found.empty())
        throw Error(found + (found.find(", ") == std::string::npos ? " exists" : " exist") +
                    " already. Choose another place, or overwrite with --force.");
}

void writeOutputFiles(const std::vector<OutputFile>& files, bool overwrite) {
    std::vector<fs::path> paths;
    for (const OutputFile& file : files)
        paths.push_back(file.path);
    requireNoFiles(paths, overwrite);
    NewFolders folders;
    std::vector<std::unique_ptr<AtomicFile>> written;  // beside their places until all are whole
    for (const OutputFile& file : files) {
        folders.make(file.path.has_parent_path() ? file.path.parent_path() : fs::path("."));
        written.push_back(std::make_unique<AtomicFile>(file.path));
        written.back()->write(std::as_bytes(std::span(file.contents)));
    }
    std::size_t done = 0;
    try {
        for (; done < written.size(); ++done)
            written[done]->commit();
    } catch (...) {
        std::error_code ignored;
        for (std::size_t i = 0; i < done && !overwrite; ++i)
            fs::remove(paths[i], ignored);
        throw;
    }
    folders.keep();
}

}  // namespace orrery
