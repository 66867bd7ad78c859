# SPDX-License-Identifier: Apache-2.0
# The SDK tree is described once. Each function here puts a thing both into the staged tree, OPENACLNN_SDK_DIR, as part of
# the build, and into what `cmake --install` and CPack take, so that the three cannot differ:
#
#   include/{acl,aclnn,aclnnop,hccl}  lib64/  set_env.sh             as CANN lays them out
#   opp/  compiler/  runtime/                                        empty: clients ask whether they are there
#   latest                                                          the tree itself: MindSpore wants the word in the path
#   python/site-packages/hccl                                       for MindSpore, which asks for its version
#   share/cmake/openaclnn        share/pkgconfig                    for find_package and pkg-config
#
# Nothing in the tree holds a path to where it was built or installed: it can be moved.

if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  # The tree is a root of its own, as CANN's is; in /usr/local it would lie among strangers.
  set(CMAKE_INSTALL_PREFIX /opt/openaclnn CACHE PATH "Where cmake --install puts the SDK" FORCE)
endif()
include(GNUInstallDirs)

# Where the SDK's root lies below the prefix /usr in the Debian package.
set(OPENACLNN_PACKAGE_SDK_DIR lib/openaclnn)
# Programs, in bin/, find the libraries in both places.
set(CMAKE_INSTALL_RPATH $ORIGIN/../lib64 $ORIGIN/../${OPENACLNN_PACKAGE_SDK_DIR}/lib64)
# What is installed without COMPONENT, programs and their pages, goes to the same folders below any prefix.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME programs)

function(sdk_library target)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${OPENACLNN_SDK_DIR}/lib64)
  install(TARGETS ${target} LIBRARY DESTINATION lib64 COMPONENT sdk)
endfunction()

# A further name of a library, and one copy of its state: a link.
function(sdk_library_name target name)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE_NAME:${target}> ${OPENACLNN_SDK_DIR}/lib64/${name})
  install(FILES ${OPENACLNN_SDK_DIR}/lib64/${name} DESTINATION lib64 COMPONENT sdk)
endfunction()

# A link in the tree's root. A wheel holds no links: it takes no part of this name.
function(sdk_link name target)
  file(MAKE_DIRECTORY ${OPENACLNN_SDK_DIR})
  file(CREATE_LINK ${target} ${OPENACLNN_SDK_DIR}/${name} SYMBOLIC)
  install(FILES ${OPENACLNN_SDK_DIR}/${name} DESTINATION . COMPONENT sdk_link)
endfunction()

# Copies a file, or with PROGRAM a script that is run; the target `sdk` depends on the list of copies, which grows in the
# variable `staged_files`.
function(sdk_file source folder)
  cmake_path(GET source FILENAME name)
  cmake_path(SET staged NORMALIZE ${OPENACLNN_SDK_DIR}/${folder}/${name})
  add_custom_command(OUTPUT ${staged} COMMAND ${CMAKE_COMMAND} -E copy ${source} ${staged} DEPENDS ${source})
  if("PROGRAM" IN_LIST ARGN)
    install(PROGRAMS ${source} DESTINATION ${folder} COMPONENT sdk)
  else()
    install(FILES ${source} DESTINATION ${folder} COMPONENT sdk)
  endif()
  set(staged_files ${staged_files} ${staged} PARENT_SCOPE)
endfunction()
