# SPDX-License-Identifier: Apache-2.0
# Makes compiling faster without changing what is compiled. docs/building.md
include(CheckLinkerFlag)

# Use ccache if it is installed and the user named no launcher. By default ccache does not cache files that use a precompiled
# header, because a changed macro or timestamp could go unnoticed; ninja rebuilds the header in these cases.
# CCACHE_DEPEND compares whole headers. Without it, a header of which only a comment changed would give the precompiled header of
# before, and g++ would include the header again: #pragma once compares contents.
find_program(OPENACLNN_CCACHE ccache)
if(OPENACLNN_CCACHE)
  foreach(language IN ITEMS C CXX)
    if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${OPENACLNN_CCACHE})
    endif()
  endforeach()
  # clang writes the time into a precompiled header, so that ccache would see a different one after each build.
  add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# Use lld if the compiler finds it.
check_linker_flag(CXX -fuse-ld=lld OPENACLNN_LLD)
if(OPENACLNN_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# CMake marks precompiled headers as system headers, for which compilers report no warnings. Ours contain our own headers.
set(CMAKE_PCH_PROLOGUE "")
# The precompiled headers contain few headers of our own: a change of one recompiles every file of the library.
set(standard_headers
  <algorithm> <array> <atomic> <cstring> <limits> <memory> <mutex> <optional> <span> <string> <string_view> <utility> <vector>)

# Compiles the files of each folder of a library at once: parsing what they all include takes longer than they do. Files of one
# folder and namespace therefore share their anonymous namespace. Those that are compiled for several instruction sets are not grouped.
function(compile_folders_at_once library)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} per_target LIMIT_COUNT 1 REGEX "^#include \"simd/per_target.h\"")
    if(NOT per_target)
      cmake_path(GET source PARENT_PATH folder)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      string(REPLACE "/" "_" group ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
