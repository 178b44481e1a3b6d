// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

QColor blend(const QColor& base, const QColor& over, double share) {
    const auto mix = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(mix(base.redF(), over.redF()), mix(base.greenF(), over.greenF()),
                            mix(base.blueF(), over.blueF()));
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Base).lightnessF() < 0.5;
}

}  // namespace

QColor severityColor(Severity severity, const QPalette& palette) {
    const bool dark = isDark(palette);
    switch (severity) {
        case Severity::error:
            return QColor(dark ? 0xff8a80 : 0xb3261e);
        case Severity::warning:
            return QColor(dark ? 0xffb951 : 0x8a5000);
        case Severity::info:
            break;
    }
    return palette.color(QPalette::Text);
}

QColor severityTint(Severity severity, const QPalette& palette) {
    const QColor base = palette.color(QPalette::Base);
    if (severity == Severity::info) return blend(base, palette.color(QPalette::Highlight), 0.14);
    return blend(base, severityColor(severity, palette), 0.18);
}

}  // namespace orrery
