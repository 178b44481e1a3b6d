#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bundle.sh with the programs of a build, and its gpu-check.sh where there is no GPU: what is in the folder, that it
# runs elsewhere, and what it says when LibTorch or the driver are missing.
# usage: bundle_test.sh SOURCE_DIR BUILD_DIR DEPS [--cpu-only]
set -euo pipefail
source_dir=$1
built=$2
deps=$3
shift 3
sandbox=$(mktemp -d "${TMPDIR:-/tmp}/orrery bundle XXXXXX")
trap 'rm -rf -- "$sandbox"' EXIT
bundle="$sandbox/a b/made"
failures=0

# Runs with nothing of this shell's environment; what it says and its exit code are in `said` and `code`.
clean() {
    code=0
    said=$(env -i HOME="$sandbox" PATH="$PATH" OMP_WAIT_POLICY=passive "$@" 2>&1) || code=$?
}
check() {
    local what=$1
    shift
    if "$@"; then return; fi
    failures=$((failures + 1))
    echo "FAILED: $what"
    echo "    ${said//$'\n'/$'\n'    }"
}
succeeded() { [ "$code" = 0 ]; }
failed() { [ "$code" != 0 ]; }
says() { grep -qF -- "$1" <<<"$said"; }

mkdir -p "$sandbox/mine"
clean bash "$source_dir/packaging/bundle.sh" --build "$built" --out "$sandbox/mine" "$@"
check "a folder that is no bundle is not replaced" failed
check "and is named" says "$sandbox/mine is there and is no bundle"
clean bash "$source_dir/packaging/bundle.sh" --build "$sandbox/mine" --out "$bundle" "$@"
check "a build without programs is refused" says "orrery-cli is missing: build it first"
for time in first second; do
    clean bash "$source_dir/packaging/bundle.sh" --build "$built" --out "$bundle" "$@"
    check "the $time bundle" succeeded
    check "the size is said" says " MiB, for LibTorch"
done
check "it is small" [ "$(du -sb "$bundle" | cut -f 1)" -le $((60 * 1024 * 1024)) ]
check "nothing unfinished is left" [ ! -e "$bundle.partial" ]
said=$(readelf -d "$bundle"/libexec/* "$bundle"/lib/* | grep -E 'R(UN)?PATH' | grep -v 'ORIGIN' || true)
check "no folder of this machine is looked into" [ -z "$said" ]

moved="$sandbox/moved elsewhere"
mv "$bundle" "$moved"
torch=$(echo "$deps"/torch-*/torch)
for way in "--torch $torch" "--torch=$torch/lib"; do
    # shellcheck disable=SC2086  # the words of a command line
    clean "$moved/bin/orrery-cli" $way --version
    check "it starts with $way" says orrery-cli
done
clean ORRERY_TORCH="$torch" "$moved/bin/orrery-cli" params "$moved/configs/demo.yaml"
check "it starts with ORRERY_TORCH" succeeded
clean ORRERY_TORCH="$torch" "$moved/bin/core_step_tests" --gtest_filter='Replay.*:Adafactor.*'
check "tests find their recorded cases" succeeded

clean "$moved/bin/orrery-cli" --torch "$sandbox/mine" --version
check "a folder without LibTorch is an error" says "there is no LibTorch in $sandbox/mine"
fake=$sandbox/site-packages/torch
mkdir -p "$fake/lib"
touch "$fake/lib/libtorch_cpu.so"
echo "__version__ = '2.10.0+cu130'" >"$fake/version.py"
clean "$moved/bin/orrery-cli" --torch "$fake" --version
check "another version is an error" says "is version 2.10.0, the bundle was built with 2.11.0"
echo "__version__ = '2.11.0+cpu'" >"$fake/version.py"
clean "$moved/bin/orrery-cli" --torch "$fake" --version
check "the build without CUDA is an error" says "is not the build for CUDA 13"

clean bash "$moved/gpu-check.sh" --help
check "gpu-check.sh has a help" says "--dry-run"
clean bash "$source_dir/packaging/gpu-check.sh" --dry-run
check "outside of a bundle it says where it belongs" says "this runs from a bundle"
clean bash "$moved/gpu-check.sh" --torch "$torch" --out "$sandbox/dry" --dry-run
check "the dry run" succeeded
check "its table has the measurements" says "tokens/s"
for name in series_a4 no_graph series_b3 demo naive; do
    check "$name leaves JSON" grep -q '"device":"cpu"' "$sandbox/dry/$name.json"
    check "$name is in the summary" grep -qE "^$name +passed" "$sandbox/dry/summary.txt"
done
check "ranks leave JSON" grep -q '"processes":2' "$sandbox/dry/ranks.json"
check "ranks are in the summary" grep -qE '^ranks +passed.*on one card' "$sandbox/dry/summary.txt"
check "no more files than come back from elsewhere" [ "$(find "$sandbox/dry" -type f | wc -l)" -le 8 ]

if ! ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
    clean bash "$moved/gpu-check.sh" --torch "$torch" --out "$sandbox/real" --only cuda,demo
    check "without a driver the check fails" [ "$code" = 1 ]
    check "it says why" says "no NVIDIA driver is installed"
    check "the part after the one that failed ran too" grep -qE '^demo +FAILED' "$sandbox/real/summary.txt"
fi
[ "$failures" = 0 ] || exit 1
echo "all checks passed"
