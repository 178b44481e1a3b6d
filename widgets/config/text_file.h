// SPDX-License-Identifier: GPL-3.0-or-later
// A text file as an editor needs it: lines end in \n, and what was not edited goes back byte for
// byte.
#pragma once
#include <QString>
#include <filesystem>
#include <string>

namespace orrery {

struct TextFile {
    std::string bytes;  // as they stand on the disk
    QString text;       // the same, decoded, lines ended by \n
    bool byte_order_mark = false;
    bool carriage_returns = false;  // every line ends in \r\n

    /// `edited` as bytes in this file's own form; exactly `bytes` when `edited` equals `text`.
    std::string encode(const QString& edited) const;
};

/// Throws Error when the file is missing, a folder, unreadable, larger than 4 MB or not UTF-8 text.
/// Any thread.
TextFile readTextFile(const std::filesystem::path& file);

}  // namespace orrery
