// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/config/yaml_entries.h"
#include "core/study/part_readers.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

/// At least four digits: what a person would have written.
std::string withDigits(double value, int digits) {
    char text[40];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
    return {text, end.ptr};
}

std::string exactly(double value) {
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general);
    return {text, end.ptr};
}

bool ascends(const std::vector<std::string>& labels) {
    for (std::size_t i = 1; i < labels.size(); ++i)
        if (!(std::strtod(labels[i - 1].c_str(), nullptr) <
              std::strtod(labels[i].c_str(), nullptr)))
            return false;
    return true;
}

/// Both ends exactly; between them as few digits as keep the values apart and inside.
std::vector<std::string> realLabels(const std::vector<double>& values) {
    constexpr int all_digits = 17;
    std::vector<std::string> labels;
    for (int digits = 4; digits <= all_digits; ++digits) {
        labels = {exactly(values.front())};
        for (std::size_t i = 1; i + 1 < values.size(); ++i)
            labels.push_back(withDigits(values[i], digits));
        labels.push_back(exactly(values.back()));
        if (ascends(labels)) break;
    }
    const auto repeated = std::ranges::unique(labels);
    labels.erase(repeated.begin(), repeated.end());
    return labels;
}

/// Whole numbers inside of the range, each once.
std::vector<std::string> wholeLabels(const StudyAxis& axis, const std::vector<double>& values) {
    std::vector<std::string> labels;
    for (const double value : values) {
        const double whole = std::clamp(std::round(value), std::ceil(axis.low),
                                        std::max(std::ceil(axis.low), std::floor(axis.high)));
        const std::string label = std::to_string(std::llround(whole));
        if (labels.empty() || labels.back() != label) labels.push_back(label);
    }
    return labels;
}

bool isWhole(const StudyAxis& axis) {
    const Field* field = findField(axis.key);
    return field && field->type == FieldType::integer;
}

/// The points of a range for a grid, ends included.
void spreadRange(StudyAxis& axis, std::int64_t points) {
    if (!(axis.low < axis.high)) return;
    std::vector<double> values = {axis.low};
    for (std::int64_t i = 1; i + 1 < points; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(points - 1);
        const double value = axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                              : axis.low + (axis.high - axis.low) * share;
        values.push_back(std::clamp(value, axis.low, axis.high));
    }
    values.push_back(axis.high);
    axis.asked_points = points;
    for (const std::string& label : isWhole(axis) ? wholeLabels(axis, values) : realLabels(values))
        axis.points.push_back({label, {}});
}

void readRange(StudyText& text, const YamlNode& node, StudyAxis& axis, bool logarithmic) {
    const bool two = node.kind == Kind::sequence && node.items.size() == 2;
    axis.low = two ? StudyText::number(node.items[0]) : std::nan("");
    axis.high = two ? StudyText::number(node.items[1]) : std::nan("");
    axis.logarithmic = logarithmic;
    if (!(axis.low < axis.high) || (logarithmic && !(axis.low > 0)))
        text.report(node.begin, "range",
                    logarithmic ? "log_range must be two numbers above 0, the lower one first."
                                : "range must be two numbers, the lower one first.");
}

void requireWholeNumber(StudyText& text, const YamlNode& node, const StudyAxis& axis) {
    if (isWhole(axis) && std::ceil(axis.low) > std::floor(axis.high))
        text.report(node.begin, axis.name,
                    axis.key + " is a whole number, and none is in this range.");
}

class AxisReader {
public:
    AxisReader(StudyText& text, const YamlNode& node) : text_(text), node_(node) {}

    StudyAxis read() {
        if (node_.kind != Kind::map) {
            text_.report(node_.begin, "axes",
                         "An axis must be a section: key and values, or name and points.");
            return axis_;
        }
        text_.readEntries(
            node_, "axes: ",
            {{"key", [&](const YamlNode& n) { readKey(n); }},
             {"name", [&](const YamlNode& n) { axis_.name = text_.text(n, "name"); }},
             {"values", [&](const YamlNode& n) { readValues(n); }},
             {"range", [&](const YamlNode& n) { readRange(text_, n, axis_, false); }},
             {"log_range", [&](const YamlNode& n) { readRange(text_, n, axis_, true); }},
             {"points", [&](const YamlNode& n) { readPointsEntry(n); }}});
        if (axis_.name.empty()) axis_.name = axis_.key;
        requireWholeNumber(text_, node_, axis_);
        if (points_ > 0) spreadRange(axis_, points_);
        for (StudyPoint& point : axis_.points)
            if (point.set.empty() && !axis_.key.empty()) point.set = {{axis_.key, point.label}};
        if (axis_.name.empty())
            text_.report(node_.begin, "axes",
                         "An axis needs a key, or a name for points that set several.");
        else if (axis_.points.empty() && std::isnan(axis_.low))
            text_.report(node_.begin, axis_.name,
                         axis_.name + " has no points: give values, a range or points.");
        return axis_;
    }

private:
    void readKey(const YamlNode& node) {
        axis_.key = text_.text(node, "key");
        if (!axis_.key.empty() && !findField(axis_.key))
            text_.report(node.begin, axis_.key, unknownKeyText(axis_.key, false));
    }

    void readValues(const YamlNode& node) {
        if (node.kind != Kind::sequence || node.items.empty())
            return text_.report(node.begin, "values", "values must be a list.");
        for (const YamlNode& item : node.items)
            axis_.points.push_back({StudyText::valueText(item), {}});
    }

    void readPointsEntry(const YamlNode& node) {
        if (node.kind == Kind::map)
            readPoints(text_, node, axis_);
        else
            points_ = text_.whole(node, "points", 2, 1000);
    }

    StudyText& text_;
    const YamlNode& node_;
    StudyAxis axis_;
    std::int64_t points_ = 0;
};

}  // namespace

void readPoints(StudyText& text, const YamlNode& node, StudyAxis& axis) {
    axis.points.clear();
    axis.asked_points = 0;
    for (const YamlEntry& entry : node.entries) {
        const bool range = entry.key == "range" || entry.key == "log_range";
        const bool nothing = entry.value.kind == Kind::null;  // the configuration as it is
        if (range && !axis.key.empty())
            readRange(text, entry.value, axis, entry.key == "log_range");
        else
            axis.points.push_back(
                {entry.key, nothing ? std::vector<Override>() : text.overrides(entry.value)});
    }
    requireWholeNumber(text, node, axis);
}

std::vector<StudyAxis> readAxes(StudyText& text, const YamlNode& node) {
    std::vector<StudyAxis> axes;
    if (node.kind != Kind::sequence || node.items.empty())
        text.report(node.begin, "axes", "axes must be a list with one entry per axis.");
    for (const YamlNode& item : node.items)
        axes.push_back(AxisReader(text, item).read());
    return axes;
}

}  // namespace orrery
