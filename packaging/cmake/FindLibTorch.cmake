# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch::Torch from the unpacked wheel (its own CMake package demands a CUDA toolkit).
set(torch_root "${ORRERY_DEPS}/torch-2.11.0/torch")
find_library(LibTorch_CPU_LIBRARY torch_cpu PATHS "${torch_root}/lib" NO_DEFAULT_PATH)
find_library(LibTorch_C10_LIBRARY c10 PATHS "${torch_root}/lib" NO_DEFAULT_PATH)
find_path(LibTorch_INCLUDE_DIR torch/library.h PATHS "${torch_root}/include" NO_DEFAULT_PATH)
set(nvidia_runtime "${ORRERY_DEPS}/nvidia-cuda-runtime-13.0.96/nvidia/cu13/lib")
set(nvidia_cupti "${ORRERY_DEPS}/nvidia-cuda-cupti-13.0.85/nvidia/cu13/lib")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS
  LibTorch_CPU_LIBRARY LibTorch_C10_LIBRARY LibTorch_INCLUDE_DIR)

if(LibTorch_FOUND AND NOT TARGET LibTorch::Torch)
  foreach(part CPU C10)
    add_library(LibTorch::${part} SHARED IMPORTED)
    set_target_properties(LibTorch::${part} PROPERTIES IMPORTED_LOCATION "${LibTorch_${part}_LIBRARY}")
  endforeach()
  add_library(LibTorch::Torch INTERFACE IMPORTED)
  target_include_directories(LibTorch::Torch SYSTEM INTERFACE
    "${LibTorch_INCLUDE_DIR}" "${LibTorch_INCLUDE_DIR}/torch/csrc/api/include")
  target_link_libraries(LibTorch::Torch INTERFACE LibTorch::CPU LibTorch::C10)
  target_link_options(LibTorch::Torch INTERFACE
    "LINKER:-rpath-link,${nvidia_runtime}:${nvidia_cupti}")
  list(APPEND CMAKE_BUILD_RPATH "${torch_root}/lib" "${nvidia_runtime}" "${nvidia_cupti}")
endif()
