// SPDX-License-Identifier: Apache-2.0
//
// What operators check that put elements in other places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ops/common/checks.h"
#include "ops/common/dtypes.h"

namespace openaclnn {

// All types that can be moved about. Those that checkpoints are stored in are copied and converted, too.
inline constexpr std::span<const DType> kMovableDtypes = kNumberDtypes;

// A dim that may count from the end; 0 if it is none of `rank` dims, which the check then says. A tensor
// without dims counts as one of one dim.
inline size_t FindDim(ArgumentChecks& check, const char* name, int64_t dim, size_t rank) {
  const auto dims = static_cast<int64_t>(rank == 0 ? 1 : rank);
  check.Require(
      name, "a dim that is there, counted from 0 or from the end as -1 on",
      [&] { return dim >= -dims && dim < dims; },
      [&] { return std::to_string(dim) + " of " + std::to_string(rank) + " dims"; });
  return check.Failed() ? 0 : static_cast<size_t>(dim < 0 ? dim + dims : dim);
}

// Input and output of one type: pointers, types and views.
inline ArgumentChecks& CheckMove(ArgumentChecks& check, const NamedTensor& from, const NamedTensor& to) {
  check.NotNull(from).NotNull(to);
  check.DtypeIn(from, kStorableDtypes).SameDtype(to, from);
  return check.ValidView(from).ValidOutputView(to);
}

// The dims of a tensor that has passed its checks.
inline Dims DimsOf(const aclTensor& tensor) {
  return Dims(std::span<const int64_t>(tensor.viewDims));
}

}  // namespace openaclnn
