# SPDX-License-Identifier: Apache-2.0
# CPack runs this on the files it is about to pack: Debian wants man pages compressed, and alike in every build.
file(GLOB pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/man/man*/*.[1-9])
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip -9 --no-name ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
