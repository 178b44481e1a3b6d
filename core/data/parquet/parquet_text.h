// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "core/files/text_input.h"

namespace orrery {

/// A column of a Parquet file as JSON lines, a line a row: {"text": "..."}; rows without a value
/// are empty texts. pyarrow reads it in a process of its own while the lines are taken, without a
/// copy on the disk. Functions of it throw Error as those of compressed text do; also when pyarrow
/// is not installed (and how it is), when it is no Parquet file or cut off, and when it has no such
/// column of text.
std::unique_ptr<TextInput> openParquet(const std::filesystem::path& file,
                                       const std::string& column);

}  // namespace orrery
