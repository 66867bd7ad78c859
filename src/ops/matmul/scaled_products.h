// SPDX-License-Identifier: Apache-2.0
//
// Products of the rows of groups by weights of INT8, scaled by columns and by rows.
#pragma once

#include "base/tensor_view.h"
#include "ops/matmul/group_weights.h"
#include "ops/matmul/grouped_matmul.h"

namespace openaclnn {

// What scaled products of the rows of groups are made from.
struct ScaledOperands {
  TensorView x;            // [m, k]
  TensorView weight;       // [groups, k, n], or its storage
  TensorView columnScale;  // [groups, n]
  TensorView rowScale;     // [m], or none
  TensorView groups;
  WeightBlocks blocks;
};

// Such products as float32 numbers [m, n].
[[nodiscard]] GroupedMatmulArgs ScaledProducts(const ScaledOperands& of, float* numbers);

}  // namespace openaclnn
