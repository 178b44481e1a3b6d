// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the precompiled torch header that every room with tensors shares.
#include <torch/torch.h>
