// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/config/nearest.h"
#include "core/error.h"

namespace orrery {

struct Expression::Node {
    std::string word;  // an operator, a function, a metric's name; "#" = a number
    double number = 0;
    bool call = false;
    std::vector<std::shared_ptr<const Node>> parts;
};

namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;
using Values = std::vector<double>;

constexpr double kUnknownValue = std::numeric_limits<double>::quiet_NaN();

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool inName(char c) {
    return isLetter(c) || isDigit(c) || c == '/' || c == '.' || c == '*' || c == ':';
}

bool ofSeveral(const std::string& function) {
    for (const char* known : {"max", "min", "mean", "sum", "middle", "upper"})
        if (function == known) return true;
    return false;
}
bool ofOne(const std::string& function) {
    for (const char* known : {"exp", "log", "log2", "sqrt", "abs"})
        if (function == known) return true;
    return false;
}

class ExpressionParser {
public:
    explicit ExpressionParser(const std::string& text) : text_(text) {}

    NodePointer parse() {
        NodePointer root = binary(0);
        skip();
        if (at_ < text_.size())
            fail("a " + std::string(1, text_[at_]) + " that does not belong there");
        return root;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error("'" + text_ + "' contains " + what + ", at character " +
                    std::to_string(at_ + 1) +
                    ". A metric is written as in max(layer*/gini) or exp(val/loss) - 1.");
    }

    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    /// Comparisons, then sums, then products.
    NodePointer binary(int level) {
        static const char* operators[] = {"<>", "+-", "*/"};
        if (level == 3) return power();
        NodePointer left = binary(level + 1);
        for (;;) {
            skip();
            if (at_ >= text_.size() ||
                std::string(operators[level]).find(text_[at_]) == std::string::npos)
                return left;
            const std::string sign(1, text_[at_++]);
            left = std::make_shared<Node>(Node{sign, 0, false, {left, binary(level + 1)}});
        }
    }

    NodePointer power() {
        if (take('-')) return std::make_shared<Node>(Node{"neg", 0, false, {power()}});
        NodePointer base = atom();
        if (!take('^')) return base;
        return std::make_shared<Node>(Node{"^", 0, false, {base, power()}});
    }

    NodePointer atom() {
        if (take('(')) {
            NodePointer inner = binary(0);
            if (!take(')')) fail("a ( without its )");
            return inner;
        }
        skip();
        if (at_ >= text_.size()) fail("nothing where a metric should be");
        if (isDigit(text_[at_]) || text_[at_] == '.') return numberNode();
        if (isLetter(text_[at_])) return nameNode();
        fail("a " + std::string(1, text_[at_]) + " where a metric should be");
    }

    NodePointer numberNode() {
        Node node{"#", 0, false, {}};
        const auto [end, error] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), node.number);
        if (error != std::errc()) fail("a number that can't be read");
        at_ = static_cast<std::size_t>(end - text_.data());
        return std::make_shared<Node>(node);
    }

    NodePointer nameNode() {
        Node node;
        while (at_ < text_.size() && inName(text_[at_]))
            node.word += text_[at_++];
        if (!take('(')) return std::make_shared<Node>(node);
        if (!ofOne(node.word) && !ofSeveral(node.word))
            fail("a function " + node.word + ", which is unknown");
        node.call = true;
        do
            node.parts.push_back(binary(0));
        while (take(','));
        if (!take(')')) fail("a ( without its )");
        if (ofOne(node.word) && node.parts.size() != 1) fail(node.word + " of several metrics");
        return std::make_shared<Node>(node);
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

bool fits(std::string_view pattern, std::string_view name) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == name;
    if (name.substr(0, star) != pattern.substr(0, star)) return false;
    for (std::size_t skip = star; skip <= name.size(); ++skip)
        if (fits(pattern.substr(star + 1), name.substr(skip))) return true;
    return false;
}

/// layer2 before layer10: digits behind a longer number weigh more.
bool naturalLess(const std::string& a, const std::string& b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            std::size_t end_a = i, end_b = j;
            while (end_a < a.size() && isDigit(a[end_a]))
                ++end_a;
            while (end_b < b.size() && isDigit(b[end_b]))
                ++end_b;
            if (end_a - i != end_b - j) return end_a - i < end_b - j;
        }
        if (a[i] != b[j]) return a[i] < b[j];
        ++i, ++j;
    }
    return a.size() - i < b.size() - j;
}

Values namedValues(const std::string& name, const Metrics& metrics) {
    if (name.find('*') == std::string::npos) {
        const auto found = metrics.find(name);
        if (found != metrics.end()) return {found->second};
        std::vector<std::string> names;
        for (const auto& [known, value] : metrics)
            names.push_back(known);
        const std::string near = nearestWord(name, names);
        throw Error("The trial has no metric " + name +
                    (near.empty() ? "." : "; did you mean " + near + "?"));
    }
    std::vector<std::string> names;
    for (const auto& [known, value] : metrics)
        if (fits(name, known)) names.push_back(known);
    std::ranges::sort(names, naturalLess);
    Values values;
    for (const std::string& known : names)
        values.push_back(metrics.at(known));
    return values;
}

double severalOf(const std::string& function, const Values& values) {
    if (values.empty()) return kUnknownValue;
    for (const double value : values)
        if (std::isnan(value)) return kUnknownValue;
    if (function == "max") return *std::ranges::max_element(values);
    if (function == "min") return *std::ranges::min_element(values);
    if (function == "middle") return values[values.size() / 2];
    const auto from = values.begin() + (function == "upper" ? std::ssize(values) / 2 : 0);
    const double sum = std::accumulate(from, values.end(), 0.0);
    return function == "sum" ? sum : sum / static_cast<double>(values.end() - from);
}

double oneOf(const std::string& function, double value) {
    if (function == "exp") return std::exp(value);
    if (function == "log") return std::log(value);
    if (function == "log2") return std::log2(value);
    if (function == "sqrt") return std::sqrt(value);
    return std::abs(value);
}

double combined(char sign, double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return kUnknownValue;
    switch (sign) {
        case '+':
            return a + b;
        case '-':
            return a - b;
        case '*':
            return a * b;
        case '/':
            return a / b;
        case '<':
            return a < b ? 1 : 0;
        case '>':
            return a > b ? 1 : 0;
        default:
            return std::pow(a, b);
    }
}

double valueOf(const Node& node, const Metrics& metrics);

Values valuesOf(const Node& node, const Metrics& metrics) {
    if (!node.call && node.parts.empty() && node.word != "#")
        return namedValues(node.word, metrics);
    return {valueOf(node, metrics)};
}

double valueOf(const Node& node, const Metrics& metrics) {
    if (node.word == "#") return node.number;
    if (node.call && ofSeveral(node.word)) {
        Values all;
        for (const NodePointer& part : node.parts)
            for (const double value : valuesOf(*part, metrics))
                all.push_back(value);
        return severalOf(node.word, all);
    }
    if (node.call) return oneOf(node.word, valueOf(*node.parts[0], metrics));
    if (node.parts.size() == 2)
        return combined(node.word[0], valueOf(*node.parts[0], metrics),
                        valueOf(*node.parts[1], metrics));
    if (node.parts.size() == 1) return -valueOf(*node.parts[0], metrics);
    const Values values = namedValues(node.word, metrics);
    return values.size() == 1 ? values[0] : kUnknownValue;
}

void requirePlainNames(const Node& node, bool several, const std::string& text) {
    if (!node.call && node.parts.empty() && node.word.find('*') != std::string::npos && !several)
        throw Error("'" + text + "': " + node.word +
                    " may match several metrics: write max, min, mean, sum, middle or upper around it.");
    for (const NodePointer& part : node.parts)
        requirePlainNames(*part, node.call && ofSeveral(node.word), text);
}

}  // namespace

Expression::Expression(const std::string& text) : root_(ExpressionParser(text).parse()) {
    requirePlainNames(*root_, false, text);
}

double Expression::of(const Metrics& metrics) const {
    return valueOf(*root_, metrics);
}

}  // namespace orrery
