// SPDX-License-Identifier: Apache-2.0
//
// HCCL's element types and reductions by number and name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

struct DataType {
  HcclDataType number;
  const char* name;
  size_t bytes;
};

inline constexpr std::array kDataTypes{
    DataType{HCCL_DATA_TYPE_INT8, "INT8", 1},       DataType{HCCL_DATA_TYPE_INT16, "INT16", 2},
    DataType{HCCL_DATA_TYPE_INT32, "INT32", 4},     DataType{HCCL_DATA_TYPE_FP16, "FP16", 2},
    DataType{HCCL_DATA_TYPE_FP32, "FP32", 4},       DataType{HCCL_DATA_TYPE_INT64, "INT64", 8},
    DataType{HCCL_DATA_TYPE_UINT64, "UINT64", 8},   DataType{HCCL_DATA_TYPE_UINT8, "UINT8", 1},
    DataType{HCCL_DATA_TYPE_UINT16, "UINT16", 2},   DataType{HCCL_DATA_TYPE_UINT32, "UINT32", 4},
    DataType{HCCL_DATA_TYPE_FP64, "FP64", 8},       DataType{HCCL_DATA_TYPE_BFP16, "BFP16", 2},
    DataType{HCCL_DATA_TYPE_INT128, "INT128", 16},  DataType{HCCL_DATA_TYPE_HIF8, "HIF8", 1},
    DataType{HCCL_DATA_TYPE_FP8E4M3, "FP8E4M3", 1}, DataType{HCCL_DATA_TYPE_FP8E5M2, "FP8E5M2", 1},
    DataType{HCCL_DATA_TYPE_FP8E8M0, "FP8E8M0", 1}};

// Null for a number that is none.
[[nodiscard]] inline const DataType* FindDataType(int32_t number) {
  const auto* const found = std::find_if(kDataTypes.begin(), kDataTypes.end(), [&](const DataType& type) {
    return static_cast<int32_t>(type.number) == number;
  });
  return found == kDataTypes.end() ? nullptr : found;
}
// "FP32"; "no data type" for other numbers.
[[nodiscard]] const char* NameOfDataType(int32_t number);
// "SUM"; "no reduction" for other numbers.
[[nodiscard]] const char* NameOfReduction(int32_t number);

}  // namespace openaclnn::collectives
