// SPDX-License-Identifier: Apache-2.0
//
// Both phases of a reduction: its name, its parameters, its row (the types of self and of its results), its
// tensors, the dims that it reduces and whether it keeps them, and what is done with the checked call, a
// function of it and of the phase.
#pragma once

#include "ops/reduction/reduction.h"

#define OPENACLNN_UNPACK_LIST(...) __VA_ARGS__

#define OPENACLNN_REDUCTION(name, parameters, row, self, outs, dims, keepDims, ...)             \
  aclnnStatus name##GetWorkspaceSize(OPENACLNN_UNPACK_LIST parameters, uint64_t* workspaceSize, \
                                     aclOpExecutor** executor) {                                \
    using namespace openaclnn;                                                                  \
    static constexpr ReductionOperator kRow = ReductionRow(#name, OPENACLNN_UNPACK_LIST row);   \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {      \
      ReductionCall checked(kRow, self, {OPENACLNN_UNPACK_LIST outs}, dims, keepDims);          \
      return __VA_ARGS__;                                                                       \
    });                                                                                         \
  }                                                                                             \
  OPENACLNN_PHASE_TWO(name)
