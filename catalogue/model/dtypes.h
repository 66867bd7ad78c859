// SPDX-License-Identifier: Apache-2.0
//
// Sets of element types, and what is known of a type: size, category, promotion. All of it from the
// documentation alone: tests hold the library against it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn::catalogue {

using DTypes = std::vector<aclDataType>;

/// FLOAT, FLOAT16, BFLOAT16.
[[nodiscard]] DTypes Floats();
/// Those and DOUBLE.
[[nodiscard]] DTypes FloatsAndDouble();
/// INT64, INT32, INT16, INT8, UINT8.
[[nodiscard]] DTypes Integers();
/// All of the above.
[[nodiscard]] DTypes NumbersButBool();
/// And BOOL.
[[nodiscard]] DTypes Numbers();

[[nodiscard]] bool Contains(const DTypes& dtypes, aclDataType dtype);

/// Bytes of an element of the type with this number; 0 for one that no operator here takes,
/// and for any other number.
[[nodiscard]] size_t SizeOf(int dtype);
/// "FLOAT16", as the specifications write it; "BF16" for BFLOAT16, as the enumerator is called.
[[nodiscard]] std::string NameOf(aclDataType dtype);

[[nodiscard]] bool IsFloating(aclDataType dtype);
/// COMPLEX64 or COMPLEX128.
[[nodiscard]] bool IsComplex(aclDataType dtype);
[[nodiscard]] bool IsSigned(aclDataType dtype);

/// The type in which two tensors are computed together, by PyTorch's rules: the higher category (floating,
/// integer, BOOL) wins, within one the wider; FLOAT16 with BFLOAT16 gives FLOAT, UINT8 with INT8 INT16.
/// ACL_DT_UNDEFINED for UINT16, UINT32 and UINT64 with anything but themselves.
[[nodiscard]] aclDataType Promote(aclDataType a, aclDataType b);
/// The type of a tensor with a scalar: a scalar counts by its category alone. A floating one makes integers
/// FLOAT, an integer one makes BOOL INT64.
[[nodiscard]] aclDataType PromoteWithScalar(aclDataType tensor, aclDataType scalar);

}  // namespace openaclnn::catalogue
