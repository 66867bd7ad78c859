// SPDX-License-Identifier: Apache-2.0
#include "ops/common/number.h"

#include <array>
#include <bit>

#include "kernels/elementwise/conversion.h"

namespace openaclnn {
namespace {

void ConvertOne(DType from, const void* element, DType to, void* result) {
  ElementwiseTile tile{};
  tile.out = static_cast<std::byte*>(result);
  tile.inputs[0] = {static_cast<const std::byte*>(element), 0, 1};
  tile.rows = 1;
  tile.columns = 1;
  FindConversion(from, to)(tile);
}

}  // namespace

void StoreNumber(const ScalarValue& number, DType dtype, std::byte* element) {
  if (number.IsWhole()) {
    const bool isSigned = ClassOf(number.dtype) == DTypeClass::kSigned;
    ConvertOne(isSigned ? DType::kInt64 : DType::kUint64, &number.whole, dtype, element);
  } else {
    ConvertOne(DType::kComplex128, &number.number, dtype, element);
  }
}

ScalarValue LoadNumber(DType dtype, const std::byte* element) {
  alignas(8) std::array<std::byte, 8> bytes{};
  if (ClassOf(dtype) == DTypeClass::kFloating) {
    ConvertOne(dtype, element, DType::kDouble, bytes.data());
    return ScalarOf(std::bit_cast<double>(bytes));
  }
  ConvertOne(dtype, element, DType::kInt64, bytes.data());
  return ScalarOf(std::bit_cast<int64_t>(bytes));
}

}  // namespace openaclnn
