// SPDX-License-Identifier: Apache-2.0
//
// aclnnTransposeBatchMatMul and aclnnTransposeBatchMatMulWeightNz: products of batches whose permuted operands and
// result are views, of which nothing is copied.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "aclnnop/aclnn_transpose_batch_mat_mul.h"
#include "base/checked_math.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/named.h"
#include "ops/common/product_checks.h"
#include "ops/matmul/matmul.h"

namespace openaclnn {
namespace {

using Args = MatmulArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kMatmulCpu};
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"x1", Role::kInput, &Args::first, false, true},
                                                          {"x2", Role::kInput, &Args::second, false, true},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kTransposeBatchMatMul{"aclnnTransposeBatchMatMul", kArguments, kKernels};
constexpr Operator<Args> kTransposeBatchMatMulWeightNz{"aclnnTransposeBatchMatMulWeightNz", kArguments,
                                                       kKernels};
constexpr std::span<const DType> kDtypes = std::span(kFloatingDtypes).first(3);

constexpr size_t kRank = 3;
using Permutation = std::array<int64_t, kRank>;
constexpr Permutation kAsTheyAre{0, 1, 2};
constexpr Permutation kRowsFirst{1, 0, 2};
constexpr Permutation kTurned{0, 2, 1};

struct Options {
  const aclIntArray* permX1;
  const aclIntArray* permX2;
  const aclIntArray* permY;
  int8_t cubeMathType;
  int32_t parts;  // of the batch
};

bool Is(const aclIntArray* list, const Permutation& permutation) {
  return std::ranges::equal(list->values, permutation);
}

void CheckPermutations(ArgumentChecks& check, const Options& options) {
  const auto either = [&](const char* name, const char* expected, const aclIntArray* list,
                          const Permutation& one, const Permutation& other) {
    check.Require(
        name, expected, [&] { return Is(list, one) || Is(list, other); },
        [&] { return ShapeText(list->values); });
  };
  either("permX1", "[0, 1, 2] or [1, 0, 2]", options.permX1, kAsTheyAre, kRowsFirst);
  either("permX2", "[0, 1, 2] or [0, 2, 1]", options.permX2, kAsTheyAre, kTurned);
  either("permY", "[1, 0, 2]", options.permY, kRowsFirst, kRowsFirst);
}

void Swap(aclTensor& tensor, size_t one, size_t other) {
  std::swap(tensor.viewDims[one], tensor.viewDims[other]);
  std::swap(tensor.strides[one], tensor.strides[other]);
}

// A product of sizes, or more than any memory has.
int64_t Size(int64_t one, int64_t other) {
  return CheckedMultiply(one, other).value_or(std::numeric_limits<int64_t>::max());
}

// The first dim as parts and what they have.
void SplitFirst(aclTensor& tensor, int64_t parts) {
  const int64_t each = tensor.viewDims[0] / parts;
  tensor.viewDims[0] = each;
  tensor.viewDims.insert(tensor.viewDims.begin(), parts);
  tensor.strides.insert(tensor.strides.begin(), Size(tensor.strides[0], each));
}

// The second operand, as a tensor and as its memory has it.
struct Second {
  aclTensor shown;
  std::optional<FractalMatrices> blocks;
};

Second FindSecond(ArgumentChecks& check, const NamedTensor& x2, bool takesFractal) {
  Second second{*x2.tensor, std::nullopt};
  if (!takesFractal || !IsFractalLabel(x2.tensor->format)) {
    check.ValidView(x2);
    return second;
  }
  second.shown = AsPlain(*x2.tensor);
  if (IsFractal(*x2.tensor)) {
    second.blocks = FindFractal(check, x2);
  }
  check.ValidView({x2.name, &second.shown});
  return second;
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<3>& given, const aclTensor* bias,
            const aclTensor* scale, const Options& options) {
  const auto [x1, x2, out] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).LiveOrNull("bias", bias).LiveOrNull("scale", scale);
  check.NotNull("permX1", options.permX1).NotNull("permX2", options.permX2).NotNull("permY", options.permY);
  check.NotNull(out);
  for (const auto& [name, tensor] : {NamedTensor{"bias", bias}, NamedTensor{"scale", scale}}) {
    check.Require(
        name, "null: it is not supported", [&, &one = tensor] { return one == nullptr; },
        [] { return "a tensor"; });
  }
  check.DtypeIn(x1, kDtypes).SameDtype(x2, x1).SameDtype(out, x1);
  check.ValidView(x1).ValidOutputView(out);
  CheckCubeMathType(check, options.cubeMathType, 4);
  if (check.Failed()) {
    return check.Result();
  }
  const Second second = FindSecond(check, x2, &op == &kTransposeBatchMatMulWeightNz);
  check.Rank(x1, kRank).Rank({x2.name, &second.shown}, kRank).Rank(out, kRank);
  CheckPermutations(check, options);
  if (check.Failed()) {
    return check.Result();
  }
  aclTensor left = *x1.tensor;
  aclTensor right = second.shown;
  const bool turned = Is(options.permX2, kTurned);
  if (Is(options.permX1, kRowsFirst)) {
    Swap(left, 0, 1);
  }
  if (turned) {
    Swap(right, 1, 2);
  }
  const int64_t batch = left.viewDims[0];
  const int64_t parts = options.parts;
  check.Require(
      x2.name, "the batch of x1, and as many rows as x1 has columns, both as they are multiplied",
      [&] { return right.viewDims[0] == batch && right.viewDims[1] == left.viewDims[2]; },
      [&] { return ShapeText(right.viewDims) + " behind " + ShapeText(left.viewDims); });
  check.Require(
      "batchSplitFactor", "a positive divisor of the batch, or 1 of none",
      [&] { return parts == 1 || (parts > 1 && parts <= batch && batch % parts == 0); },
      [&] { return std::to_string(parts) + " for " + std::to_string(batch); });
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t columns = right.viewDims[2];
  aclTensor result = *out.tensor;
  if (parts == 1) {
    check.Shape(out, {left.viewDims[1], batch, columns}, "[M, B, N]");
    Swap(result, 0, 1);
  } else {
    check.Shape(out, {parts, left.viewDims[1], Size(batch / parts, columns)},
                "[batchSplitFactor, M, B * N / batchSplitFactor]");
    SplitFirst(left, parts);
    SplitFirst(right, parts);
    const int64_t column = result.strides[2];
    result.viewDims = {parts, batch / parts, left.viewDims[2], columns};
    result.strides = {result.strides[0], Size(column, columns), result.strides[1], column};
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  aclTensor storage = right;
  if (second.blocks) {
    args.blockWidth = second.blocks->width;
    args.transposedBlocks = second.blocks->transposed != turned;
    args.depth = left.viewDims.back();
    args.columns = columns;
    storage = second.blocks->storage;
    if (parts > 1) {
      SplitFirst(storage, parts);
    }
  }
  return call.Bind(op, args, {{x1.tensor, left}, {x2.tensor, storage}, {out.tensor, result}});
}

}  // namespace
}  // namespace openaclnn

#define OPENACLNN_TRANSPOSED_PRODUCT(name, row)                                                             \
  OPENACLNN_CALL(                                                                                           \
      name,                                                                                                 \
      (const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, const aclTensor* scale,             \
       const aclIntArray* permX1, const aclIntArray* permX2, const aclIntArray* permY, int8_t cubeMathType, \
       int32_t batchSplitFactor, aclTensor* out),                                                           \
      Bind(call, row, {x1, x2, out}, bias, scale, {permX1, permX2, permY, cubeMathType, batchSplitFactor}))

OPENACLNN_TRANSPOSED_PRODUCT(aclnnTransposeBatchMatMul, kTransposeBatchMatMul)
OPENACLNN_TRANSPOSED_PRODUCT(aclnnTransposeBatchMatMulWeightNz, kTransposeBatchMatMulWeightNz)
