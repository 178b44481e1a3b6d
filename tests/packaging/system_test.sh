#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Packages: installed where they can be, otherwise said clearly.
# shellcheck source=tests/packaging/sandbox.sh
source "$(dirname "$0")/sandbox.sh"
make_registry first

# A machine where libyaml-cpp-dev is missing and the user is not root.
stand_in dpkg-query <<'END'
for package in "${@:3}"; do
    if [ "$package" = libyaml-cpp-dev ] && [ ! -e "$registry/installed" ]; then continue; fi
    echo "installed $package"
done
END
stand_in id <<'END'
echo 1000
END
stand_in sudo <<'END'
echo "sudo $*" >>"$calls"
[ "$1" != -n ] || shift
exec "$@"
END
script setup.sh
check "set-up with sudo" succeeded
check "the missing package is named" says "Debian packages: libyaml-cpp-dev"
check "apt installs it" called "apt-get .*install -y --no-install-recommends libyaml-cpp-dev$" 1
check "apt alone runs with sudo" [ -z "$(grep '^sudo' "$calls" | grep -vE 'apt-get|true$')" ]
script setup.sh --with-tests
check "the packages of the tests are not missing" called "apt-get .*libgtest-dev" 0

# Another system with apt: a word before anything is installed, and nothing where its packages are too old.
printf 'ID=linuxmint\nVERSION_ID="22"\nPRETTY_NAME="Linux Mint 22"\n' >"$sandbox/os-release"
export ORRERY_OS_RELEASE=$sandbox/os-release
script setup.sh
check "a system that is not tried is named" says "This is Linux Mint 22"
check "its packages are installed all the same" called "apt-get .*install" 3
echo "libyaml-cpp-dev (none)" >"$registry/candidates"
script setup.sh
check "a package that is not there is an error" failed
check "it is named" says "libyaml-cpp-dev is not there"
check "nothing was installed" called "apt-get .*install" 3
stand_in dpkg-query <<'END'
for package in "${@:3}"; do
    if [ "$package" != cmake ]; then echo "installed $package"; fi
done
END
printf 'ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian GNU/Linux 11"\n' >"$sandbox/os-release"
echo "cmake 3.18.4-2" >"$registry/candidates"
script setup.sh
check "a system that is too old is an error" failed
check "it says what is too old" says "cmake is 3.18.4-2, and at least 3.25 is needed"
check "it says where it works" says "Debian 12, Debian 13 and Ubuntu 24.04"
check "nothing was installed there" called "apt-get .*install" 3
stand_in dpkg-query <<'END'
for package in "${@:3}"; do
    if [ "$package" != libqt6opengl6-dev ]; then echo "installed $package"; fi
done
END
printf '%s\n' "libqt6opengl6-dev (none)" "qt6-base-dev 6.8.2+dfsg-9+deb13u2" >"$registry/candidates"
script setup.sh --with-vtk
check "a package that became a part of another is not missing" succeeded
check "nothing was installed for it" called "apt-get .*install" 3
printf '%s\n' "libqt6opengl6-dev 6.4.2+dfsg-10" "qt6-base-dev 6.4.2+dfsg-10" >"$registry/candidates"
script setup.sh --with-vtk
check "where it is one of its own, it is installed" called "apt-get .*install .*libqt6opengl6-dev" 1

# A graphics card: VTK comes without being asked for.
without_vtk() {
    stand_in dpkg-query <<'END'
for package in "${@:3}"; do
    if [ "$package" != libvtk9-dev ]; then echo "installed $package"; fi
done
END
}
without_vtk
script setup.sh
check "without a card VTK is not asked for" called "apt-get .*libvtk9-dev" 0
check "and nothing is said of it" says_not VTK
touch "$ORRERY_DRI/card0"
script setup.sh
check "a screen alone is no card that draws" called "apt-get .*libvtk9-dev" 0
touch "$ORRERY_DRI/renderD128"
script setup.sh --without-vtk
check "VTK can be declined" called "apt-get .*libvtk9-dev" 0
script setup.sh
check "which is kept" called "apt-get .*libvtk9-dev" 0
script setup.sh --with-vtk
check "and taken back" called "apt-get .*install .*libvtk9-dev" 1
script setup.sh
check "a card is enough" called "apt-get .*install .*libvtk9-dev" 2
check "its size is told" says "160 MB to fetch, 800 MB unpacked; --without-vtk declines"
stand_in apt-get <<'END'
echo "apt-get $*" >>"$calls"
case $* in *libvtk9-dev) exit 100 ;; esac
END
script setup.sh
check "without VTK set-up goes on" succeeded
check "and says so" says "Going on without VTK"
check "to its end" says "Set-up is complete"
script setup.sh
check "it is not tried at each start" called "apt-get .*install .*libvtk9-dev" 3
rm "$ORRERY_DRI"/*
unset ORRERY_OS_RELEASE
rm "$registry/candidates"
stand_in dpkg-query <<'END'
for package in "${@:3}"; do
    if [ "$package" != libyaml-cpp-dev ]; then echo "installed $package"; fi
done
END

stand_in sudo <<'END'
exit 1
END
script setup.sh
check "refused sudo is an error" failed
check "it says what root can do" says "apt-get install --no-install-recommends libyaml-cpp-dev"

stand_in apt-get <<'END'
echo "E: Unable to locate package"
exit 100
END
stand_in id <<'END'
echo 0
END
script setup.sh
check "a failing apt is an error" failed
check "the end of its log is shown" says "E: Unable to locate package"

# Called with sudo in a user's checkout: that would leave files of root there.
if [ "$EUID" = 0 ]; then chown 12345 "$checkout"; fi
SUDO_UID=$(stat -c %u "$checkout") script setup.sh
check "root's rights from sudo are refused" failed
check "the reason is given" says "without sudo"

# A system without apt: every other tool is there but cmake.
mkdir "$sandbox/tools"
ln -sf /bin/* /usr/bin/* /usr/local/bin/* "$sandbox/tools/" 2>/dev/null || true
rm -f "$sandbox/tools"/{apt-get,dpkg-query,cmake} "$sandbox/bin"/{apt-get,dpkg-query,id}
rm -rf -- "$XDG_CACHE_HOME"
export PATH="$sandbox/bin:$sandbox/tools"
script setup.sh
check "a missing tool is an error" failed
check "it says what to install" says "libqcustomplot-dev"
check "it names the missing tool" says "missing here: cmake"
check "nothing was downloaded" called pip 2
stand_in cmake </dev/null
script setup.sh
check "with every tool it goes on" succeeded
check "and says so" says "The tools are here: going on."
script setup.sh
check "and is silent when complete" says_not Install
finish
