// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "core/data/documents.h"

namespace orrery {

/// Words of the documents that follow, as their data set counts them. `spaces`: what white space
/// separates. `wikitext`: that, and one more for the end of each line that holds text, which the
/// published WikiText figures predict too. Throws Error for another counting.
std::int64_t countWords(DocumentSource& documents, const std::string& counting);

}  // namespace orrery
