// SPDX-License-Identifier: Apache-2.0
#include "collectives/run/data_types.h"

#include <cstddef>

namespace openaclnn::collectives {
namespace {

constexpr std::array kReductions{"SUM", "PROD", "MAX", "MIN"};

}  // namespace

const char* NameOfDataType(int32_t number) {
  const DataType* type = FindDataType(number);
  return type == nullptr ? "no data type" : type->name;
}

const char* NameOfReduction(int32_t number) {
  const auto index = static_cast<size_t>(number);
  return number >= 0 && index < kReductions.size() ? kReductions[index] : "no reduction";
}

}  // namespace openaclnn::collectives
