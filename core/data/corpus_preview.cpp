// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/corpus_preview.h"

#include <sstream>
#include <utility>

#include "core/data/document_index.h"
#include "core/error.h"
#include "core/files/text_input.h"

namespace orrery {

CorpusPreview previewCorpus(const std::filesystem::path& corpus, const DataConfig& data,
                            std::size_t lines, const std::function<bool()>& cancelled) {
    TextFiles found = findTextFiles(corpus);
    CorpusPreview preview;
    preview.files = found.files.size();
    const DocumentIndex index = indexDocuments(
        std::move(found.files),
        {.split = data.split, .text_column = data.text_column, .cancelled = cancelled});
    if (index.documents.empty())
        throw Error("The corpus " + corpus.string() + " contains no text.");
    preview.documents = std::ssize(index.documents);
    const DocumentSpan& first = index.documents.front();
    const TextFile& file = index.files[first.file];
    const auto input = openTextFile(file, data.text_column);
    std::string bytes(first.length, '\0');
    input->readAt(first.offset, bytes);
    std::istringstream text(
        documentText(bytes, file.json_lines, file.path.string() + ": ", data.text_column));
    for (std::string line; preview.lines.size() < lines && std::getline(text, line);)
        if (line.find_first_not_of(" \t\r") != std::string::npos) preview.lines.push_back(line);
    return preview;
}

}  // namespace orrery
