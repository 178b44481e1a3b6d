# SPDX-License-Identifier: GPL-3.0-or-later
# SentencePiece::SentencePiece: the static libraries that packaging/setup.sh built.
# Its symbols are kept private, since it and c10 both define FLAGS_minloglevel.
set(root "${ORRERY_DEP_sentencepiece}")
find_path(SentencePiece_INCLUDE_DIR sentencepiece_processor.h
  PATHS "${root}/include" NO_DEFAULT_PATH NO_CACHE)
find_library(SentencePiece_LIBRARY libsentencepiece.a PATHS "${root}/lib" NO_DEFAULT_PATH NO_CACHE)
find_library(SentencePiece_TRAIN_LIBRARY libsentencepiece_train.a
  PATHS "${root}/lib" NO_DEFAULT_PATH NO_CACHE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SentencePiece
  REQUIRED_VARS SentencePiece_LIBRARY SentencePiece_TRAIN_LIBRARY SentencePiece_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "${ORRERY_HOW_TO_SET_UP}")

if(SentencePiece_FOUND AND NOT TARGET SentencePiece::SentencePiece)
  add_library(SentencePiece::SentencePiece INTERFACE IMPORTED)
  target_include_directories(SentencePiece::SentencePiece SYSTEM INTERFACE
    "${SentencePiece_INCLUDE_DIR}")
  target_link_libraries(SentencePiece::SentencePiece INTERFACE
    "${SentencePiece_TRAIN_LIBRARY}" "${SentencePiece_LIBRARY}")
  target_link_options(SentencePiece::SentencePiece INTERFACE "LINKER:--exclude-libs,ALL")
endif()
