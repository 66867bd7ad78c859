# SPDX-License-Identifier: Apache-2.0
# PyTorch for CPUs, which benchmarks measure beside, where OPENACLNN_TORCH says its folder: the targets torch_cpu, its libraries,
# and torch_headers, which hide oneDNN's from who sees both.
set(OPENACLNN_TORCH "" CACHE PATH "Folder of PyTorch's include/ and lib/; empty: measured without it")
if(OPENACLNN_TORCH)
  find_library(OPENACLNN_TORCH_CPU torch_cpu HINTS ${OPENACLNN_TORCH}/lib REQUIRED)
  find_library(OPENACLNN_TORCH_C10 c10 HINTS ${OPENACLNN_TORCH}/lib REQUIRED)
  add_library(torch_cpu INTERFACE)
  target_link_libraries(torch_cpu INTERFACE ${OPENACLNN_TORCH_CPU} ${OPENACLNN_TORCH_C10})
  add_library(torch_headers INTERFACE)
  set(torch_headers ${OPENACLNN_TORCH}/include)
  target_include_directories(torch_headers SYSTEM INTERFACE
    $<$<NOT:$<STREQUAL:${torch_headers},/usr/include>>:${torch_headers}> ${torch_headers}/torch/csrc/api/include)
endif()
