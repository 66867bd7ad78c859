// SPDX-License-Identifier: Apache-2.0
//
// A program that has 64 MiB in use on device 1 until its standard input ends. With the argument "fork", a child of it, which
// uses no device, lives as long.
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "acl/acl.h"

int main(int argc, char** argv) {
  void* memory = nullptr;
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(1) != ACL_SUCCESS ||
      aclrtMalloc(&memory, size_t{64} << 20, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
    return 1;
  }
  const bool child = argc > 1 && std::strcmp(argv[1], "fork") == 0 && fork() == 0;
  if (!child) {
    (void)std::puts("holds");
    (void)std::fflush(stdout);
  }
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  _exit(0);
}
