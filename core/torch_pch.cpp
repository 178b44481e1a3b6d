// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the precompiled torch header that the rooms with modules share.
#include <torch/torch.h>
