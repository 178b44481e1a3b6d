# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D file=PROGRAM -D places='$ORIGIN/../lib' -P set_rpath.cmake   what installing does, for one file
file(RPATH_SET FILE "${file}" NEW_RPATH "${places}")
