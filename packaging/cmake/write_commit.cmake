# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE=... -DFILE=... -P write_commit.cmake: the commit that is built, for core/runs/program_commit.h.
# Written only when it is another one.
find_program(GIT git)
set(commit "")
if(GIT)
  execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(commit)
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" --no-optional-locks status --porcelain --untracked-files=no
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit "+")
    endif()
  endif()
endif()
set(before "")
if(EXISTS "${FILE}")
  file(READ "${FILE}" before)
endif()
if(NOT before STREQUAL "${commit}\n")
  file(WRITE "${FILE}" "${commit}\n")
endif()
