// SPDX-License-Identifier: Apache-2.0
//
// One check for every operator whose result element i comes from its operands' elements i: a row names the
// operator as the catalogue does and says what an element becomes. Calls are drawn from the catalogue's row:
// every admitted type and mixes of them, broadcasting, 0 dims, no elements, layouts, in place, numbers of
// several types; and the statuses that follow from the row.
//
//   const PointwiseOracle kOracles[] = {
//       {"aclnnSub", [](Elements x) { return x[0] - x[2] * x[1]; }},
//   };
//   OPENACLNN_POINTWISE_TESTS(Differences, kOracles);
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>

#include "acl/acl_base.h"

namespace openaclnn::testing {

/// The operands of one element in the order of the prototype, tensors and attributes but for the output:
/// exactly what the operator computes with. Long doubles hold integers of 64 bits.
using Elements = std::span<const long double>;

struct PointwiseOracle {
  const char* function;
  /// The exact result. Of integers it is wrapped around, to BOOL whether it is not zero.
  std::function<long double(Elements)> result;
  /// Other rules for integers (division), and for BOOL (inversion): used where these are computed, instead.
  std::function<long double(Elements)> ofIntegers{};
  std::function<long double(Elements)> ofTruths{};
  /// Last places of the type of the result that it may be beside the exact one; 0: nearly all are the nearest
  /// number there is, and none is beside its neighbour. (A half type's result is rounded to float32 first,
  /// which goes wrong next to a boundary between two of its numbers; the oracle of DOUBLE is itself rounded.)
  double ulps = 0;
  /// Where terms of opposite signs meet: the size of the largest one, whose last places count beside the
  /// result's.
  std::function<long double(Elements)> magnitude{};
  /// Numbers are rounded to a half type of the operands, not only to float32.
  bool roundsNumbers = false;
  /// In place, integers and BOOL are computed in FLOAT. (Of other results the catalogue says the type.)
  bool floating = false;
  /// The result is a truth value, which any output stores.
  bool truth = false;
  /// Operands in which no NaN, infinity or subnormal number occurs.
  bool finite = false;
  /// Largest magnitude of the usual operands.
  double largest = 5;
};

/// Draws calls and compares; then repeats some with the output on top of an input.
void CheckResults(const PointwiseOracle& oracle);
/// All layouts of a tensor of four dims.
void CheckLayouts(const PointwiseOracle& oracle);
/// Sizes around vectors, tiles and tasks.
void CheckSizes(const PointwiseOracle& oracle);
/// Null pointers, outputs of other types and shapes, operands that do not broadcast.
void CheckStatuses(const PointwiseOracle& oracle);

class PointwiseTest : public ::testing::TestWithParam<PointwiseOracle> {};

[[nodiscard]] inline std::string NameOfTest(const ::testing::TestParamInfo<PointwiseOracle>& one) {
  return std::string(one.param.function).substr(5);  // behind "aclnn"
}

}  // namespace openaclnn::testing

#define OPENACLNN_POINTWISE_TESTS(Name, rows) \
  class Name : public PointwiseTest {};       \
  TEST_P(Name, Results) {                     \
    CheckResults(GetParam());                 \
  }                                           \
  TEST_P(Name, Layouts) {                     \
    CheckLayouts(GetParam());                 \
  }                                           \
  TEST_P(Name, Sizes) {                       \
    CheckSizes(GetParam());                   \
  }                                           \
  TEST_P(Name, Statuses) {                    \
    CheckStatuses(GetParam());                \
  }                                           \
  INSTANTIATE_TEST_SUITE_P(Operators, Name, ::testing::ValuesIn(rows), NameOfTest)
