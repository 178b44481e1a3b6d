#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every core header that widgets/ or app/ include compiles alone, under Qt's macros and out of torch's sight:
# such a header must not reach one of torch (its include folders are not given here).
# usage: headers_alone.sh COMPILER SOURCE_DIR
set -u
compiler=$1
source=$2
cd "$source" || exit 2
headers=$(grep -rhoE '#include "core/[a-z0-9_/]+\.h"' widgets app | sed 's/.*"\(.*\)"/\1/' | sort -u)
[ -n "$headers" ] || { echo "no core header is included by the window: the test looks in the wrong place"; exit 1; }
failed=0
for header in $headers; do
    if ! printf '#include "%s"\nint main() {}\n' "$header" |
        "$compiler" -std=c++20 -fsyntax-only -Dslots= -Dsignals=public -Demit= -I. -x c++ -; then
        echo "$header: does not compile alone beside Qt"
        failed=$((failed + 1))
    fi
done
echo "$(wc -w <<<"$headers") headers, $failed failed"
[ "$failed" -eq 0 ]
