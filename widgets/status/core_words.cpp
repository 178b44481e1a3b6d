// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/core_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <vector>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

struct Pattern {
    const char* source;
    QRegularExpression expression;  // of the whole text, a group for each place
    std::vector<int> places;        // their numbers, in the order of the source
    QString fixed;                  // the longest part between places: quick to look for
};

Pattern patternOf(const char* source, const QString& inside) {
    static const QRegularExpression place(QStringLiteral("%([1-9])"));
    const QString text = QString::fromUtf8(source);
    Pattern pattern{source, {}, {}, {}};
    QString expression;
    qsizetype from = 0;
    const auto takeFixed = [&](const QString& part) {
        if (part.size() > pattern.fixed.size()) pattern.fixed = part;
        expression += QRegularExpression::escape(part);
    };
    for (auto places = place.globalMatch(text); places.hasNext();) {
        const QRegularExpressionMatch match = places.next();
        takeFixed(text.mid(from, match.capturedStart() - from));
        expression += u'(' + inside + u')';
        pattern.places.push_back(match.captured(1).toInt());
        from = match.capturedEnd();
    }
    takeFixed(text.mid(from));
    pattern.expression.setPattern(QRegularExpression::anchoredPattern(expression));
    pattern.expression.setPatternOptions(QRegularExpression::DotMatchesEverythingOption);
    return pattern;
}

const std::vector<Pattern>& patterns() {
    static const std::vector<Pattern> all = [] {
        std::vector<Pattern> made;
        for (const auto& list : {corePatterns(), probePatterns(), analysisPatterns(),
                                 configPatterns(), dataPatterns(), runPatterns(), yamlPatterns()})
            for (const char* source : list)
                made.push_back(patternOf(source, QStringLiteral(".+?")));
        for (const char* source : rangePatterns())
            made.push_back(patternOf(source, QStringLiteral("-?[0-9][0-9.e+-]*")));
        return made;
    }();
    return all;
}

QString translated(const char* source) {
    return QCoreApplication::translate("orrery::CoreWords", source);
}

QString filled(const QString& text, const Pattern& pattern, const QRegularExpressionMatch& match) {
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool place = text[i] == u'%' && i + 1 < text.size() && text[i + 1].isDigit();
        if (!place) {
            result += text[i];
            continue;
        }
        const int number = text[++i].digitValue();
        for (std::size_t group = 0; group < pattern.places.size(); ++group)
            if (pattern.places[group] == number)
                result += coreText(match.captured(static_cast<int>(group) + 1));
    }
    return result;
}

}  // namespace

QString coreText(const QString& english) {
    // Nothing to look for where the window speaks English.
    if (english.isEmpty() || translated("Saving") == QLatin1String("Saving")) return english;
    for (const Pattern& pattern : patterns()) {
        if (!english.contains(pattern.fixed)) continue;
        const QRegularExpressionMatch match = pattern.expression.match(english);
        if (match.hasMatch()) return filled(translated(pattern.source), pattern, match);
    }
    return english;
}

QString coreText(const std::string& english) {
    return coreText(QString::fromStdString(english));
}

QString coreText(const std::exception& error) {
    return coreText(QString::fromUtf8(error.what()));
}

}  // namespace orrery
