// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis of a run, kept in its folder: views/analysis.cbor (RFC 8949). Any thread, one at a
// time for a folder.
#pragma once
#include <QByteArray>
#include <filesystem>
#include <memory>

#include "widgets/run/run_tables.h"

namespace orrery {

/// A map: format (1), step, tokens, stand_in, tables (name, columns, rows) and text, whose numbers
/// are little-endian int32 and float32 in byte strings.
QByteArray toCbor(const RunTables& tables);
/// nullptr for bytes that are no such map, or whose parts do not fit each other.
std::shared_ptr<const RunTables> tablesFromCbor(const QByteArray& bytes);

/// Throws Error.
void storeTables(const std::filesystem::path& run_folder, const RunTables& tables);
/// nullptr where there are none that can be read.
std::shared_ptr<const RunTables> storedTables(const std::filesystem::path& run_folder);

}  // namespace orrery
