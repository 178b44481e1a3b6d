// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/teller.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace orrery::stories {
namespace {

constexpr int name_field = 0, first_pronoun = 1, last_pronoun = 4;
constexpr std::array<std::array<std::string_view, 4>, 3> pronouns{
    {{"it", "it", "its", "itself"},
     {"she", "her", "her", "herself"},
     {"he", "him", "his", "himself"}}};
constexpr int his_field = 3;

/// An entity in this story, its alternatives settled.
struct Member {
    const Entity* entity = nullptr;
    std::vector<Fragment> fields;
};

class Teller {
public:
    Teller(const Grammar& grammar, const Plot& plot, RandomStream random)
        : grammar_(grammar), plot_(plot), random_(random) {
        members_.resize(static_cast<std::size_t>(grammar.members().size()));
        told_.plot = plot.name;
    }

    Telling tell() {
        for (const CastMember& member : plot_.cast)
            cast(member);
        for (const Step& step : plot_.steps) {
            if (!step.optional || random_.below(3) == 0) tellBeat(step);
        }
        told_.story = composer_.finish();
        return std::move(told_);
    }

private:
    void cast(const CastMember& role) {
        std::vector<const Entity*> free;
        for (const Entity& entity : grammar_.pool(role.pool)) {
            const bool taken =
                std::find(told_.cast.begin(), told_.cast.end(), &entity) != told_.cast.end();
            if (!taken && entity.needs.holds(flags_)) free.push_back(&entity);
        }
        if (free.empty()) fail("nobody to cast as " + grammar_.members().name(role.member));
        const Entity* entity = free[random_.below(free.size())];
        Member& member = members_[static_cast<std::size_t>(role.member)];
        member.entity = entity;
        for (const Fragment& field : entity->fields) {
            member.fields.emplace_back();
            settle(field, member.fields.back());
        }
        entity->sets.apply(flags_);
        told_.cast.push_back(entity);
    }

    void settle(const Fragment& fragment, Fragment& into) {
        for (const Node& node : fragment) {
            if (node.kind == Node::Kind::choice)
                settle(node.options[random_.below(node.options.size())], into);
            else
                into.push_back(node);
        }
    }

    void tellBeat(const Step& step) {
        const int beat = step.beats[random_.below(step.beats.size())];
        std::vector<const Line*> fitting;
        for (const Line& line : grammar_.beat(beat)) {
            const bool used = std::find(lines_.begin(), lines_.end(), &line) != lines_.end();
            if (!used && line.needs.holds(flags_)) fitting.push_back(&line);
        }
        if (fitting.empty()) {
            if (step.optional) return;
            fail("no line fits beat " + grammar_.beatNames().name(beat));
        }
        const Line& line = *fitting[random_.below(fitting.size())];
        lines_.push_back(&line);
        told_.beats.push_back({beat, composer_.bytes(), flags_});
        render(line.text);
        line.sets.apply(flags_);
    }

    void render(const Fragment& fragment) {
        for (const Node& node : fragment) {
            switch (node.kind) {
                case Node::Kind::word:
                    composer_.word(node.text, node.part, node.glued);
                    break;
                case Node::Kind::quote:
                    composer_.quote();
                    break;
                case Node::Kind::line_break:
                    composer_.lineBreak();
                    break;
                case Node::Kind::choice:
                    render(node.options[random_.below(node.options.size())]);
                    break;
                case Node::Kind::mention:
                    mention(node);
                    break;
                case Node::Kind::counter:
                    composer_.word(std::to_string(++counter_), PartOfSpeech::numeral, false);
                    break;
            }
        }
    }

    void mention(const Node& node) {
        const Member& member = members_[static_cast<std::size_t>(node.member)];
        if (!member.entity) fail("nobody is cast as " + grammar_.members().name(node.member));
        if (node.capital) composer_.capitalise();
        const Entity*& meant = meant_[static_cast<std::size_t>(member.entity->gender)];
        if (node.field >= first_pronoun && node.field <= last_pronoun) {
            // A pronoun means the person of its gender that was mentioned last; for another one the
            // name is needed.
            if (meant == member.entity) {
                const auto gender = static_cast<std::size_t>(member.entity->gender);
                composer_.word(
                    pronouns[gender][static_cast<std::size_t>(node.field - first_pronoun)],
                    PartOfSpeech::pronoun, node.glued);
                return;
            }
            render(member.fields[name_field]);
            if (node.field == his_field) composer_.word("'s", PartOfSpeech::particle, true);
            meant = member.entity;
            return;
        }
        const auto field = static_cast<std::size_t>(node.field);
        if (field >= member.fields.size() || member.entity->fields[field].empty())
            fail(member.entity->name + " has no " + grammar_.fields().name(node.field));
        render(member.fields[field]);
        if (node.field == name_field) meant = member.entity;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw std::logic_error("story grammar: plot " + plot_.name + ": " + what);
    }

    const Grammar& grammar_;
    const Plot& plot_;
    RandomStream random_;
    Composer composer_;
    Telling told_;
    Flags flags_;
    int counter_ = 0;
    std::vector<Member> members_;           // by member number
    std::vector<const Line*> lines_;        // told already
    std::array<const Entity*, 3> meant_{};  // by gender: who a pronoun would mean
};

}  // namespace

Telling tell(const Grammar& grammar, const Domain& domain, RandomStream random) {
    const Plot& plot = domain.plots[random.below(domain.plots.size())];
    return Teller(grammar, plot, random).tell();
}

}  // namespace orrery::stories
