// SPDX-License-Identifier: GPL-3.0-or-later
// The few of torch's modules that the model is made of. torch/torch.h would cost each file that
// includes it ten seconds more.
#pragma once
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
