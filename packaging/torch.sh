# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154  # bundle, its folder, is set by who sources this
# Finds the LibTorch that the programs of a bundle (bundle.sh) run with.

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "orrery: $*"
    exit 1
}

# What the bundle was built with: lines "name value".
bundle_fact() { sed -n "s/^$1 //p" "$bundle/bundle.txt"; }

# torch_in DIR   the folder with lib/libtorch_cpu.so of an unpacked LibTorch, of a wheel or of a Python environment.
torch_in() {
    local place
    for place in "$1" "$1/torch" "$1/libtorch" "$1/.." "$1"/lib/python3*/site-packages/torch; do
        if [ -e "$place/lib/libtorch_cpu.so" ]; then
            (cd "$place" && pwd -P)
            return
        fi
    done
    return 1
}

# The folder of Python's torch, which is not imported: that takes seconds.
torch_of_python() {
    python3 -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])' 2>/dev/null
}

# torch_version FOLDER   "2.11.0"
torch_version() {
    local version
    version=$(sed -n "s/^__version__ = '\([0-9.]*\).*/\1/p" "$1/version.py" 2>/dev/null) || version=
    [ -n "$version" ] || version=$(sed -n 's/^ *"\([0-9.]*\)"$/\1/p' "$1/include/torch/headeronly/version.h" 2>/dev/null) ||
        version=
    [ -n "$version" ] || version=$(sed 's/+.*//' "$1/build-version" 2>/dev/null) || version=
    echo "${version:-unknown}"
}

# Why FOLDER can't be used, or nothing.
torch_fault() {
    local want cuda
    want=$(bundle_fact torch)
    cuda=$(bundle_fact cuda)
    if [ "$(torch_version "$1")" != "$want" ]; then
        echo "is version $(torch_version "$1"), the bundle was built with $want"
    elif [ ! -e "$1/lib/libtorch_cuda.so" ] || ! grep -q "libcudart\.so\.$cuda" "$1/lib/libc10_cuda.so"; then
        echo "is not the build for CUDA $cuda"
    fi
}

# find_torch GIVEN   sets `torch`; GIVEN may be empty: then the usual places are looked into.
find_torch() {
    local given=$1 place fault
    if [ -n "$given" ]; then
        torch=$(torch_in "$given") || fail "there is no LibTorch in $given (no lib/libtorch_cpu.so)."
        fault=$(torch_fault "$torch")
        [ -z "$fault" ] || fail "the LibTorch in $torch $fault."
        return
    fi
    # setup.sh's last: it is there without cuBLAS and its like, for the CPU alone.
    for place in "$(torch_of_python)" "${VIRTUAL_ENV:-}" "${CONDA_PREFIX:-}" "$bundle/torch" \
        "${XDG_CACHE_HOME:-$HOME/.cache}/orrery/deps/torch-$(bundle_fact torch)"; do
        if [ -z "$place" ] || ! torch=$(torch_in "$place"); then continue; fi
        fault=$(torch_fault "$torch")
        if [ -z "$fault" ]; then return; fi
        say "orrery: not used: the LibTorch in $torch $fault."
    done
    fail "no LibTorch was found: name one with --torch DIR or ORRERY_TORCH. A Python environment with" \
        "torch==$(bundle_fact torch) for CUDA $(bundle_fact cuda) has it, and so has the cache of packaging/setup.sh."
}

# fetch_torch   as a last resort where there is a network: pip installs torch into the bundle (2.5 GB).
fetch_torch() {
    say "Downloading torch $(bundle_fact torch) into $bundle/torch"
    python3 -m pip install --quiet --disable-pip-version-check --target "$bundle/torch" "torch==$(bundle_fact torch)" >&2 ||
        fail "torch could not be downloaded: is there a network, and a pip?"
}

require_libc() {
    local here need
    need=$(bundle_fact glibc)
    here=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/.* //') || here=
    [ -n "$here" ] || return 0
    if [ "$(printf '%s\n' "$need" "$here" | sort -V | head -n 1)" != "$need" ]; then
        fail "this system's C library is $here, the bundle needs $need or newer: build it on an older system."
    fi
}

# use_torch   tells the loader of `torch`, of NVIDIA's libraries beside it and of the driver. What is built into the
# programs, the bundle's own libraries, comes first.
use_torch() {
    local place path=$torch/lib
    for place in "$torch/../nvidia/cu13/lib" "$torch"/../../nvidia-cuda-*/nvidia/cu13/lib; do
        if [ -d "$place" ]; then path=$path:$place; fi
    done
    path=$path${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    for place in /usr/local/nvidia/lib64 /usr/lib64-nvidia /usr/lib/wsl/lib; do # where containers put the driver
        if [ -d "$place" ]; then path=$path:$place; fi
    done
    export LD_LIBRARY_PATH=$path ORRERY_SOURCE_DIR=$bundle
}
