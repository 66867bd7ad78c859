// SPDX-License-Identifier: Apache-2.0
//
// What operators make of tensors whose elements no double holds.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "tests/support/device.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {

using RawUnary = aclnnStatus (*)(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**);
using RawBinary = aclnnStatus (*)(const aclTensor*, const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**);

/// The elements of a result of that type, which has self's shape.
template <typename Result, typename T>
std::vector<Result> ResultOf(RawUnary phaseOne, PhaseTwo phaseTwo, const RawTensor<T>& self,
                             aclDataType dtype) {
  const RawTensor<Result> out(std::vector<Result>(self.Read().size()), dtype);
  EXPECT_EQ(
      RunTwoPhase([&](uint64_t* size,
                      aclOpExecutor** executor) { return phaseOne(self.Get(), out.Get(), size, executor); },
                  phaseTwo),
      ACL_SUCCESS)
      << LastMessage();
  return out.Read();
}

/// Of that shape; by default a vector as self is.
template <typename Result, typename T>
std::vector<Result> ResultOf(RawBinary phaseOne, PhaseTwo phaseTwo, const RawTensor<T>& self,
                             const RawTensor<T>& other, aclDataType dtype, const Shape& shape = {}) {
  const size_t count = shape.empty() ? self.Read().size() : static_cast<size_t>(NumElements(shape));
  const RawTensor<Result> out(std::vector<Result>(count), dtype, shape);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return phaseOne(self.Get(), other.Get(), out.Get(), size, executor);
                },
                phaseTwo),
            ACL_SUCCESS)
      << LastMessage();
  return out.Read();
}

}  // namespace openaclnn::testing
