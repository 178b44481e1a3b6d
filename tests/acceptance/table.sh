#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every line of the table in README.md has a test, or a step of MANUAL.md; and no test is without its line.
cd "$(dirname "$0")" || exit 2
failed=0
lines=$(grep -oE '^\| [A-G][0-9]+ ' README.md | tr -d '| ')
[ "$(wc -l <<<"$lines")" -ge 50 ] || { echo "README.md has fewer than 50 lines"; failed=1; }
for line in $lines; do
    grep -qE "^orrery_acceptance\($line " CMakeLists.txt || grep -qE "^## .*\b$line\b" MANUAL.md ||
        { echo "$line has neither a test nor a step of MANUAL.md"; failed=1; }
done
for line in $(grep -oE '^orrery_acceptance\([A-G][0-9]+' CMakeLists.txt | cut -d'(' -f2 | sort -u); do
    grep -q "^| $line " README.md || { echo "$line is not in README.md"; failed=1; }
done
exit $failed
