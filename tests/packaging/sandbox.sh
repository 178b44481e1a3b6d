# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A checkout with a space in its path, an empty cache, and stand-ins for pip, apt and dpkg, so that the
# scripts of packaging/ can be tried without a network and without changing the machine.
set -euo pipefail
source_dir=${1:?usage: TEST.sh SOURCE_DIR}
sandbox=$(mktemp -d "${TMPDIR:-/tmp}/orrery packaging XXXXXX")
trap 'rm -rf -- "$sandbox"' EXIT

checkout="$sandbox/a b/orrery"
registry=$sandbox/registry
calls=$sandbox/calls
mkdir -p "$checkout/configs" "$registry" "$sandbox/bin" "$sandbox/home"
cp -r "$source_dir/packaging" "$checkout/"
cp "$source_dir/CMakePresets.json" "$checkout/"
: >"$calls"
real_python=$(command -v python3)
mkdir "$sandbox/dri"
export ORRERY_DRI=$sandbox/dri # no graphics card
export HOME=$sandbox/home XDG_CACHE_HOME="$sandbox/the cache" CI=true registry calls real_python
export PATH="$sandbox/bin:$PATH"
unset DISPLAY WAYLAND_DISPLAY SUDO_UID
# shellcheck disable=SC2034  # for the tests
deps=$XDG_CACHE_HOME/orrery/deps

# stand_in NAME   puts the script on standard input first in PATH.
stand_in() {
    { echo '#!/usr/bin/env bash' && cat; } >"$sandbox/bin/$1"
    chmod +x "$sandbox/bin/$1"
}

stand_in dpkg-query <<'END'
for package in "${@:3}"; do echo "installed $package"; done
END
stand_in apt-get <<'END'
echo "apt-get $*" >>"$calls"
END
# apt-cache: every package is there and new enough, but for what $registry/candidates says ("NAME VERSION" lines).
stand_in apt-cache <<'END'
version=$(sed -n "s/^$2 //p" "$registry/candidates" 2>/dev/null)
printf '%s:\n  Candidate: %s\n' "$2" "${version:-99:1}"
END
stand_in sudo <<'END'
echo "sudo $*" >>"$calls"
END
# pip: copies the archive of the asked package from $registry. A file "damage" there says how many times it
# delivers a cut-off one instead.
stand_in python3 <<'END'
[ "${1:-} ${2:-}" = "-m pip" ] || exec "$real_python" "$@"
[ "$3" = download ] || exit 0
while [ $# -gt 1 ]; do
    case $1 in
        --requirement) name=$(sed 's/==.*//' "$2") ;;
        --dest) folder=$2 ;;
    esac
    shift
done
echo "pip $name" >>"$calls"
file=$(basename "$registry/$name"-*)
cp "$registry/$file" "$folder/"
damage=$(cat "$registry/damage" 2>/dev/null || echo 0)
if [ "$damage" -gt 0 ]; then
    echo $((damage - 1)) >"$registry/damage"
    truncate -s -7 "$folder/$file"
fi
END

# offer NAME VERSION TAG ARCHIVE   makes the archive downloadable and adds it to the lock file.
offer() {
    local hash
    hash=$(sha256sum <"$4" | cut -d ' ' -f 1)
    echo "$1 $2 $(basename "$4") $hash $(stat -c %s "$4") $3" >>"$checkout/packaging/dependencies.lock"
}

# make_registry CONTENT   small archives of the same form as the real ones.
make_registry() {
    local work=$sandbox/archive_content
    rm -rf -- "$work" "$registry" "$checkout/packaging/dependencies.lock"
    : >"$checkout/packaging/test-dependencies.lock"
    mkdir -p "$registry" "$work/torch/lib" "$work/torch/include" "$work/torch-1.0.dist-info/licenses"
    mkdir -p "$work/assorthead-2.0/src/assorthead/include" "$work/assorthead-2.0/src/assorthead/licenses"
    echo "library $1" >"$work/torch/lib/libtorch_cpu.so"
    echo header >"$work/torch/include/torch.h"
    echo script >"$work/torch/unwanted.py"
    echo licence >"$work/torch-1.0.dist-info/licenses/LICENSE"
    (cd "$work" && "$real_python" -m zipfile -c "$registry/torch-1.0.whl" torch torch-1.0.dist-info)
    echo header >"$work/assorthead-2.0/src/assorthead/include/umappp.hpp"
    tar -czf "$registry/assorthead-2.0.tar.gz" -C "$work" assorthead-2.0
    offer torch 1.0 cp312-cp312-manylinux_2_28_x86_64 "$registry/torch-1.0.whl"
    offer assorthead 2.0 source "$registry/assorthead-2.0.tar.gz"
}

# script NAME ARGUMENT...   calls a script of packaging/; what it says is in $said, its exit code in $code.
script() {
    code=0
    said=$(bash "$checkout/packaging/$1" "${@:2}" 2>&1) || code=$?
}

failures=0
# check WHAT CONDITION...   counts and shows what does not hold.
check() {
    if "${@:2}"; then return; fi
    failures=$((failures + 1))
    printf 'FAILED: %s\n  exit code %s, output:\n%s\n  calls: %s\n' "$1" "${code:-}" "${said:-}" \
        "$(paste -sd ';' "$calls")"
}

succeeded() { [ "$code" = 0 ]; }
failed() { [ "$code" != 0 ]; }
says() { grep -qF -- "$1" <<<"$said"; }
says_not() { ! says "$1"; }
called() { [ "$(grep -c "^$1" "$calls")" = "$2" ]; }
absent() { [ ! -e "$1" ]; }

finish() {
    [ "$failures" = 0 ] || { echo "$failures checks failed" && exit 1; }
    echo "all checks hold"
}
