// SPDX-License-Identifier: Apache-2.0
//
// An oracle for attention and its gradients, in float64, straight from the formulas: every score is kept. All
// arrays are [batches, heads, rows, size], whatever the layout that the operator is given.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/device.h"
#include "tests/support/philox.h"
#include "tests/support/random.h"

namespace openaclnn::testing {

struct AttentionProblem {
  int64_t batches = 1;
  int64_t heads = 1;
  int64_t keyHeads = 1;
  int64_t queries = 1;
  int64_t keys = 1;
  int64_t size = 1;
  int64_t valueSize = 1;
  std::string layout = "BNSD";
  double scale = 0.25;
  double keepProb = 1;
  bool drawsMask = false;  // dropout by the seed and the offset, not by a mask
  int64_t seed = 0;
  int64_t offset = 0;
  int64_t sparseMode = 0;
  int64_t before = 0;
  int64_t after = 0;
  std::vector<int64_t> prefix{};
  int64_t pseType = 1;
  Shape biasShape{};  // empty: none
  Shape maskShape{};

  [[nodiscard]] Shape QueryShape() const { return {batches, heads, queries, size}; }
  [[nodiscard]] Shape KeyShape() const { return {batches, keyHeads, keys, size}; }
  [[nodiscard]] Shape ValueShape() const { return {batches, keyHeads, keys, valueSize}; }
  [[nodiscard]] Shape OutShape() const { return {batches, heads, queries, valueSize}; }
  [[nodiscard]] Shape RowShape() const { return {batches, heads, queries, 8}; }
};

struct AttentionData {
  Array query;
  Array key;
  Array value;
  Array bias;
  Array mask;
  Array dropMask;  // bytes
  Array outGradient;
};

/// The mask that a seed and an offset stand for: bit i is word i of the sequence, compared.
inline Array DrawnMask(const AttentionProblem& problem, int64_t bits) {
  Array mask = Full({(bits + 7) / 8}, 0);
  for (int64_t bit = 0; bit < bits; ++bit) {
    const uint32_t word = PhiloxWord(static_cast<uint64_t>(bit), static_cast<uint64_t>(problem.seed),
                                     static_cast<uint64_t>(problem.offset));
    if (word >= std::ldexp(1 - problem.keepProb, 32)) {
      mask.values[static_cast<size_t>(bit / 8)] += static_cast<double>(1 << (bit % 8));
    }
  }
  return mask;
}

inline AttentionData DrawAttention(const AttentionProblem& problem, aclDataType dtype, Random& random) {
  AttentionData data;
  data.query = random.Normal(problem.QueryShape(), dtype, 0, 1);
  data.key = random.Normal(problem.KeyShape(), dtype, 0, 1);
  data.value = random.Normal(problem.ValueShape(), dtype, 0, 1);
  data.outGradient = random.Normal(problem.OutShape(), dtype, 0, 1);
  if (!problem.biasShape.empty()) {
    data.bias = random.Normal(problem.biasShape, dtype, 0, 1);
  }
  if (!problem.maskShape.empty()) {
    data.mask = random.Integers(problem.maskShape, ACL_BOOL, 0, 2);
  }
  if (problem.keepProb < 1) {
    const int64_t bits = problem.batches * problem.heads * problem.queries * problem.keys;
    data.dropMask = random.Integers({(bits + 7) / 8}, ACL_UINT8, 0, 256);
    if (problem.drawsMask) {
      data.dropMask = DrawnMask(problem, bits);
    }
  }
  return data;
}

/// Element (b, n, i, j) of what broadcasts to [batches, heads, queries, keys].
inline double Broadcast(const Array& array, std::span<const int64_t> index) {
  size_t place = 0;
  for (size_t d = 0; d < array.shape.size(); ++d) {
    const int64_t own = index[index.size() - array.shape.size() + d];
    place = place * static_cast<size_t>(array.shape[d]) + static_cast<size_t>(array.shape[d] == 1 ? 0 : own);
  }
  return array.values[place];
}

inline bool Sees(const AttentionProblem& problem, const AttentionData& data, std::span<const int64_t> index) {
  const int64_t i = index[2];
  const int64_t j = index[3];
  const int64_t diagonal = i + problem.keys - problem.queries;
  switch (problem.sparseMode) {
    case 2:
      return j <= i;
    case 3:
      return j <= diagonal;
    case 4:
      return -problem.before <= j - diagonal && j - diagonal <= problem.after;
    case 6:
      return j <= diagonal || j < problem.prefix[static_cast<size_t>(index[0])];
    default:
      return data.mask.shape.empty() || Broadcast(data.mask, index) == 0;
  }
}

struct AttentionResults {
  Array out;
  Array largest;  // [batches, heads, queries, 8]
  Array sum;
  Array outMagnitudes;
  Array queryGradient;
  Array keyGradient;
  Array valueGradient;
  Array biasGradient;
  Array queryMagnitudes;
  Array keyMagnitudes;
  Array valueMagnitudes;
  Array biasMagnitudes;
};

/// What one query's row of the matrix of scores has.
class AttentionRow {
 public:
  AttentionRow(const AttentionProblem& problem, const AttentionData& data, int64_t b, int64_t n, int64_t i)
      : problem_(problem),
        data_(data),
        b_(b),
        n_(n),
        i_(i),
        keyHead_(n / (problem.heads / problem.keyHeads)) {
    for (int64_t j = 0; j < problem.keys; ++j) {
      const std::array<int64_t, 4> index{b, n, i, j};
      double product = 0;
      double magnitude = 0;
      for (int64_t d = 0; d < problem.size; ++d) {
        const double term = Query(d) * Key(j, d);
        product += term;
        magnitude += std::abs(term);
      }
      const double bias = data.bias.shape.empty() ? 0 : Broadcast(data.bias, index);
      const double shift = problem.pseType == 0 ? bias : problem.scale * bias;
      const bool seen = Sees(problem, data, index);
      scores.push_back(seen ? problem.scale * product + shift : -INFINITY);
      largest = std::max(largest, scores.back());
      scoreMagnitude = std::max(scoreMagnitude, std::abs(problem.scale) * magnitude + std::abs(shift));
      const int64_t bit = ((b * problem.heads + n) * problem.queries + i) * problem.keys + j;
      const bool keeps =
          problem.keepProb == 1 ||
          (static_cast<int64_t>(data.dropMask.values[static_cast<size_t>(bit / 8)]) >> (bit % 8) & 1) != 0;
      kept.push_back(keeps ? 1 / problem.keepProb : 0);
    }
    for (const double score : scores) {
      sum += std::exp(score - largest);
    }
    sum = sum == 0 ? 1 : sum;
    for (const double score : scores) {
      probabilities.push_back(std::exp(score - largest) / sum);
    }
  }

  [[nodiscard]] size_t QueryAt(int64_t d) const {
    return At(problem_.heads, n_, problem_.queries, i_, problem_.size, d);
  }
  [[nodiscard]] size_t KeyAt(int64_t j, int64_t d) const {
    return At(problem_.keyHeads, keyHead_, problem_.keys, j, problem_.size, d);
  }
  [[nodiscard]] size_t ValueAt(int64_t j, int64_t d) const {
    return At(problem_.keyHeads, keyHead_, problem_.keys, j, problem_.valueSize, d);
  }
  [[nodiscard]] size_t OutAt(int64_t d) const {
    return At(problem_.heads, n_, problem_.queries, i_, problem_.valueSize, d);
  }
  [[nodiscard]] size_t RowAt(int64_t copy) const {
    return At(problem_.heads, n_, problem_.queries, i_, 8, copy);
  }
  [[nodiscard]] size_t BiasAt(int64_t j) const {
    const Shape& shape = problem_.biasShape;
    return static_cast<size_t>(
        (((shape[0] == 1 ? 0 : b_) * shape[1] + n_) * shape[2] + (shape[2] == 1 ? 0 : i_)) * shape[3] + j);
  }
  [[nodiscard]] double Query(int64_t d) const { return data_.query.values[QueryAt(d)]; }
  [[nodiscard]] double Key(int64_t j, int64_t d) const { return data_.key.values[KeyAt(j, d)]; }
  [[nodiscard]] double Value(int64_t j, int64_t d) const { return data_.value.values[ValueAt(j, d)]; }
  [[nodiscard]] double OutGradient(int64_t d) const { return data_.outGradient.values[OutAt(d)]; }

  std::vector<double> scores;
  std::vector<double> probabilities;
  std::vector<double> kept;
  double largest = -static_cast<double>(FLT_MAX);
  double sum = 0;
  double scoreMagnitude = 0;  // the largest sum of the terms' magnitudes

 private:
  [[nodiscard]] size_t At(int64_t heads, int64_t head, int64_t rows, int64_t row, int64_t size,
                          int64_t d) const {
    return static_cast<size_t>(((b_ * heads + head) * rows + row) * size + d);
  }

  const AttentionProblem& problem_;
  const AttentionData& data_;
  int64_t b_;
  int64_t n_;
  int64_t i_;
  int64_t keyHead_;
};

template <typename Visit>
void ForEachRow(const AttentionProblem& problem, const AttentionData& data, const Visit& visit) {
  for (int64_t b = 0; b < problem.batches; ++b) {
    for (int64_t n = 0; n < problem.heads; ++n) {
      for (int64_t i = 0; i < problem.queries; ++i) {
        visit(AttentionRow(problem, data, b, n, i));
      }
    }
  }
}

/// The forward results. An error of a score, in proportion to what is summed up for it, is a relative error
/// of its probability: magnitudes hold both.
inline AttentionResults ExpectForward(const AttentionProblem& problem, const AttentionData& data) {
  AttentionResults results;
  results.out = results.outMagnitudes = Full(problem.OutShape(), 0);
  results.largest = results.sum = Full(problem.RowShape(), 0);
  ForEachRow(problem, data, [&](const AttentionRow& row) {
    for (int64_t j = 0; j < problem.keys; ++j) {
      const auto at = static_cast<size_t>(j);
      const double weight = row.probabilities[at] * row.kept[at];
      for (int64_t d = 0; d < problem.valueSize; ++d) {
        results.out.values[row.OutAt(d)] += weight == 0 ? 0 : weight * row.Value(j, d);
        results.outMagnitudes.values[row.OutAt(d)] +=
            std::abs(weight * row.Value(j, d)) * (1 + row.scoreMagnitude);
      }
    }
    for (int64_t copy = 0; copy < 8; ++copy) {
      results.largest.values[row.RowAt(copy)] = row.largest;
      results.sum.values[row.RowAt(copy)] = row.sum;
    }
  });
  return results;
}

/// The gradients, where `results` has those of ExpectForward and, in `out`, what the operator is given.
inline void ExpectGradients(const AttentionProblem& problem, const AttentionData& data,
                            AttentionResults* results) {
  results->queryGradient = results->queryMagnitudes = Full(problem.QueryShape(), 0);
  results->keyGradient = results->keyMagnitudes = Full(problem.KeyShape(), 0);
  results->valueGradient = results->valueMagnitudes = Full(problem.ValueShape(), 0);
  results->biasGradient = results->biasMagnitudes = Full(problem.biasShape, 0);
  const auto add = [](Array& sums, Array& magnitudes, size_t at, double term, double magnitude) {
    sums.values[at] += term;
    magnitudes.values[at] += std::abs(magnitude);
  };
  ForEachRow(problem, data, [&](const AttentionRow& row) {
    double correction = 0;
    double correctionMagnitude = 0;
    for (int64_t d = 0; d < problem.valueSize; ++d) {
      const double term = row.OutGradient(d) * results->out.values[row.OutAt(d)];
      correction += term;
      correctionMagnitude += std::abs(term);
    }
    for (int64_t j = 0; j < problem.keys; ++j) {
      const auto at = static_cast<size_t>(j);
      double gradient = 0;
      double magnitude = 0;
      for (int64_t d = 0; d < problem.valueSize; ++d) {
        const double term = row.OutGradient(d) * row.Value(j, d) * row.kept[at];
        gradient += term;
        magnitude += std::abs(term);
        const double weight = row.probabilities[at] * row.kept[at] * row.OutGradient(d);
        add(results->valueGradient, results->valueMagnitudes, row.ValueAt(j, d), weight,
            weight * (1 + row.scoreMagnitude));
      }
      const double score = row.probabilities[at] * (gradient - correction);
      const double scoreMagnitude =
          row.probabilities[at] * (magnitude + correctionMagnitude) * (1 + row.scoreMagnitude);
      for (int64_t d = 0; d < problem.size; ++d) {
        add(results->queryGradient, results->queryMagnitudes, row.QueryAt(d),
            problem.scale * score * row.Key(j, d), problem.scale * scoreMagnitude * row.Key(j, d));
        add(results->keyGradient, results->keyMagnitudes, row.KeyAt(j, d),
            problem.scale * score * row.Query(d), problem.scale * scoreMagnitude * row.Query(d));
      }
      if (!problem.biasShape.empty()) {
        const double factor = problem.pseType == 0 ? 1 : problem.scale;
        add(results->biasGradient, results->biasMagnitudes, row.BiasAt(j), factor * score,
            factor * scoreMagnitude);
      }
    }
  });
}

/// [batches, heads, rows, size] in the dims of a layout.
inline Array ToLayout(const Array& heads, const std::string& layout) {
  const int64_t b = heads.shape[0];
  const int64_t n = heads.shape[1];
  const int64_t s = heads.shape[2];
  const int64_t d = heads.shape[3];
  Array result = heads;
  result.shape = layout == "BSH"    ? Shape{b, s, n * d}
                 : layout == "SBH"  ? Shape{s, b, n * d}
                 : layout == "BSND" ? Shape{b, s, n, d}
                                    : heads.shape;
  for (int64_t flat = 0; flat < NumElements(heads.shape); ++flat) {
    const int64_t element = flat % d;
    const int64_t row = flat / d % s;
    const int64_t head = flat / d / s % n;
    const int64_t batch = flat / d / s / n;
    const int64_t outer = layout == "SBH" ? row * b + batch : batch * s + row;
    const int64_t place = layout == "BNSD" ? flat : (outer * n + head) * d + element;
    result.values[static_cast<size_t>(place)] = heads.values[static_cast<size_t>(flat)];
  }
  return result;
}

inline const char* const kAttentionLayouts[] = {"BNSD", "BSH", "SBH", "BSND"};

/// Calls expect(problem, dtype) for problems of many shapes in each layout: each type meets each layout.
template <typename Expect>
void ForEachAttentionProblem(const Expect& expect) {
  const std::vector<AttentionProblem> problems{
      {.queries = 1, .keys = 1, .size = 1, .valueSize = 1},
      {.batches = 2, .heads = 3, .keyHeads = 3, .queries = 17, .keys = 33, .size = 8, .valueSize = 8},
      {.batches = 2, .heads = 4, .keyHeads = 2, .queries = 40, .keys = 300, .size = 64, .valueSize = 64},
      {.batches = 2, .heads = 4, .keyHeads = 2, .queries = 140, .keys = 150, .size = 16, .valueSize = 24},
      {.heads = 6, .keyHeads = 1, .queries = 1, .keys = 700, .size = 40, .valueSize = 40},
      {.heads = 1, .keyHeads = 1, .queries = 300, .keys = 5, .size = 13, .valueSize = 7},
      {.queries = 20, .keys = 20, .size = 300, .valueSize = 260, .scale = 0.05},
      {.batches = 9, .heads = 2, .keyHeads = 2, .queries = 5, .keys = 140, .size = 8, .valueSize = 8},
  };
  const aclDataType dtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  size_t next = 0;
  for (AttentionProblem problem : problems) {
    for (const char* layout : kAttentionLayouts) {
      problem.layout = layout;
      expect(problem, dtypes[next++ % 3]);
    }
  }
}

}  // namespace openaclnn::testing
