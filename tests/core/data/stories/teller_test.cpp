// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold in the small world of every story.
#include "core/data/stories/teller.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

namespace orrery::stories {
namespace {

constexpr int stories = 3000;

void forTellings(std::string_view domain, const std::function<void(const Telling&)>& check) {
    const Grammar& grammar = Grammar::instance();
    const Domain* found = grammar.findDomain(domain);
    ASSERT_NE(found, nullptr);
    for (std::uint64_t i = 0; i < stories && !testing::Test::HasFatalFailure(); ++i)
        check(tell(grammar, *found, RandomStream(21, domain, i)));
}

/// The words of a text in lower case, in order.
std::vector<std::string> wordsOf(const Story& story) {
    std::vector<std::string> words;
    for (const StoryWord& word : story.words) {
        words.push_back(story.text.substr(word.begin, word.end - word.begin));
        words.back()[0] =
            static_cast<char>(std::tolower(static_cast<unsigned char>(words.back()[0])));
    }
    return words;
}

bool flag(const Flags& flags, std::string_view name) {
    const int id = Grammar::instance().flags().find(name);
    return id >= 0 && flags.test(static_cast<std::size_t>(id));
}

std::string beatName(const ToldBeat& told) {
    return Grammar::instance().beatNames().name(told.beat);
}

/// The text of one beat of a story.
std::string textOf(const Telling& telling, std::size_t beat) {
    const std::size_t begin = telling.beats[beat].begin;
    const std::size_t end =
        beat + 1 < telling.beats.size() ? telling.beats[beat + 1].begin : telling.story.text.size();
    return telling.story.text.substr(begin, end - begin);
}

const Entity* castFrom(const Telling& telling, std::string_view pool) {
    const Grammar& grammar = Grammar::instance();
    const auto& entities = grammar.pool(grammar.poolNames().find(pool));
    for (const Entity* entity : telling.cast) {
        for (const Entity& candidate : entities) {
            if (&candidate == entity) return entity;
        }
    }
    return nullptr;
}

TEST(Teller, APronounOfAGenderNeedsAPersonOfIt) {
    const std::set<std::string> male{"he", "him", "his", "himself"},
        female{"she", "her", "herself"};
    int checked = 0;
    forTellings("village", [&](const Telling& telling) {
        bool men = false, women = false;
        for (const Entity* entity : telling.cast) {
            men |= entity->gender == Gender::male;
            women |= entity->gender == Gender::female;
        }
        // A dog on the road and the hat of a little boy are not cast.
        if (castFrom(telling, "village.obstacle") || castFrom(telling, "village.skill")) return;
        for (const std::string& word : wordsOf(telling.story)) {
            ASSERT_TRUE(men || !male.contains(word)) << telling.story.text;
            ASSERT_TRUE(women || !female.contains(word)) << telling.story.text;
        }
        checked += men != women;
    });
    EXPECT_GT(checked, 100);
}

TEST(Teller, APronounMeansThePersonOfItsGenderNamedLast) {
    const Grammar& grammar = Grammar::instance();
    int pronouns = 0;
    forTellings("village", [&](const Telling& telling) {
        // With two people of one gender, every pronoun comes after one of their names.
        std::map<Gender, bool> named;
        std::set<std::string> names[3];
        for (const Entity* entity : telling.cast) {
            if (entity->gender == Gender::thing) continue;
            for (const Node& node : entity->fields[0])
                names[static_cast<int>(entity->gender)].insert(node.text);
        }
        for (const std::string& word : wordsOf(telling.story)) {
            std::string capital = word;
            capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(capital[0])));
            for (const Gender gender : {Gender::female, Gender::male}) {
                const auto& own = names[static_cast<int>(gender)];
                if (own.contains(word) || own.contains(capital)) named[gender] = true;
            }
            if (word == "she") {
                ASSERT_TRUE(named[Gender::female]) << telling.story.text;
                ++pronouns;
            }
        }
    });
    EXPECT_GT(pronouns, 1000);
    EXPECT_GT(grammar.members().size(), 10);
}

TEST(Teller, WhatIsBrokenIsNotUsedUntilItIsMended) {
    int mended = 0;
    forTellings("village", [&](const Telling& telling) {
        for (const ToldBeat& told : telling.beats) {
            const std::string name = beatName(told);
            if (name == "broken.play" || name == "quarrel.want") {
                ASSERT_FALSE(flag(told.before, "broken"));
            }
            if (name == "broken.mend" || name == "quarrel.mend") {
                ASSERT_TRUE(flag(told.before, "broken"));
            }
            if (name == "toy.again") {
                ASSERT_FALSE(flag(told.before, "broken"));
                ASSERT_TRUE(flag(told.before, "mended"));
                ++mended;
            }
        }
    });
    EXPECT_GT(mended, 100);
}

TEST(Teller, ThingsAreIntroducedBeforeTheyAreMentioned) {
    for (const std::string_view pool : {"village.toy", "village.treasure", "village.animal"}) {
        int checked = 0;
        forTellings("village", [&](const Telling& telling) {
            const Entity* thing = castFrom(telling, pool);
            if (!thing) return;
            const std::string& text = telling.story.text;
            const std::string last = thing->name.substr(thing->name.rfind(' ') + 1);
            const std::size_t first = text.find(" " + last);
            ASSERT_NE(first, std::string::npos) << last << " in " << text;
            const std::string before = text.substr(first < 30 ? 0 : first - 30, 30);
            const bool indefinite = before.find(" a ") != std::string::npos ||
                                    before.find(" an ") != std::string::npos ||
                                    before.find("A ") != std::string::npos;
            ASSERT_TRUE(indefinite) << last << " in " << text;
            ++checked;
        });
        EXPECT_GT(checked, 100) << pool;
    }
}

TEST(Teller, ThingsFitTheWeather) {
    forTellings("village", [&](const Telling& telling) {
        const Entity* weather = castFrom(telling, "village.weather");
        if (const Entity* toy = castFrom(telling, "village.toy")) {
            if (toy->name == "kite") {
                ASSERT_EQ(weather->name, "wind");
            }
            if (toy->name == "sled") {
                ASSERT_EQ(weather->name, "snow");
            }
        }
        if (const Entity* skill = castFrom(telling, "village.skill")) {
            if (skill->name == "swimming") {
                ASSERT_TRUE(weather->name != "snow" && weather->name != "frost");
            }
        }
    });
}

TEST(Teller, NobodyPlaysTwoParts) {
    for (const std::string_view domain : {"village", "sea", "letters"}) {
        forTellings(domain, [&](const Telling& telling) {
            const std::set<const Entity*> different(telling.cast.begin(), telling.cast.end());
            ASSERT_EQ(different.size(), telling.cast.size()) << telling.plot;
        });
    }
}

TEST(Teller, AShipIsRepairedBeforeItIsTrusted) {
    int repaired = 0;
    forTellings("sea", [&](const Telling& telling) {
        for (const ToldBeat& told : telling.beats) {
            if (beatName(told) == "storm.act") {
                ASSERT_TRUE(flag(told.before, "damaged"));
            }
            if (beatName(told) == "sea.close") {
                for (const auto state : {"damaged", "leaking", "stuck"})
                    ASSERT_FALSE(flag(told.before, state)) << telling.story.text;
            }
            repaired += beatName(told) == "storm.repair";
        }
    });
    EXPECT_GT(repaired, 100);
}

TEST(Teller, LogEntriesAreInOrderOfTime) {
    forTellings("sea", [&](const Telling& telling) {
        int last_date = 0, last_day = 0, entries = 0;
        for (std::size_t i = 0; i < telling.beats.size(); ++i) {
            const std::string name = beatName(telling.beats[i]);
            if (name != "sea.first" && name != "calm.first" && name != "sea.second" &&
                name != "sea.third")
                continue;
            std::string text = textOf(telling, i);
            const int date = std::stoi(text.substr(text[0] == '\n'));
            const int day = std::stoi(text.substr(text.find("day ") + 4));
            ASSERT_GT(date, last_date) << telling.story.text;
            ASSERT_TRUE(last_day == 0 || day - last_day == date - last_date) << telling.story.text;
            last_date = date;
            last_day = day;
            ++entries;
        }
        ASSERT_EQ(entries, 3);
    });
}

TEST(Teller, InstructionsUseOnlyWhatTheyListed) {
    int checked = 0;
    forTellings("workshop", [&](const Telling& telling) {
        const std::size_t steps = telling.story.text.find("\n1.");
        ASSERT_NE(steps, std::string::npos) << telling.story.text;
        for (const auto pool : {"shop.saw", "shop.gauge", "shop.marker", "shop.finish", "shop.bowl",
                                "shop.stirrer", "shop.glaze"}) {
            const Entity* tool = castFrom(telling, pool);
            if (!tool) continue;
            const std::string word = tool->fields[0].back().text;
            ASSERT_LT(telling.story.text.find(word), steps) << word << " in " << telling.story.text;
            ++checked;
        }
    });
    EXPECT_GT(checked, stories);
}

TEST(Teller, StepsAreNumberedFromOne) {
    forTellings("workshop", [&](const Telling& telling) {
        for (int step = 1; step <= 4; ++step)
            ASSERT_NE(telling.story.text.find("\n" + std::to_string(step) + ". "),
                      std::string::npos)
                << telling.story.text;
    });
}

TEST(Teller, EveryLineIsToldSomewhere) {
    const Grammar& grammar = Grammar::instance();
    std::vector<int> told(static_cast<std::size_t>(grammar.beatNames().size()));
    for (const auto domain : {"village", "sea", "workshop", "letters"}) {
        forTellings(domain, [&](const Telling& telling) {
            for (const ToldBeat& beat : telling.beats)
                ++told[static_cast<std::size_t>(beat.beat)];
        });
    }
    for (int beat = 0; beat < grammar.beatNames().size(); ++beat)
        EXPECT_GT(told[static_cast<std::size_t>(beat)], 0) << grammar.beatNames().name(beat);
}

}  // namespace
}  // namespace orrery::stories
