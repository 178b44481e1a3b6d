// SPDX-License-Identifier: GPL-3.0-or-later
// The words of --look: "log-y", "layer=2", "camera=32:22:4.8". Values; any thread.
#pragma once
#include <QList>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <utility>

namespace orrery {

/// Reads words. Each is asked for by its name; what nobody asked for, or what is no such value, is
/// unknown().
class LookWords {
public:
    explicit LookWords(QStringList words) : words_(std::move(words)) {}

    /// Whether this word is among them.
    bool flag(const QString& name);
    /// The place of the first of these words that is among them; `usual` without one.
    int choice(const QStringList& names, int usual);
    /// The same of "name=word".
    int choice(const QString& name, const QStringList& values, int usual);
    std::int64_t whole(const QString& name, std::int64_t usual, std::int64_t low,
                       std::int64_t high);
    double real(const QString& name, double usual, double low, double high);
    /// As asText() wrote it.
    QString text(const QString& name, const QString& usual = {});
    /// Of every word of this name, in their order.
    QStringList texts(const QString& name);
    /// "name=1:2.5", ascending; nothing without the word.
    std::optional<std::pair<double, double>> range(const QString& name);
    /// "name=1:2.5", as many numbers as are wanted; empty without the word.
    QList<double> reals(const QString& name, qsizetype count);
    /// The first word that means nothing; empty where all are known.
    QString unknown() const;
    /// The first that was asked for and has no such value; else empty.
    QString refused() const { return refused_.value(0); }
    /// What nobody has asked for yet.
    const QStringList& rest() const { return words_; }

private:
    std::optional<QString> take(const QString& name);
    void refuse(const QString& name, const QString& value);

    QStringList words_;
    QStringList refused_;
};

/// "name=", and the text with every sign but letters, digits and -._~/ as %XX: a word may hold no
/// comma.
QString asText(const QString& name, const QString& text);
/// "name=1:2.5", each the shortest that reads as the same double.
QString asReals(const QString& name, const QList<double>& values);
/// As View::figureArguments() gives them: nothing for no words.
QStringList lookArguments(const QStringList& words);

}  // namespace orrery
