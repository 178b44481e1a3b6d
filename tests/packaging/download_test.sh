#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What setup.sh downloads is checked, unpacked once, and fetched again when damaged.
# shellcheck source=tests/packaging/sandbox.sh
source "$(dirname "$0")/sandbox.sh"
downloads=$XDG_CACHE_HOME/orrery/downloads
library=$deps/torch-1.0/torch/lib/libtorch_cpu.so

start_over() {
    rm -rf -- "$XDG_CACHE_HOME"
    : >"$calls"
    make_registry first
}

start_over
script setup.sh
check "the first set-up" succeeded
check "it tells how far it is" says "[2/3] torch 1.0"
check "the library is unpacked" [ -f "$library" ]
check "the header is unpacked" [ -f "$deps/torch-1.0/torch/include/torch.h" ]
check "the licence is unpacked" [ -f "$deps/torch-1.0/torch-1.0.dist-info/licenses/LICENSE" ]
check "the source archive is unpacked" [ -f "$deps/assorthead-2.0/include/umappp.hpp" ]
check "what is not needed is not unpacked" absent "$deps/torch-1.0/torch/unwanted.py"
check "the archive is gone" absent "$downloads/torch-1.0.whl"
check "no unfinished folder is left" [ -z "$(find "$deps" -maxdepth 1 -name '.partial*')" ]
check "nothing is written into the checkout" [ -z "$(find "$checkout" -name __pycache__)" ]
check "apt was not called" called apt-get 0

script setup.sh
check "the second set-up" succeeded
check "the second set-up downloads nothing" called pip 2

rm "$deps/torch-1.0/.complete"
echo cut off >"$library"
script setup.sh
check "an unfinished folder is made anew" grep -q library "$library"
check "only that one is downloaded" called pip 3

start_over
mkdir -p "$downloads"
head -c 100 "$registry/torch-1.0.whl" >"$downloads/torch-1.0.whl"
cp "$registry/assorthead-2.0.tar.gz" "$downloads/"
script setup.sh
check "set-up with archives from last time" succeeded
check "the cut-off archive is noticed" says "torch-1.0.whl is cut off or damaged"
check "the cut-off archive is downloaded again" called "pip torch" 1
check "the complete archive is not" called "pip assorthead" 0
check "the first is unpacked" [ -f "$library" ]
check "the second is unpacked" [ -f "$deps/assorthead-2.0/include/umappp.hpp" ]

start_over
echo 2 >"$registry/damage"
script setup.sh
check "two damaged downloads are overcome" succeeded
check "by a third" called "pip torch" 3

start_over
echo 99 >"$registry/damage"
script setup.sh
check "a download that stays damaged is an error" failed
check "the error names the archive" says "Downloading torch-1.0.whl"
check "nothing damaged is kept" absent "$downloads/torch-1.0.whl"
check "nothing damaged is unpacked" absent "$deps/torch-1.0"
rm "$registry/damage"
script setup.sh
check "the next set-up succeeds" succeeded

make_registry changed
script setup.sh
check "an archive with another hash in the lock file replaces the old one" grep -q changed "$library"
finish
