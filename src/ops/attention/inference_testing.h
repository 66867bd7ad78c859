// SPDX-License-Identifier: Apache-2.0
//
// An oracle for attention to cached keys, in float64, straight from the formula: every score is kept. Arrays
// are [sequences, heads, rows, size]; how tensors arrange them is written down a second time here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/random.h"

namespace openaclnn::testing {

struct InferenceProblem {
  int64_t batches = 2;
  int64_t heads = 4;
  int64_t keyHeads = 2;
  int64_t queries = 5;  // rows of a sequence, at most
  int64_t keys = 40;
  int64_t size = 16;
  int64_t valueSize = 16;
  int64_t ropeSize = 0;
  std::string layout = "BNSD";
  std::vector<int64_t> queryLengths{};  // empty: all rows
  std::vector<int64_t> keyLengths{};
  bool lists = false;     // a tensor of keys for each sequence
  int64_t blockSize = 0;  // 0: no pages
  size_t pageRank = 3;
  int64_t prefix = 0;         // keys
  int64_t queryPadding = -1;  // negative: none is given
  int64_t keyPadding = -1;
  double scale = 0.25;
  int64_t sparseMode = 0;
  int64_t before = INT64_MAX;
  int64_t after = INT64_MAX;
  Shape maskShape{};  // empty: none
  Shape biasShape{};
  bool sinks = false;
  bool wantsLse = true;
  bool integers = false;  // keys and values are INT8
  bool splitScales = true;
  bool offsets = true;
  int64_t keyScaleMode = 0;  // of both, if the scales are not split
  int64_t valueScaleMode = 0;
  bool scaleOfAll = false;  // in mode 0

  [[nodiscard]] std::string In() const { return layout.substr(0, layout.find('_')); }
  [[nodiscard]] std::string Out() const {
    const size_t at = layout.find('_');
    return at == std::string::npos ? layout : layout.substr(at + 1);
  }
  [[nodiscard]] bool Ragged() const { return layout.find('T') != std::string::npos; }
  [[nodiscard]] int64_t QueriesOf(int64_t b) const {
    return queryLengths.empty() || (queries == 1 && !Ragged()) ? queries
                                                               : queryLengths[static_cast<size_t>(b)];
  }
  [[nodiscard]] int64_t KeysOf(int64_t b) const {
    return keyLengths.empty() ? keys : keyLengths[static_cast<size_t>(b)];
  }
  [[nodiscard]] int64_t FirstQuery(int64_t b) const {
    return queryPadding < 0 ? 0 : queries - queryPadding - QueriesOf(b);
  }
  [[nodiscard]] int64_t FirstKey(int64_t b) const {
    return keyPadding < 0 ? 0 : keys - keyPadding - KeysOf(b);
  }
};

/// What integers are scaled by, each [1 or sequences, 1 or heads, 1 or rows, 1 or size].
struct DrawnScales {
  Array scales;
  Array offsets;  // perhaps none
};

struct InferenceData {
  DrawnScales keyScales;
  DrawnScales valueScales;
  Array query;
  Array key;  // of rows that no sequence has: NaN
  Array value;
  Array queryRope;
  Array keyRope;
  Array keyPrefix;
  Array valuePrefix;
  Array mask;
  Array bias;
  Array sinks;
};

/// Whether each key, each head, has a scale of its own.
inline bool ScalesTokens(int64_t mode) {
  return mode == 1 || mode >= 3;
}
inline bool ScalesHeads(int64_t mode) {
  return mode == 2 || mode == 3 || mode == 5;
}

inline DrawnScales DrawScales(const InferenceProblem& p, int64_t mode, int64_t size, aclDataType dtype,
                              Random& random) {
  const bool elements = mode == 0 && !p.scaleOfAll;
  const Shape shape{ScalesTokens(mode) ? p.batches : 1, ScalesHeads(mode) || elements ? p.keyHeads : 1,
                    ScalesTokens(mode) ? p.keys : 1, elements ? size : 1};
  return {random.Normal(shape, dtype, 0, 0.02), p.offsets ? random.Normal(shape, dtype, 0, 10) : Array{}};
}

/// What integers stand for, in float64.
inline Array ScaledBy(const DrawnScales& by, Array integers) {
  for (size_t at = 0; at < integers.values.size(); ++at) {
    Shape place = IndexOf(integers.shape, static_cast<int64_t>(at));
    for (size_t d = 0; d < place.size(); ++d) {
      place[d] = by.scales.shape[d] == 1 ? 0 : place[d];
    }
    const double offset = by.offsets.shape.empty() ? 0 : At(by.offsets, place);
    integers.values[at] = (integers.values[at] + offset) * At(by.scales, place);
  }
  return integers;
}

inline InferenceData DrawInference(const InferenceProblem& p, aclDataType dtype, Random& random) {
  const auto draw = [&](const Shape& shape) {
    return NumElements(shape) == 0 ? Array{} : random.Normal(shape, dtype, 0, 1);
  };
  InferenceData data;
  data.query = draw({p.batches, p.heads, p.queries, p.size});
  const auto cached = [&](const Shape& shape) {
    return p.integers && NumElements(shape) > 0 ? random.Integers(shape, ACL_INT8, -128, 128) : draw(shape);
  };
  data.key = cached({p.batches, p.keyHeads, p.keys, p.size});
  data.value = cached({p.batches, p.keyHeads, p.keys, p.valueSize});
  data.queryRope = draw({p.batches, p.heads, p.queries, p.ropeSize});
  data.keyRope = draw({p.batches, p.keyHeads, p.keys, p.ropeSize});
  data.keyPrefix = cached({1, p.keyHeads, p.prefix, p.size});
  data.valuePrefix = cached({1, p.keyHeads, p.prefix, p.valueSize});
  data.bias = p.biasShape.empty() ? Array{} : draw(p.biasShape);
  data.mask = p.maskShape.empty() ? Array{} : random.Integers(p.maskShape, ACL_BOOL, 0, 2);
  data.sinks = p.sinks ? draw({p.heads}) : Array{};
  if (p.integers) {
    data.keyScales = DrawScales(p, p.keyScaleMode, p.size, dtype, random);
    data.valueScales =
        DrawScales(p, p.splitScales ? p.valueScaleMode : p.keyScaleMode, p.valueSize, dtype, random);
  }
  for (Array* array : {&data.key, &data.value, &data.keyRope, &data.keyScales.scales,
                       &data.valueScales.scales, &data.keyScales.offsets, &data.valueScales.offsets}) {
    for (size_t at = 0; at < array->values.size(); ++at) {
      const Shape index = IndexOf(array->shape, static_cast<int64_t>(at));
      const int64_t row = index[2] - p.FirstKey(index[0]);
      if (array->shape[2] == p.keys && p.keys > 1 && (row < 0 || row >= p.KeysOf(index[0]))) {
        array->values[at] = NAN;
      }
    }
  }
  return data;
}

struct InferenceResults {
  Array out;         // [sequences, heads, rows, valueSize]
  Array magnitudes;  // of what is summed
  Array lse;         // [sequences, heads, rows, 1]
  Array lseMagnitudes;
};

// A mask's or bias's element for positions in tensors.
inline double ElementFor(const Array& array, bool hasHeads, const InferenceProblem& p, const Shape& place) {
  Shape index(array.shape.size(), 0);
  const size_t rank = index.size();
  const auto at = [&](size_t dim, int64_t position) { return array.shape[dim] == 1 ? 0 : position; };
  index[rank - 1] = at(rank - 1, place[3]);
  if (rank == 2 && p.queries == 1 && !p.Ragged()) {
    index[0] = at(0, place[0]);
    return At(array, index);
  }
  index[rank - 2] = at(rank - 2, place[2]);
  if (rank >= 3) {
    index[0] = at(0, place[0]);
  }
  if (hasHeads) {
    index[1] = at(1, place[1]);
  }
  return At(array, index);
}

inline InferenceResults ExpectInference(const InferenceProblem& p, const InferenceData& drawn) {
  InferenceData data = drawn;
  if (p.integers) {
    data.key = ScaledBy(data.keyScales, data.key);
    data.value = ScaledBy(data.valueScales, data.value);
    data.keyPrefix = ScaledBy(data.keyScales, data.keyPrefix);
    data.valuePrefix = ScaledBy(data.valueScales, data.valuePrefix);
  }
  InferenceResults results;
  results.out = results.magnitudes = Full({p.batches, p.heads, p.queries, p.valueSize}, 0);
  results.lse = Full({p.batches, p.heads, p.queries, 1}, INFINITY);
  results.lseMagnitudes = Full(results.lse.shape, 1);
  const bool single = p.queries == 1 && !p.Ragged() && p.ropeSize == 0;
  for (int64_t b = 0; b < p.batches; ++b) {
    const int64_t queries = p.QueriesOf(b);
    const int64_t keys = p.prefix + p.KeysOf(b);
    for (int64_t n = 0; n < p.heads; ++n) {
      const int64_t m = n / (p.heads / p.keyHeads);
      for (int64_t i = 0; i < queries; ++i) {
        const int64_t row = p.FirstQuery(b) + i;
        const auto keyAt = [&](const Array& own, const Array& prefix, int64_t j, int64_t d) {
          return j < p.prefix ? At(prefix, {0, m, j, d}) : At(own, {b, m, p.FirstKey(b) + j - p.prefix, d});
        };
        const auto sees = [&](int64_t j) {
          const int64_t diagonal = i + keys - queries;
          if (!data.mask.shape.empty() && p.sparseMode <= 1 &&
              ElementFor(data.mask, false, p, {b, 0, row, p.FirstKey(b) + j}) != 0) {
            return false;
          }
          if (single) {
            return true;
          }
          const auto within = [&](int64_t middle) {
            return static_cast<double>(j - middle) >= -static_cast<double>(p.before) &&
                   static_cast<double>(j - middle) <= static_cast<double>(p.after);
          };
          switch (p.sparseMode) {
            case 0:
              return data.mask.shape.empty() || within(i);
            case 2:
              return j <= i;
            case 3:
              return j <= diagonal;
            case 4:
              return within(diagonal);
            default:
              return true;
          }
        };
        std::vector<std::pair<int64_t, double>> scores;
        double largest = data.sinks.shape.empty() ? -INFINITY : At(data.sinks, {n});
        double scoreMagnitude = 0;
        for (int64_t j = 0; j < keys; ++j) {
          if (!sees(j)) {
            continue;
          }
          double product = 0;
          double magnitude = 0;
          for (int64_t d = 0; d < p.size + p.ropeSize; ++d) {
            const double term =
                d < p.size
                    ? At(data.query, {b, n, row, d}) * keyAt(data.key, data.keyPrefix, j, d)
                    : At(data.queryRope, {b, n, row, d - p.size}) * keyAt(data.keyRope, {}, j, d - p.size);
            product += term;
            magnitude += std::abs(term);
          }
          const double bias =
              data.bias.shape.empty() ? 0 : ElementFor(data.bias, true, p, {b, n, row, p.FirstKey(b) + j});
          const double score = p.scale * product + bias;
          if (score == -INFINITY) {
            continue;
          }
          scores.emplace_back(j, score);
          largest = std::max(largest, score);
          scoreMagnitude = std::max(scoreMagnitude, std::abs(p.scale) * magnitude + std::abs(bias));
        }
        if (scores.empty()) {
          continue;
        }
        double sum = data.sinks.shape.empty() ? 0 : std::exp(At(data.sinks, {n}) - largest);
        for (const auto& [j, score] : scores) {
          sum += std::exp(score - largest);
        }
        for (const auto& [j, score] : scores) {
          for (int64_t d = 0; d < p.valueSize; ++d) {
            const double term = std::exp(score - largest) / sum * keyAt(data.value, data.valuePrefix, j, d);
            const size_t at = FlatIndex(results.out.shape, {b, n, row, d});
            results.out.values[at] += term;
            results.magnitudes.values[at] += std::abs(term) * (1 + scoreMagnitude);
          }
        }
        const size_t at = FlatIndex(results.lse.shape, {b, n, row, 0});
        results.lse.values[at] = largest + std::log(sum);
        results.lseMagnitudes.values[at] = 1 + scoreMagnitude + std::abs(largest);
      }
    }
  }
  return results;
}

/// Rows of all sequences one after the other, and some that no sequence has: [1, heads, T, size].
inline constexpr int64_t kRowsOfNone = 2;
inline Array ToRagged(const Array& heads, const std::vector<int64_t>& lengths, double others) {
  const int64_t rows = std::accumulate(lengths.begin(), lengths.end(), int64_t{0}) + kRowsOfNone;
  Array ragged = Full({1, heads.shape[1], rows, heads.shape[3]}, others);
  int64_t first = 0;
  for (size_t b = 0; b < lengths.size(); ++b) {
    for (int64_t n = 0; n < heads.shape[1]; ++n) {
      for (int64_t i = 0; i < lengths[b]; ++i) {
        for (int64_t d = 0; d < heads.shape[3]; ++d) {
          ragged.values[FlatIndex(ragged.shape, {0, n, first + i, d})] =
              At(heads, {static_cast<int64_t>(b), n, i, d});
        }
      }
    }
    first += lengths[b];
  }
  return ragged;
}

/// [sequences, heads, rows, size] arranged as a layout names: B, N, S or T, D, or H for both of N and D.
inline Array ToArrangement(const Array& heads, const std::string& layout) {
  const Shape& s = heads.shape;
  Shape shape;
  for (const char letter : layout) {
    shape.push_back(letter == 'B'   ? s[0]
                    : letter == 'N' ? s[1]
                    : letter == 'D' ? s[3]
                    : letter == 'H' ? s[1] * s[3]
                                    : s[2]);
  }
  Array arranged = Full(shape, 0);
  for (size_t at = 0; at < heads.values.size(); ++at) {
    const Shape from = IndexOf(s, static_cast<int64_t>(at));
    Shape to;
    for (const char letter : layout) {
      to.push_back(letter == 'B'   ? from[0]
                   : letter == 'N' ? from[1]
                   : letter == 'D' ? from[3]
                   : letter == 'H' ? from[1] * s[3] + from[3]
                                   : from[2]);
    }
    arranged.values[FlatIndex(shape, to)] = heads.values[at];
  }
  return arranged;
}

inline std::vector<int64_t> LengthsOf(const InferenceProblem& p, bool ofKeys) {
  std::vector<int64_t> lengths;
  for (int64_t b = 0; b < p.batches; ++b) {
    lengths.push_back(ofKeys ? p.KeysOf(b) : p.QueriesOf(b));
  }
  return lengths;
}

/// What a tensor of queries, or of dense keys, holds.
inline Array Arranged(const InferenceProblem& p, const Array& heads, const std::string& layout, bool ofKeys,
                      double others = 0) {
  return ToArrangement(p.Ragged() ? ToRagged(heads, LengthsOf(p, ofKeys), others) : heads, layout);
}

/// A table that hands out blocks of a cache in no order, and as many blocks as it has.
struct Pages {
  Array table;  // [sequences, columns]
  int64_t blocks;
};
inline Pages DrawPages(const InferenceProblem& p, Random& random) {
  const int64_t columns = (p.keys + p.blockSize - 1) / p.blockSize + 1;
  Pages pages{Full({p.batches, columns}, -7), p.batches * columns};
  std::vector<int64_t> free(static_cast<size_t>(pages.blocks));
  std::iota(free.begin(), free.end(), 0);
  for (int64_t b = 0; b < p.batches; ++b) {
    for (int64_t key = 0; key < p.KeysOf(b); key += p.blockSize) {
      const auto pick = free.begin() + random.Integer(0, static_cast<int64_t>(free.size()));
      pages.table.values[static_cast<size_t>(b * columns + key / p.blockSize)] = static_cast<double>(*pick);
      free.erase(pick);
    }
  }
  return pages;
}

/// A cache in these pages; what no sequence has is NaN.
inline Array ToPages(const InferenceProblem& p, const Array& heads, const Pages& pages) {
  const int64_t n = heads.shape[1];
  const int64_t d = heads.shape[3];
  const int64_t piece = 4;
  const Shape shape = p.pageRank == 3   ? Shape{pages.blocks, p.blockSize, n * d}
                      : p.pageRank == 4 ? Shape{pages.blocks, n, p.blockSize, d}
                                        : Shape{pages.blocks, n, d / piece, p.blockSize, piece};
  Array cache = Full(shape, NAN);
  for (size_t at = 0; at < heads.values.size(); ++at) {
    const Shape from = IndexOf(heads.shape, static_cast<int64_t>(at));
    if (from[2] >= p.KeysOf(from[0])) {
      continue;
    }
    const auto block = static_cast<int64_t>(At(pages.table, {from[0], from[2] / p.blockSize}));
    const int64_t row = from[2] % p.blockSize;
    const Shape to = p.pageRank == 3   ? Shape{block, row, from[1] * d + from[3]}
                     : p.pageRank == 4 ? Shape{block, from[1], row, from[3]}
                                       : Shape{block, from[1], from[3] / piece, row, from[3] % piece};
    cache.values[FlatIndex(shape, to)] = heads.values[at];
  }
  return cache;
}

}  // namespace openaclnn::testing
