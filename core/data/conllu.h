// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "core/data/documents.h"

namespace orrery {

/// Reads CoNLL-U (universaldependencies.org/format.html). A document begins at each `# newdoc`, a
/// line of its text at each `# newpar`; a file without them is one document. The text is made of
/// the words and SpaceAfter=No. The words of a multiword token are placed inside it when they spell
/// it ("can" + "not"); otherwise it has no part. Empty nodes are passed over. Throws Error with
/// "name:line: what" for what is not CoNLL-U, holds an unknown tag, is not UTF-8, or has no word.
std::vector<TaggedText> parseConllu(std::string_view contents, const std::string& name);

/// The documents of a file. Throws Error as parseConllu does, and for a file that can't be read.
std::unique_ptr<DocumentSource> openConllu(const std::filesystem::path& file);

}  // namespace orrery
