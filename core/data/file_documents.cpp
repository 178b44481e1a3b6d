// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_documents.h"

#include <utility>

#include "core/error.h"
#include "core/files/sha256.h"

namespace orrery {

std::string hashDocuments(DocumentSource& documents, const std::function<bool()>& cancelled,
                          const std::function<void(double)>& progress) {
    Sha256 hash;
    documents.rewind();
    std::int64_t read = 0;
    while (const std::optional<std::string> text = documents.next()) {
        if (cancelled && cancelled()) throw Cancelled();
        if (progress) progress(static_cast<double>(++read) / static_cast<double>(documents.size()));
        // With its length, so that moving a boundary changes the hash.
        hash.update(std::to_string(text->size()) + ":");
        hash.update(*text);
    }
    documents.rewind();
    return hash.hex();
}

FileDocuments::FileDocuments(std::shared_ptr<const DocumentIndex> index, std::size_t first,
                             std::size_t last, const std::function<bool()>& cancelled,
                             const std::function<void(double)>& progress)
    : index_(std::move(index)), first_(first), last_(last), position_(first) {
    hash_ = hashDocuments(*this, cancelled, progress);
}

void FileDocuments::rewind() {
    position_ = first_;
    file_.reset();
}

void FileDocuments::open(std::uint32_t file) {
    file_ = openTextFile(index_->files[file], index_->text_column);
    file_number_ = file;
    if (file_->stamp() != index_->stamps[file])
        throw Error(file_->path().string() +
                    " has changed since it was first read. Start again when nothing writes to it.");
}

std::optional<std::string> FileDocuments::next() {
    if (position_ == last_) {
        file_.reset();
        return std::nullopt;
    }
    const DocumentSpan& span = index_->documents[position_];
    if (!file_ || file_number_ != span.file) open(span.file);
    std::string bytes(span.length, '\0');
    file_->readAt(span.offset, bytes);
    ++position_;
    const TextFile& file = index_->files[span.file];
    return documentText(bytes, file.json_lines,
                        file.path.string() + ", byte " + std::to_string(span.offset) + ": ",
                        index_->text_column);
}

}  // namespace orrery
