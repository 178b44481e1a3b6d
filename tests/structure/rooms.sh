#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rooms of core/ are a directed graph without a cycle, and each includes those below it alone (CONTRIBUTING.md, "Rooms").
# usage: rooms.sh SOURCE_DIR
set -u
cd "$1" || exit 2
order='files events config ops data model devices ranks step runs analysis train exchange study bench' # ground floor first
failed=0

# "from to" of each pair of rooms
edges=$(grep -rHoE '^#include "core/[a-z_]+/' core --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' |
    sed -nE 's|^core/([a-z_]+)/[^:]*:#include "core/([a-z_]+)/|\1 \2|p' | awk '$1 != $2' | sort -u)
[ "$(wc -l <<<"$edges")" -gt 20 ] || { echo "fewer than 20 edges between rooms: the test looks in the wrong place"; exit 1; }

position() {
    local index=0 room
    for room in $order; do
        index=$((index + 1))
        if [ "$room" = "$1" ]; then echo $index && return; fi
    done
    echo "core/$1 has no place in the order of rooms.sh" >&2
    return 1
}
while read -r from to; do
    below=$(position "$to") && above=$(position "$from") || { failed=1; continue; }
    if [ "$below" -gt "$above" ]; then
        echo "core/$from includes core/$to, which lies above it:"
        grep -rn "#include \"core/$to/" "core/$from" | sed 's/^/  /'
        failed=1
    fi
done <<<"$edges"

if ! tsort <<<"$edges" >/dev/null; then
    echo "the rooms include each other in a cycle"
    failed=1
fi

# Folders stay small enough to be read at a glance: sub-rooms above 45 files.
while read -r folder; do
    files=$(find "$folder" -maxdepth 1 -type f | wc -l)
    [ "$files" -le 45 ] || { echo "$folder holds $files files (at most 45): give it sub-rooms"; failed=1; }
done < <(find core widgets app -type d)

echo "$(wc -l <<<"$edges") edges between $(wc -w <<<"$order") rooms"
exit $failed
