// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "core/data/document_index.h"
#include "core/data/documents.h"
#include "core/files/text_input.h"

namespace orrery {

/// Documents [first, last) of an index, read from their files one at a time.
class FileDocuments : public DocumentSource {
public:
    /// Reads them all once, for the hash. Throws Error, Cancelled.
    FileDocuments(std::shared_ptr<const DocumentIndex> index, std::size_t first, std::size_t last,
                  const std::function<bool()>& cancelled,
                  const std::function<void(double)>& progress = {});

    /// Throws Error also when the file has changed since it was indexed.
    std::optional<std::string> next() override;
    void rewind() override;
    std::string hash() const override { return hash_; }
    std::int64_t size() const override { return static_cast<std::int64_t>(last_ - first_); }

private:
    void open(std::uint32_t file);

    std::shared_ptr<const DocumentIndex> index_;
    std::size_t first_;
    std::size_t last_;
    std::size_t position_;
    std::unique_ptr<TextInput> file_;
    std::uint32_t file_number_ = 0;
    std::string hash_;
};

/// SHA-256 over the length and the text of every document from the start. Rewinds before and after.
/// `progress` is told how much was read, 0 to 1.
std::string hashDocuments(DocumentSource& documents, const std::function<bool()>& cancelled,
                          const std::function<void(double)>& progress = {});

}  // namespace orrery
