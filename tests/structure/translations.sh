#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The German translation is complete: nothing in it is unfinished, and where Qt's lupdate is, every text of the sources
# is in it. After a change of texts:
#   lupdate -I . -locations none -no-obsolete widgets app/window -ts resources/translations/orrery_de.ts
# usage: translations.sh SOURCE_DIR
cd "$1" || exit 2
file=resources/translations/orrery_de.ts
[ "$(grep -c '<message' $file)" -gt 500 ] || { echo "$file holds fewer than 500 texts"; exit 1; }
if grep -q 'type="unfinished"\|<translation></translation>' $file; then
    echo "$file has texts without a translation:"
    grep -B3 'type="unfinished"\|<translation></translation>' $file | grep '<source>'
    exit 1
fi
# Debian's lupdate of the path may be a link to Qt 5's, which is not there.
for lupdate in /usr/lib/qt6/bin/lupdate lupdate6 lupdate ''; do
    "$lupdate" -version 2>/dev/null | grep -q 'version 6' && break
done
[ -n "$lupdate" ] || { echo "no lupdate of Qt 6: new texts are not looked for"; exit 0; }
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp $file "$copy/de.ts"
"$lupdate" -silent -I . -locations none -no-obsolete widgets app/window -ts "$copy/de.ts" >"$copy/log" 2>&1 ||
    { cat "$copy/log"; exit 1; }
if grep -q 'type="unfinished"' "$copy/de.ts"; then
    echo "texts that $file does not translate:"
    grep -B3 'type="unfinished"' "$copy/de.ts" | grep '<source>'
    exit 1
fi
echo "$(grep -c '<message' $file) texts are translated"
