#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The questions of the documents that need real text, at the small scale with three seeds: D depth, claim A, the phase
# diagram of series A, and the adaptation race between two texts. Some hours on two cores; run again, it goes on.
# usage: small-studies.sh TINYSTORIES.txt OTHER.txt [FOLDER]
set -eu
[ $# -ge 2 ] || { sed -n 's/^# usage: /usage: /p' "$0"; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
stories=$(realpath "$1")
other=$(realpath "$2")
out=${3:-studies}
cli=${ORRERY_CLI:-$root/build/release/bin/orrery-cli}
[ -x "$cli" ] || { echo "orrery-cli is not built: bash packaging/run.sh, or set ORRERY_CLI." >&2; exit 1; }

study() { # NAME OPTIONS...
    local name=$1
    shift
    if [ -e "$out/$name-small/study.db" ]; then
        "$cli" study resume "$out/$name-small" --retry-failed
    else
        "$cli" study run "$root/configs/studies/$name.yaml" --scale small --jobs "${JOBS:-2}" --out "$out/$name-small" "$@"
    fi
}
study claim_a_reservoir --set "data.corpus=$stories"
study series_a_phase --set "data.corpus=$stories"
study d_depth --set "data.corpus=$stories"
# The first text is trained on; of both the last documents are read.
study adaptation_race --text "village=$stories" --text "sea=$other,split=${OTHER_SPLIT:-blank}" --set data.val_documents=150
for name in claim_a_reservoir series_a_phase d_depth adaptation_race; do
    "$cli" study report "$out/$name-small" | tee "$out/$name-small/report.txt"
done
