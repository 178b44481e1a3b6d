#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bin/NAME of a bundle: starts libexec/NAME with a LibTorch that is installed elsewhere.
# usage: bin/NAME [--torch DIR] [ARGUMENT...]     (or ORRERY_TORCH=DIR)
set -euo pipefail
bundle=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=packaging/torch.sh
source "$bundle/torch.sh"
given=${ORRERY_TORCH:-}
case ${1:-} in
    --torch)
        given=${2:?--torch needs a folder}
        shift 2
        ;;
    --torch=*)
        given=${1#--torch=}
        shift
        ;;
esac
require_libc
find_torch "$given"
use_torch
exec "$bundle/libexec/$(basename "$0")" "$@"
