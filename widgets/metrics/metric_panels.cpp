// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metrics/metric_panels.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <tuple>

namespace orrery {

namespace {

const QString kAnyLayer = QStringLiteral("layer*/");
constexpr qsizetype kMostPanels = 24, kMostEntries = 400;  // of a file that somebody wrote

}  // namespace

QString kindOf(const QString& scalar) {
    if (!scalar.startsWith(u"layer")) return scalar;
    const QString number = scalar.section(u'/', 0, 0).mid(5);
    bool is_number = false;
    number.toInt(&is_number);
    return is_number ? kAnyLayer + scalar.section(u'/', 1) : scalar;
}

QStringList scalarsOf(const QString& entry, const QStringList& scalars) {
    if (!entry.startsWith(kAnyLayer))
        return scalars.contains(entry) ? QStringList{entry} : QStringList{};
    QStringList found;
    for (const QString& scalar : scalars)
        if (kindOf(scalar) == entry) found << scalar;
    return found;
}

QStringList namesOf(const std::map<std::string, Series>& series) {
    QStringList names;
    for (const auto& [name, points] : series)
        if (!points.values.empty()) names << QString::fromStdString(name);
    return inOrder(names);
}

QStringList inOrder(QStringList scalars) {
    // By layer as a number, then by name.
    const auto place = [](const QString& name) {
        const bool layered = kindOf(name) != name;
        return std::tuple(layered ? QStringLiteral("layer") : name.section(u'/', 0, 0),
                          layered ? name.section(u'/', 0, 0).mid(5).toInt() : 0,
                          name.section(u'/', 1));
    };
    std::ranges::sort(scalars, {}, place);
    return scalars;
}

const MetricEntry* MetricPanel::entryOf(const QString& scalar) const {
    const QString kind = kindOf(scalar);
    for (const MetricEntry& entry : entries)
        if (entry.name == scalar || entry.name == kind) return &entry;
    return nullptr;
}

void MetricPanel::set(const QString& name, bool in, bool right, const QStringList& scalars) {
    const QString kind = kindOf(name);
    std::vector<MetricEntry> kept;
    for (const MetricEntry& entry : entries) {
        if (entry.name == name) continue;
        if (name == kind && kindOf(entry.name) == kind) continue;  // its scalars go with the kind
        if (entry.name == kind) {
            for (const QString& scalar : scalarsOf(kind, scalars))
                if (scalar != name) kept.push_back({scalar, entry.right});
            continue;
        }
        kept.push_back(entry);
    }
    entries = std::move(kept);
    if (in) entries.push_back({name, right});
}

MetricPanels firstPanels() {
    return {{{{"train/gradient_norm", false}, {"train/learning_rate", true}}},
            {{{"train/real_tokens_per_second", false}}},
            {{{"layer*/gini", false}}}};
}

QByteArray asJson(const MetricPanels& panels) {
    QJsonArray list;
    for (const MetricPanel& panel : panels) {
        QJsonArray left, right;
        for (const MetricEntry& entry : panel.entries)
            (entry.right ? right : left).append(entry.name);
        QJsonObject object{{"left", left}};
        if (!right.isEmpty()) object["right"] = right;
        if (panel.log_left) object["log_left"] = true;
        if (panel.log_right) object["log_right"] = true;
        list.append(object);
    }
    return QJsonDocument(list).toJson(QJsonDocument::Compact);
}

std::optional<MetricPanels> panelsFrom(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isArray() || document.array().isEmpty() || document.array().size() > kMostPanels)
        return std::nullopt;
    MetricPanels panels;
    for (const QJsonValue& value : document.array()) {
        if (!value.isObject()) return std::nullopt;
        const QJsonObject object = value.toObject();
        MetricPanel panel;
        for (const bool right : {false, true})
            for (const QJsonValue& name : object[right ? "right" : "left"].toArray())
                if (name.isString() && static_cast<qsizetype>(panel.entries.size()) < kMostEntries)
                    panel.entries.push_back({name.toString(), right});
        panel.log_left = object["log_left"].toBool();
        panel.log_right = object["log_right"].toBool();
        panels.push_back(std::move(panel));
    }
    return panels;
}

}  // namespace orrery
