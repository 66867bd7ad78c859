// SPDX-License-Identifier: Apache-2.0
//
// The elementary functions against long double, and the same bits on every target.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#ifndef OPENACLNN_SIMD_MATH_TEST_ONCE  // this file is included once for each target
#define OPENACLNN_SIMD_MATH_TEST_ONCE

namespace openaclnn {

enum class Function {
  kExp,
  kExp2,
  kExpm1,
  kSinh,
  kCosh,
  kTanh,
  kSigmoid,
  kLog,
  kLog2,
  kLog10,
  kLog1p,
  kAsinh,
  kAcosh,
  kAtanh,
  kPow,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kAtan2,
  kErf,
  kErfc,
  kNormalBelow,
  kErfinv,
};

}  // namespace openaclnn
#endif

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/math-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {

template <class L>
L Compute(Function function, L x, L y) {
  switch (function) {
    case Function::kExp:
      return Exp(x);
    case Function::kExp2:
      return Exp2(x);
    case Function::kExpm1:
      return Expm1(x);
    case Function::kSinh:
      return Sinh(x);
    case Function::kCosh:
      return Cosh(x);
    case Function::kTanh:
      return Tanh(x);
    case Function::kSigmoid:
      return Sigmoid(x);
    case Function::kLog:
      return Log(x);
    case Function::kLog2:
      return Log2(x);
    case Function::kLog10:
      return Log10(x);
    case Function::kLog1p:
      return Log1p(x);
    case Function::kAsinh:
      return Asinh(x);
    case Function::kAcosh:
      return Acosh(x);
    case Function::kAtanh:
      return Atanh(x);
    case Function::kPow:
      return Pow(x, y);
    case Function::kSin:
      return Sin(x);
    case Function::kCos:
      return Cos(x);
    case Function::kTan:
      return Tan(x);
    case Function::kAsin:
      return Asin(x);
    case Function::kAcos:
      return Acos(x);
    case Function::kAtan:
      return Atan(x);
    case Function::kAtan2:
      return Atan2(x, y);
    case Function::kErf:
      return Erf(x);
    case Function::kErfc:
      return Erfc(x);
    case Function::kNormalBelow:
      return NormalBelow(x);
    case Function::kErfinv:
      return Erfinv(x);
  }
  return x;
}

// Of a number of elements that whole vectors make up.
template <class Number>
void ComputeAll(Function function, const Number* x, const Number* y, Number* result, size_t count) {
  using Tag = hn::ScalableTag<Number>;
  for (size_t i = 0; i < count; i += hn::Lanes(Tag())) {
    const Lanes<Tag> first(hn::LoadU(Tag(), x + i));
    const Lanes<Tag> second(hn::LoadU(Tag(), y + i));
    hn::StoreU(Compute(function, first, second).vector, Tag(), result + i);
  }
}

}  // namespace

void ComputeFloats(Function function, const float* x, const float* y, float* result, size_t count) {
  ComputeAll(function, x, y, result, count);
}
void ComputeDoubles(Function function, const double* x, const double* y, double* result, size_t count) {
  ComputeAll(function, x, y, result, count);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(ComputeFloats);
HWY_EXPORT(ComputeDoubles);

using Real = long double;

Real ExactSigmoid(Real x, Real /*y*/) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}
// Newton's method, on erf or where that is flat on the logarithm of erfc.
Real ExactErfinv(Real x, Real /*y*/) {
  if (x < -1 || x > 1 || std::isnan(x)) {
    return std::numeric_limits<Real>::quiet_NaN();
  }
  const Real magnitude = std::fabs(x);
  if (magnitude == 1) {
    return x * std::numeric_limits<Real>::infinity();
  }
  const Real factor = std::sqrt(std::acos(Real(-1))) / 2;
  Real result = magnitude < 0.5L ? magnitude * factor : std::sqrt(-std::log(1 - magnitude));
  for (int step = 0; step < 60; ++step) {
    const Real density = std::exp(result * result) * factor;
    if (magnitude < 0.5L) {
      result -= (std::erf(result) - magnitude) * density;
    } else {
      const Real rest = std::erfc(result);
      result += std::log(rest / (1 - magnitude)) * rest * density;
    }
  }
  return std::copysign(result, x);
}

struct Case {
  const char* name;
  Function function;
  Real (*exact)(Real x, Real y);
  double floatError;  // the largest, in last places
  double doubleError;
  double low;  // where most of what is interesting happens
  double high;
};

const Case kCases[] = {
    {"Exp", Function::kExp, [](Real x, Real) { return std::exp(x); }, 0.9, 0.9, -110, 90},
    {"Exp2", Function::kExp2, [](Real x, Real) { return std::exp2(x); }, 0.9, 0.9, -152, 130},
    {"Expm1", Function::kExpm1, [](Real x, Real) { return std::expm1(x); }, 0.9, 0.9, -20, 20},
    {"Sinh", Function::kSinh, [](Real x, Real) { return std::sinh(x); }, 1, 1, -10, 10},
    {"Cosh", Function::kCosh, [](Real x, Real) { return std::cosh(x); }, 1, 1, -10, 10},
    {"Tanh", Function::kTanh, [](Real x, Real) { return std::tanh(x); }, 0.8, 1, -10, 10},
    {"Sigmoid", Function::kSigmoid, ExactSigmoid, 2.4, 2.4, -20, 20},
    {"Log", Function::kLog, [](Real x, Real) { return std::log(x); }, 0.6, 0.9, 0, 4},
    {"Log2", Function::kLog2, [](Real x, Real) { return std::log2(x); }, 0.6, 0.9, 0, 4},
    {"Log10", Function::kLog10, [](Real x, Real) { return std::log10(x); }, 0.6, 0.9, 0, 4},
    {"Log1p", Function::kLog1p, [](Real x, Real) { return std::log1p(x); }, 0.6, 0.9, -1, 4},
    {"Asinh", Function::kAsinh, [](Real x, Real) { return std::asinh(x); }, 1, 1, -4, 4},
    {"Acosh", Function::kAcosh, [](Real x, Real) { return std::acosh(x); }, 1, 1, 1, 4},
    {"Atanh", Function::kAtanh, [](Real x, Real) { return std::atanh(x); }, 1, 1, -1, 1},
    {"Pow", Function::kPow, [](Real x, Real y) { return std::pow(x, y); }, 1, 1, 0, 4},
    {"Sin", Function::kSin, [](Real x, Real) { return std::sin(x); }, 0.95, 0.9, -10, 10},
    {"Cos", Function::kCos, [](Real x, Real) { return std::cos(x); }, 0.95, 0.9, -10, 10},
    {"Tan", Function::kTan, [](Real x, Real) { return std::tan(x); }, 1, 1, -10, 10},
    {"Asin", Function::kAsin, [](Real x, Real) { return std::asin(x); }, 1, 1, -1, 1},
    {"Acos", Function::kAcos, [](Real x, Real) { return std::acos(x); }, 1, 1, -1, 1},
    {"Atan", Function::kAtan, [](Real x, Real) { return std::atan(x); }, 1, 1, -4, 4},
    {"Atan2", Function::kAtan2, [](Real x, Real y) { return std::atan2(x, y); }, 1, 1, -4, 4},
    {"Erf", Function::kErf, [](Real x, Real) { return std::erf(x); }, 0.85, 1.1, -4, 4},
    {"NormalBelow", Function::kNormalBelow,
     [](Real x, Real) { return std::erfc(-x / std::sqrt(Real(2))) / 2; }, 4, 4, -12, 6},
    {"Erfc", Function::kErfc, [](Real x, Real) { return std::erfc(x); }, 1, 3, -4, 10},
    {"Erfinv", Function::kErfinv, ExactErfinv, 1, 4, -1, 1},
};

void Compute(Function function, const std::vector<float>& x, const std::vector<float>& y,
             std::vector<float>& result) {
  HWY_DYNAMIC_DISPATCH(ComputeFloats)(function, x.data(), y.data(), result.data(), x.size());
}
void Compute(Function function, const std::vector<double>& x, const std::vector<double>& y,
             std::vector<double>& result) {
  HWY_DYNAMIC_DISPATCH(ComputeDoubles)(function, x.data(), y.data(), result.data(), x.size());
}

// Numbers between the bounds of a case, numbers of all magnitudes, and those at the ends.
template <class Number>
std::vector<Number> Arguments(const Case& test, bool second) {
  using Limits = std::numeric_limits<Number>;
  constexpr size_t kCount = 24576;  // whole vectors on each target
  const std::array<Number, 16> special{Number(0),
                                       -Number(0),
                                       Number(1),
                                       Number(-1),
                                       Limits::infinity(),
                                       -Limits::infinity(),
                                       Limits::quiet_NaN(),
                                       Limits::denorm_min(),
                                       -Limits::denorm_min(),
                                       Limits::min(),
                                       Limits::max(),
                                       -Limits::max(),
                                       Number(0.5),
                                       Number(2),
                                       Number(3),
                                       Number(-3)};
  std::mt19937_64 generator(second ? 2 : 1);
  std::uniform_real_distribution<double> between(test.low, test.high);
  std::uniform_real_distribution<double> exponent(Limits::min_exponent - Limits::digits,
                                                  Limits::max_exponent);
  std::uniform_real_distribution<double> nearby(-12, 0);
  std::vector<Number> numbers;
  // Every pair of special numbers comes up.
  for (size_t i = 0; i < special.size() * special.size(); ++i) {
    numbers.push_back(special[second ? i / special.size() : i % special.size()]);
  }
  while (numbers.size() < kCount) {
    switch (numbers.size() % 4) {
      case 0:
      case 1:
        numbers.push_back(static_cast<Number>(between(generator)));
        break;
      case 2: {
        const double size = std::exp2(exponent(generator));
        numbers.push_back(static_cast<Number>(generator() % 2 == 0 ? size : -size));
        break;
      }
      default:  // next to a bound
        numbers.push_back(static_cast<Number>(
            generator() % 2 == 0 ? test.low + std::pow(10, nearby(generator)) * (test.high - test.low)
                                 : test.high - std::pow(10, nearby(generator)) * (test.high - test.low)));
    }
  }
  return numbers;
}

// The distance from the exact result in last places of it.
template <class Number>
double ErrorOf(Number result, Real exact) {
  using Limits = std::numeric_limits<Number>;
  const auto rounded = static_cast<Number>(exact);
  if (std::isnan(rounded) || std::isinf(rounded) || rounded == 0) {
    const bool same = std::isnan(rounded)
                          ? std::isnan(result)
                          : result == rounded && std::signbit(result) == std::signbit(rounded);
    // Next to where the range ends, its last number and infinity (or the first one and zero) are neighbours.
    const bool neighbour = !std::isnan(exact) && !std::isinf(exact) && exact != 0 &&
                           (std::fabs(result) == Limits::max() || std::fabs(result) == Limits::denorm_min());
    return same || neighbour ? 0 : std::numeric_limits<double>::infinity();
  }
  if (std::isnan(result)) {  // which would compare with nothing
    return std::numeric_limits<double>::infinity();
  }
  const int exponent = std::max(std::ilogb(rounded), Limits::min_exponent - 1);
  const Real place = std::ldexp(Real(1), exponent - Limits::digits + 1);
  return static_cast<double>(std::fabs(static_cast<Real>(result) - exact) / place);
}

template <class Number>
void ExpectAccurate(const Case& test, double bound) {
  const std::vector<Number> x = Arguments<Number>(test, false);
  const std::vector<Number> y = Arguments<Number>(test, true);
  std::vector<Number> result(x.size());
  Compute(test.function, x, y, result);
  double worst = 0;
  size_t where = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double error = ErrorOf(result[i], test.exact(x[i], y[i]));
    if (error > worst) {
      worst = error;
      where = i;
    }
  }
  ::testing::Test::RecordProperty(std::string(test.name) + (sizeof(Number) == 4 ? "Float" : "Double"),
                                  std::to_string(worst));
  EXPECT_LE(worst, bound) << test.name << " of " << x[where] << ", " << y[where] << " is " << result[where]
                          << ", not " << test.exact(x[where], y[where]);
}

TEST(Math, IsAccurateInFloat) {
  for (const Case& test : kCases) {
    ExpectAccurate<float>(test, test.floatError);
  }
}

TEST(Math, IsAccurateInDouble) {
  for (const Case& test : kCases) {
    ExpectAccurate<double>(test, test.doubleError);
  }
}

template <class Number>
void ExpectSameOnEveryTarget() {
  for (const Case& test : kCases) {
    const std::vector<Number> x = Arguments<Number>(test, false);
    const std::vector<Number> y = Arguments<Number>(test, true);
    std::vector<Number> expected(x.size());
    Compute(test.function, x, y, expected);
    testing::ForEachTarget([&] {
      std::vector<Number> result(x.size());
      Compute(test.function, x, y, result);
      for (size_t i = 0; i < x.size(); ++i) {
        const bool same = std::memcmp(&result[i], &expected[i], sizeof(Number)) == 0 ||
                          (std::isnan(result[i]) && std::isnan(expected[i]));
        ASSERT_TRUE(same) << test.name << " of " << x[i] << ", " << y[i] << " is " << result[i] << ", not "
                          << expected[i];
      }
    });
  }
}

TEST(Math, HasTheSameBitsOnEveryTarget) {
  ExpectSameOnEveryTarget<float>();
  ExpectSameOnEveryTarget<double>();
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
