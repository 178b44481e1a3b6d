// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_look.h"

#include <optional>

namespace orrery {

namespace {

const QString kSmoothing = QStringLiteral("smoothing=");
const QString kRange = QStringLiteral("range=");

std::optional<double> numberIn(const QString& text) {
    bool number = false;
    const double value = text.toDouble(&number);
    return number ? std::optional(value) : std::nullopt;
}

bool readSmoothing(const QString& text, LossOptions& options) {
    const auto value = numberIn(text);
    if (!value || !(*value >= 0 && *value < 1)) return false;
    options.smoothing = *value;
    return true;
}

bool readRange(const QString& text, LossOptions& options) {
    const auto low = numberIn(text.section(u':', 0, 0)), high = numberIn(text.section(u':', 1));
    if (!low || !high || !(*low < *high)) return false;
    options.manual = {*low, *high};
    options.range = RangeMode::manual;
    return true;
}

bool readWord(const QString& word, LossOptions& options) {
    if (word.startsWith(kSmoothing)) return readSmoothing(word.mid(kSmoothing.size()), options);
    if (word.startsWith(kRange)) return readRange(word.mid(kRange.size()), options);
    if (word == u"tokens") return options.axis = LossAxis::tokens, true;
    if (word == u"seconds") return options.axis = LossAxis::time, true;
    if (word == u"log-x") return options.log_x = true;
    if (word == u"log-y") return options.log_y = true;
    if (word == u"padding") return options.with_pads = true;
    if (word == u"zero") return options.include_zero = true;
    if (word == u"robust") return options.range = RangeMode::robust, true;
    if (word == u"no-published") return options.published = false, true;
    return false;
}

}  // namespace

QStringList lookOf(const LossOptions& options) {
    const LossOptions first;
    QStringList words;
    const auto add = [&words](bool is, const QString& word) {
        if (is) words << word;
    };
    add(options.axis == LossAxis::tokens, QStringLiteral("tokens"));
    add(options.axis == LossAxis::time, QStringLiteral("seconds"));
    add(options.log_x, QStringLiteral("log-x"));
    add(options.log_y, QStringLiteral("log-y"));
    add(options.smoothing != first.smoothing,
        kSmoothing + QString::number(options.smoothing, 'g', 6));
    add(options.with_pads, QStringLiteral("padding"));
    add(!options.published, QStringLiteral("no-published"));
    add(options.range == RangeMode::robust, QStringLiteral("robust"));
    add(options.include_zero, QStringLiteral("zero"));
    add(options.range == RangeMode::manual, kRange + QStringLiteral("%1:%2")
                                                         .arg(options.manual.low, 0, 'g', 9)
                                                         .arg(options.manual.high, 0, 'g', 9));
    return words;
}

LossLook lossLook(const QStringList& words) {
    LossLook look;
    for (const QString& word : words)
        if (!readWord(word, look.options)) {
            look.unknown = word;
            break;
        }
    return look;
}

}  // namespace orrery
