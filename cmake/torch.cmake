# SPDX-License-Identifier: Apache-2.0
# PyTorch for CPUs, which benchmarks measure beside: the target torch_cpu, where OPENACLNN_TORCH says its folder.
set(OPENACLNN_TORCH "" CACHE PATH "Folder of PyTorch's include/ and lib/; empty: measured without it")
if(OPENACLNN_TORCH)
  find_library(OPENACLNN_TORCH_CPU torch_cpu HINTS ${OPENACLNN_TORCH}/lib REQUIRED)
  find_library(OPENACLNN_TORCH_C10 c10 HINTS ${OPENACLNN_TORCH}/lib REQUIRED)
  add_library(torch_cpu INTERFACE)
  set(torch_headers ${OPENACLNN_TORCH}/include)
  target_include_directories(torch_cpu SYSTEM INTERFACE
    $<$<NOT:$<STREQUAL:${torch_headers},/usr/include>>:${torch_headers}> ${torch_headers}/torch/csrc/api/include)
  target_link_libraries(torch_cpu INTERFACE ${OPENACLNN_TORCH_CPU} ${OPENACLNN_TORCH_C10})
endif()
