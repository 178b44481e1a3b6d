# SPDX-License-Identifier: GPL-3.0-or-later
# Finds what packaging/setup.sh unpacked, and Debian's libraries. One imported target for each.
if(NOT ORRERY_DEPS)
  if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(ORRERY_DEPS "$ENV{XDG_CACHE_HOME}/orrery/deps")
  else()
    set(ORRERY_DEPS "$ENV{HOME}/.cache/orrery/deps")
  endif()
endif()

find_package(LibTorch MODULE REQUIRED)
find_package(SentencePiece MODULE REQUIRED)
find_package(Assorthead MODULE REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)

if(ORRERY_GUI)
  # Qt6 before QCustomPlotQt6: the latter's package file names Qt6 targets without finding them.
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets PrintSupport Svg Test)
  find_package(QCustomPlotQt6 REQUIRED)
endif()
