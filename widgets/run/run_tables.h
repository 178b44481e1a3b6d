// SPDX-License-Identifier: GPL-3.0-or-later
// What services answer about a run: values, made once and shared.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/run_analysis.h"
#include "core/analysis/table.h"

namespace orrery {

/// What an analysis of a run found (core/analysis/run_analysis.h).
struct RunTables {
    std::int64_t step = 0;
    std::int64_t tokens = 0;  // of the text that was sent through the model
    std::vector<Table> tables;
    /// That text, without its queries; nullptr where it is not known.
    std::shared_ptr<const RoutedText> text = {};
    std::string stand_in = {};  // for people: why an older checkpoint was taken; else empty
    /// nullptr when there is none of this name.
    const Table* find(const std::string& name) const;
    /// Of a text without parts of speech of its own.
    bool partsAreGuessed() const;
};

/// The queries of a text of the user's, by a checkpoint of the run.
struct TextQueries {
    std::int64_t step = 0;
    RoutedText text;
    std::string stand_in = {};  // as of RunTables
};

}  // namespace orrery
