# SPDX-License-Identifier: Apache-2.0
# Uninstalling, and the Debian package. Components, each installed by every `cmake --install`:
#
#   sdk        the SDK tree                  package: below /usr/lib/openaclnn, a root of its own as CANN's is
#   sdk_link   the link in its root          package: the same; a wheel holds no links
#   programs   bin/, man pages, completion   package: below /usr
#   documents  LICENSE, CHANGELOG            package: replaced by what Debian asks for in their stead
#   debian     what the package alone needs  only in the package

install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/openaclnn COMPONENT documents)

add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
  VERBATIM)

# In the package the SDK's root is not where find_package and pkg-config look: files where they do look lead there. -------
function(install_for_debian file folder)
  install(FILES ${file} DESTINATION ${folder} COMPONENT debian EXCLUDE_FROM_ALL)
endfunction()

set(debian_dir ${PROJECT_BINARY_DIR}/debian)
set(debian_lib lib/${CMAKE_LIBRARY_ARCHITECTURE})
cmake_path(SET sdk_from_lib /${OPENACLNN_PACKAGE_SDK_DIR})
cmake_path(RELATIVE_PATH sdk_from_lib BASE_DIRECTORY /${debian_lib}/any OUTPUT_VARIABLE root)
foreach(name IN ITEMS openaclnn openaclnn-runtime)
  configure_file(cmake/${name}.pc.in ${debian_dir}/${name}.pc @ONLY)
  install_for_debian(${debian_dir}/${name}.pc ${debian_lib}/pkgconfig)
endforeach()
foreach(name IN ITEMS openaclnn-config.cmake openaclnn-config-version.cmake)
  file(CONFIGURE OUTPUT ${debian_dir}/${name} @ONLY
    CONTENT "include(\"\${CMAKE_CURRENT_LIST_DIR}/../@root@/share/cmake/openaclnn/${name}\")\n")
  install_for_debian(${debian_dir}/${name} ${debian_lib}/cmake/openaclnn)
endforeach()

find_program(OPENACLNN_GZIP gzip REQUIRED)
function(install_compressed source name)
  add_custom_command(OUTPUT ${debian_dir}/${name}
    COMMAND ${OPENACLNN_GZIP} -9 --no-name --stdout ${source} > ${debian_dir}/${name} DEPENDS ${source} VERBATIM)
  install_for_debian(${debian_dir}/${name} share/doc/openaclnn)
endfunction()
install_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog.gz)
install_compressed(${PROJECT_SOURCE_DIR}/packaging/debian/changelog changelog.Debian.gz)
add_custom_target(debian_documents ALL DEPENDS ${debian_dir}/changelog.gz ${debian_dir}/changelog.Debian.gz)
install_for_debian(${PROJECT_SOURCE_DIR}/packaging/debian/copyright share/doc/openaclnn)

# CPack ---------------------------------------------------------------------------------------------------------------
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME openaclnn)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "AscendCL and aclnn operators on the CPU")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Programs written for CANN call AscendCL (devices, streams, memory) and aclnn
(operators in two phases). This package implements both on any CPU, so that the
same source, in the same CMake project, builds and runs without NPU or driver.
It holds headers, libraries and tools, laid out as CANN lays them out, in
/usr/lib/openaclnn: name that folder in ASCEND_CUSTOM_PATH, or source
/usr/lib/openaclnn/set_env.sh. CMake's find_package and pkg-config find it too.")
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_INSTALL_CMAKE_PROJECTS
  "${PROJECT_BINARY_DIR};openaclnn;sdk;/usr/${OPENACLNN_PACKAGE_SDK_DIR}"
  "${PROJECT_BINARY_DIR};openaclnn;sdk_link;/usr/${OPENACLNN_PACKAGE_SDK_DIR}"
  "${PROJECT_BINARY_DIR};openaclnn;programs;/usr"
  "${PROJECT_BINARY_DIR};openaclnn;debian;/usr")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/before_packing.cmake)
set(CPACK_STRIP_FILES ON)
if(CMAKE_LIBRARY_ARCHITECTURE STREQUAL "aarch64-linux-gnu")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64) # CPack would take the building machine's
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "openaclnn contributors <contributors@openaclnn.invalid>" CACHE STRING
  "Whom the package names; whoever distributes it says who they are")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# `openaclnn check` opens libdw at run time, for files and lines; msprof runs Python.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libdw1, python3")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${OPENACLNN_SDK_DIR}/lib64)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, pkgconf, libucx0")
include(CPack)
