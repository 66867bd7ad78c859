// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <limits>
#include <span>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "base/checked_math.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/storage_checks.h"
#include "ops/embedding/embedding_dense_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = EmbeddingDenseBackwardArgs;

constexpr std::array<TensorArgument<Args>, 3> kArguments{{
    {"grad", Role::kInput, &Args::grad},
    {"indices", Role::kInput, &Args::indices},
    {"out", Role::kOutput, &Args::out},
}};

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kEmbeddingDenseBackwardCpu};

constexpr Operator<Args> kOperator{"aclnnEmbeddingDenseBackward", kArguments, kKernels};

constexpr std::array<DType, 9> kIndexDtypes{DType::kFloat, DType::kFloat16, DType::kDouble,
                                            DType::kInt32, DType::kInt64,   DType::kInt16,
                                            DType::kInt8,  DType::kUint8,   DType::kBool};

Status Bind(PhaseOneCall& call, const Tensors<3>& given, uint64_t numWeights, uint64_t paddingIdx,
            bool scaleGradByFreq) {
  const auto [grad, indices, out] = Named(kOperator, given);
  ArgumentChecks check;
  check.NotNull(grad).NotNull(indices).NotNull(out);
  check.DtypeIn(grad, FloatDtypes()).DtypeIn(indices, kIndexDtypes).DtypeIn(out, FloatDtypes());
  CheckStoredViews(check, {grad, indices});
  CheckStoredOutputView(check, out);
  check.Require(
      grad.name, "at least 1 dim", [&rows = grad] { return !rows.tensor->viewDims.empty(); },
      [] { return "0 dims"; });
  if (check.Failed()) {
    return check.Result();
  }
  const std::span<const int64_t> gradDims = grad.tensor->viewDims;
  const int64_t rowLength = gradDims.back();
  // Rows of no elements are not counted.
  if (rowLength != 0) {
    check.NumElements(indices, CheckedProduct(gradDims.first(gradDims.size() - 1)),
                      "one for each row of grad");
  }
  const auto tableRows = static_cast<int64_t>(numWeights);
  check.Require(
      "numWeights", "a count below 2^63", [&] { return tableRows >= 0; },
      [&] { return std::to_string(numWeights); });
  check.Shape(out, {tableRows, rowLength}, "[numWeights, last dim of grad]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  // Callers pass -1 for none through the unsigned parameter.
  args.paddingIdx = static_cast<int64_t>(paddingIdx);
  args.scaleGradByFreq = scaleGradByFreq;
  return call.Bind(kOperator, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnEmbeddingDenseBackward,
               (const aclTensor* grad, const aclTensor* indices, uint64_t numWeights, uint64_t paddingIdx,
                bool scaleGradByFreq, const aclTensor* out),
               Bind(call, {grad, indices, out}, numWeights, paddingIdx, scaleGradByFreq))
