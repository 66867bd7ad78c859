// SPDX-License-Identifier: Apache-2.0
//   out[v,:] = sum over rows t with indices[t] == v of grad[t,:], divided by the number of such t if
//   scaleGradByFreq; 0 if v == paddingIdx or v never occurs
#include "aclnnop/aclnn_embedding_dense_backward.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/conformance/operator.h"

namespace openaclnn::conformance {
namespace {

int64_t RowLength(const TensorMap& inputs) {
  const Shape& dims = Find(inputs, "grad").Dims();
  if (dims.empty()) {
    throw std::runtime_error("grad has no dims");
  }
  return dims.back();
}

void Complete(const Case& /*testCase*/, TensorMap& /*inputs*/) {}

TensorMap Execute(const Session& session, const Case& testCase, const TensorMap& inputs) {
  const DeviceTensor grad(Find(inputs, "grad"));
  const DeviceTensor indices(Find(inputs, "indices"));
  const int64_t numWeights = testCase.Integer("numWeights");
  const int64_t paddingIdx = testCase.Integer("paddingIdx");
  const bool scale = testCase.Boolean("scaleGradByFreq");
  const DeviceTensor out(Find(inputs, "grad").Dtype(), {numWeights, RowLength(inputs)});
  RunTwoPhases(
      session,
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad.Get(), indices.Get(), static_cast<uint64_t>(numWeights), static_cast<uint64_t>(paddingIdx),
            scale, out.Get(), size, executor);
      },
      aclnnEmbeddingDenseBackward);
  TensorMap outputs;
  outputs.emplace("out", out.Download());
  return outputs;
}

/// One thread: the sums of a table's rows are what takes memory, and one pass over grad takes no time.
std::vector<Comparison> Check(const Case& testCase, const TensorMap& inputs, const TensorMap& outputs) {
  const Tensor& grad = Find(inputs, "grad");
  const std::vector<int64_t> indices = Find(inputs, "indices").ReadIntegers();
  const auto rows = static_cast<size_t>(testCase.Integer("numWeights"));
  const int64_t padding = testCase.Integer("paddingIdx");
  const bool scale = testCase.Boolean("scaleGradByFreq");
  const int64_t rowLength = RowLength(inputs);
  const auto length = static_cast<size_t>(rowLength);

  std::vector<double> sums(rows * length, 0.0);
  std::vector<double> magnitudes(rows * length, 0.0);
  std::vector<int64_t> occurrences(rows, 0);
  std::vector<double> row(length);
  for (size_t t = 0; t < indices.size() && length > 0; ++t) {
    if (indices[t] == padding) {
      continue;
    }
    const auto v = static_cast<size_t>(indices[t]);
    if (indices[t] < 0 || v >= rows) {
      throw std::runtime_error("an index is outside [0, numWeights)");
    }
    ++occurrences[v];
    grad.Read(static_cast<int64_t>(t) * rowLength, rowLength, row.data());
    for (size_t e = 0; e < length; ++e) {
      sums[v * length + e] += row[e];
      magnitudes[v * length + e] += std::fabs(row[e]);
    }
  }
  for (size_t v = 0; v < rows && scale; ++v) {
    const auto divisor = static_cast<double>(std::max<int64_t>(1, occurrences[v]));
    for (size_t at = v * length; at < (v + 1) * length; ++at) {
      sums[at] /= divisor;
      magnitudes[at] /= divisor;
    }
  }
  const Tensor& out = Find(outputs, "out");
  Comparison comparison("out", out, Tolerance{Tolerance::kSum, false});
  comparison.AddBlock(0, out.Count(), sums.data(), magnitudes.data());
  return {comparison};
}

}  // namespace

Operator EmbeddingDenseBackward() {
  return {"embedding_dense_backward", Complete, Execute, Check};
}

}  // namespace openaclnn::conformance
