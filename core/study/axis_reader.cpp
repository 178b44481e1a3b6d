// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>

#include "core/config/yaml_entries.h"
#include "core/study/part_readers.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

/// Four digits: what a person would have written.
std::string fourDigits(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4);
    return {text, end.ptr};
}

/// The points of a range for a grid, ends included.
void spreadRange(StudyAxis& axis, std::int64_t points) {
    if (std::isnan(axis.low)) return;
    const Field* field = findField(axis.key);
    const bool whole = field && field->type == FieldType::integer;
    for (std::int64_t i = 0; i < points; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(points - 1);
        const double value = axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                              : axis.low + (axis.high - axis.low) * share;
        axis.points.push_back(
            {whole ? std::to_string(std::llround(value)) : fourDigits(value), {}});
    }
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
    for (const YamlEntry& entry : node.entries) {
        const bool range = entry.key == "range" || entry.key == "log_range";
        const bool nothing = entry.value.kind == Kind::null;  // the configuration as it is
        if (range && !axis.key.empty())
            readRange(text, entry.value, axis, entry.key == "log_range");
        else
            axis.points.push_back(
                {entry.key, nothing ? std::vector<Override>() : text.overrides(entry.value)});
    }
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
