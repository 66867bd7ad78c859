// SPDX-License-Identifier: Apache-2.0
#include "aclnn/aclnn_huge_memory.h"

extern "C" {

int InitHugeMemThreadLocal(void* /*arg*/, bool /*force*/) {
  return 0;
}

void UnInitHugeMemThreadLocal(void* /*arg*/, bool /*force*/) {}

void ReleaseHugeMem(void* /*arg*/, bool /*force*/) {}

}  // extern "C"
