# SPDX-License-Identifier: Apache-2.0
# find_package(openaclnn) gives one target for each library that clients link:
#
#   openaclnn::ascendcl          the runtime: devices, streams, memory
#   openaclnn::nnopbase          tensors and executors; brings ascendcl
#   openaclnn::opapi             the operators; brings nnopbase
#   openaclnn::acl_op_compiler   compile options; brings ascendcl
#
# and openaclnn_SDK_DIR, the folder that a CANN project takes as ASCEND_CUSTOM_PATH.
get_filename_component(openaclnn_SDK_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

foreach(_openaclnn_library IN ITEMS ascendcl nnopbase opapi acl_op_compiler)
  if(NOT TARGET openaclnn::${_openaclnn_library})
    add_library(openaclnn::${_openaclnn_library} SHARED IMPORTED)
    set_target_properties(openaclnn::${_openaclnn_library} PROPERTIES
      IMPORTED_LOCATION "${openaclnn_SDK_DIR}/lib64/lib${_openaclnn_library}.so"
      IMPORTED_SONAME "lib${_openaclnn_library}.so"
      INTERFACE_INCLUDE_DIRECTORIES
        "${openaclnn_SDK_DIR}/include;${openaclnn_SDK_DIR}/include/aclnn;${openaclnn_SDK_DIR}/include/aclnnop")
  endif()
endforeach()
unset(_openaclnn_library)
set_property(TARGET openaclnn::nnopbase openaclnn::acl_op_compiler PROPERTY INTERFACE_LINK_LIBRARIES openaclnn::ascendcl)
set_property(TARGET openaclnn::opapi PROPERTY INTERFACE_LINK_LIBRARIES openaclnn::nnopbase)
