#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#: usage: bash packaging/setup.sh [--with-tests] [--with-optuna] [--with-parquet] [--with-transformers]
#:        [--with-vtk | --without-vtk] [--with-launchers] [--clean] [--help]
#:
#: Makes this machine ready to build Orrery. run.sh and test.sh call it; it does nothing when all is there.
#:   1. Debian 12, Debian 13 and Ubuntu 24.04: installs the packages of packaging/apt-packages.txt (with sudo when
#:      not root). Where apt's packages are too old, it says so and installs nothing; elsewhere it says what is needed.
#:   2. Downloads what packaging/dependencies.lock lists with pip (550 MB), checks each archive's sha256,
#:      and unpacks it under $XDG_CACHE_HOME/orrery/deps (or ~/.cache/orrery/deps; 1.1 GB).
#: An interrupted set-up goes on where it was: call it again. Without a network it works once it was complete.
#:
#:   --with-tests   also install what the tests need (packaging/test-dependencies.lock: 6 MB)
#:   --with-optuna  also install Optuna and its dashboard, for studies that search (packaging/optuna-dependencies.lock: 5 MB)
#:   --with-parquet also install pyarrow, which reads .parquet corpora (packaging/parquet-requirements.txt: 43 MB)
#:   --with-transformers  also install Python's transformers and torch in an environment of their own, for tests of
#:                  exported models and for resources/python (packaging/transformers-requirements.txt: 3 GB to fetch)
#:   --with-vtk     also install VTK, which draws galaxies on a graphics card (160 MB to fetch, 800 MB unpacked). Where
#:                  there is a card (/dev/dri/renderD*), it is installed without being asked for
#:   --without-vtk  don't, now and in later calls, until --with-vtk
#:   --with-launchers  also install what starts many processes, which slow tests try: mpirun, Slurm, and torchrun in a Python
#:                  environment of its own (PyTorch and the CUDA libraries that it loads: 3 GB to fetch, 6 GB unpacked), or
#:                  in that of --with-transformers where it is
#:   --clean        remove the unpacked dependencies (apt packages stay)
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
umask 022 # apt and other users of this cache must be able to read what is made here

lock_files=("$packaging/dependencies.lock")
packages_file=$packaging/apt-packages.txt
downloads=$cache/downloads
logs=$cache/logs
launchers=0 # 1 = torchrun is wanted
vtk_size="160 MB to fetch, 800 MB unpacked"
declined=$cache/without-vtk # VTK was declined, or could not be installed
with_transformers=0 # 1 = they are wanted
with_parquet=0
recipe=1 # raise when the unpacking of an unchanged archive changes
sudo=()

# The packages of the given groups, a line each.
packages_of() { awk -v groups=" $* " '/^[a-z]/ && index(groups, " " $1 " ") {print $2}' "$packages_file"; }

missing_packages() {
    local wanted
    wanted=$(packages_of "$@")
    # shellcheck disable=SC2086  # names are one word each
    comm -23 <(sort <<<"$wanted") <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
        sed -n 's/^installed //p' | sort -u) | without_merged
}

candidate() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p'; }

# From 6.4.2+dfsg-12 on (Debian 13, Ubuntu 24.04), qt6-base-dev holds what libqt6opengl6-dev did.
without_merged() {
    if dpkg --compare-versions "$(candidate qt6-base-dev)" ge '6.4.2+dfsg-12~'; then
        sed '/^libqt6opengl6-dev$/d'
    else
        cat
    fi
}

os_release=${ORRERY_OS_RELEASE:-/etc/os-release} # for tests
tried_systems="Debian 12, Debian 13 and Ubuntu 24.04"

system_name() { (. "$os_release" && echo "${PRETTY_NAME:-$ID}") 2>/dev/null || uname -s; }

is_tried_system() {
    case $( (. "$os_release" && echo "${ID:-} ${VERSION_ID:-}") 2>/dev/null) in
        "debian 12" | "debian 13" | "ubuntu 24.04") ;;
        *) return 1 ;;
    esac
}

# Of packages that are to be installed: those that this system lacks or has too old, a line each.
unfit_packages() {
    local package wanted version
    for package in "$@"; do
        case $package in
            cmake) wanted=3.25 ;;
            g++) wanted=4:12 ;;
            qt6-base-dev) wanted=6.4 ;;
            *) wanted=0 ;;
        esac
        version=$(candidate "$package")
        if [ -z "$version" ] || [ "$version" = "(none)" ]; then
            echo "$package is not there"
        elif dpkg --compare-versions "$version" lt "$wanted"; then
            echo "$package is $version, and at least ${wanted#*:} is needed"
        fi
    done
}

apt_progress() {
    local total
    total=$(sed -nE 's/.* ([0-9]+) newly installed.*/\1/p' "$1" | tail -n 1)
    [ -n "$total" ] || { echo "reading the package lists"; return; }
    echo "$total packages: $(grep -c '^Get:' "$1") downloaded, $(grep -c '^Unpacking' "$1") unpacked," \
        "$(grep -c '^Setting up' "$1") set up"
}

apt() {
    watched "$1" apt_progress "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=300 "${@:2}"
}

become_able_to_install() {
    [ "$(id -u)" != 0 ] || return 0
    local command="apt-get install --no-install-recommends $*"
    command -v sudo >/dev/null || fail "sudo is not here. Let root call this, then start again:
  $command"
    sudo=(sudo)
    asks_questions || sudo=(sudo -n)
    "${sudo[@]}" true || fail "sudo was refused. Let root call this, then start again:
  $command"
}

install_packages() {
    local missing unfit log=$logs/apt.log
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        require_tools "$@"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    if [ ${#missing[@]} = 0 ]; then return; fi
    step "Debian packages: ${missing[*]}"
    is_tried_system || say "      Orrery is tried on $tried_systems. This is $(system_name): its packages may not fit."
    become_able_to_install "${missing[@]}"
    apt "$log" update || failed "apt-get update" "$log"
    mapfile -t missing < <(missing_packages "$@") # a bare system knows its candidates now
    if [ ${#missing[@]} = 0 ]; then return; fi
    mapfile -t unfit < <(unfit_packages "${missing[@]}")
    if [ ${#unfit[@]} != 0 ]; then
        fail "nothing was installed: $(system_name) lacks what Orrery needs (it is tried on $tried_systems):
$(printf '  %s\n' "${unfit[@]}")"
    fi
    apt "$log" install -y --no-install-recommends "${missing[@]}" || failed "Installing packages" "$log"
}

# Elsewhere than on Debian: says what is needed, and goes on when the tools are there.
require_tools() {
    local tool absent=()
    for tool in c++ cmake ninja python3 unzip flock; do
        command -v "$tool" >/dev/null || absent+=("$tool")
    done
    python3 -m pip --version >/dev/null 2>&1 || absent+=("pip of python3")
    if [ ${#absent[@]} = 0 ] && [ "$(bytes_missing)" = 0 ]; then return; fi
    say "$(system_name): packages can be installed on Debian and Ubuntu only (tried on $tried_systems). Install what
corresponds to:"
    packages_of "$@" | paste -sd ' ' | fold -s -w 90 | sed 's/^/  /' >&2
    [ ${#absent[@]} = 0 ] || fail "missing here: $(printf '%s, ' "${absent[@]}" | sed 's/, $//')"
    say "The tools are here: going on."
}

locked() { grep -hE '^[a-z]' "${lock_files[@]}"; }

# step TEXT   prints the text with its place among all steps: [2/6] ...
step() { say "[$step_number/$step_count] $*"; }

megabytes() { echo "$((($1 + 500000) / 1000000)) MB"; }

is_complete() { [ "$(cat "$deps/$1/.complete" 2>/dev/null)" = "$2 $recipe" ]; }

has_hash() { [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d ' ' -f 1)" = "$2" ]; }

pip_options() {
    local python abi platform
    if [ "$1" = source ]; then
        # See packaging/sdist: no code of the archive runs, no build tool is fetched.
        printf '%s\n' --no-binary :all: --no-build-isolation
        return
    fi
    IFS=- read -r python abi platform <<<"$1"
    # The wheel's own tag, so that any Python's pip takes the same file.
    printf '%s\n' --only-binary :all: --platform "$platform" --abi "$abi"
    case $python in
        cp3*) printf '%s\n' --implementation cp --python-version "${python#cp}" ;;
        *) printf '%s\n' --implementation py --python-version 312 ;;
    esac
}

download_progress() {
    local have
    have=$(find "$downloads/.partial" -type f -printf '%s\n' | sort -n | tail -n 1)
    echo "$(megabytes "${have:-0}") of $(megabytes "$size")"
}

# Leaves the archive in $downloads, its hash checked; a damaged one is fetched again.
fetch() {
    local attempt options log=$logs/pip-$name.log
    if has_hash "$downloads/$file" "$hash"; then return; fi
    if [ -e "$downloads/$file" ]; then
        say "      $file is cut off or damaged: downloading it again"
    else
        say "      downloading"
    fi
    mapfile -t options < <(pip_options "$tag")
    for attempt in 1 2 3; do
        rm -rf -- "${downloads:?}/$file" "$downloads/.partial"
        mkdir -p "$downloads/.partial/tmp" "$downloads/.partial/archive"
        printf '%s==%s --hash=sha256:%s\n' "$name" "$version" "$hash" >"$downloads/.partial/requirements.txt"
        # pip's own cache would keep a second copy of half a gigabyte.
        if watched "$log" download_progress env "TMPDIR=$downloads/.partial/tmp" "PYTHONPATH=$packaging/sdist" \
            PYTHONDONTWRITEBYTECODE=1 PIP_REQUIRE_VIRTUALENV=0 python3 -m pip download \
            --disable-pip-version-check --no-input --no-cache-dir --progress-bar off --timeout 60 --retries 5 \
            --no-deps "${options[@]}" --require-hashes --requirement "$downloads/.partial/requirements.txt" \
            --dest "$downloads/.partial/archive" &&
            has_hash "$downloads/.partial/archive/$file" "$hash"; then
            mv -f -- "$downloads/.partial/archive/$file" "$downloads/$file"
            rm -rf -- "$downloads/.partial"
            return
        fi
        say "      attempt $attempt of 3: not complete, or not the file that was asked for"
    done
    rm -rf -- "$downloads/.partial"
    failed "Downloading $file (is there a network? what is complete is kept: start again)" "$log"
}

# unpack_NAME ARCHIVE FOLDER: what the build needs of an archive, and its licenses. The rest is not unpacked.
unpack_torch() { unzip -q "$1" 'torch/lib/*' 'torch/include/*' 'torch-*.dist-info/licenses/*' -d "$2"; }
unpack_wheel() { unzip -q "$1" 'nvidia/*' '*.dist-info/licenses/*' -d "$2"; }
unpack_safetensors() { unzip -q "$1" -d "$2"; }
unpack_tensorboard() { unzip -q "$1" -x '*.zip' -d "$2"; }
unpack_optuna() { unzip -q "$1" -d "$2"; }
unpack_bottle() { unzip -q "$1" -d "$2"; }

unpack_assorthead() {
    tar -xzf "$1" -C "$2" --strip-components=3 --no-same-owner --wildcards \
        '*/src/assorthead/include' '*/src/assorthead/licenses'
}

unpack_sentencepiece() {
    local source=$2/source work=$2/work
    mkdir "$source" "$work" "$2/lib" "$2/include" &&
        tar -xzf "$1" -C "$source" --strip-components=1 --no-same-owner &&
        # Its flag that shortens names in messages breaks at a space in the path.
        sed -i '/-fmacro-prefix-map/d' "$source/sentencepiece/CMakeLists.txt" &&
        # CMAKE_POLICY_VERSION_MINIMUM: CMake 4 refuses the policies this archive asks for otherwise.
        cmake -G Ninja -S "$source/sentencepiece" -B "$work" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG" \
            -DSPM_ENABLE_SHARED=OFF -DSPM_ENABLE_TCMALLOC=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
            -DCMAKE_POLICY_VERSION_MINIMUM=3.5 &&
        cmake --build "$work" -j "$(job_count)" --target sentencepiece-static sentencepiece_train-static &&
        cp "$work"/src/libsentencepiece{,_train}.a "$2/lib/" &&
        cp "$source"/sentencepiece/src/sentencepiece_{processor,trainer}.h "$2/include/" &&
        cp "$source/sentencepiece/LICENSE" "$2/" &&
        rm -rf -- "$source" "$work"
}

unpack() {
    case $name in
        nvidia-*) unpack_wheel "$@" ;;
        optuna*) unpack_optuna "$@" ;;
        *) "unpack_$name" "$@" ;;
    esac
}

install_dependency() {
    local folder=$name-$version log=$logs/unpack-$name.log partial=$deps/.partial-$name doing=unpacking
    if is_complete "$folder" "$hash"; then return; fi
    step "$name $version, $(megabytes "$size")"
    fetch
    if [ "$name" = sentencepiece ]; then doing="building, about a minute and a half"; fi
    say "      $doing"
    rm -rf -- "$partial"
    mkdir -p "$partial"
    watched "$log" build_progress unpack "$downloads/$file" "$partial" || failed "Unpacking $file" "$log"
    echo "$hash $recipe" >"$partial/.complete"
    rm -rf -- "$deps/.partial-old"
    if [ -e "$deps/$folder" ]; then mv -- "$deps/$folder" "$deps/.partial-old"; fi
    mv -- "$partial" "$deps/$folder"
    rm -rf -- "$deps/.partial-old" "${downloads:?}/$file" # the archive has done its work
}

# The size of all archives whose dependency is not complete.
bytes_missing() {
    local name version file hash size tag sum=0
    while read -r name version file hash size tag; do
        is_complete "$name-$version" "$hash" || sum=$((sum + size))
    done < <(locked)
    echo "$sum"
}

check_space() {
    local needed free
    needed=$((3 * $(bytes_missing))) # an archive and what is unpacked from it
    free=$(($(df -Pk "$deps" | awk 'NR == 2 {print $4}') * 1024))
    if [ "$free" -lt "$needed" ]; then
        fail "$deps has $(megabytes "$free") free and needs $(megabytes "$needed").
Free some space, or set XDG_CACHE_HOME to a larger disk."
    fi
}

install_dependencies() {
    local name version file hash size tag
    check_space
    while read -r name version file hash size tag <&7; do
        step_number=$((step_number + 1))
        install_dependency
    done 7< <(locked)
}

# Where transformers are, their environment has it (4.6 GB less).
has_torchrun_of_transformers() {
    [ -e "$deps/transformers/.complete" ] && [ -x "$deps/transformers/bin/torchrun" ] &&
        grep -qx "torch==$1" "$packaging/transformers-requirements.txt"
}

# torchrun of LibTorch's version: its agent's store speaks as that LibTorch does. Programs of an environment hold its path, so
# that it is made where it stays.
install_torchrun() {
    local name version folder log=$logs/torchrun.log
    read -r name version _ < <(locked | grep "^torch ")
    folder=$deps/torchrun-$version
    step_number=$((step_number + 1))
    if is_complete "torchrun-$version" "$version" || has_torchrun_of_transformers "$version"; then return; fi
    step "torchrun of $name $version"
    rm -rf -- "$folder"
    watched "$log" build_progress python3 -m venv "$folder" || failed "Making a Python environment" "$log"
    watched "$log" build_progress "$folder/bin/python3" -m pip install --disable-pip-version-check --no-input \
        --no-cache-dir --progress-bar off "$name==$version" || failed "Installing torchrun" "$log"
    echo "$version $recipe" >"$folder/.complete"
}

pip_progress() { tail -n 1 "$1" | cut -c -100; }

# An environment beside the dependencies; whole when its .complete holds the hash of the requirements.
install_transformers() {
    local place=$deps/transformers wanted=$packaging/transformers-requirements.txt hash log=$logs/transformers.log
    hash=$(sha256sum <"$wanted" | cut -d ' ' -f 1)
    step_number=$((step_number + 1))
    if [ "$(cat "$place/.complete" 2>/dev/null)" = "$hash" ]; then return; fi
    step "transformers and torch for Python"
    rm -rf -- "$place"
    watched "$log" pip_progress python3 -m venv "$place" || failed "Making $place" "$log"
    if ! watched "$log" pip_progress "$place/bin/python" -m pip install --disable-pip-version-check --no-input \
        --no-cache-dir --progress-bar off --requirement "$wanted"; then
        rm -rf -- "$place"
        failed "Installing transformers (is there a network?)" "$log"
    fi
    echo "$hash" >"$place/.complete"
}

# pyarrow for the Python that reads with it, Debian's where it is; whole when its .complete holds the hash of the
# requirements and that Python's version.
install_parquet() {
    local place=$deps/pyarrow wanted=$packaging/parquet-requirements.txt partial=$deps/.partial-pyarrow
    local log=$logs/pyarrow.log python version whole
    python=$(if [ -x /usr/bin/python3 ]; then echo /usr/bin/python3; else command -v python3; fi)
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    whole="$(sha256sum <"$wanted" | cut -d ' ' -f 1) $version"
    step_number=$((step_number + 1))
    if [ "$(cat "$place/.complete" 2>/dev/null)" = "$whole" ]; then return; fi
    step "pyarrow for Python $version"
    rm -rf -- "$partial"
    if ! watched "$log" pip_progress env PIP_REQUIRE_VIRTUALENV=0 python3 -m pip install \
        --disable-pip-version-check --no-input --no-cache-dir \
        --progress-bar off --no-deps --only-binary :all: --implementation cp --python-version "$version" \
        --platform manylinux_2_28_x86_64 --require-hashes --requirement "$wanted" --target "$partial"; then
        rm -rf -- "$partial"
        failed "Installing pyarrow (is there a network?)" "$log"
    fi
    echo "$whole" >"$partial/.complete"
    rm -rf -- "$place"
    mv -- "$partial" "$place"
}

take_lock() {
    if ! mkdir -p "$deps" "$downloads" "$logs" || [ ! -w "$cache" ] || [ ! -w "$deps" ]; then
        fail "can't write $cache: set XDG_CACHE_HOME to a folder of yours."
    fi
    exec 9>"$cache/.lock"
    if ! flock -n 9; then
        say "Another set-up is at work in $cache: waiting for it"
        flock 9
    fi
}

# Where a graphics card is, and nobody declined: the window needs it nowhere, so that set-up goes on without it.
offer_vtk() {
    if ! has_graphics_card || [ -e "$declined" ] || ! command -v dpkg-query >/dev/null; then return 0; fi
    if [ -z "$(missing_packages vtk)" ]; then return 0; fi
    say "A graphics card is here: VTK is set up, too, which draws galaxies with it ($vtk_size; --without-vtk declines)"
    (install_packages vtk) && return 0
    stop_watcher
    : >"$declined"
    say "Going on without VTK: galaxies are painted without the card (setup.sh --with-vtk tries again)"
}

set_up() {
    local groups=("$@") start=$SECONDS
    [ "$(uname -sm)" = "Linux x86_64" ] || fail "LibTorch here is for Linux on x86_64, not $(uname -sm)."
    step_number=1
    step_count=$((1 + $(locked | wc -l) + launchers + with_transformers + with_parquet))
    take_lock
    case $vtk in
        with) rm -f -- "$declined" ;;
        without) : >"$declined" ;;
    esac
    install_packages "${groups[@]}"
    [ "$vtk" = with ] || offer_vtk
    install_dependencies
    if [ "$with_transformers" = 1 ]; then install_transformers; fi
    if [ "$launchers" = 1 ]; then install_torchrun; fi
    if [ "$with_parquet" = 1 ]; then install_parquet; fi
    say "Set-up is complete ($((SECONDS - start)) s; dependencies in $deps)"
}

main() {
    local groups=(build gui) argument vtk=automatic
    for argument in "$@"; do
        case $argument in
            --help | -h) print_help && return ;;
            --clean) confirm_removal "$deps (what set-up unpacked there)" && clean_cache && return ;;
            --with-tests)
                groups+=(test)
                lock_files+=("$packaging/test-dependencies.lock")
                ;;
            --with-optuna)
                groups+=(optuna)
                lock_files+=("$packaging/optuna-dependencies.lock")
                ;;
            --with-vtk)
                groups+=(vtk)
                vtk=with
                ;;
            --without-vtk) vtk=without ;;
            --with-parquet) with_parquet=1 ;;
            --with-transformers)
                groups+=(transformers)
                with_transformers=1
                ;;
            --with-launchers)
                groups+=(launchers)
                launchers=1
                ;;
            *) say "unknown option $argument" && print_help >&2 && exit 2 ;;
        esac
    done
    refuse_sudo
    set_up "${groups[@]}"
}

trap stop_watcher EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
main "$@"
