# SPDX-License-Identifier: GPL-3.0-or-later
# Assorthead::Assorthead: header-only UMAP, t-SNE, k-means, PCA and nearest neighbors.
find_path(Assorthead_INCLUDE_DIR umappp/umappp.hpp
  PATHS "${ORRERY_DEP_assorthead}/include" NO_DEFAULT_PATH NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Assorthead REQUIRED_VARS Assorthead_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "${ORRERY_HOW_TO_SET_UP}")

if(Assorthead_FOUND AND NOT TARGET Assorthead::Assorthead)
  add_library(Assorthead::Assorthead INTERFACE IMPORTED)
  target_include_directories(Assorthead::Assorthead SYSTEM INTERFACE "${Assorthead_INCLUDE_DIR}")
endif()
