#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --clean removes what the scripts made and nothing else.
# shellcheck source=tests/packaging/sandbox.sh
source "$(dirname "$0")/sandbox.sh"

make_registry first
script setup.sh
check "set-up" succeeded
mkdir -p "$deps/made-by-hand" "$XDG_CACHE_HOME/orrery/tokens" "$checkout/build/mine" "$checkout/runs/first" \
    "$checkout/build/release/bin"
echo keep >"$XDG_CACHE_HOME/orrery/tokens/a"

script setup.sh --clean
check "setup.sh --clean" succeeded
check "the dependency is gone" absent "$deps/torch-1.0"
check "the downloads are gone" absent "$XDG_CACHE_HOME/orrery/downloads"
check "a folder made by hand stays" [ -d "$deps/made-by-hand" ]
check "other caches stay" [ -f "$XDG_CACHE_HOME/orrery/tokens/a" ]
check "setup.sh leaves the build" [ -d "$checkout/build/release" ]

for name in run test; do
    mkdir -p "$checkout/build/release/bin"
    script "$name.sh" --clean
    check "$name.sh --clean" succeeded
    check "$name.sh removes its build" absent "$checkout/build/release"
    check "$name.sh leaves another build" [ -d "$checkout/build/mine" ]
    check "$name.sh leaves the runs" [ -d "$checkout/runs/first" ]
    check "$name.sh leaves the sources" [ -f "$checkout/packaging/setup.sh" ]
done

rm -r "$deps/made-by-hand" "$XDG_CACHE_HOME/orrery/tokens"
script setup.sh
exec 5>>"$XDG_CACHE_HOME/orrery/.lock"
flock 5
script setup.sh --clean
check "a set-up at work is not disturbed" failed
check "its dependency stays" [ -e "$deps/torch-1.0/.complete" ]
exec 5>&-
script setup.sh --clean
check "an empty cache folder goes too" absent "$XDG_CACHE_HOME/orrery"
finish
