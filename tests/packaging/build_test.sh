#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh and test.sh around a stand-in for cmake: what is configured, built and started, and with what.
# shellcheck source=tests/packaging/sandbox.sh
source "$(dirname "$0")/sandbox.sh"
make_registry first
cd "$sandbox/home"

stand_in cmake <<'END'
echo "cmake $*" >>"$calls"
build="$checkout/build/release"
if [ "$1" = --build ]; then
    echo "[1/2] Building a"
    if [ -e "$registry/broken" ]; then echo "a.cpp:1:2: error: expected ;" && exit 1; fi
    [ ! -e "$registry/built" ] || exit 0
    mkdir -p "$build/bin"
    for program in orrery orrery-cli; do
        printf '#!/bin/bash\necho "%s|$PWD|$*"\n' $program >"$build/bin/$program"
        chmod +x "$build/bin/$program"
    done
    exit
fi
: >"$build/build.ninja"
{
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$checkout"
    for argument in "$@"; do
        case $argument in -D*) sed 's/^-D//; s/=/:STRING=/' <<<"$argument" ;; esac
    done
} >"$build/CMakeCache.txt"
END
stand_in ctest <<'END'
echo "ctest $*" >>"$calls"
echo "100% tests passed"
END
export checkout

script run.sh --set "a b=1"
check "run.sh without a display" succeeded
check "it trains on the command line, from where it was called" says \
    "orrery-cli|$sandbox/home|train $checkout/configs/demo.yaml --figures --runs $checkout/runs --set a b=1"
check "the window is built too" called "cmake --build .* orrery orrery-cli" 1

DISPLAY=:7 script run.sh -- --clean --runs here
check "run.sh with a display opens the window" says "orrery|$sandbox/home|--demo"
check "-- passes what looks like ours; a given folder of runs is kept" says "|--demo --clean --runs here"
check "the second start configures nothing" called "cmake --preset" 1
check "the second start downloads nothing" called pip 2

# shellcheck disable=SC2016  # the program expands it
printf '#!/bin/bash\necho "platform $QT_QPA_PLATFORM"\n' >"$checkout/build/release/bin/orrery"
touch "$registry/built"
WAYLAND_DISPLAY=wayland-0 script run.sh
check "on Wayland alone Qt is told so" says "platform wayland"

printf '#!/bin/bash\nkill -ABRT $$\n' >"$checkout/build/release/bin/orrery"
DISPLAY=:7 script run.sh
check "a display that is gone is said" says "The display :7 can't be opened"
check "and the command line trains" says "orrery-cli|"
rm "$registry/built"

script test.sh -R config
check "test.sh" succeeded
check "its last line is ctest's" [ "${said##*$'\n'}" = "100% tests passed" ]
check "no test at all is an error" called "ctest .*--no-tests=error" 1
check "slow, cuda and acceptance tests are left out" called "ctest .*-LE ^(slow|cuda|acceptance)\\$ -R config" 1
check "the tests are configured" called "cmake --preset release .*-DORRERY_TESTS=ON" 1
script test.sh --slow
check "--slow leaves out cuda alone" called "ctest .*-LE ^cuda\\$" 1
script run.sh
check "run.sh after test.sh configures nothing" called "cmake --preset" 2

# VTK that came since: CMake looks for it once more.
echo "VTK_DIR:PATH=VTK_DIR-NOTFOUND" >>"$checkout/build/release/CMakeCache.txt"
script run.sh
check "VTK that is new is looked for" called "cmake --preset" 3
script run.sh
check "and then not again" called "cmake --preset" 3
: >"$ORRERY_DRI/renderD128"
script run.sh --without-vtk --runs here
check "run.sh hands the decline on" [ -e "$XDG_CACHE_HOME/orrery/without-vtk" ]
check "and not to the program" says "--figures --runs here"
rm "$ORRERY_DRI/renderD128"

touch "$registry/broken"
script run.sh
check "a broken build is an error" failed
check "it shows the error" says "a.cpp:1:2: error: expected ;"
check "it tells the log's place" says "$checkout/build/release/build.log"
check "nothing is started" says_not "orrery-cli|"

rm "$registry/broken"
mv "$checkout" "$sandbox/a b/moved"
checkout="$sandbox/a b/moved"
script run.sh
check "a moved checkout is configured anew" called "cmake --fresh --preset" 1
check "and starts" succeeded
finish
