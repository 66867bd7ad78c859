// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "acl/acl_base.h"
#include "tests/conformance/number.h"
#include "tests/conformance/tensor.h"

namespace openaclnn::conformance {

/// How far an output may be from the formula in float64 (docs/conformance.md has the reasons):
///
///   |actual - expected rounded to the dtype|  <=  1 ulp of the dtype at expected
///                                                + arithmeticUlps * 1 float32 ulp at magnitude,
///
/// magnitude being the sum of the |terms| that enter the element. NaN must be NaN, an infinity the same
/// infinity. On top, of the half elements without much cancellation 99.9 % must be correctly rounded.
struct Tolerance {
  /// Outputs that are one product: nothing beside the rounding of the output.
  static constexpr double kElementwise = 0;
  /// Outputs of a difference, two products and a factor that is rounded itself, each in float32.
  static constexpr double kThreeFloat32Steps = 2;
  /// Outputs that are sums, however long.
  static constexpr double kSum = 1.0 / 16;
  /// Outputs that are float32 sums, in blocks.
  static constexpr double kFloat32Sum = 4;

  double arithmeticUlps = kElementwise;
  /// An expected NaN or infinity may be any of NaN, inf, -inf: for formulas in which infinities meet and the
  /// order of operations, which is not defined, decides.
  bool anyNonFinite = false;
};

/// Judges one output, block by block.
class Comparison {
 public:
  /// The element that is farthest out in terms of what is allowed.
  struct Worst {
    int64_t element = 0;
    double actual = 0;
    double expected = 0;
    double magnitude = 0;
    double allowed = 0;
    double share = 0;  // of the tolerance; infinity where no distance makes sense
  };

  Comparison(std::string name, const Tensor& actual, Tolerance tolerance);

  /// Looks at elements [first, first + count) of the output. `magnitudes` may be null: |expected|.
  void AddBlock(int64_t first, int64_t count, const double* expected, const double* magnitudes);
  /// Takes in what another comparison of the same output saw of later elements.
  void Merge(const Comparison& other);

  const std::string& Name() const { return name_; }
  const Shape& Dims() const { return actual_->Dims(); }
  aclDataType Dtype() const { return actual_->Dtype(); }
  int64_t Count() const { return count_; }
  int64_t NumWrong() const { return wrong_; }
  /// Correctly rounded elements, of all.
  double RoundedShare() const;
  /// The same of the half elements that are asked to be.
  double WellConditionedRoundedShare() const;
  const std::optional<Worst>& WorstElement() const { return worst_; }

  bool EnoughRounded() const;
  bool Passed() const { return wrong_ == 0 && EnoughRounded(); }
  /// The vendor's published standard: far looser, for the record.
  bool PassedPublished() const;

 private:
  void Add(int64_t element, double actual, double expected, double magnitude);
  void AddPublished(double actual, double expected, bool matches);

  std::string name_;
  const Tensor* actual_;
  Tolerance tolerance_;
  FloatFormat format_;
  int64_t count_ = 0;
  int64_t wrong_ = 0;
  int64_t rounded_ = 0;
  int64_t wellConditioned_ = 0;
  int64_t wellConditionedRounded_ = 0;
  int64_t publishedMatches_ = 0;
  bool publishedLimitHeld_ = true;
  std::optional<Worst> worst_;
};

/// Writes the expected values of elements [first, first + count).
using ExpectedBlock = std::function<void(int64_t first, int64_t count, double* expected)>;

/// Judges an output whose elements do not depend on each other, in parallel.
Comparison CompareElementwise(const Comparison& empty, int64_t count, const ExpectedBlock& expectedBlock);

}  // namespace openaclnn::conformance
