#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#: usage: bash gpu-check.sh [--torch DIR] [--out DIR] [--only PART,...] [--fetch] [--dry-run] [--help]
#:
#: From a bundle (packaging/bundle.sh), on a machine with an NVIDIA driver and nothing else: tests that need a GPU,
#: then measurements of a training step. At most six minutes in all: each part has a time limit of its own, and a part
#: that fails does not stop the next. The last lines are a table; the exit code is 1 if a part failed.
#:
#:   --torch DIR   an unpacked LibTorch, also that of a Python environment; without it ORRERY_TORCH and the usual places
#:   --out DIR     where logs and results go; the default is $OUT, else gpu-check-DATE
#:   --only PARTS  of: cuda, series_a4, no_graph, demo, series_b3, ranks, naive, cpu; and sanitizer, which is not run unless named: the
#:                 operations under NVIDIA's compute-sanitizer
#:   --fetch       where no LibTorch is found, let pip install one into the bundle (needs a network; takes minutes)
#:   --dry-run     the same on the CPU with small shapes: tries this script, measures nothing
set -euo pipefail
bundle=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
[ -e "$bundle/bundle.txt" ] || {
    echo "orrery: this runs from a bundle: make one with packaging/bundle.sh and call its gpu-check.sh." >&2
    case ${1:-} in --help | -h) sed -n 's/^#: \{0,1\}//p' "$0" && exit ;; *) exit 2 ;; esac
}
# shellcheck source=packaging/torch.sh
source "$bundle/torch.sh"

given=${ORRERY_TORCH:-}
out=${OUT:-}
only=,cuda,series_a4,no_graph,demo,series_b3,ranks,naive,cpu,
fetch=
dry=
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) sed -n 's/^#: \{0,1\}//p' "$0" && exit ;;
        --torch) given=${2:?--torch needs a folder} && shift ;;
        --out) out=${2:?--out needs a folder} && shift ;;
        --only) only=,${2:?--only needs names of parts}, && shift ;;
        --fetch) fetch=yes ;;
        --dry-run) dry=yes ;;
        *)
            say "orrery: unknown option $1 (see --help)"
            exit 2
            ;;
    esac
    shift
done

require_libc
if [ -n "$fetch" ] && ! (find_torch "$given") 2>/dev/null; then fetch_torch; fi
find_torch "$given"
use_torch
out=${out:-gpu-check-$(date +%Y-%m-%d-%H%M%S)}
mkdir -p "$out"
out=$(cd "$out" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
: >"$out/summary.txt"
: >"$out/log.txt"

device=cuda
export ORRERY_REQUIRE_CUDA=1 # a test that finds no GPU fails instead of being skipped
if [ -n "$dry" ]; then
    device=cpu
    unset ORRERY_REQUIRE_CUDA
fi
export OMP_WAIT_POLICY=passive
failures=0
row() { printf '%-12s %-9s %7s  %s\n' "$@" | tee -a "$out/summary.txt"; }

# part NAME LIMIT SAY COMMAND...   runs COMMAND and adds its output to OUT/log.txt; SAY NAME tells the result in a few
# words.
part() {
    local name=$1 limit=$2 tell=$3 start=$SECONDS status=0 result=passed
    shift 3
    case $only in *",$name,"*) ;; *) return 0 ;; esac
    timeout --kill-after=5 "$limit" "$@" >"$work/$name" 2>&1 </dev/null || status=$?
    { echo "==== $name" && cat "$work/$name"; } >>"$out/log.txt"
    case $status in
        0) ;;
        124 | 137) result=TIMEOUT ;;
        *) result=FAILED ;;
    esac
    if [ "$status" != 0 ]; then
        failures=$((failures + 1))
        say "---- last lines of $name"
        tail -n 40 "$work/$name" >&2
    fi
    row "$name" "$result" "$((SECONDS - start)) s" "$("$tell" "$name")"
}

# "40 passed, 2 failed", of one program or several
tests_text() { sed -nE 's/^\[ *(PASSED|FAILED|SKIPPED) *\] ([0-9]+) test.*/\2 \L\1/p' "$work/$1" | paste -sd ,; }
field() { grep -oE "\"$2\":[0-9.e+-]+" "$out/$1.json" 2>/dev/null | head -n 1 | sed 's/.*://'; }
bench_text() {
    local rate peak naive
    rate=$(field "$1" tokens_per_second)
    [ -n "$rate" ] || return 0
    peak=$(field "$1" peak_memory_bytes)
    naive=$(field "$1" naive_seconds_per_step)
    awk -v rate="$rate" -v peak="$peak" -v flops="$(field "$1" gflops)" -v naive="${naive:-0}" \
        -v most="$(field "$1" sgemm_gflops)" -v parts="$(sed -nE 's/.*"parts":\{([^}]*)\}.*/\1/p' "$out/$1.json")" \
        -v graph="$(grep -oE '"cuda_graph":(true|false)' "$out/$1.json" | sed 's/.*://')" \
        -v step="$(field "$1" seconds_per_step)" 'BEGIN {
            printf "%.0f tokens/s, %.1f TFLOP/s, %.1f GB", rate, flops / 1000, peak / 1e9
            if (graph == "true") printf ", steps as a CUDA graph"
            if (naive > 0) printf ", %.1f times naive", naive / step
            if (most > 0) printf ", %.0f %% of the peak of one product", 100 * flops / most
            for (i = split(parts, part, ","); i > 0; i--) {
                split(part[i], entry, ":")
                gsub(/"/, "", entry[1])
                text = sprintf("; %s %.3g ms%s", entry[1], 1000 * entry[2], text)
            }
            printf "%s", text
        }'
}

# "38000, 31000 tokens/s with 1, 2 ranks on one card; ... over NCCL"
ranks_text() {
    rates() { grep -oE '"tokens_per_second":[0-9.e+]+' "$out/$1.json" | sed -E 's/.*://; s/\..*//' | paste -sd ,; }
    [ ! -e "$out/ranks.json" ] || printf '%s tokens/s with 1,2 ranks on one card' "$(rates ranks)"
    [ ! -e "$out/ranks_nccl.json" ] || printf '; %s on two, over NCCL' "$(rates ranks_nccl)"
}

# measure NAME CONFIG [ARGUMENT...]   the JSON goes to OUT/NAME.json
measure() {
    local name=$1 config=$2
    shift 2
    if [ -n "$dry" ]; then
        local set
        for set in model.d_model=32 model.num_layers=2 model.num_heads=2 model.seq_len=32 model.vocab_size=512 \
            some.num_experts=8 some.d_ffn=64 train.batch_size=2; do set -- "$@" --set "$set"; done
    fi
    "$bundle/libexec/orrery-cli" bench step "$bundle/configs/$config.yaml" --device "$device" --json --repeats 3 "$@" \
        >"$work/$name.json" || return
    mv "$work/$name.json" "$out/$name.json"
    cat "$out/$name.json"
}
# A fault on a GPU fails whatever follows in its process: after a failure each test runs by itself, as time allows.
cuda_tests() {
    local tests=$bundle/libexec/core_cuda_tests test
    if "$tests"; then return; fi
    for test in $("$tests" --gtest_list_tests | awk '/^[^ ]/ {group = $1} /^ / {print group $1}'); do
        if "$tests" --gtest_brief=1 --gtest_filter="$test" >"$work/one" 2>&1; then
            echo "by itself $test passed"
        else
            echo "by itself $test failed:"
            head -n 30 "$work/one" | sed 's/^/    /'
        fi
    done
    return 1
}
# Two ranks that share one card, over Gloo; and two with a card each, over NCCL, where there are two cards.
rank_scale() {
    local name=$1 place=$2 small=()
    if [ -n "$dry" ]; then
        place=cpu
        small=(--set train.batch_size=2 --set some.num_experts=8)
    fi
    "$bundle/libexec/orrery-cli" bench scale "$bundle/configs/demo.yaml" --processes 1,2 --repeats 3 --json \
        --set "train.device=$place" "${small[@]}" >"$work/$name.json" || return
    mv "$work/$name.json" "$out/$name.json"
    cat "$out/$name.json"
}
measure_ranks() {
    rank_scale ranks cuda:0 || return
    [ "$(nvidia-smi --list-gpus 2>/dev/null | wc -l)" -ge 2 ] && [ -z "$dry" ] || return 0
    rank_scale ranks_nccl cuda || return
    grep -q '"sums_on_gpus":true' "$out/ranks_nccl.json" || { echo "two cards, and no NCCL" && return 1; }
}
cpu_tests() {
    local program status=0
    for program in core_ops_tests core_model_tests core_step_tests; do
        "$bundle/libexec/$program" --gtest_brief=1 ${dry:+--gtest_filter='*RefusesWrong*'} || status=1
    done
    return "$status"
}
# timeout starts programs, not functions.
export -f measure cuda_tests cpu_tests rank_scale measure_ranks
export bundle out work device dry
short=(--set train.precision=bf16 --set some.expert_dtype=bf16)

{
    cat "$bundle/bundle.txt"
    echo "libtorch $torch"
    uname -srm
    echo "$(nproc) processors, $(awk '/^MemTotal/ {print int($2 / 1e6)}' /proc/meminfo) GB"
    nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>/dev/null || echo "no nvidia-smi"
} | tee -a "$out/summary.txt"
row part result time ''
part cuda 110 tests_text bash -c cuda_tests
part series_a4 50 bench_text bash -c 'measure "$@"' - series_a4 published/series_a4 "${short[@]}"
part no_graph 40 bench_text bash -c 'measure "$@"' - no_graph published/series_a4 "${short[@]}" --set train.cuda_graph=off
part demo 20 bench_text bash -c 'measure "$@"' - demo demo
part series_b3 70 bench_text bash -c 'measure "$@"' - series_b3 published/series_b3 "${short[@]}"
part ranks 60 ranks_text bash -c measure_ranks
part naive 40 bench_text bash -c 'measure "$@"' - naive published/series_a1 --baseline naive
part cpu 25 tests_text bash -c cpu_tests
part sanitizer 240 tests_text compute-sanitizer --error-exitcode 9 "$bundle/libexec/core_cuda_tests" \
    --gtest_filter='CudaOps.*'
[ "$failures" = 0 ] || say "$failures parts failed; what they said is in $out/log.txt"
[ "$failures" = 0 ]
