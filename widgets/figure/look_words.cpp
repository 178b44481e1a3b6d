// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/look_words.h"

#include <QLocale>
#include <QUrl>
#include <cmath>

namespace orrery {

bool LookWords::flag(const QString& name) {
    return words_.removeAll(name) > 0;
}

int LookWords::choice(const QStringList& names, int usual) {
    int chosen = -1;
    for (qsizetype i = 0; i < names.size(); ++i)
        if (flag(names[i]) && chosen < 0) chosen = static_cast<int>(i);
    return chosen < 0 ? usual : chosen;
}

int LookWords::choice(const QString& name, const QStringList& values, int usual) {
    const std::optional<QString> value = take(name);
    if (!value) return usual;
    const qsizetype found = values.indexOf(*value);
    if (found < 0) refuse(name, *value);
    return found < 0 ? usual : static_cast<int>(found);
}

std::optional<QString> LookWords::take(const QString& name) {
    const QString head = name + u'=';
    std::optional<QString> value;
    for (qsizetype i = 0; i < words_.size(); ++i)
        if (words_[i].startsWith(head)) {
            value = words_.takeAt(i).mid(head.size());
            break;
        }
    return value;
}

void LookWords::refuse(const QString& name, const QString& value) {
    refused_ << name + u'=' + value;
}

std::int64_t LookWords::whole(const QString& name, std::int64_t usual, std::int64_t low,
                              std::int64_t high) {
    const std::optional<QString> text = take(name);
    if (!text) return usual;
    bool number = false;
    const std::int64_t value = text->toLongLong(&number);
    if (number && value >= low && value <= high) return value;
    refuse(name, *text);
    return usual;
}

double LookWords::real(const QString& name, double usual, double low, double high) {
    const std::optional<QString> text = take(name);
    if (!text) return usual;
    bool number = false;
    const double value = text->toDouble(&number);
    if (number && value >= low && value <= high) return value;
    refuse(name, *text);
    return usual;
}

QString LookWords::text(const QString& name, const QString& usual) {
    const std::optional<QString> text = take(name);
    return text ? QUrl::fromPercentEncoding(text->toUtf8()) : usual;
}

QStringList LookWords::texts(const QString& name) {
    QStringList all;
    for (auto text = take(name); text; text = take(name))
        all << QUrl::fromPercentEncoding(text->toUtf8());
    return all;
}

QList<double> LookWords::reals(const QString& name, qsizetype count) {
    const std::optional<QString> text = take(name);
    if (!text) return {};
    QList<double> values;
    for (const QString& part : text->split(u':')) {
        bool number = false;
        values << part.toDouble(&number);
        if (!number || !std::isfinite(values.last())) values.clear();
        if (values.isEmpty()) break;
    }
    if (values.size() == count) return values;
    refuse(name, *text);
    return {};
}

std::optional<std::pair<double, double>> LookWords::range(const QString& name) {
    const QList<double> ends = reals(name, 2);
    if (ends.isEmpty()) return std::nullopt;
    if (ends[0] < ends[1]) return std::pair(ends[0], ends[1]);
    refused_ << asReals(name, ends);
    return std::nullopt;
}

QString LookWords::unknown() const {
    return refused_.isEmpty() ? words_.value(0) : refused_.first();
}

QString asText(const QString& name, const QString& text) {
    return name + u'=' + QString::fromLatin1(QUrl::toPercentEncoding(text, "/"));
}

QStringList lookArguments(const QStringList& words) {
    if (words.isEmpty()) return {};
    return {QStringLiteral("--look"), words.join(u',')};
}

QString asReals(const QString& name, const QList<double>& values) {
    QStringList parts;
    for (const double value : values)
        parts << QString::number(value, 'g', QLocale::FloatingPointShortest);
    return name + u'=' + parts.join(u':');
}

}  // namespace orrery
