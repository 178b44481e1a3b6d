// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/interventions.h"

#include <array>
#include <charconv>
#include <tuple>
#include <utility>

#include "core/error.h"

namespace orrery {
namespace {

constexpr InterventionKind kEveryIntervention[] = {
    InterventionKind::knockOut, InterventionKind::force,   InterventionKind::scaleGate,
    InterventionKind::swapKeys, InterventionKind::moveKey, InterventionKind::freezeKey};

template <class Number>
std::string digits(Number value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

std::string expertText(int layer, int expert) {
    return std::to_string(layer) + ":" + std::to_string(expert);
}

/// "1:3=0.5"
std::string subjectText(const Intervention& one) {
    std::string text = expertText(one.layer, one.expert);
    if (one.kind == InterventionKind::scaleGate) text += "=" + digits(one.factor);
    if (one.kind == InterventionKind::swapKeys) text += "=" + expertText(one.layer, one.other);
    if (one.kind == InterventionKind::moveKey)
        for (std::size_t i = 0; i < one.key.size(); ++i)
            text += (i == 0 ? "=" : "/") + digits(one.key[i]);
    return text;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string> splitAtAny(const std::string& text, const char* marks) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find_first_of(marks, begin);
        parts.push_back(trimmed(text.substr(begin, end == std::string::npos ? end : end - begin)));
    }
    return parts;
}

template <class Number>
Number numberIn(const std::string& text, const std::string& whole) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end)
        throw Error("\"" + whole + "\": \"" + text + "\" is not a number.");
    return value;
}

std::pair<int, int> placeIn(const std::string& text, const std::string& whole) {
    const std::vector<std::string> parts = splitAtAny(text, ":");
    if (parts.size() != 2)
        throw Error("\"" + whole + "\": an expert is LAYER:EXPERT, such as 1:3.");
    return {numberIn<int>(parts[0], whole), numberIn<int>(parts[1], whole)};
}

InterventionKind kindOf(const std::string& word, const std::string& whole) {
    std::string all;
    for (const InterventionKind kind : kEveryIntervention) {
        if (interventionWord(kind) == word) return kind;
        all += (all.empty() ? "" : ", ") + interventionWord(kind);
    }
    throw Error("\"" + whole + "\" does not begin with one of " + all + ".");
}

/// "1:3=0.5" of this kind.
Intervention readOne(InterventionKind kind, const std::string& text) {
    const std::size_t mark = text.find('=');
    const bool more = kind == InterventionKind::scaleGate || kind == InterventionKind::swapKeys ||
                      kind == InterventionKind::moveKey;
    if (more != (mark != std::string::npos))
        throw Error("\"" + text + "\": " + interventionWord(kind) +
                    (kind == InterventionKind::scaleGate  ? " takes LAYER:EXPERT=FACTOR."
                     : kind == InterventionKind::swapKeys ? " takes LAYER:EXPERT=LAYER:EXPERT."
                     : more                               ? " takes LAYER:EXPERT=NUMBER/NUMBER/..."
                                                          : " takes LAYER:EXPERT."));
    Intervention one;
    one.kind = kind;
    std::tie(one.layer, one.expert) = placeIn(text.substr(0, mark), text);
    if (!more) return one;
    const std::string value = trimmed(text.substr(mark + 1));
    if (kind == InterventionKind::scaleGate) one.factor = numberIn<double>(value, text);
    if (kind == InterventionKind::moveKey)
        for (const std::string& number : splitAtAny(value, "/"))
            one.key.push_back(numberIn<float>(number, text));
    if (kind != InterventionKind::swapKeys) return one;
    const auto [layer, other] = placeIn(value, text);
    if (layer != one.layer) throw Error("\"" + text + "\": keys are swapped within a layer.");
    one.other = other;
    return one;
}

}  // namespace

Interventions parseInterventions(const std::string& text) {
    Interventions all;
    for (const std::string& part : splitAtAny(text, ";\n")) {
        if (part.empty()) continue;
        const std::size_t space = part.find_first_of(" \t");
        const InterventionKind kind = kindOf(part.substr(0, space), part);
        if (space == std::string::npos)
            throw Error("\"" + part + "\": which experts? An expert is LAYER:EXPERT, such as 1:3.");
        for (const std::string& item : splitAtAny(part.substr(space), ","))
            all.push_back(readOne(kind, item));
    }
    return all;
}

std::string interventionWord(InterventionKind kind) {
    switch (kind) {
        case InterventionKind::knockOut:
            return "knock-out";
        case InterventionKind::force:
            return "force";
        case InterventionKind::scaleGate:
            return "scale-gate";
        case InterventionKind::swapKeys:
            return "swap-keys";
        case InterventionKind::moveKey:
            return "move-key";
        case InterventionKind::freezeKey:
            return "freeze-key";
    }
    return {};
}

std::string interventionsText(const Interventions& interventions) {
    std::string text;
    const Intervention* before = nullptr;
    for (const Intervention& one : interventions) {
        if (before != nullptr && before->kind == one.kind)
            text += "," + subjectText(one);
        else
            text +=
                (text.empty() ? "" : "; ") + interventionWord(one.kind) + " " + subjectText(one);
        before = &one;
    }
    return text;
}

}  // namespace orrery
