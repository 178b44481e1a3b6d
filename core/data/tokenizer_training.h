// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>

#include "core/data/tokenizer.h"

namespace orrery {

/// The bytes of a SentencePiece model for these documents, a function of text and options alone.
/// Ends at once when cancelled, SentencePiece running in a process of its own (it can't be
/// interrupted, takes up to a minute for a large vocabulary, and ends the process where it meets a
/// fault). Throws Error, Cancelled.
std::string trainTokenizer(DocumentSource& documents, const TokenizerOptions& options,
                           const std::function<bool()>& cancelled);

}  // namespace orrery
