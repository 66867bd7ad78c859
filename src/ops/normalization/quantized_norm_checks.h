// SPDX-License-Identifier: Apache-2.0
//
// What the checks of norms with whole results share.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn::norms {

// What is quantized, and how. A call without it has a null there.
struct Quantized {
  NamedTensor numbers;
  NamedTensor factor;
  NamedTensor zeroPoint;
  NamedTensor rowScale;
};

// The tensors of a call by what they have to be; those that are null are left out.
struct Kinds {
  NamedTensor x;
  std::initializer_list<NamedTensor> likeX;
  NamedTensor gamma;
  NamedTensor beta;
  std::initializer_list<NamedTensor> likeXOut;
  std::initializer_list<Quantized> quantized;
};

// A row's dims: gamma's without 1s in front.
[[nodiscard]] std::span<const int64_t> RowDims(const aclTensor& gamma);

// A factor or a zero point that is not null: gamma's dims, or one element.
void CheckFactor(ArgumentChecks& check, const NamedTensor& factor, const NamedTensor& gamma);
// Their types, where they are not null.
void CheckFactorDtypes(ArgumentChecks& check, const NamedTensor& factor, const NamedTensor& zeroPoint);

// All of it; the rows that the checks find.
[[nodiscard]] RowShape CheckQuantized(ArgumentChecks& check, const Kinds& kinds);

[[nodiscard]] RowNormArgs QuantizedArgs(const RowShape& shape, double epsilon, bool centred, bool divides);

}  // namespace openaclnn::norms
