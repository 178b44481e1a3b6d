// SPDX-License-Identifier: GPL-3.0-or-later
// What every test of the window is compiled with.
#pragma once
#include <QSignalSpy>
#include <QTest>

#include "tests/support/patient.h"
#include "widgets/plots/qcustomplot.h"
