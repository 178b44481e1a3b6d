# SPDX-License-Identifier: GPL-3.0-or-later
# ORRERY_HAS_VTK: whether the galaxy's second renderer, a module of its own, can be built (packaging/setup.sh --with-vtk).
set(ORRERY_HAS_VTK OFF)
if(ORRERY_VTK AND ORRERY_GUI)
  find_package(Qt6 6.4 QUIET COMPONENTS OpenGLWidgets)
  # By name, never all: Debian's others want Qt 5, MPI, Java.
  find_package(VTK 9.1 QUIET COMPONENTS CommonCore CommonDataModel RenderingCore RenderingOpenGL2)
  if(TARGET Qt6::OpenGLWidgets AND VTK_FOUND)
    set(ORRERY_HAS_VTK ON)
  else()
    message(STATUS "orrery_vtk: not built (packaging/setup.sh --with-vtk installs what it needs)")
  endif()
endif()
