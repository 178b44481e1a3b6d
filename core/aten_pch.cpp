// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the precompiled ATen header that the rooms with tensors, but without modules, share.
#include <ATen/ATen.h>
