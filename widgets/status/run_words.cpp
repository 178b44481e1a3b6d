// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/run_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cmath>

namespace orrery {

namespace {

const QString kNothing = QStringLiteral("–");

struct RunWordTexts {
    Q_DECLARE_TR_FUNCTIONS(RunWords)
};

}  // namespace

QString stateWord(RunState state) {
    switch (state) {
        case RunState::preparing:
            return RunWordTexts::tr("Preparing");
        case RunState::running:
            return RunWordTexts::tr("Training");
        case RunState::paused:
            return RunWordTexts::tr("Paused");
        case RunState::stopping:
            return RunWordTexts::tr("Stopping");
        case RunState::finished:
            return RunWordTexts::tr("Finished");
        case RunState::stopped:
            return RunWordTexts::tr("Stopped");
        case RunState::failed:
            return RunWordTexts::tr("Failed");
        case RunState::interrupted:
            return RunWordTexts::tr("Interrupted");
    }
    return {};
}

bool hasEnded(RunState state) {
    return state == RunState::finished || canBeResumed(state);
}

bool canBeResumed(RunState state) {
    return state == RunState::stopped || state == RunState::failed ||
           state == RunState::interrupted;
}

QString durationText(double seconds) {
    if (!(seconds >= 0) || seconds > 1e9) return kNothing;
    const auto whole = std::llround(seconds);
    if (whole < 60) return RunWordTexts::tr("%1 s").arg(whole);
    if (whole < 3600)
        return RunWordTexts::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, QChar(u'0'));
    return RunWordTexts::tr("%1 h %2 min")
        .arg(whole / 3600)
        .arg(whole % 3600 / 60, 2, 10, QChar(u'0'));
}

QString bytesText(std::int64_t bytes) {
    if (bytes <= 0) return kNothing;
    const double megabytes = static_cast<double>(bytes) / 1e6;
    if (megabytes < 1000) return RunWordTexts::tr("%1 MB").arg(std::llround(megabytes));
    return RunWordTexts::tr("%1 GB").arg(decimalText(megabytes / 1000, 'f', 1));
}

QString countText(double value) {
    if (!std::isfinite(value)) return kNothing;
    QString digits = QString::number(std::llround(value));
    const int first = digits.startsWith(u'-') ? 1 : 0;
    for (auto place = digits.size() - 3; place > first; place -= 3)
        digits.insert(place, u'\u2009');
    return digits;
}

QString lossText(double value) {
    return std::isfinite(value) ? decimalText(value, 'f', 4) : kNothing;
}

QLocale numberLocale() {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale;
}

QString decimalText(double value, char format, int digits) {
    return numberLocale().toString(value, format, digits);
}

QString withDecimals(QString text) {
    static const QRegularExpression point(QStringLiteral("(?<=\\d)\\.(?=\\d)"));
    return text.replace(point, QLocale().decimalPoint());
}

QString lossTextOf(double value, std::int64_t step, std::int64_t run_step) {
    if (!std::isfinite(value) || step < 0 || step == run_step) return lossText(value);
    return RunWordTexts::tr("%1 (step %2)").arg(lossText(value)).arg(step);
}

}  // namespace orrery
