// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// result[i] = inputs[0][i] op inputs[1][i] op ..., in this order. FP16 and BFP16 in float32, rounded once at
// the end; integers wrap around; a NaN among the values of a maximum or minimum gives NaN. The result may be
// one of the inputs. At any address; the type and the reduction are ones that a product admits.
void ReduceInOrder(HcclDataType type, HcclReduceOp reduction, std::span<const std::byte* const> inputs,
                   std::byte* result, size_t count);

}  // namespace openaclnn::collectives
