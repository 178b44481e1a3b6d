# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch::Torch from the unpacked wheel (its own CMake package demands a CUDA toolkit).
# LibTorch::Cuda for the CUDA module alone: everything else runs where there is no driver.
set(torch_root "${ORRERY_DEP_torch}/torch")
find_library(LibTorch_CPU_LIBRARY torch_cpu PATHS "${torch_root}/lib" NO_DEFAULT_PATH NO_CACHE)
find_library(LibTorch_C10_LIBRARY c10 PATHS "${torch_root}/lib" NO_DEFAULT_PATH NO_CACHE)
find_path(LibTorch_INCLUDE_DIR torch/library.h
  PATHS "${torch_root}/include" NO_DEFAULT_PATH NO_CACHE)
set(nvidia_runtime "${ORRERY_DEP_nvidia-cuda-runtime}/nvidia/cu13/lib")
set(nvidia_cupti "${ORRERY_DEP_nvidia-cuda-cupti}/nvidia/cu13/lib")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch
  REQUIRED_VARS LibTorch_CPU_LIBRARY LibTorch_C10_LIBRARY LibTorch_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "${ORRERY_HOW_TO_SET_UP}")

if(LibTorch_FOUND AND NOT TARGET LibTorch::Torch)
  foreach(part CPU C10)
    add_library(LibTorch::${part} SHARED IMPORTED)
    set_target_properties(LibTorch::${part} PROPERTIES
      IMPORTED_LOCATION "${LibTorch_${part}_LIBRARY}")
  endforeach()
  add_library(LibTorch::Torch INTERFACE IMPORTED)
  target_include_directories(LibTorch::Torch SYSTEM INTERFACE
    "${LibTorch_INCLUDE_DIR}" "${LibTorch_INCLUDE_DIR}/torch/csrc/api/include")
  target_link_libraries(LibTorch::Torch INTERFACE LibTorch::CPU LibTorch::C10)
  # Old dtags: libtorch_cpu.so looks for NVIDIA's libraries beside itself, where they are not. The
  # program's DT_RPATH is searched for the libraries of its libraries too, DT_RUNPATH would not be.
  target_link_options(LibTorch::Torch INTERFACE
    "LINKER:-rpath-link,${nvidia_runtime}:${nvidia_cupti}" "LINKER:--disable-new-dtags")
  foreach(place BUILD INSTALL)
    list(APPEND CMAKE_${place}_RPATH "${torch_root}/lib" "${nvidia_runtime}" "${nvidia_cupti}")
  endforeach()
endif()

if(LibTorch_FOUND AND NOT TARGET LibTorch::Cuda)
  add_library(LibTorch::Cuda INTERFACE IMPORTED)
  target_link_libraries(LibTorch::Cuda INTERFACE "${torch_root}/lib/libtorch_cuda.so"
    "${torch_root}/lib/libc10_cuda.so" "${nvidia_runtime}/libcudart.so.13" LibTorch::Torch)
  # Opening the module must load libtorch_cuda.so, which registers torch's own CUDA operators, even
  # when no symbol of it is used. What that library needs (cuBLAS ...) is not there for linking.
  target_link_options(LibTorch::Cuda INTERFACE
    "LINKER:--no-as-needed" "LINKER:--allow-shlib-undefined")
endif()
