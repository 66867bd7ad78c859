# SPDX-License-Identifier: Apache-2.0
# Makes the table of status codes from the public headers, where each has its name, number and meaning:
#   cmake -DINCLUDE=<include> -DOUTPUT=<file> -P status_codes.cmake
set(table "")
foreach(header IN ITEMS aclnn/opdev/op_errno.h acl/acl_base_rt.h acl/error_codes/rt_error_codes.h)
  file(STRINGS ${INCLUDE}/${header} lines
    REGEX "^(#define|static const int) +(ACL|ACLNN)_[A-Z0-9_]+ [ =]*[0-9]+;? */\\*\\*< .* \\*/$")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^(#define|static const int) +([A-Z0-9_]+)[ =]+([0-9]+).*/\\*\\*< (.*) \\*/$"
      "    {\\3, \"\\2\", \"\\4\"}," entry "${line}")
    string(APPEND table "${entry}\n")
  endforeach()
endforeach()
file(STRINGS ${INCLUDE}/hccl/hccl_types.h lines REGEX "^  HCCL_(SUCCESS|E_[A-Z_]+) = [0-9]+,? */\\*\\*< .* \\*/$")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^  ([A-Z_]+) = ([0-9]+),? */\\*\\*< (.*) \\*/$" "    {\\2, \"\\1\", \"\\3\"}," entry "${line}")
  string(APPEND table "${entry}\n")
endforeach()
file(WRITE ${OUTPUT} "${table}")
