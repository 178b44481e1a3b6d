// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/grammar.h"

#include <cctype>
#include <set>
#include <sstream>
#include <stdexcept>

namespace orrery::stories {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream{std::string(text)};
    for (std::string part; std::getline(stream, part, separator);) {
        if (!part.empty()) parts.push_back(part);
    }
    return parts;
}

template <typename Value>
Value& slotAt(std::vector<Value>& values, int id) {
    const auto index = static_cast<std::size_t>(id);
    if (values.size() <= index) values.resize(index + 1);
    return values[index];
}

void collect(const Fragment& fragment, std::set<std::string>& words) {
    for (const Node& node : fragment) {
        if (node.kind == Node::Kind::word && node.part != PartOfSpeech::punctuation) {
            std::string word = node.text;
            for (char& letter : word)
                letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
            words.insert(std::move(word));
        }
        for (const Fragment& option : node.options)
            collect(option, words);
    }
}

}  // namespace

Grammar::Grammar() {
    for (const char* name : {"name", "he", "him", "his", "himself"})
        fields_.id(name);
    for (const auto& entities : {villagePeople(), villageThings(), seaCast(), workshopProjects(),
                                 workshopTools(), letterCast()})
        addEntities(entities);
    for (const auto& lines : {villageCommonLines(), villageObjectLines(), villageDeedLines(),
                              seaLines(), workshopLines(), letterLines()})
        addLines(lines);
    addDomain({"village", villagePlots()});
    addDomain({"sea", seaPlots()});
    addDomain({"workshop", workshopPlots()});
    addDomain({"letters", letterPlots()});
}

const Grammar& Grammar::instance() {
    static const Grammar grammar;
    return grammar;
}

const Domain* Grammar::findDomain(std::string_view name) const {
    for (const Domain& domain : domains_) {
        if (domain.name == name) return &domain;
    }
    return nullptr;
}

void Grammar::addEntities(std::span<const EntitySource> sources) {
    for (const EntitySource& source : sources) {
        const int pool = pool_names_.id(source.pool);
        auto fields = compileFields(source);
        auto& entities = slotAt(pools_, pool);
        auto& shared = slotAt(shared_fields_, pool);
        if (source.name == "*") {
            shared = std::move(fields);
            continue;
        }
        for (std::size_t i = 0; i < shared.size(); ++i) {
            auto& field = slotAt(fields, static_cast<int>(i));
            if (field.empty()) field = shared[i];
        }
        entities.push_back({std::string(source.name), source.gender, std::move(fields),
                            compileChange(source.sets), compileTest(source.needs)});
    }
}

std::vector<Fragment> Grammar::compileFields(const EntitySource& source) {
    std::vector<Fragment> fields;
    if (source.name != "*") slotAt(fields, fields_.id("name")) = compiler_.compile(source.name);
    for (const std::string& field : split(source.fields, ';')) {
        const std::size_t equals = field.find('=');
        const std::size_t begin = field.find_first_not_of(" \n");
        if (begin == std::string::npos) continue;
        if (equals == std::string::npos)
            throw std::logic_error("story grammar: a field without '=' in \"" + field + "\"");
        const int id = fields_.id(field.substr(begin, equals - begin));
        slotAt(fields, id) = compiler_.compile(std::string_view(field).substr(equals + 1));
    }
    return fields;
}

void Grammar::addLines(std::span<const LineSource> sources) {
    for (const LineSource& source : sources) {
        slotAt(beats_, beat_names_.id(source.beat))
            .push_back({compiler_.compile(source.text), compileTest(source.needs),
                        compileChange(source.sets)});
    }
}

void Grammar::addDomain(const DomainSource& source) {
    Domain domain{source.name, {}};
    for (const PlotSource& plot : source.plots)
        domain.plots.push_back(compilePlot(plot));
    domains_.push_back(std::move(domain));
}

Plot Grammar::compilePlot(const PlotSource& source) {
    Plot plot{std::string(source.name), {}, {}};
    const auto known = [&](const Names& names, const std::string& name) {
        const int id = names.find(name);
        if (id < 0)
            throw std::logic_error("story grammar: plot " + plot.name + " names unknown " + name);
        return id;
    };
    for (const std::string& member : split(source.cast, ' ')) {
        const std::size_t equals = member.find('=');
        plot.cast.push_back(
            {members_.id(member.substr(0, equals)), known(pool_names_, member.substr(equals + 1))});
    }
    for (std::string beats : split(source.beats, ' ')) {
        Step step;
        step.optional = beats.back() == '?';
        if (step.optional) beats.pop_back();
        for (const std::string& beat : split(beats, '|'))
            step.beats.push_back(known(beat_names_, beat));
        plot.steps.push_back(std::move(step));
    }
    return plot;
}

FlagTest Grammar::compileTest(std::string_view text) {
    FlagTest test;
    for (const std::string& word : split(text, ' ')) {
        const bool down = word[0] == '!';
        (down ? test.down : test.up).set(static_cast<std::size_t>(flags_.id(word.substr(down))));
    }
    return test;
}

FlagChange Grammar::compileChange(std::string_view text) {
    FlagChange change;
    for (const std::string& word : split(text, ' ')) {
        const bool lower = word[0] == '-';
        (lower ? change.lower : change.raise)
            .set(static_cast<std::size_t>(flags_.id(word.substr(lower))));
    }
    return change;
}

std::vector<std::string> Grammar::vocabulary() const {
    std::set<std::string> words{"an",  "he",      "him", "his", "himself", "she",
                                "her", "herself", "it",  "its", "itself"};
    for (const auto& pool : pools_)
        for (const Entity& entity : pool)
            for (const Fragment& field : entity.fields)
                collect(field, words);
    for (const auto& beat : beats_)
        for (const Line& line : beat)
            collect(line.text, words);
    for (int number = 1; number <= 12; ++number)
        words.insert(std::to_string(number));
    return {words.begin(), words.end()};
}

}  // namespace orrery::stories
