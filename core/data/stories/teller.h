// SPDX-License-Identifier: GPL-3.0-or-later
// Tells one story: casts a plot, then tells its beats and keeps the state of the small world.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/data/stories/composer.h"
#include "core/data/stories/grammar.h"
#include "core/data/stories/random_stream.h"

namespace orrery::stories {

/// What was told, for tests: a beat, where its text begins, and the world before it.
struct ToldBeat {
    int beat = 0;
    std::size_t begin = 0;
    Flags before;
};

struct Telling {
    Story story;
    std::string plot;
    std::vector<const Entity*> cast;  // in the order of the plot
    std::vector<ToldBeat> beats;
};

/// Any thread. Throws std::logic_error, naming plot and beat, when no line of a beat fits the
/// world.
Telling tell(const Grammar& grammar, const Domain& domain, RandomStream random);

}  // namespace orrery::stories
