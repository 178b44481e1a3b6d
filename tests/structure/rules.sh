#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules of CONTRIBUTING.md that a machine can judge: one way down, file lengths, licence lines.
# usage: rules.sh SOURCE_DIR
set -u
cd "$1" || exit 2
failed=0
complain() {
    echo "$1"
    failed=1
}

sources=$(find core widgets app tests \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' \) | sort)
[ "$(wc -l <<<"$sources")" -gt 50 ] || complain "fewer than 50 sources found: the test looks in the wrong place"

qt=$(grep -lE '#include <Q[A-Z]|#include [<"]qcustomplot' -r core)
[ -z "$qt" ] || complain "core/ must not know Qt: $qt"
torch=$(grep -lE '#include <(torch|ATen|c10)/' -r widgets app)
[ -z "$torch" ] || complain "widgets/ and app/ must not see torch: $torch"
up=$(grep -lE '#include "(widgets|app)/' -r core; grep -lE '#include "app/' -r widgets)
[ -z "$up" ] || complain "the way is app -> widgets -> core: $up"
settings=$(grep -nE '\b(processEvents|terminate)\(' -r core widgets app --include=*.cpp --include=*.h | grep -v 'std::terminate')
[ -z "$settings" ] || complain "no processEvents, no terminate: $settings"

# Constants of a namespace are named kX; the data of stories are tables of words.
declared='^[^:]*:[0-9]+:(static |inline )*constexpr [^(={;]*\b'
constants=$(grep -rnE '^(static |inline )*constexpr ' core --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' | grep -v '^core/data/stories/')
[ "$(grep -cE "${declared}k[A-Z]\w*(\[[^]]*\])*\s*[={]" <<<"$constants")" -gt 100 ] || complain "fewer than 100 constants found: the test looks in the wrong place"
unnamed=$(grep -vE "${declared}k[A-Z]\w*(\[[^]]*\])*\s*[={]" <<<"$constants" | grep -E "${declared}\w+(\[[^]]*\])*\s*[={]")
[ -z "$unnamed" ] || complain "a constant that is not named kX: $unnamed"

# Other standard libraries bring <algorithm> with no header of theirs.
algorithms='std::(ranges::)?(find|find_if|find_if_not|count|count_if|any_of|all_of|none_of|sort|stable_sort|is_sorted|transform|lower_bound|upper_bound|max_element|min_element|remove_if|replace_if|clamp)\('
alone=$(grep -LE '#include <algorithm>' $(grep -lE "$algorithms" -r core widgets app tests --include=*.cpp --include=*.h))
[ -z "$alone" ] || complain "uses an algorithm without #include <algorithm>: $alone"
# CLI11 2.4 refuses '=', ':', '{' and spaces in names: every command would end with that.
names=$(grep -nE 'add_option(_function[^(]*)?\($' -A 1 -r app/cli --include=*.cpp --include=*.h | grep -E '"[^"-][^"]*[=:{ ][^"]*",' | grep -vE '"[^"]*  *[a-z]' || true
    grep -nE 'add_option\("[^"-][^"]*[=:{ ][^"]*",' -r app/cli --include=*.cpp --include=*.h)
[ -z "$names" ] || complain "a positional name that CLI11 2.4 refuses: $names"

while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || complain "$file has $lines lines (at most 500)"
    head -n 1 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' || complain "$file: no licence line"
done <<<"$sources"
while read -r file; do
    [ "$(head -n 1 "$file")" = '# SPDX-License-Identifier: GPL-3.0-or-later' ] || complain "$file: no licence line"
done < <(find . -path ./build -prune -o \( -name CMakeLists.txt -o -name '*.cmake' \) -print)
[ "$(wc -l <CMakeLists.txt)" -le 120 ] || complain "CMakeLists.txt is longer than 120 lines"
[ "$(grep -cE '^option\(' CMakeLists.txt)" -le 5 ] || complain "CMakeLists.txt has more than 5 options"

echo "$(wc -l <<<"$sources") sources checked"
exit $failed
