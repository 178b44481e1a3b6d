// SPDX-License-Identifier: GPL-3.0-or-later
// An analysis of a synthetic run (tests/widgets/synthetic_run.h), as its tables.
#pragma once
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "widgets/run/run_tables.h"

namespace orrery::test {

/// Three experts of layer 1: 0 and 2 together, 1 by itself.
inline std::shared_ptr<const RunTables> analysisTables() {
    auto made = std::make_shared<RunTables>();
    made->step = 600;
    made->tokens = 100;
    const double unknown = std::nan("");
    using Row = std::vector<Cell>;
    const auto one = [](int value) { return Cell(std::int64_t{value}); };
    made->tables.push_back(
        {"experts",
         {"layer", "expert", "selections", "share", "gate_share", "weight_norm", "key_drift",
          "cluster", "token_specialization_bits", "part_specialization_bits"},
         {Row{one(1), one(0), one(60), 0.6, 0.7, 4.5, 0.25, one(2), 1.5, unknown},
          Row{one(1), one(1), one(10), 0.1, 0.1, 4.5, 0.5, one(0), 0.5, unknown},
          Row{one(1), one(2), one(30), 0.3, 0.2, 4.5, 0.5, one(2), 0.5, unknown}}});
    made->tables.push_back(
        {"expert_tokens",
         {"layer", "expert", "token", "name", "selections", "share_of_expert", "share_of_token",
          "lift"},
         {Row{one(1), one(0), one(7), std::string("\u2581fox"), one(20), 0.5, 0.75, 2.0},
          Row{one(1), one(2), one(7), std::string("\u2581fox"), one(5), 0.2, 0.25, 1.0},
          Row{one(1), one(2), one(8), std::string("\u2581red"), one(9), 0.3, 1.0, 1.0}}});
    made->tables.push_back({"coactivation",
                            {"layer", "expert", "other", "tokens", "share", "lift"},
                            {Row{one(1), one(0), one(2), one(25), 0.4, 3.5},
                             Row{one(1), one(2), one(0), one(25), 0.8, 3.5},
                             Row{one(1), one(0), one(1), one(2), 0.1, 9.0}}});
    made->tables.push_back(
        {"guilds",
         {"layer", "guild", "experts", "kind", "tokens", "strength_bits", "bound", "p_value",
          "q_value", "permutations", "top_tokens"},
         {Row{one(1), one(0), std::string("0 2"), std::string("NOUN"), one(25), 4.0, one(0), 0.005,
              0.01, one(1000), std::string("\u2581fox|\u2581red")}}});
    made->tables.push_back(
        {"utility_guilds",
         {"layer", "guild", "experts", "tokens", "effective_kinds", "words", "strength_bits",
          "bound", "p_value", "q_value", "permutations", "top_tokens"},
         {Row{one(1), one(0), std::string("1 3"), one(80), 6.5, one(31), 9.0, one(1), 1.0 / 1001,
              1.0 / 1001, one(1000), std::string("\u2581the|\u2581a")}}});
    return made;
}

}  // namespace orrery::test
