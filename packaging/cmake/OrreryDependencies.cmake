# SPDX-License-Identifier: GPL-3.0-or-later
# Finds what packaging/setup.sh unpacked, and Debian's libraries. One imported target for each.
if(NOT ORRERY_DEPS)
  if("$ENV{XDG_CACHE_HOME}" MATCHES "^/")
    set(ORRERY_DEPS "$ENV{XDG_CACHE_HOME}/orrery/deps")
  else()
    set(ORRERY_DEPS "$ENV{HOME}/.cache/orrery/deps")
  endif()
endif()
set(ORRERY_HOW_TO_SET_UP
  "Call packaging/setup.sh first: it unpacks into ${ORRERY_DEPS} (ORRERY_DEPS).")

# ORRERY_DEP_<name>: the folder of a dependency. The versions are written in the lock files alone.
foreach(lock dependencies.lock test-dependencies.lock optuna-dependencies.lock)
  set(lock "${CMAKE_CURRENT_LIST_DIR}/../${lock}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${lock}")
  file(STRINGS "${lock}" lock_lines REGEX "^[a-z]")
  foreach(line IN LISTS lock_lines)
    if(line MATCHES "^([^ ]+) +([^ ]+) ")
      set(ORRERY_DEP_${CMAKE_MATCH_1} "${ORRERY_DEPS}/${CMAKE_MATCH_1}-${CMAKE_MATCH_2}")
    endif()
  endforeach()
endforeach()

find_package(LibTorch MODULE REQUIRED)
find_package(SentencePiece MODULE REQUIRED)
find_package(Assorthead MODULE REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_path(Zstd_INCLUDE_DIR zstd.h NO_CACHE REQUIRED)
find_library(Zstd_LIBRARY zstd NO_CACHE REQUIRED)
add_library(Zstd::Zstd INTERFACE IMPORTED)
target_link_libraries(Zstd::Zstd INTERFACE "${Zstd_LIBRARY}")
if(NOT Zstd_INCLUDE_DIR STREQUAL "/usr/include")
  target_include_directories(Zstd::Zstd SYSTEM INTERFACE "${Zstd_INCLUDE_DIR}")
endif()
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)

# c10d's headers include Gloo's, which the wheel lacks; the code is in its libtorch_cpu.so: nothing is linked.
find_path(Gloo_INCLUDE_DIR gloo/algorithm.h NO_CACHE REQUIRED)
add_library(Gloo::Headers INTERFACE IMPORTED)
if(NOT Gloo_INCLUDE_DIR STREQUAL "/usr/include")
  target_include_directories(Gloo::Headers SYSTEM INTERFACE "${Gloo_INCLUDE_DIR}")
endif()

if(ORRERY_GUI)
  # Qt6 before QCustomPlotQt6: the latter's package file names Qt6 targets without finding them.
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets PrintSupport Svg Test)
  find_package(QCustomPlotQt6 REQUIRED)
endif()

include(OrreryVtk)
include(OrreryCuda)
