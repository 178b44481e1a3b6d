#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#: usage: bash packaging/test.sh [--slow] [--clean] [--help] [CTEST_ARGUMENT...]
#:
#: Sets the machine up, builds everything in build/release and runs the tests with ctest, whose lines are
#: the last ones. Exit code 0 only when every test passed and there was at least one.
#:
#:   --slow    the slow tests too, and the acceptance list, whose cases are in the others (tests that need a GPU are
#:             always left out)
#:   --clean   remove build/release and the unpacked dependencies; apt packages stay
#: Other arguments go to ctest, e.g. -R core_config
set -euo pipefail
# shellcheck source=packaging/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
trap stop_watcher EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

left_out='^(slow|cuda|acceptance)$'
case ${1:-} in
    --help | -h) print_help && exit ;;
    --clean)
        confirm_removal "$build" "$deps (what set-up unpacked there)"
        clean_build
        clean_cache
        exit
        ;;
    --slow)
        left_out='^cuda$'
        shift
        ;;
esac

refuse_sudo
bash "$packaging/setup.sh" --with-tests --with-vtk
build_targets ON

export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
exec ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$(job_count)" -LE "$left_out" "$@"
