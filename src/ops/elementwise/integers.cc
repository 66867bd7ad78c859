// SPDX-License-Identifier: Apache-2.0
//
// What only integers have: shifts of bits, and the greatest common divisor.
#include <numeric>
#include <type_traits>

#include "aclnnop/aclnn_gcd.h"
#include "aclnnop/aclnn_left_shift.h"
#include "aclnnop/aclnn_right_shift.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// UINT64 has right shifts of its own; smaller unsigned integers are positive ones of a wider type.
using Formats = FormatList<Int32, Int64, Uint64>;

namespace integers {

template <typename T>
using Bits = std::make_unsigned_t<T>;
template <typename T>
constexpr auto kWidth = static_cast<Bits<T>>(8 * sizeof(T));

// Negative shifts are larger than the width, too. Bits that leave a smaller type than T are cut off when the
// result is stored.
template <typename T>
HWY_INLINE Wrapping<T> Left(Wrapping<T> self, Wrapping<T> shiftBits) {
  const auto shift = static_cast<Bits<T>>(shiftBits.value);
  return {shift < kWidth<T> ? static_cast<T>(static_cast<Bits<T>>(self.value) << shift) : T{0}};
}

template <typename T>
HWY_INLINE Wrapping<T> Right(Wrapping<T> input, Wrapping<T> shiftBits) {
  const auto shift = static_cast<Bits<T>>(shiftBits.value);
  if (shift < kWidth<T>) {
    return {static_cast<T>(input.value >> shift)};
  }
  if constexpr (std::is_signed_v<T>) {
    return shiftBits.value < 0 ? input : Wrapping<T>{static_cast<T>(input.value >> (kWidth<T> - 1))};
  } else {
    return {};
  }
}

template <typename T>
HWY_INLINE Bits<T> Magnitude(Wrapping<T> number) {
  if constexpr (std::is_signed_v<T>) {
    return static_cast<Bits<T>>(Absolute(number).value);
  } else {
    return number.value;
  }
}

template <typename T>
HWY_INLINE Wrapping<T> Gcd(Wrapping<T> self, Wrapping<T> other) {
  return {static_cast<T>(std::gcd(Magnitude(self), Magnitude(other)))};
}

}  // namespace integers
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr std::span<const DType> kIntegerDtypes = std::span(kIntegralDtypes).first(8);  // without BOOL
constexpr auto kShifted = BinaryArguments("self", "shiftBits", "out");
constexpr auto kInputShifted = BinaryArguments("input", "shiftBits", "out");

}  // namespace
}  // namespace openaclnn
#endif

// clang-format off
OPENACLNN_BINARY(Gcd, integers::Gcd(self, other), Formats, kIntegerDtypes)
OPENACLNN_LOOP(LeftShift, (T self, T shiftBits), integers::Left(self, shiftBits), 2, 0, Formats)
OPENACLNN_LOOP(LeftShifts, (T self, T shiftBits), integers::Left(self, shiftBits), 1, 1, Formats)
OPENACLNN_LOOP(RightShift, (T input, T shiftBits), integers::Right(input, shiftBits), 2, 0, Formats)
// clang-format on
OPENACLNN_ELEMENTWISE(aclnnLeftShift, (const aclTensor* self, const aclTensor* shiftBits, aclTensor* out),
                      (kShifted, LoopLeftShift, kIntegerDtypes), {self, shiftBits}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnLeftShifts, (const aclTensor* self, const aclScalar* shiftBits, aclTensor* out),
                      (kSelf, LoopLeftShifts, kIntegerDtypes), {self},
                      {OperandScalar("shiftBits", shiftBits)}, out)
OPENACLNN_ELEMENTWISE(aclnnRightShift, (const aclTensor* input, const aclTensor* shiftBits, aclTensor* out),
                      (kInputShifted, LoopRightShift, kIntegerDtypes), {input, shiftBits}, {}, out)
