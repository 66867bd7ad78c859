// SPDX-License-Identifier: Apache-2.0
//
// What operators on quantized numbers have in common.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::quantization {

inline constexpr int64_t kPackedInWord = 8;

/// The shape of quantized numbers: that of another tensor, in INT32 with an eighth of its last dim.
[[nodiscard]] Shape PackedShape(Shape shape, aclDataType dtype);
/// An output of quantized numbers of that shape and of the type that attribute `dtype` names.
[[nodiscard]] Argument QuantizedOutput(std::string name, const std::string& as, const std::string& dtype);
/// The attribute: INT8 or INT32, which holds INT4.
[[nodiscard]] Argument QuantizedType(std::string name);
/// One that may be left out.
[[nodiscard]] Argument OptionalInput(std::string name, std::string meaning, std::string shapeText,
                                     DTypes dtypes);
/// A FLOAT output of a number for each row of x.
[[nodiscard]] Argument OfRows(std::string name, std::string meaning);
/// A shape of a dim or more whose last one is a multiple of what an INT32 holds, if that is asked for.
[[nodiscard]] Shape DrawNumbers(Choices& choices, bool packed);

}  // namespace openaclnn::catalogue::quantization
