// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/embedding_dense_backward.h"

#include <cstddef>
#include <stdexcept>

namespace openaclnn::reference {

using testing::Array;

Array EmbeddingDenseBackward(const Array& grad, const std::vector<int64_t>& indices, uint64_t numWeights,
                             uint64_t paddingIdx, bool scaleGradByFreq) {
  testing::Require(!grad.shape.empty(), "grad has no dims");
  const auto rows = static_cast<int64_t>(numWeights);
  const auto padding = static_cast<int64_t>(paddingIdx);
  const auto rowLength = static_cast<size_t>(grad.shape.back());
  testing::Require(rowLength == 0 || grad.values.size() == indices.size() * rowLength,
                   "grad does not have one row per index");

  Array out = testing::Full({rows, grad.shape.back()}, 0.0);
  // Long double: a hot row sums up very many terms.
  std::vector<long double> sums(out.values.size(), 0.0L);
  std::vector<int64_t> occurrences(numWeights, 0);
  for (size_t t = 0; t < indices.size(); ++t) {
    if (indices[t] == padding) {
      continue;
    }
    if (indices[t] < 0 || indices[t] >= rows) {
      throw std::out_of_range("an embedding index is outside [0, numWeights)");
    }
    const auto v = static_cast<size_t>(indices[t]);
    ++occurrences[v];
    for (size_t e = 0; e < rowLength; ++e) {
      sums[v * rowLength + e] += grad.values[t * rowLength + e];
    }
  }
  for (size_t v = 0; v < numWeights; ++v) {
    const bool scale = scaleGradByFreq && occurrences[v] > 0;
    const long double divisor = scale ? static_cast<long double>(occurrences[v]) : 1.0L;
    for (size_t e = 0; e < rowLength; ++e) {
      out.values[v * rowLength + e] = static_cast<double>(sums[v * rowLength + e] / divisor);
    }
  }
  return out;
}

}  // namespace openaclnn::reference
