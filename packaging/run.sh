#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#: usage: bash packaging/run.sh [--without-vtk] [--clean] [--help] [--] [ARGUMENT...]
#:
#: Sets the machine up, builds Orrery in build/release and starts it: with a display the window, training
#: its demo; without one the command line, which trains the demo and writes its figures. When all is built,
#: it starts at once. Runs are kept in the checkout's folder runs/, wherever this is called from.
#: Other arguments go to the program (after "--" also those that look like ours).
#:
#:   --without-vtk  don't install VTK, which is otherwise set up where a graphics card is and draws galaxies with it
#:                  (160 MB to fetch, 800 MB unpacked); kept for later calls, until setup.sh --with-vtk
#:   --clean        remove build/release and the unpacked dependencies; runs and apt packages stay
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
trap stop_watcher EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

setup=()
case ${1:-} in
    --without-vtk)
        setup=("$1")
        shift
        if [ "${1:-}" = -- ]; then shift; fi
        ;;
    --help | -h) print_help && exit ;;
    --clean)
        confirm_removal "$build" "$deps (what set-up unpacked there)"
        clean_build
        clean_cache
        exit
        ;;
    --) shift ;;
esac

refuse_sudo
bash "$packaging/setup.sh" "${setup[@]}"
build_targets any orrery orrery-cli

case " $* " in
    *" --runs"[\ =]*) ;;
    *) set -- --runs "$root/runs" "$@" ;;
esac
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    if [ -z "${DISPLAY:-}" ]; then # Qt would look for an X server first
        export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-wayland}
    fi
    # One that was there once may be gone.
    if "$build/bin/orrery" --check-display >/dev/null 2>&1; then exec "$build/bin/orrery" --demo "$@"; fi
    say "The display ${DISPLAY:-$WAYLAND_DISPLAY} can't be opened."
fi
say "No display: training the demo on the command line"
exec "$build/bin/orrery-cli" train "$root/configs/demo.yaml" --figures "$@"
