// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/palette/chart_theme.h"

namespace orrery {
namespace {

// Viridis (van der Walt and Smith, CC0), every eighth of the way.
constexpr std::array<QRgb, 9> kViridis = {0xff440154, 0xff472d7b, 0xff3b528b,
                                          0xff2c728e, 0xff21918c, 0xff28ae80,
                                          0xff5ec962, 0xffaddc30, 0xfffde725};

constexpr std::array<QRgb, 8> kSeriesOnLight = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                                0xffb07d00, 0xff2f9fd8, 0xff5b4bb5, 0xff4d4d4d};
constexpr std::array<QRgb, 8> kSeriesOnDark = {0xff57b1ee, 0xffff8a47, 0xff2fd0a2, 0xffeba6cb,
                                               0xfff3c14b, 0xff9fdcff, 0xff9a6bff, 0xff9c9c9c};

constexpr std::array<QRgb, 12> kClustersOnLight = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7,
                                                   0xffe0a100, 0xff56b4e9, 0xff882255, 0xff7a7a00,
                                                   0xff332288, 0xff44aa99, 0xff8c5a2b, 0xffe8788f};
constexpr std::array<QRgb, 12> kClustersOnDark = {0xff57b1ee, 0xffff8a47, 0xff2fd0a2, 0xffeba6cb,
                                                  0xfff6d04d, 0xffa6e1ff, 0xffd2619a, 0xffc9cc4f,
                                                  0xff8f83ff, 0xff8be0d4, 0xffc99669, 0xffffb0bd};

QColor alongViridis(double position) {
    const double scaled = std::clamp(position, 0.0, 1.0) * (kViridis.size() - 1);
    const auto below = std::min<std::size_t>(static_cast<std::size_t>(scaled), kViridis.size() - 2);
    return mixColors(QColor(kViridis[below]), QColor(kViridis[below + 1]),
                     scaled - static_cast<double>(below));
}

}  // namespace

QColor sequentialColor(double share, bool dark) {
    const double t = std::isnan(share) ? 0.0 : std::clamp(share, 0.0, 1.0);
    return dark ? alongViridis(0.14 + 0.86 * t) : alongViridis(0.90 - 0.90 * t);
}

QColor seriesColor(int index, bool dark) {
    const auto& colors = dark ? kSeriesOnDark : kSeriesOnLight;
    return QColor(colors[static_cast<std::size_t>(std::max(index, 0)) % colors.size()]);
}

QColor clusterColor(int index, bool dark) {
    if (index < 0) return dark ? QColor(0x6d7783) : QColor(0x9aa3ad);
    const auto& colors = dark ? kClustersOnDark : kClustersOnLight;
    return QColor(colors[static_cast<std::size_t>(index) % colors.size()]);
}

QColor expertColor(int expert, bool dark) {
    if (expert < 0) return clusterColor(-1, dark);
    constexpr double golden = 0.61803398874989485;
    const double hue = std::fmod(0.58 + golden * expert, 1.0);
    const int band = expert % 3;
    const double lightness = dark ? 0.34 + 0.10 * band : 0.86 - 0.11 * band;
    return QColor::fromHslF(static_cast<float>(hue), dark ? 0.45F : 0.62F,
                            static_cast<float>(lightness));
}

QColor inkOn(const QColor& fill) {
    return contrastRatio(fill, Qt::white) >= contrastRatio(fill, Qt::black) ? Qt::white : Qt::black;
}

}  // namespace orrery
