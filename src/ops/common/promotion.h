// SPDX-License-Identifier: Apache-2.0
//
// In which type an operator computes whose arguments have several, as PyTorch promotes them.
#pragma once

#include <optional>

#include "base/dtype.h"
#include "base/scalar_value.h"

namespace openaclnn {

// How general the numbers of a type are: 0 for BOOL, 1 for integers, 2 for floating-point, 3 for complex, 4
// for what is no number.
[[nodiscard]] int RankOf(DType dtype);

// The type of a result of tensors of two types: complex before floating-point before integer before BOOL, and
// within these the wider one. FLOAT16 and BFLOAT16 give FLOAT, UINT8 and INT8 give INT16. Empty where there
// is none: UINT16, UINT32 and UINT64 go with themselves alone.
[[nodiscard]] std::optional<DType> Promote(DType a, DType b);

// The type of a result of a tensor and a scalar: the tensor's, unless the scalar is of a higher class. Then
// FLOAT for a floating-point scalar, INT64 for an integer, COMPLEX64 or COMPLEX128 for a complex one.
[[nodiscard]] DType PromoteWithScalar(DType tensor, const ScalarValue& scalar);

// Whether a result may be stored as another type: not where that loses the fraction, the imaginary part, or
// more than the truth of a number.
[[nodiscard]] bool CanStore(DType result, DType out);

}  // namespace openaclnn
