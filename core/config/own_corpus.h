// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// A configuration that was made for the embedded stories, with a text of one's own instead.
struct OwnCorpus {
    Config config;
    std::string note;  // for people: what became of the numbers of documents; empty = nothing
};

/// Numbers of documents that were chosen for the embedded stories say nothing of another text: all
/// of it is used, 5 % for validation, but for the keys in `kept`, which were set with it. Nothing
/// changes where data.corpus is embedded.
OwnCorpus withOwnCorpus(Config config, const std::vector<std::string>& kept);

}  // namespace orrery
