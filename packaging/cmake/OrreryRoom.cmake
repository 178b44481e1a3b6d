# SPDX-License-Identifier: GPL-3.0-or-later
# orrery_room(config SOURCES a.cpp b.cpp LINK yaml-cpp)      one static library orrery_config
# orrery_room(ops TORCH SOURCES ...)                         the same, with the shared precompiled ATen header
# orrery_room(model TORCH_NN SOURCES ...)                    the same, with torch's modules
# A room marked COLD has no loop worth optimizing: half its compile time is saved.
# orrery_test(core_config SOURCES a_test.cpp LINK orrery_config [TORCH])   GoogleTest, one CTest entry a case
include(GoogleTest)

add_library(orrery_flags INTERFACE)
target_include_directories(orrery_flags INTERFACE "${CMAKE_SOURCE_DIR}")
# -Wno-restrict: GCC 12 warns of any "text" + std::string (its bug 105651). -Wno-subobject-linkage: files joined as one
# look like a header to it. nvcc takes none of these.
foreach(flag -fPIC -Wall -Wextra -Wno-unused-parameter -Wno-restrict -Wno-subobject-linkage)
  target_compile_options(orrery_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${flag}>)
endforeach()

# GCC takes a precompiled header only where every flag of the target machine is the same, and from 13 on -O2 and -O3
# turn these two on. Where less is optimized they have nothing to do.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13 AND
   CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  foreach(flag -munroll-only-small-loops -mvzeroupper)
    target_compile_options(orrery_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${flag}>)
  endforeach()
endif()

# Precompiled torch headers, made once. What a header leaves to instantiate is instantiated in every file that
# uses it: all of torch/torch.h costs 7 s a file even so, ATen 2 s. So only the rooms with modules (TORCH_NN) take
# more than ATen, and no more than the modules that they use.
foreach(header torch aten)
  add_library(orrery_${header}_pch OBJECT "${CMAKE_SOURCE_DIR}/core/${header}_pch.cpp")
  target_link_libraries(orrery_${header}_pch PUBLIC orrery_flags LibTorch::Torch OpenMP::OpenMP_CXX)
endforeach()
target_precompile_headers(orrery_torch_pch PRIVATE "${CMAKE_SOURCE_DIR}/core/model/torch_modules.h")
target_precompile_headers(orrery_aten_pch PRIVATE <ATen/ATen.h> <ATen/Parallel.h> <ATen/core/grad_mode.h>)

function(orrery_target_torch target header)
  target_link_libraries(${target} PUBLIC LibTorch::Torch OpenMP::OpenMP_CXX)
  target_precompile_headers(${target} REUSE_FROM orrery_${header}_pch)
endfunction()

# Six files are compiled as one: most of a file's time goes into its headers. So names in the anonymous namespaces of
# a room must differ; ORRERY_JOIN_SOURCES=OFF compiles each file by itself, which a small change waits less for.
function(orrery_join_sources target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ORRERY_JOIN_SOURCES} UNITY_BUILD_BATCH_SIZE 6)
endfunction()

function(orrery_room name)
  cmake_parse_arguments(ROOM "TORCH;TORCH_NN;COLD" "" "SOURCES;LINK" ${ARGN})
  add_library(orrery_${name} STATIC ${ROOM_SOURCES})
  orrery_join_sources(orrery_${name})
  target_link_libraries(orrery_${name} PUBLIC orrery_flags ${ROOM_LINK})
  if(ROOM_COLD)
    target_compile_options(orrery_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(ROOM_TORCH_NN)
    orrery_target_torch(orrery_${name} torch)
  elseif(ROOM_TORCH)
    orrery_target_torch(orrery_${name} aten)
  endif()
endfunction()

if(ORRERY_TESTS)
  add_library(orrery_gtest_pch OBJECT "${CMAKE_SOURCE_DIR}/tests/support/gtest_pch.cpp")
  # With OpenMP, since what a test links may bring it along.
  target_link_libraries(orrery_gtest_pch PUBLIC orrery_flags GTest::gtest OpenMP::OpenMP_CXX)
  target_compile_options(orrery_gtest_pch PRIVATE -O0)
  target_precompile_headers(orrery_gtest_pch PRIVATE <gtest/gtest.h> <filesystem> <fstream> <functional> <map> <sstream>)
endif()

function(orrery_test name)
  cmake_parse_arguments(TEST "TORCH;TORCH_NN" "LABEL;TIMEOUT;PREFIX" "SOURCES;LINK" ${ARGN})
  if(NOT TEST_LABEL)
    set(TEST_LABEL unit)
  endif()
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 600)
  endif()
  add_executable(${name}_tests ${TEST_SOURCES})
  target_link_libraries(${name}_tests PRIVATE orrery_flags ${TEST_LINK} GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name}_tests PRIVATE ORRERY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  # What is tested is optimized, the test need not be: as little as the precompiled header allows.
  if(TEST_TORCH OR TEST_TORCH_NN)
    target_compile_options(${name}_tests PRIVATE $<$<CONFIG:Release>:-O1>)
  else()
    target_compile_options(${name}_tests PRIVATE -O0)
    target_link_libraries(${name}_tests PRIVATE OpenMP::OpenMP_CXX)
    target_precompile_headers(${name}_tests REUSE_FROM orrery_gtest_pch)
  endif()
  if(TEST_TORCH_NN)
    orrery_target_torch(${name}_tests torch)
  elseif(TEST_TORCH)
    orrery_target_torch(${name}_tests aten)
  endif()
  gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST TEST_PREFIX "${TEST_PREFIX}"
    PROPERTIES LABELS ${TEST_LABEL} TIMEOUT ${TEST_TIMEOUT} ENVIRONMENT "OMP_WAIT_POLICY=passive")
endfunction()

# The tests of NAME that match FILTER once more as SETTING.*, with instructions for bfloat16 hidden from them: `off` hides
# all, `avx512` hides AMX.
function(orrery_test_with_bf16 name setting filter)
  gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST TEST_PREFIX "bf16_${setting}." TEST_FILTER "${filter}"
    TEST_LIST ${name}_bf16_${setting}
    PROPERTIES LABELS unit TIMEOUT 600 ENVIRONMENT "OMP_WAIT_POLICY=passive;ORRERY_BF16=${setting}")
endfunction()
