# SPDX-License-Identifier: Apache-2.0
# Every warning that finds bugs, as an error. -Wrestrict is off because g++ 12 sees overlaps in std::string's operator+ (GCC
# PR 105651); clang-tidy, which reads the same flags, must not stumble over its name.
# -Warray-bounds and -Wstringop-over{flow,read} are off because g++ 12 reports std::string's own copies if <string> is precompiled.
add_library(openaclnn_warnings INTERFACE)
target_compile_options(openaclnn_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-align -Werror
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>"
  $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-pragmas>  # those of g++ for its vectorizer
  -Wno-unknown-warning-option)
