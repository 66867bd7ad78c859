// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/scalar_value.h"
#include "base/tensor_view.h"

namespace openaclnn {

// A number as an element of a type that holds numbers, converted as aclnnCast does.
void StoreNumber(const ScalarValue& number, DType dtype, std::byte* element);

// The element of a real type at an address: exactly.
[[nodiscard]] ScalarValue LoadNumber(DType dtype, const std::byte* element);

}  // namespace openaclnn
