// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar as data. Text is written in a small template language:
//   word        a word of the dictionary; word/v names its part where the usual one does not fit
//   a           becomes "an" before a vowel sound
//   [x|y|]      one of the alternatives, which may be empty and may be nested
//   {hero}      a mention of a cast member; {Hero} capitalises it; {hero.field} is one of its
//   fields {hero.he}   he, him, his, himself: the pronoun where it is clear who is meant, else the
//   name #           the next number of a list, counted from 1 \n          a line break
// Alternatives in an entity's fields are settled once a story, so a red kite stays red.
#pragma once
#include <span>
#include <string_view>

namespace orrery::stories {

enum class Gender { thing, female, male };

/// Something that can be cast in a story. The entity "*" of a pool holds fields that all of it
/// share.
struct EntitySource {
    std::string_view pool;
    std::string_view name;  // a template
    Gender gender = Gender::thing;
    std::string_view fields;      // "key=template; key=template"
    std::string_view sets = {};   // flags that casting it raises
    std::string_view needs = {};  // it can be cast only while these hold
};

/// One way to tell a beat of a plot.
struct LineSource {
    std::string_view beat;
    std::string_view text;
    std::string_view needs = {};  // "rain !broken": flags that must be up, or down
    std::string_view sets = {};   // "mended -broken": flags raised and lowered
};

struct PlotSource {
    std::string_view name;
    std::string_view cast;  // "hero=village.child place=village.place", picked in this order
    std::string_view
        beats;  // "open goal? fail|fall end": ? = in a third of the stories, | = one of them
};

struct DomainSource {
    std::string_view name;
    std::span<const PlotSource> plots;
};

std::span<const EntitySource> villagePeople();
std::span<const EntitySource> villageThings();
std::span<const LineSource> villageCommonLines();
std::span<const LineSource> villageObjectLines();
std::span<const LineSource> villageDeedLines();
std::span<const PlotSource> villagePlots();

std::span<const EntitySource> seaCast();
std::span<const LineSource> seaLines();
std::span<const PlotSource> seaPlots();

std::span<const EntitySource> workshopProjects();
std::span<const EntitySource> workshopTools();
std::span<const LineSource> workshopLines();
std::span<const PlotSource> workshopPlots();

std::span<const EntitySource> letterCast();
std::span<const LineSource> letterLines();
std::span<const PlotSource> letterPlots();

}  // namespace orrery::stories
