#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The German translation is complete: nothing in it is unfinished, and where Qt's lupdate is, every text of the sources
# is in it. The English one holds the plurals. After a change of texts:
#   lupdate -I . -locations none -no-obsolete widgets app/window -ts resources/translations/orrery_de.ts
#   lupdate -pluralonly -I . -locations none -no-obsolete widgets app/window -ts resources/translations/orrery_en.ts
# usage: translations.sh SOURCE_DIR
cd "$1" || exit 2
file=resources/translations/orrery_de.ts
plurals=resources/translations/orrery_en.ts
[ "$(grep -c '<message' $file)" -gt 500 ] || { echo "$file holds fewer than 500 texts"; exit 1; }
[ "$(grep -c '<message' $plurals)" -gt 10 ] || { echo "$plurals holds fewer than 10 texts"; exit 1; }
for each in $file $plurals; do
    if grep -q 'type="unfinished"\|<translation></translation>\|<numerusform></numerusform>' $each; then
        echo "$each has texts without a translation:"
        grep -B3 'type="unfinished"\|<translation></translation>\|<numerusform></numerusform>' $each | grep '<source>'
        exit 1
    fi
done
# Debian's lupdate of the path may be a link to Qt 5's, which is not there.
for lupdate in /usr/lib/qt6/bin/lupdate lupdate6 lupdate ''; do
    "$lupdate" -version 2>/dev/null | grep -q 'version 6' && break
done
[ -n "$lupdate" ] || { echo "no lupdate of Qt 6: new texts are not looked for"; exit 0; }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
for each in $file $plurals; do
    only=
    [ $each = $plurals ] && only=-pluralonly
    cp $each "$copy/copy.ts"
    "$lupdate" -silent $only -I . -locations none -no-obsolete widgets app/window -ts "$copy/copy.ts" >"$copy/log" 2>&1 ||
        { cat "$copy/log"; exit 1; }
    if grep -q 'type="unfinished"' "$copy/copy.ts"; then
        echo "texts that $each does not translate:"
        grep -B3 'type="unfinished"' "$copy/copy.ts" | grep '<source>'
        exit 1
    fi
done
echo "$(grep -c '<message' $file) texts are translated"
