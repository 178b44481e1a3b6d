// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the precompiled header that the rooms with torch's modules share.
#include "core/model/torch_modules.h"
