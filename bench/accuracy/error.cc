// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/half.h"

namespace openaclnn::accuracy {
namespace {

constexpr double kPlaces = 4;
constexpr double kCorrectlyRounded = 0.999;
constexpr double kCorrectlyRoundedSums = 0.99;

bool SameValue(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// Where the dtype overflows, infinity stands for the number after the largest finite one.
double ErrorOf(double actual, double exact, double magnitude, aclDataType dtype) {
  const double threshold = testing::OverflowThreshold(dtype);
  const double error =
      std::fabs(std::clamp(actual, -threshold, threshold) - std::clamp(exact, -threshold, threshold));
  if (std::isnan(actual) || std::isnan(exact)) {
    return std::isnan(actual) && std::isnan(exact) ? 0 : std::numeric_limits<double>::infinity();
  }
  return error / testing::UlpSize(dtype, magnitude);
}

}  // namespace

Errors Measure(const std::vector<double>& actual, const Expected& expected, aclDataType dtype) {
  const std::vector<double>& exact = expected.exact.values;
  testing::Require(actual.size() == exact.size() && expected.magnitudes.size() == exact.size(),
                   "there is not one magnitude and one result for each expected value");
  Errors errors;
  errors.elements = exact.size();
  double sum = 0;
  size_t correct = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    const double error = ErrorOf(actual[i], exact[i], expected.magnitudes[i], dtype);
    errors.largest = std::max(errors.largest, error);
    sum += error;
    correct += SameValue(actual[i], testing::RoundTo(dtype, exact[i])) ? 1 : 0;
  }
  if (errors.elements > 0) {
    errors.mean = sum / static_cast<double>(errors.elements);
    errors.correctlyRounded = static_cast<double>(correct) / static_cast<double>(errors.elements);
  }
  return errors;
}

bool MeetsGoal(const Errors& errors, const Expected& expected, aclDataType dtype) {
  const double share = expected.isSum ? kCorrectlyRoundedSums : kCorrectlyRounded;
  return dtype == ACL_FLOAT ? errors.largest <= kPlaces : errors.correctlyRounded >= share;
}

}  // namespace openaclnn::accuracy
