// SPDX-License-Identifier: Apache-2.0
#include "tests/support/compare.h"

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <ios>
#include <limits>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>

#include "tests/support/half.h"

namespace openaclnn::testing {
namespace {

constexpr size_t kShownMismatches = 4;

std::string Join(const Shape& shape) {
  std::ostringstream text;
  text << '[';
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    text << (dim == 0 ? "" : ",") << shape[dim];
  }
  text << ']';
  return text.str();
}

/// Infinity as the number after the largest finite value, so that it has a distance from finite ones.
double Extended(aclDataType dtype, double value) {
  return std::isinf(value) && IsFloating(dtype) ? std::copysign(OverflowThreshold(dtype), value) : value;
}

bool SameValue(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool Matches(double actual, double expected, double allowed, const Tolerance& tolerance) {
  if (IsUnwritten(actual)) {
    return false;
  }
  if (!std::isfinite(expected)) {
    return SameValue(actual, expected) || (tolerance.anyNonFinite && !std::isfinite(actual));
  }
  if (actual == RoundTo(tolerance.dtype, expected)) {
    return true;
  }
  // False when actual is NaN.
  return std::fabs(Extended(tolerance.dtype, actual) - RoundUnbounded(tolerance.dtype, expected)) <= allowed;
}

void Describe(std::ostream& text, size_t element, double actual, double expected, double allowed,
              const Shape& shape, aclDataType dtype) {
  text << "\n  element " << element << ' ' << Join(IndexOf(shape, static_cast<int64_t>(element))) << ": ";
  if (IsUnwritten(actual)) {
    text << "never written, expected " << expected;
    return;
  }
  const double error = std::fabs(actual - expected);
  text << "actual " << actual << ", expected " << expected << " (rounded " << RoundTo(dtype, expected)
       << "), absolute error " << error << ", relative error " << error / std::fabs(expected) << ", "
       << UlpDistance(dtype, actual, expected) << " ulps, allowed " << allowed;
}

}  // namespace

Tolerance Tolerance::For(aclDataType dtype, std::optional<Array> magnitudes, double arithmeticUlps) {
  Tolerance tolerance;
  tolerance.dtype = dtype;
  tolerance.arithmeticUlps = arithmeticUlps;
  tolerance.magnitudes = std::move(magnitudes);
  return tolerance;
}

Tolerance Tolerance::Exact(aclDataType dtype) {
  Tolerance tolerance;
  tolerance.dtype = dtype;
  tolerance.ulps = 0;
  tolerance.arithmeticUlps = 0;
  return tolerance;
}

double Tolerance::Allowed(size_t element, double expected) const {
  double magnitude = std::fabs(expected);
  if (magnitudes && std::isfinite(magnitudes->values[element])) {
    magnitude = magnitudes->values[element];
  }
  return ulps * UlpSize(dtype, expected) + arithmeticUlps * UlpSize(ACL_FLOAT, magnitude);
}

::testing::AssertionResult Near(const Array& actual, const Array& expected, const Tolerance& tolerance) {
  if (actual.shape != expected.shape) {
    return ::testing::AssertionFailure()
           << "actual has shape " << Join(actual.shape) << ", expected " << Join(expected.shape);
  }
  Require(!tolerance.magnitudes || tolerance.magnitudes->values.size() == expected.values.size(),
          "there is not one magnitude per element");

  std::ostringstream text;
  text << std::setprecision(std::numeric_limits<double>::max_digits10);
  size_t mismatches = 0;
  size_t unwritten = 0;
  size_t worst = 0;
  double worstExcess = -1;
  for (size_t element = 0; element < expected.values.size(); ++element) {
    const double a = actual.values[element];
    const double e = expected.values[element];
    const double allowed = tolerance.Allowed(element, e);
    if (Matches(a, e, allowed, tolerance)) {
      continue;
    }
    ++mismatches;
    unwritten += IsUnwritten(a) ? 1 : 0;
    if (mismatches <= kShownMismatches) {
      Describe(text, element, a, e, allowed, expected.shape, tolerance.dtype);
    }
    const double error = std::fabs(a - e);
    const double excess = std::isnan(error) ? std::numeric_limits<double>::infinity() : error / allowed;
    if (excess > worstExcess) {
      worstExcess = excess;
      worst = element;
    }
  }
  if (mismatches == 0) {
    return ::testing::AssertionSuccess();
  }
  if (mismatches > kShownMismatches) {
    text << "\n  worst:";
    const double e = expected.values[worst];
    Describe(text, worst, actual.values[worst], e, tolerance.Allowed(worst, e), expected.shape,
             tolerance.dtype);
  }
  return ::testing::AssertionFailure()
         << mismatches << " of " << expected.values.size() << " elements differ (" << unwritten
         << " never written), shape " << Join(expected.shape) << text.str();
}

double CorrectlyRoundedFraction(const Array& actual, const Array& expected, aclDataType dtype) {
  Require(actual.shape == expected.shape, "the shapes differ");
  if (actual.values.empty()) {
    return 1;
  }
  size_t correct = 0;
  for (size_t element = 0; element < actual.values.size(); ++element) {
    const double a = actual.values[element];
    correct += !IsUnwritten(a) && SameValue(a, RoundTo(dtype, expected.values[element])) ? 1 : 0;
  }
  return static_cast<double>(correct) / static_cast<double>(actual.values.size());
}

}  // namespace openaclnn::testing
