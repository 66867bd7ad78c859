// SPDX-License-Identifier: Apache-2.0
//
// Prints the SIMD targets that kernels were compiled for, one a line, and whether this machine has them.
#include <hwy/highway.h>

#include <cstdint>
#include <cstdio>

int main() {
  const int64_t compiled = HWY_TARGETS;
  for (int64_t rest = compiled; rest != 0; rest &= rest - 1) {
    const int64_t target = rest & -rest;
    std::printf("%s %s\n", hwy::TargetName(target),
                (hwy::SupportedTargets() & target) != 0 ? "here" : "missing");
  }
}
