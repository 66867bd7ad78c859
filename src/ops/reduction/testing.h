// SPDX-License-Identifier: Apache-2.0
//
// What the tests of reductions share: operators, called in one way, and the elements that enter each result.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/draw.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/random.h"

namespace openaclnn::testing {

/// The dims that are reduced, of all: none listed means all.
inline std::vector<bool> ReducedDims(size_t rank, const std::vector<int64_t>& dims) {
  std::vector<bool> reduced(rank, dims.empty());
  for (const int64_t dim : dims) {
    if (rank > 0) {
      reduced[static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(rank) : dim)] = true;
    }
  }
  return reduced;
}

inline Shape ReducedShape(const Shape& shape, const std::vector<int64_t>& dims, bool keepDims) {
  const std::vector<bool> reduced = ReducedDims(shape.size(), dims);
  Shape result;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!reduced[d] || keepDims) {
      result.push_back(reduced[d] ? 1 : shape[d]);
    }
  }
  return result;
}

using Elements = std::vector<double>;

inline double Mean(const Elements& elements) {
  long double sum = 0;
  for (const double element : elements) {
    sum += element;
  }
  return static_cast<double>(sum / static_cast<long double>(elements.size()));
}

/// The elements of each result, in row-major order.
inline std::vector<Elements> ElementsOfResults(const Array& self, const std::vector<int64_t>& dims) {
  const std::vector<bool> reduced = ReducedDims(self.shape.size(), dims);
  const Shape kept = ReducedShape(self.shape, dims, true);
  const Shape strides = ContiguousStrides(kept);
  std::vector<Elements> elements(static_cast<size_t>(NumElements(kept)));
  Shape index(self.shape.size(), 0);
  size_t place = 0;
  for (const double value : self.values) {
    elements[place].push_back(value);
    for (size_t d = index.size(); d-- > 0;) {
      const auto step = static_cast<size_t>(reduced[d] ? 0 : strides[d]);
      place += step;
      if (++index[d] < self.shape[d]) {
        break;
      }
      place -= static_cast<size_t>(index[d]) * step;
      index[d] = 0;
    }
  }
  return elements;
}

/// Shapes and dims around the borders of lanes, blocks, rows, segments, tiles and tasks.
struct ReductionCase {
  Shape shape;
  std::vector<int64_t> dims;
};
inline std::vector<ReductionCase> ReductionCases() {
  std::vector<ReductionCase> cases{{{}, {}},
                                   {{}, {-1}},
                                   {{1}, {0}},
                                   {{3, 1}, {1}},
                                   {{7, 5}, {}},
                                   {{7, 5}, {0}},
                                   {{7, 5}, {-1}},
                                   {{300, 3}, {0}},
                                   {{300, 3}, {1}},
                                   {{2, 700}, {0}},
                                   {{700, 2}, {1}},
                                   {{40, 17}, {1}},
                                   {{40, 16}, {1}},
                                   {{5, 1300, 9}, {1}},
                                   {{5, 130, 3}, {1}},
                                   {{4, 33, 70}, {0, 2}},
                                   {{4, 3, 600}, {0, 2}},
                                   {{30, 6, 7, 7}, {0, 2, 3}},
                                   {{3, 20000}, {1}},
                                   {{9000, 40}, {0}},
                                   {{600, 150}, {0}},
                                   {{60000}, {0}},
                                   {{70, 900}, {}},
                                   {{2, 3, 2, 2, 3, 2, 2, 3}, {1, 4, 6}},
                                   {{2, 3, 4}, {2, 0, -2}}};
  for (const int64_t size : {15, 31, 33, 511, 512, 513, 2047, 2049, 8191, 8193, 16500}) {
    cases.push_back({{size}, {}});
    cases.push_back({{2, size}, {1}});
    cases.push_back({{size, 9}, {0}});
  }
  return cases;
}

/// Layouts of a tensor of four dims.
inline std::vector<Layout> FourDimLayouts() {
  return {Layout::Contiguous(),          Layout::Transposed(4), Layout::ChannelsLast(4),
          Layout::Stepped({1, 2, 1, 3}), Layout::Offset(5),     Layout::Permuted({2, 0, 3, 1})};
}

}  // namespace openaclnn::testing
