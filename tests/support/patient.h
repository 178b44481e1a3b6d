// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting in tests of the window: it ends with what is waited for, so a slow machine, or one that
// compiles beside, is given a minute and not Qt's five seconds. Every such test is compiled with
// it.
#pragma once
#include <QTest>

namespace orrery {

constexpr int kPatience = 60'000;  // ms

}  // namespace orrery

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT((condition), orrery::kPatience)
#define QTRY_VERIFY2(condition, message) \
    QTRY_VERIFY2_WITH_TIMEOUT((condition), (message), orrery::kPatience)
#define QTRY_COMPARE(actual, expected) \
    QTRY_COMPARE_WITH_TIMEOUT((actual), (expected), orrery::kPatience)
