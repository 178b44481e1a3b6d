#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --help of each script, called from elsewhere in a path with spaces, changes nothing.
# shellcheck source=tests/packaging/sandbox.sh
source "$(dirname "$0")/sandbox.sh"

cd /
for name in setup run test bundle; do
    script "$name.sh" --help
    check "$name.sh --help ends well" succeeded
    check "$name.sh --help tells its usage" says "usage: bash packaging/$name.sh"
    check "$name.sh --help tells of --clean" says "--clean"
    check "$name.sh --help hides its own marks" says_not "#:"
done
check "help makes no cache" absent "$XDG_CACHE_HOME"
check "help makes no build" absent "$checkout/build"

script setup.sh --nonsense
check "an unknown option is refused" [ "$code" = 2 ]
check "an unknown option is named" says "--nonsense"
finish
