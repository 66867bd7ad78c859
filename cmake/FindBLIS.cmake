# SPDX-License-Identifier: Apache-2.0
# BLIS without threads of its own, as a static library: the target BLIS::blis. Debian: libblis-serial-dev.
find_path(BLIS_INCLUDE_DIR blis.h PATH_SUFFIXES blis-serial blis)
find_library(BLIS_LIBRARY libblis.a PATH_SUFFIXES blis-serial)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(BLIS REQUIRED_VARS BLIS_LIBRARY BLIS_INCLUDE_DIR)
mark_as_advanced(BLIS_INCLUDE_DIR BLIS_LIBRARY)
if(BLIS_FOUND AND NOT TARGET BLIS::blis)
  add_library(BLIS::blis STATIC IMPORTED)
  set_target_properties(BLIS::blis PROPERTIES
    IMPORTED_LOCATION ${BLIS_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${BLIS_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES m)
endif()
