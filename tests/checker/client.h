// SPDX-License-Identifier: Apache-2.0
//
// What the programs for checker_test.py have in common.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "acl/acl.h"

namespace openaclnn::checker {

/// A call that must succeed.
inline void Must(int status) {
  if (status != 0) {
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "unexpected status %d: %s\n", status, message == nullptr ? "" : message);
    std::_Exit(3);
  }
}

/// Calls run(program) with the program that the command line names, on device 0. Returns main's result.
template <typename Program, typename Run>
int RunProgram(int argc, char** argv, const std::map<std::string, Program>& programs, const Run& run) {
  const auto program = argc == 2 ? programs.find(argv[1]) : programs.end();
  if (program == programs.end()) {
    std::fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
    return 2;
  }
  Must(aclInit(nullptr));
  Must(aclrtSetDevice(0));
  run(program->second);
  Must(aclrtResetDevice(0));
  Must(aclFinalize());
  return 0;
}

}  // namespace openaclnn::checker
