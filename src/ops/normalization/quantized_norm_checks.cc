// SPDX-License-Identifier: Apache-2.0
#include "ops/normalization/quantized_norm_checks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace openaclnn::norms {
namespace {

constexpr std::array<DType, 1> kInt8Alone{DType::kInt8};
constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};
constexpr std::array<DType, 5> kZeroPointDtypes{DType::kInt32, DType::kInt8, DType::kFloat, DType::kFloat16,
                                                DType::kBfloat16};

// A tensor that may be null, of one of these types.
void CheckInput(ArgumentChecks& check, const NamedTensor& tensor, std::span<const DType> dtypes) {
  check.LiveOrNull(tensor);
  if (tensor.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(tensor, dtypes).ValidView(tensor);
  }
}

void CheckOutput(ArgumentChecks& check, const NamedTensor& tensor, std::span<const DType> dtypes) {
  check.LiveOrNull(tensor);
  if (tensor.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(tensor, dtypes).ValidOutputView(tensor);
  }
}

void CheckTypesAndViews(ArgumentChecks& check, const Kinds& kinds) {
  CheckInput(check, kinds.x, FloatDtypes());
  for (const NamedTensor& tensor : kinds.likeX) {
    check.SameDtype(tensor, kinds.x).ValidView(tensor);
  }
  CheckParameterDtypes(check, {kinds.gamma, kinds.beta}, kinds.x);
  CheckViews(check, {kinds.gamma, kinds.beta}, {});
  for (const Quantized& quantized : kinds.quantized) {
    CheckFactorDtypes(check, quantized.factor, quantized.zeroPoint);
    CheckOutput(check, quantized.numbers, kInt8Alone);
    CheckOutput(check, quantized.rowScale, kFloatAlone);
  }
  for (const NamedTensor& tensor : kinds.likeXOut) {
    check.LiveOrNull(tensor);
    if (tensor.tensor != nullptr && !check.Failed()) {
      check.SameDtype(tensor, kinds.x).ValidOutputView(tensor);
    }
  }
}

}  // namespace

std::span<const int64_t> RowDims(const aclTensor& gamma) {
  std::span<const int64_t> dims = gamma.viewDims;
  while (dims.size() > 1 && dims.front() == 1) {
    dims = dims.subspan(1);
  }
  return dims;
}

void CheckFactorDtypes(ArgumentChecks& check, const NamedTensor& factor, const NamedTensor& zeroPoint) {
  CheckInput(check, factor, FloatDtypes());
  CheckInput(check, zeroPoint, kZeroPointDtypes);
}

void CheckFactor(ArgumentChecks& check, const NamedTensor& factor, const NamedTensor& gamma) {
  if (factor.tensor != nullptr) {
    check.Require(
        factor.name, "the shape of gamma, or one element",
        [&] {
          return NumElements(*factor.tensor) == 1 ||
                 std::ranges::equal(RowDims(*factor.tensor), RowDims(*gamma.tensor));
        },
        [&] { return ShapeText(factor.tensor->viewDims) + " for " + ShapeText(gamma.tensor->viewDims); });
  }
}

RowShape CheckQuantized(ArgumentChecks& check, const Kinds& kinds) {
  CheckTypesAndViews(check, kinds);
  for (const NamedTensor& tensor : kinds.likeX) {
    check.SameShape(tensor, kinds.x);
  }
  check.Require(
      kinds.gamma.name, "the last dims of the input, at least one",
      [&] { return EndsWith(*kinds.x.tensor, RowDims(*kinds.gamma.tensor)); },
      [&] {
        return ShapeText(kinds.gamma.tensor->viewDims) + " for " + ShapeText(kinds.x.tensor->viewDims);
      });
  if (check.Failed()) {
    return {};
  }
  if (kinds.beta.tensor != nullptr) {
    check.SameShape(kinds.beta, kinds.gamma);
  }
  const std::optional<int64_t> rows = RowsOf(*kinds.x.tensor, RowDims(*kinds.gamma.tensor).size());
  for (const Quantized& quantized : kinds.quantized) {
    CheckFactor(check, quantized.factor, kinds.gamma);
    CheckFactor(check, quantized.zeroPoint, kinds.gamma);
    if (quantized.numbers.tensor != nullptr) {
      check.SameShape(quantized.numbers, kinds.x);
    }
    if (quantized.rowScale.tensor != nullptr) {
      check.NumElements(quantized.rowScale, rows, "the product of the dims before gamma's");
    }
  }
  for (const NamedTensor& tensor : kinds.likeXOut) {
    if (tensor.tensor != nullptr) {
      check.SameShape(tensor, kinds.x);
    }
  }
  return check.Failed() ? RowShape{}
                        : RowShape{.rows = rows.value_or(0), .channels = NumElements(*kinds.gamma.tensor)};
}

RowNormArgs QuantizedArgs(const RowShape& shape, double epsilon, bool centred, bool divides) {
  RowNormArgs args;
  args.shape = shape;
  args.epsilon = epsilon;
  args.centred = centred;
  args.roundsSum = false;
  args.divides = divides;
  return args;
}

}  // namespace openaclnn::norms
