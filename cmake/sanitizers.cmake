# SPDX-License-Identifier: Apache-2.0
# Applies to every target, so that libraries and tests agree.
if(OPENACLNN_SANITIZER STREQUAL "address")
  # With it g++ 12 sees uninitialized variables in the standard library's own headers.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=address,undefined)
elseif(OPENACLNN_SANITIZER STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(OPENACLNN_SANITIZER)
  message(FATAL_ERROR "OPENACLNN_SANITIZER: expected address, thread or nothing, got ${OPENACLNN_SANITIZER}")
endif()

if(OPENACLNN_SANITIZER)
  # Checks in every loop of vectors: optimized further, they take g++ five times as long as the loops alone, not twice.
  # Lines are enough for a report.
  set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g1 -DNDEBUG")
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -DNDEBUG")
endif()

if(OPENACLNN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  # clang links the sanitizers into programs alone; libraries find them there.
  string(APPEND CMAKE_CXX_STANDARD_LIBRARIES " -Wl,-z,undefs")
endif()
