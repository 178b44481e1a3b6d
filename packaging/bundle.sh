#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#: usage: bash packaging/bundle.sh [--out DIR] [--build DIR] [--cpu-only] [--clean] [--help]
#:
#: Makes a folder that runs wherever it is copied to (x86-64, the C library of this system or a newer one): orrery-cli,
#: the CUDA module, the tests that a GPU is checked with, and every library that they need, but for LibTorch and
#: CUDA's. Nothing is compiled where it is used. There, call
#:
#:   bin/orrery-cli [--torch DIR] ...    --torch, or ORRERY_TORCH, names an unpacked LibTorch, also one of a Python
#:                                       environment; without it the usual places are looked into
#:   gpu-check.sh --help                 tests and measurements on a GPU
#:
#:   --out DIR     where to make it; the default is build/orrery-bundle
#:   --build DIR   take the programs from this build folder as they are; without it build/release is brought up to date
#:   --cpu-only    go on without a CUDA module (no nvcc 13 here)
#:   --clean       remove the bundle
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
trap stop_watcher EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

most_bytes=$((60 * 1024 * 1024))
programs=(orrery-cli core_cuda_tests core_ops_tests core_model_tests core_step_tests)
out=$root/build/orrery-bundle
built=
cuda_wanted=yes
clean=
while [ $# -gt 0 ]; do
    case $1 in
        --help | -h) print_help && exit ;;
        --out) out=${2:?--out needs a folder} && shift ;;
        --build) built=${2:?--build needs a folder} && shift ;;
        --cpu-only) cuda_wanted= ;;
        --clean) clean=yes ;;
        *)
            say "orrery: unknown option $1 (see --help)"
            exit 2
            ;;
    esac
    shift
done

if [ -e "$out" ] && [ ! -e "$out/bundle.txt" ]; then
    fail "$out is there and is no bundle: remove it, or name another folder with --out."
fi
if [ -n "$clean" ]; then
    rm -rf -- "$out" "$out.partial"
    exit
fi

if [ -z "$built" ]; then
    refuse_sudo
    bash "$packaging/setup.sh" --with-tests
    targets=("${programs[@]}")
    if [ -n "$cuda_wanted" ]; then targets+=(orrery_cuda); fi
    build_targets ON "${targets[@]}"
    built=$build
fi
for program in "${programs[@]}"; do
    [ -x "$built/bin/$program" ] || fail "$built/bin/$program is missing: build it first (bash packaging/test.sh)."
done
module=$built/bin/liborrery_cuda.so
if [ -n "$cuda_wanted" ] && [ ! -e "$module" ]; then
    fail "there is no CUDA module in $built/bin: install nvcc 13, or bundle without it (--cpu-only)."
fi

# Libraries of the system that a program needs. LibTorch's, CUDA's and the C library's stay out.
libraries_of() {
    ldd "$1" | sed -n 's/.* => \(\/.*\) (0x.*/\1/p' |
        grep -vE '/(libtorch|libc10|libcu|libgomp|libnv|ld-linux|lib(c|m|dl|rt|util|pthread|resolv)\.so)'
}

# The newest version of the C library's symbols that the files ask for.
needed_libc() {
    objdump -T "$@" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV | tail -n 1
}

# Where the loader looks first, in place of the folders of the build machine.
set_places() {
    cmake -D "file=$1" -D "places=$2" -P "$packaging/cmake/set_rpath.cmake" >/dev/null
}

fresh=$out.partial
rm -rf -- "$fresh"
mkdir -p "$fresh/bin" "$fresh/lib" "$fresh/libexec" "$fresh/tests"
for program in "${programs[@]}"; do
    cp "$built/bin/$program" "$fresh/libexec/"
    set_places "$fresh/libexec/$program" "\$ORIGIN/../lib"
    install -m 755 "$packaging/launch.sh" "$fresh/bin/$program"
    libraries_of "$built/bin/$program"
done | sort -u | xargs -r -d '\n' cp -Lt "$fresh/lib"
if [ -n "$cuda_wanted" ]; then
    cp "$module" "$fresh/lib/"
    set_places "$fresh/lib/liborrery_cuda.so" "\$ORIGIN"
fi
strip --strip-unneeded "$fresh"/libexec/* "$fresh"/lib/*
cp "$packaging/torch.sh" "$fresh/"
install -m 755 "$packaging/gpu-check.sh" "$fresh/"
cp -r "$root/configs" "$root/LICENSE" "$packaging/THIRD_PARTY_NOTICES.md" "$fresh/"
cp -r "$root/tests/reference" "$fresh/tests/"
{
    echo "version $("$built/bin/orrery-cli" --version | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)"
    echo "torch $(sed -n 's/^torch  *\([^ ]*\).*/\1/p' "$packaging/dependencies.lock")"
    echo "cuda $(sed -n 's/^nvidia-cuda-runtime  *\([0-9]*\).*/\1/p' "$packaging/dependencies.lock")"
    echo "glibc $(needed_libc "$fresh"/libexec/* "$fresh"/lib/*)"
} >"$fresh/bundle.txt"

bytes=$(du -sb "$fresh" | cut -f 1)
if [ "$bytes" -gt "$most_bytes" ]; then
    fail "the bundle has $((bytes / 1024 / 1024)) MiB, more than $((most_bytes / 1024 / 1024)): see $fresh."
fi
rm -rf -- "$out"
mv -- "$fresh" "$out"
say "$out: $((bytes / 1024 / 1024 + 1)) MiB, for LibTorch $(sed -n 's/^torch //p' "$out/bundle.txt")" \
    "and a C library from $(sed -n 's/^glibc //p' "$out/bundle.txt") on"
