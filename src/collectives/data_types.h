// SPDX-License-Identifier: Apache-2.0
//
// HCCL's element types and reductions, and which of them the emulated product admits where.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collectives/result.h"

namespace openaclnn::collectives {

struct DataType {
  HcclDataType number;
  const char* name;
  size_t bytes;
};

// Null for a number that is none.
[[nodiscard]] const DataType* FindDataType(int32_t number);
// "FP32"; "no data type" for other numbers.
[[nodiscard]] const char* NameOfDataType(int32_t number);
// "SUM"; "no reduction" for other numbers.
[[nodiscard]] const char* NameOfReduction(int32_t number);

// HCCL_E_PARA if the number is no data type, HCCL_E_NOT_SUPPORT if the product does not move such elements.
[[nodiscard]] Result ExpectMovable(const char* argument, int32_t number, const DataType** type);

// ReduceScatterV has a table of its own.
enum class ReductionTable { kUsual, kUnevenParts };
// HCCL_E_PARA if a number is none, HCCL_E_NOT_SUPPORT if the product does not reduce so.
[[nodiscard]] Result ExpectReducible(ReductionTable table, int32_t typeNumber, int32_t reductionNumber,
                                     const DataType** type);
// Some products lack an operation: HCCL_E_NOT_SUPPORT.
[[nodiscard]] Result ExpectProductHasBroadcastAndBarrier();

}  // namespace openaclnn::collectives
