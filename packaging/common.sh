# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What setup.sh, run.sh and test.sh share: places, messages, long commands with progress, the build.

packaging=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname "$packaging")
build=$root/build/release
case ${XDG_CACHE_HOME:-} in
    /*) cache=$XDG_CACHE_HOME/orrery ;;
    *) cache=${HOME:?is not set}/.cache/orrery ;; # a relative XDG_CACHE_HOME is to be ignored
esac
deps=$cache/deps
watcher=

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "orrery: $*"
    exit 1
}

# The text between the first two lines "#:" of the running script.
print_help() { sed -n 's/^#: \{0,1\}//p' "$0"; }

asks_questions() { [ -t 0 ] && [ -t 2 ] && [ -z "${CI:-}" ]; }

# Files that root leaves in a user's checkout or cache can't be changed by that user later.
refuse_sudo() {
    local owner
    owner=$(stat -c %u "$root")
    if [ "$(id -u)" = 0 ] && [ "${SUDO_UID:-0}" != 0 ] && [ "$owner" = "$SUDO_UID" ]; then
        fail "run this without sudo: it asks for root's rights itself, for apt alone."
    fi
}

# A graphics card that programs may draw with. ORRERY_DRI: another folder of devices, for tests.
has_graphics_card() { compgen -G "${ORRERY_DRI:-/dev/dri}/renderD*" >/dev/null; }

is_installed() { dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$1" 2>/dev/null | grep -qx "installed $1"; }

job_count() {
    local cores gigabytes
    cores=$(nproc)
    gigabytes=$(awk '/^MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
    local by_memory=$((gigabytes / 2)) # a file that includes torch takes up to 2 GB
    [ "$by_memory" -ge 1 ] || by_memory=1
    echo $((cores < by_memory ? cores : by_memory))
}

# watched LOG PROGRESS COMMAND...   runs COMMAND with its output in LOG; PROGRESS is a command that
# says in a few words how far it is. COMMAND stays in the foreground, so that Ctrl-C reaches it.
watched() {
    local log=$1 progress=$2 status=0
    shift 2
    : >"$log"
    report_progress "$log" "$progress" 9>&- &
    watcher=$!
    "$@" >"$log" 2>&1 </dev/null || status=$?
    stop_watcher
    return "$status"
}

stop_watcher() {
    [ -n "$watcher" ] || return 0
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    watcher=
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# On a terminal one line that changes each second, elsewhere a new line every 20 seconds.
report_progress() {
    local seconds=0 text last=
    while sleep 1 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        seconds=$((seconds + 1))
        if [ ! -t 2 ] && [ $((seconds % 20)) != 0 ]; then continue; fi
        text=$("$2" "$1" 2>/dev/null) || text=
        if [ -z "$text" ] || [ "$text" = "$last" ]; then continue; fi
        last=$text
        if [ -t 2 ]; then printf '\r\033[K      %s' "$text" >&2; else say "      $text"; fi
    done
}

# failed WHAT LOG   shows the end of the log and leaves.
failed() {
    say "---- last lines of $2"
    tail -n 25 "$2" | cut -c -240 >&2 || true
    say "---- errors"
    grep -m 5 -E '(error|Error|ERROR)\b|undefined reference' "$2" | cut -c -240 >&2 || true
    fail "$1 failed. The whole log: $2"
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null || true; }

build_progress() { grep -oE '^\[[0-9]+/[0-9]+\]' "$1" | tail -n 1 | sed 's/.*/built &/'; }
configure_progress() { tail -n 1 "$1"; }

# VTK came after CMake had looked for it.
lacks_new_vtk() {
    case $(cached VTK_DIR) in *NOTFOUND) is_installed libvtk9-dev ;; *) return 1 ;; esac
}

# configure TESTS   makes build/release ready; does nothing when it is. TESTS: ON, or "any" for "as it is".
configure() {
    local fresh='' tests=$1
    mkdir -p "$build"
    if [ -e "$build/CMakeCache.txt" ] && [ "$(cached CMAKE_HOME_DIRECTORY)" != "$root" ]; then
        say "The checkout was moved: configuring anew"
        fresh=--fresh
    fi
    if [ "$tests" = any ]; then
        tests=$(cached ORRERY_TESTS)
        tests=${tests:-OFF}
    fi
    if [ -z "$fresh" ] && [ -e "$build/build.ninja" ] && [ "$(cached ORRERY_DEPS)" = "$deps" ] &&
        [ "$(cached ORRERY_TESTS)" = "$tests" ] && ! lacks_new_vtk; then
        return 0
    fi
    say "Configuring in $build"
    watched "$build/configure.log" configure_progress \
        cmake ${fresh:+"$fresh"} --preset release -S "$root" "-DORRERY_DEPS=$deps" "-DORRERY_TESTS=$tests" ||
        failed "Configuring" "$build/configure.log"
}

# build_targets TESTS [TARGET...]   configures and builds; without a target everything.
build_targets() {
    local tests=$1 jobs start=$SECONDS
    shift
    mkdir -p "$build"
    exec 8>"$build/.lock"
    if ! flock -n 8; then
        say "Another build is at work in $build: waiting for it"
        flock 8
    fi
    configure "$tests"
    jobs=$(job_count)
    say "Building in $build with $jobs jobs (log: $build/build.log)"
    watched "$build/build.log" build_progress \
        cmake --build "$build" -j "$jobs" ${1:+--target "$@"} || failed "The build" "$build/build.log"
    say "Built in $((SECONDS - start)) s"
    exec 8>&-
}

# confirm_removal PATH...   what --clean is about to remove; a question only to a person at a terminal.
confirm_removal() {
    local answer
    say "This removes:"
    printf '  %s\n' "$@" >&2
    asks_questions || return 0
    read -r -p "Go on? [y/N] " answer
    case $answer in [yY]*) ;; *) fail "nothing was removed." ;; esac
}

clean_build() {
    rm -rf -- "$build"
    rmdir -- "$root/build" 2>/dev/null || true
}

# Only folders that setup.sh marked as its own, and its unfinished ones.
clean_cache() {
    local folder
    if [ -e "$cache/.lock" ] && ! flock -n "$cache/.lock" true; then
        fail "a set-up is at work in $cache: nothing was removed there."
    fi
    for folder in "$deps"/*/; do
        if [ -e "$folder.complete" ]; then rm -rf -- "${folder%/}"; fi
    done
    rm -rf -- "$deps"/.partial-* "$cache/downloads" "$cache/logs" "$cache/.lock" "$cache/without-vtk"
    rmdir -- "$deps" "$cache" 2>/dev/null || true
}
