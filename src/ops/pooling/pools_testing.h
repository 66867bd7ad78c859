// SPDX-License-Identifier: Apache-2.0
//
// What tests of pooling share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"

namespace openaclnn::testing::pools {

struct Problem {
  const char* name;
  Shape self;
  Shape kernel;
  Shape stride{};
  Shape padding{0};
  Shape dilation{1};
  bool ceilMode = false;
  Shape out{};  // by PyTorch
};

inline int64_t ValueAt(const Shape& values, size_t d) {
  return values.size() == 1 ? values[0] : values[d];
}

/// Its attributes.
struct Lists {
  IntArray kernel;
  IntArray stride;
  IntArray padding;
  IntArray dilation;

  explicit Lists(const Problem& problem)
      : kernel(problem.kernel),
        stride(problem.stride),
        padding(problem.padding),
        dilation(problem.dilation) {}
};

/// Values, and the sums of magnitudes that they are rounded in.
struct Result {
  Array values;
  Array magnitudes;
};

using Unary = std::function<aclnnStatus(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**)>;

/// A call with an input and an output, in each layout.
inline void ExpectMapped(const Array& input, const Result& expected, aclDataType dtype, const Unary& phaseOne,
                         PhaseTwo phaseTwo) {
  ExpectInEachLayout(expected.values, Tolerance::For(dtype, expected.magnitudes),
                     [&](const Layout& layout, const DeviceTensor& out) {
                       const DeviceTensor in(input, dtype, layout);
                       return RunTwoPhase(
                           [&](uint64_t* size, aclOpExecutor** executor) {
                             return phaseOne(in.Get(), out.Get(), size, executor);
                           },
                           phaseTwo);
                     });
}

}  // namespace openaclnn::testing::pools
