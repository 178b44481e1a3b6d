// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled grammar: pools of entities, beats with their lines, and the plots of each domain.
#pragma once
#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/stories/fragment.h"
#include "core/data/stories/sources.h"

namespace orrery::stories {

using Flags = std::bitset<128>;

struct FlagTest {
    Flags up, down;
    bool holds(const Flags& flags) const { return (flags & up) == up && (flags & down).none(); }
};

struct FlagChange {
    Flags raise, lower;
    void apply(Flags& flags) const { flags = (flags & ~lower) | raise; }
};

struct Entity {
    std::string name;  // as in the source, for tests and messages
    Gender gender = Gender::thing;
    std::vector<Fragment> fields;  // by field number, empty where it has none
    FlagChange sets;
    FlagTest needs;
};

struct Line {
    Fragment text;
    FlagTest needs;
    FlagChange sets;
};

struct CastMember {
    int member = 0;
    int pool = 0;
};

struct Step {
    std::vector<int> beats;  // one of them is told
    bool optional = false;
};

struct Plot {
    std::string name;
    std::vector<CastMember> cast;
    std::vector<Step> steps;
};

struct Domain {
    std::string_view name;
    std::vector<Plot> plots;
};

/// Immutable after construction; any thread. Throws std::logic_error for a mistake in the sources.
class Grammar {
public:
    Grammar();
    /// Compiled at first use.
    static const Grammar& instance();

    const std::vector<Domain>& domains() const { return domains_; }
    const Domain* findDomain(std::string_view name) const;
    const std::vector<Entity>& pool(int id) const { return pools_[static_cast<std::size_t>(id)]; }
    const std::vector<Line>& beat(int id) const { return beats_[static_cast<std::size_t>(id)]; }
    const Names& members() const { return members_; }
    const Names& fields() const { return fields_; }
    const Names& flags() const { return flags_; }
    const Names& poolNames() const { return pool_names_; }
    const Names& beatNames() const { return beat_names_; }
    const Dictionary& dictionary() const { return dictionary_; }
    /// Every word that a template may give, in lower case, sorted, without punctuation.
    std::vector<std::string> vocabulary() const;

private:
    void addEntities(std::span<const EntitySource> sources);
    void addLines(std::span<const LineSource> sources);
    void addDomain(const DomainSource& source);
    Plot compilePlot(const PlotSource& source);
    std::vector<Fragment> compileFields(const EntitySource& source);
    FlagTest compileTest(std::string_view text);
    FlagChange compileChange(std::string_view text);

    Dictionary dictionary_;
    Names members_, fields_, flags_, pool_names_, beat_names_;
    FragmentCompiler compiler_{dictionary_, members_, fields_};
    std::vector<std::vector<Entity>> pools_;
    std::vector<std::vector<Fragment>> shared_fields_;  // of the entity "*", by pool
    std::vector<std::vector<Line>> beats_;
    std::vector<Domain> domains_;
};

}  // namespace orrery::stories
