// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the precompiled header that every test of the window reuses.
