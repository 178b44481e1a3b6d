# SPDX-License-Identifier: GPL-3.0-or-later
# orrery_cuda_module(orrery_cuda SOURCES a.cu b.cu)   a module bin/liborrery_cuda.so that registers
# CUDA versions of our ops, to be opened with dlopen where a driver is present. Without nvcc 13, or
# with ORRERY_CUDA off, it makes no target: ask with if(TARGET orrery_cuda).
# NCCL_SOURCES are in it where NCCL's header is: of Debian's or NVIDIA's libnccl-dev, of the Python package
# nvidia-nccl-cu13 (ORRERY_NCCL_INCLUDE_DIR), or of setup.sh --with-launchers. Its code comes with LibTorch's CUDA half.
set(ORRERY_HAS_NVCC OFF)
if(ORRERY_CUDA)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(ORRERY_NVCC nvcc PATHS /usr/local/cuda/bin /opt/cuda/bin)
    mark_as_advanced(ORRERY_NVCC)
    if(ORRERY_NVCC)
      set(CMAKE_CUDA_COMPILER "${ORRERY_NVCC}")
    endif()
  endif()
  # Ampere and Hopper, and what is newer through PTX.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80 90)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake 3.25 does not know that nvcc has C++20
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    endif()
    # The module shares the CUDA runtime of LibTorch's build, so both have the same major version.
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13 AND
       CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 14)
      set(ORRERY_HAS_NVCC ON)
    endif()
  endif()
endif()

function(orrery_cuda_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES;NCCL_SOURCES" ${ARGN})
  if(NOT ORRERY_HAS_NVCC)
    message(STATUS "${name}: not built (no nvcc 13, or ORRERY_CUDA is off)")
    return()
  endif()
  add_library(${name} MODULE ${MODULE_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CUDA_RUNTIME_LIBRARY None
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE orrery_flags LibTorch::Cuda)
  file(GLOB nccl_places "${ORRERY_DEPS}/torchrun-*/lib/python3*/site-packages/nvidia/nccl/include")
  find_path(ORRERY_NCCL_INCLUDE_DIR nccl.h PATHS ${nccl_places})
  mark_as_advanced(ORRERY_NCCL_INCLUDE_DIR)
  if(ORRERY_NCCL_INCLUDE_DIR)
    target_sources(${name} PRIVATE ${MODULE_NCCL_SOURCES})
    target_include_directories(${name} SYSTEM PRIVATE "${ORRERY_NCCL_INCLUDE_DIR}")
  else()
    message(STATUS "${name}: without NCCL, whose header was not found: several GPUs add up over the host")
  endif()
  message(STATUS "${name}: built with ${CMAKE_CUDA_COMPILER} for ${CMAKE_CUDA_ARCHITECTURES}")
endfunction()
