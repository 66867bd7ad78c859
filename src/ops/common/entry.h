// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "executor/phases.h"

#define OPENACLNN_UNPACK(...) __VA_ARGS__

// Defines both phases of an operator: its parameters but for the last two of phase one, and the block of
// phase one, which has these as `workspaceSize` and `executor`.
//
//   OPENACLNN_ENTRY(aclnnXxx, (const aclTensor* self, aclTensor* out), {
//     return PhaseOneOf(__func__, kXxx, {self}, {}, out, workspaceSize, executor);
//   })
#define OPENACLNN_ENTRY(name, parameters, ...)                                             \
  aclnnStatus name##GetWorkspaceSize(OPENACLNN_UNPACK parameters, uint64_t* workspaceSize, \
                                     aclOpExecutor** executor) {                           \
    using namespace openaclnn;                                                             \
    __VA_ARGS__                                                                            \
  }                                                                                        \
  OPENACLNN_PHASE_TWO(name)

// The same for a phase one that is an expression of its PhaseOneCall, `call`.
//
//   OPENACLNN_CALL(aclnnXxx, (const aclTensor* self, aclTensor* out), Bind(call, kXxx, self, out))
#define OPENACLNN_CALL(name, parameters, ...)                                                            \
  OPENACLNN_ENTRY(name, parameters, {                                                                    \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) { return __VA_ARGS__; }); \
  })
