// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/log_ticker.h"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

QVector<double> stepsOfDecades(const QCPRange& range, std::initializer_list<double> mantissas) {
    QVector<double> ticks;
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    for (int power = static_cast<int>(std::floor(std::log10(range.lower))); power <= last; ++power)
        for (const double mantissa : mantissas)
            ticks.push_back(mantissa * std::pow(10.0, power));
    return ticks;
}

}  // namespace

LogTicker::LogTicker() {
    setTickCount(5);
}

QVector<double> LogTicker::createTickVector(double step, const QCPRange& range) {
    single_decades_ = false;
    if (!(range.lower > 0 && range.upper > range.lower && std::isfinite(range.upper))) return {};
    const double decades = std::log10(range.upper / range.lower);
    if (decades < 0.7) return QCPAxisTicker::createTickVector(step, range);
    if (decades < 2.2 && decades <= 0.5 * tickCount()) return stepsOfDecades(range, {1, 2, 5});
    if (decades < 2) return stepsOfDecades(range, {1, 3});
    const int stride = static_cast<int>(std::ceil(decades / (1.6 * tickCount())));
    QVector<double> ticks;
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    int power = static_cast<int>(std::floor(std::log10(range.lower)));
    power = static_cast<int>(std::floor(power / static_cast<double>(stride))) * stride;
    for (; power <= last; power += stride)
        ticks.push_back(std::pow(10.0, power));
    single_decades_ = stride == 1;
    return ticks;
}

QVector<double> LogTicker::createSubTickVector(int, const QVector<double>& ticks) {
    if (!single_decades_) return {};
    QVector<double> sub_ticks;
    for (const double tick : ticks)
        for (int mantissa = 2; mantissa <= 9; ++mantissa)
            sub_ticks.push_back(tick * mantissa);
    return sub_ticks;
}

int LogTicker::getSubTickCount(double) {
    return 8;
}

}  // namespace orrery
