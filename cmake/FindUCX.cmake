# SPDX-License-Identifier: Apache-2.0
# Finds the headers of UCX (libucx-dev), 1.13 or later: UCX_INCLUDE_DIR. The library is opened at run time, if at all.
find_path(UCX_INCLUDE_DIR ucp/api/ucp.h)
if(UCX_INCLUDE_DIR)
  file(STRINGS ${UCX_INCLUDE_DIR}/ucp/api/ucp_version.h ucx_numbers REGEX "define UCP_API_(MAJOR|MINOR)")
  string(REGEX MATCHALL "[0-9]+$|[0-9]+;" ucx_numbers "${ucx_numbers}")
  string(REPLACE ";;" "." UCX_VERSION "${ucx_numbers}")
  unset(ucx_numbers)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(UCX REQUIRED_VARS UCX_INCLUDE_DIR VERSION_VAR UCX_VERSION)
mark_as_advanced(UCX_INCLUDE_DIR)
