# SPDX-License-Identifier: Apache-2.0
# Compiles the files that include simd/per_target.h once for each of Highway's targets (instruction sets), each target in an
# object library of its own, and once more as part of their library for the code that all targets share. docs/building.md

# Finds the targets that Highway enables for this compiler and its options, best first. The compiler evaluates Highway's own
# header, so the list is the one that the library's files see.
function(find_simd_targets result)
  get_target_property(folders hwy::hwy INTERFACE_INCLUDE_DIRECTORIES)
  find_file(header hwy/detect_targets.h HINTS ${folders} REQUIRED NO_CACHE)
  file(STRINGS ${header} names REGEX "^#define HWY_[A-Z0-9_]+ \\(1LL << [0-9]+\\)")
  list(TRANSFORM names REPLACE "^#define HWY_([A-Z0-9_]+) .*" "\\1")
  set(probe "#include <hwy/detect_targets.h>\nextern const char openaclnn_simd_targets[];\n")
  string(APPEND probe "const char openaclnn_simd_targets[] = \"simd targets:\"\n")
  foreach(name IN LISTS names)
    string(APPEND probe "#if (HWY_TARGETS) & HWY_${name}\n\" ${name}\"\n#endif\n")
  endforeach()
  string(APPEND probe ";\n")
  set(folder ${PROJECT_BINARY_DIR}/CMakeFiles/simd_targets)
  file(CONFIGURE OUTPUT ${folder}/probe.cc CONTENT "${probe}" @ONLY)

  get_directory_property(definitions COMPILE_DEFINITIONS)
  list(TRANSFORM definitions PREPEND -D)
  get_directory_property(options COMPILE_OPTIONS)
  list(FILTER options EXCLUDE REGEX "[$]<")
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  try_compile(compiles ${folder} SOURCES ${folder}/probe.cc
    COMPILE_DEFINITIONS ${definitions} ${options}
    CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${folders} -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF
    OUTPUT_VARIABLE output
    COPY_FILE ${folder}/probe.a)
  if(compiles)
    file(STRINGS ${folder}/probe.a targets REGEX "simd targets: ")
  endif()
  if(NOT targets)
    message(FATAL_ERROR "Highway's targets: expected a list of them from the compiler, got\n${output}")
  endif()
  string(REGEX REPLACE ".*simd targets: ([A-Z0-9_ ]+).*" "\\1" targets "${targets}")
  message(STATUS "SIMD targets: ${targets}")
  string(REPLACE " " ";" targets "${targets}")
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

find_simd_targets(OPENACLNN_SIMD_TARGETS)

# Writes the list of targets for simd/per_target.h.
list(TRANSFORM OPENACLNN_SIMD_TARGETS REPLACE "(.+)" "DO(N_\\1, __VA_ARGS__)" OUTPUT_VARIABLE each)
list(JOIN each " " each)
list(TRANSFORM OPENACLNN_SIMD_TARGETS PREPEND HWY_ OUTPUT_VARIABLE all)
list(JOIN all " | " all)
set(simd_include_dir ${PROJECT_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${simd_include_dir}/simd_targets.h @ONLY CONTENT
"#pragma once
#define OPENACLNN_EACH_TARGET(DO, ...) @each@
#define OPENACLNN_TARGETS (@all@)
")

# The objects of a target share one set of options, and therefore one precompiled header. Hidden visibility suits all: the
# functions that a library exports are in its own objects.
add_library(simd_object INTERFACE)
target_include_directories(simd_object INTERFACE ${simd_include_dir} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(simd_object INTERFACE openaclnn_warnings hwy::hwy)

# The headers that most of these files include. Each target compiles them once.
set(simd_precompiled
  simd/per_target.h
  kernels/elementwise/elementwise-inl.h
  simd/fused-inl.h
  simd/math-inl.h
  simd/streaming-inl.h)
list(TRANSFORM simd_precompiled PREPEND ${PROJECT_SOURCE_DIR}/src/)

# Adds to a library the targets' objects of those sources that include simd/per_target.h. If an existing file starts or stops
# including it, run CMake again.
function(add_simd_objects library)
  set(sources "")
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} found LIMIT_COUNT 1 REGEX "^#include \"simd/per_target.h\"")
    if(found)
      list(APPEND sources ${source})
    endif()
  endforeach()
  if(NOT sources)
    return()
  endif()
  target_include_directories(${library} PRIVATE ${simd_include_dir})
  list(LENGTH OPENACLNN_SIMD_TARGETS number)
  foreach(target IN LISTS OPENACLNN_SIMD_TARGETS)
    string(TOLOWER ${target} name)
    set(objects ${library}_${name})
    add_library(${objects} OBJECT ${sources})
    target_link_libraries(${objects} PRIVATE simd_object)
    target_compile_definitions(${objects} PRIVATE OPENACLNN_TARGET=HWY_${target})
    set_target_properties(${objects} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    if(NOT target MATCHES "^(SCALAR|EMU128)$")
      # g++'s intrinsics use undefined variables on purpose, and disable the warnings by pragmas that a precompiled header
      # does not keep. The portable target keeps the warnings.
      target_compile_options(${objects} PRIVATE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    elseif(number GREATER 1)
      # Processors without a vector target are rare, and optimizing the portable code takes as long as that of AVX2.
      target_compile_options(${objects} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    # The linker takes an inline function from the first object that contains it: from the library's own objects, then from
    # those of the best target, and last from the portable target. CMake counts a precompiled header as an object; leave it out.
    target_link_libraries(${library} PRIVATE $<FILTER:$<TARGET_OBJECTS:${objects}>,EXCLUDE,cmake_pch>)
    get_property(owner GLOBAL PROPERTY OPENACLNN_SIMD_HEADERS_${target})
    if(owner)
      target_precompile_headers(${objects} REUSE_FROM ${owner})
    else()
      target_precompile_headers(${objects} PRIVATE ${simd_precompiled})
      set_property(GLOBAL PROPERTY OPENACLNN_SIMD_HEADERS_${target} ${objects})
    endif()
  endforeach()
endfunction()
