// SPDX-License-Identifier: Apache-2.0
#include "collectives/data_types.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "base/product.h"

namespace openaclnn::collectives {
namespace {

constexpr std::array kTypes{
    DataType{HCCL_DATA_TYPE_INT8, "INT8", 1},       DataType{HCCL_DATA_TYPE_INT16, "INT16", 2},
    DataType{HCCL_DATA_TYPE_INT32, "INT32", 4},     DataType{HCCL_DATA_TYPE_FP16, "FP16", 2},
    DataType{HCCL_DATA_TYPE_FP32, "FP32", 4},       DataType{HCCL_DATA_TYPE_INT64, "INT64", 8},
    DataType{HCCL_DATA_TYPE_UINT64, "UINT64", 8},   DataType{HCCL_DATA_TYPE_UINT8, "UINT8", 1},
    DataType{HCCL_DATA_TYPE_UINT16, "UINT16", 2},   DataType{HCCL_DATA_TYPE_UINT32, "UINT32", 4},
    DataType{HCCL_DATA_TYPE_FP64, "FP64", 8},       DataType{HCCL_DATA_TYPE_BFP16, "BFP16", 2},
    DataType{HCCL_DATA_TYPE_INT128, "INT128", 16},  DataType{HCCL_DATA_TYPE_HIF8, "HIF8", 1},
    DataType{HCCL_DATA_TYPE_FP8E4M3, "FP8E4M3", 1}, DataType{HCCL_DATA_TYPE_FP8E5M2, "FP8E5M2", 1},
    DataType{HCCL_DATA_TYPE_FP8E8M0, "FP8E8M0", 1}};

constexpr std::array kReductions{"SUM", "PROD", "MAX", "MIN"};

bool IsOneOf(HcclDataType type, std::initializer_list<HcclDataType> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool IsReducible(Series series, HcclDataType type, int32_t reduction) {
  switch (series) {
    case Series::kAtlasTraining:
    case Series::kAtlas200I:
      return IsOneOf(type, {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_INT64,
                            HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32});
    case Series::kAtlasInference:
      return IsOneOf(type,
                     {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32}) ||
             (type == HCCL_DATA_TYPE_INT16 && reduction == HCCL_REDUCE_SUM);
    case Series::kAscend950:
      if (IsOneOf(type, {HCCL_DATA_TYPE_UINT64, HCCL_DATA_TYPE_FP64})) {
        return true;
      }
      break;
    case Series::kAtlasA2:
    case Series::kAtlasA3:
      break;
  }
  if (IsOneOf(type, {HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_BFP16})) {
    return reduction != HCCL_REDUCE_PROD;
  }
  return IsOneOf(type, {HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32, HCCL_DATA_TYPE_INT64, HCCL_DATA_TYPE_FP16,
                        HCCL_DATA_TYPE_FP32});
}

bool IsReducibleInUnevenParts(Series series, HcclDataType type, int32_t reduction) {
  switch (series) {
    case Series::kAtlasTraining:
    case Series::kAtlas200I:
      return false;
    case Series::kAtlasInference:
      return reduction == HCCL_REDUCE_SUM &&
             IsOneOf(type, {HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32});
    case Series::kAtlasA2:
      if (type == HCCL_DATA_TYPE_INT64) {
        return false;
      }
      break;
    case Series::kAtlasA3:
    case Series::kAscend950:
      break;
  }
  return reduction != HCCL_REDUCE_PROD && IsReducible(series, type, reduction);
}

bool IsMovable(Series series, HcclDataType type) {
  if (IsOneOf(type, {HCCL_DATA_TYPE_INT128, HCCL_DATA_TYPE_HIF8, HCCL_DATA_TYPE_FP8E4M3,
                     HCCL_DATA_TYPE_FP8E5M2, HCCL_DATA_TYPE_FP8E8M0})) {
    return series == Series::kAscend950;
  }
  return type != HCCL_DATA_TYPE_BFP16 || (series != Series::kAtlasTraining && series != Series::kAtlas200I);
}

std::string ProductName() {
  const Product* product = EmulatedProduct();
  return product == nullptr ? "the product" : product->socName;
}

Result ExpectDataType(const char* argument, int32_t number, const DataType** type) {
  *type = FindDataType(number);
  return *type != nullptr ? Result::Ok() : BadArgument(argument, "an HcclDataType", std::to_string(number));
}

}  // namespace

const DataType* FindDataType(int32_t number) {
  const auto* const found = std::find_if(kTypes.begin(), kTypes.end(), [&](const DataType& type) {
    return static_cast<int32_t>(type.number) == number;
  });
  return found == kTypes.end() ? nullptr : found;
}

const char* NameOfDataType(int32_t number) {
  const DataType* type = FindDataType(number);
  return type == nullptr ? "no data type" : type->name;
}

const char* NameOfReduction(int32_t number) {
  const auto index = static_cast<size_t>(number);
  return number >= 0 && index < kReductions.size() ? kReductions[index] : "no reduction";
}

Result ExpectMovable(const char* argument, int32_t number, const DataType** type) {
  OPENACLNN_RETURN_IF_FAILED(ExpectDataType(argument, number, type));
  if (!IsMovable(EmulatedFacts().series, (*type)->number)) {
    return {HCCL_E_NOT_SUPPORT,
            std::string(argument) + ": " + ProductName() + " does not move elements of " + (*type)->name};
  }
  return Result::Ok();
}

Result ExpectReducible(ReductionTable table, int32_t typeNumber, int32_t reductionNumber,
                       const DataType** type) {
  OPENACLNN_RETURN_IF_FAILED(ExpectDataType("dataType", typeNumber, type));
  if (reductionNumber < HCCL_REDUCE_SUM || reductionNumber > HCCL_REDUCE_MIN) {
    return BadArgument("op", "an HcclReduceOp (0 to 3)", std::to_string(reductionNumber));
  }
  const Series series = EmulatedFacts().series;
  const bool isAdmitted = table == ReductionTable::kUsual
                              ? IsReducible(series, (*type)->number, reductionNumber)
                              : IsReducibleInUnevenParts(series, (*type)->number, reductionNumber);
  if (!isAdmitted) {
    return {HCCL_E_NOT_SUPPORT, std::string("dataType, op: ") + ProductName() + " does not reduce " +
                                    (*type)->name + " by " + NameOfReduction(reductionNumber) +
                                    (table == ReductionTable::kUsual ? "" : " in uneven parts")};
  }
  return Result::Ok();
}

Result ExpectProductHasBroadcastAndBarrier() {
  if (EmulatedFacts().series == Series::kAtlasInference) {
    return {HCCL_E_NOT_SUPPORT, ProductName() + " does not have this operation"};
  }
  return Result::Ok();
}

}  // namespace openaclnn::collectives
