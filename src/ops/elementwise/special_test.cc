// SPDX-License-Identifier: Apache-2.0
//
// Special functions, shifts and divisors against what their formulas give in long double.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_digamma.h"
#include "aclnnop/aclnn_gcd.h"
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_right_shift.h"
#include "tests/pointwise/oracle.h"
#include "tests/support/device.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

using Real = long double;
using Oracles = std::vector<PointwiseOracle>;

const Real kPi = std::acos(Real(-1));

bool IsWhole(Real x) {
  return std::isfinite(x) && x == std::trunc(x);
}

// The size of what is finite, and of results near 0 the absolute error.
Real SizeOf(Real x, Real least) {
  return std::isfinite(x) ? std::max(std::fabs(x), least) : least;
}

Real Lgamma(Elements x) {
  return std::lgamma(x[0]);
}

// The series begins where its terms are below the last place of a long double.
Real DigammaOf(Real x) {
  if (x == 0) {
    return std::copysign(std::numeric_limits<Real>::infinity(), -x);
  }
  if (x < 0) {
    return IsWhole(x) || std::isinf(x) ? std::numeric_limits<Real>::quiet_NaN()
                                       : DigammaOf(1 - x) - kPi / std::tan(kPi * std::remainder(x, Real(1)));
  }
  Real below = 0;
  for (; x < 60; x += 1) {
    below += 1 / x;
  }
  const Real z = 1 / (x * x);
  return std::log(x) - 1 / (2 * x) -
         z * (1 / Real(12) - z * (1 / Real(120) - z * (1 / Real(252) - z / 240))) - below;
}
Real Digamma(Elements x) {
  return DigammaOf(x[0]);
}
// Of a negative number, two terms meet.
Real DigammaTerms(Elements x) {
  return SizeOf(DigammaOf(x[0]), 4) + (x[0] < 0 ? SizeOf(DigammaOf(1 - x[0]), 4) : 0);
}

Real Sinc(Elements x) {
  return x[0] == 0 ? 1 : IsWhole(x[0]) ? 0 : std::sin(kPi * std::remainder(x[0], Real(2))) / (kPi * x[0]);
}

Real LogAddExp(Elements x) {
  const Real larger = std::isnan(x[0]) ? x[0] : std::isnan(x[1]) ? x[1] : std::max(x[0], x[1]);
  return x[0] == x[1] && std::isinf(x[0]) ? x[0] : larger + std::log1p(std::exp(-std::fabs(x[0] - x[1])));
}
Real LogAddExp2(Elements x) {
  const Real larger = std::isnan(x[0]) ? x[0] : std::isnan(x[1]) ? x[1] : std::max(x[0], x[1]);
  return x[0] == x[1] && std::isinf(x[0])
             ? x[0]
             : larger + std::log1p(std::exp2(-std::fabs(x[0] - x[1]))) / std::log(Real(2));
}
// A negative operand may take away what the logarithm adds.
Real LargestTerm(Elements x) {
  return SizeOf(x[0], 1) + SizeOf(x[1], 1);
}

Real XLogY(Elements x) {
  return std::isnan(x[1]) ? x[1] : x[0] == 0 ? 0 : x[0] * std::log(x[1]);
}

Real Xlog1py(Elements x) {
  return std::isnan(x[1]) ? x[1] : x[0] == 0 ? 0 : x[0] * std::log1p(x[1]);
}

Oracles SpecialOracles() {
  Oracles oracles{
      {.function = "aclnnLgamma",
       .result = Lgamma,
       .ulps = 4,
       .magnitude = [](Elements x) { return SizeOf(Lgamma(x), 16); },
       .floating = true},
      {.function = "aclnnDigamma", .result = Digamma, .ulps = 4, .magnitude = DigammaTerms, .floating = true},
      {.function = "aclnnSinc", .result = Sinc, .ulps = 4, .floating = true},
      {.function = "aclnnInplaceSinc", .result = Sinc, .ulps = 4, .floating = true},
      {.function = "aclnnLogAddExp", .result = LogAddExp, .ulps = 4, .magnitude = LargestTerm},
      {.function = "aclnnLogAddExp2", .result = LogAddExp2, .ulps = 4, .magnitude = LargestTerm},
      {.function = "aclnnXlog1py", .result = Xlog1py, .ulps = 4},
  };
  for (const char* function : {"aclnnXLogYTensor", "aclnnInplaceXLogYTensor", "aclnnXLogYScalarOther",
                               "aclnnInplaceXLogYScalarOther", "aclnnXLogYScalarSelf"}) {
    oracles.push_back(
        {.function = function, .result = XLogY, .ulps = 4, .roundsNumbers = true, .floating = true});
  }
  return oracles;
}
OPENACLNN_POINTWISE_TESTS(SpecialFunctions, SpecialOracles());

// What is beyond the type is lost by wrapping around.
Real ShiftedLeft(Elements x) {
  return x[1] < 0 || x[1] >= 64 ? 0 : std::ldexp(x[0], static_cast<int>(x[1]));
}
Real ShiftedRight(Elements x) {
  return x[1] <= 0 ? x[0] : std::floor(std::ldexp(x[0], -static_cast<int>(std::min(x[1], Real(1000)))));
}
Real Divisor(Elements x) {
  Real a = std::fabs(x[0]);
  Real b = std::fabs(x[1]);
  while (b != 0) {
    const Real rest = std::fmod(a, b);
    a = b;
    b = rest;
  }
  return a;
}
const Oracles kIntegerOracles{
    {.function = "aclnnGcd", .result = Divisor},
    {.function = "aclnnLeftShift", .result = ShiftedLeft},
    {.function = "aclnnLeftShifts", .result = ShiftedLeft},
    {.function = "aclnnRightShift", .result = ShiftedRight},
};
OPENACLNN_POINTWISE_TESTS(IntegerFunctions, kIntegerOracles);

// Float64's bits: next to the zeros at 1 and 2 the error is absolute.
TEST(GammaFunctions, OfDouble) {
  const std::vector<double> self{1,       2,     0.5,   1.4616321449683622, 1e-310, -0.5, -2.5, 171.5, 1e300,
                                 -1e-320, -1e10, -1e306};
  const RawTensor<double> tensor(self, ACL_DOUBLE);
  const RawTensor<double> lgamma(std::vector<double>(self.size()), ACL_DOUBLE);
  const RawTensor<double> digamma(std::vector<double>(self.size()), ACL_DOUBLE);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLgammaGetWorkspaceSize(tensor.Get(), lgamma.Get(), size, executor);
                },
                aclnnLgamma),
            ACL_SUCCESS);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDigammaGetWorkspaceSize(tensor.Get(), digamma.Get(), size, executor);
                },
                aclnnDigamma),
            ACL_SUCCESS);
  for (size_t i = 0; i < self.size(); ++i) {
    const double one = static_cast<double>(std::lgamma(static_cast<Real>(self[i])));
    const double other = static_cast<double>(DigammaOf(self[i]));
    if (std::isfinite(one)) {
      EXPECT_NEAR(lgamma.Read()[i], one, 1e-14 + 1e-15 * std::fabs(one)) << self[i];
    } else {
      EXPECT_EQ(lgamma.Read()[i], one) << self[i];
    }
    if (std::isfinite(other)) {
      EXPECT_NEAR(digamma.Read()[i], other, 1e-14 + 1e-15 * std::fabs(other)) << self[i];
    } else if (std::isnan(other)) {
      EXPECT_TRUE(std::isnan(digamma.Read()[i])) << self[i];
    } else {
      EXPECT_EQ(digamma.Read()[i], other) << self[i];
    }
  }
}

// Numbers that a signed type of 64 bits does not hold.
TEST(IntegerFunctionsOfLargeNumbers, OfUint64) {
  constexpr uint64_t kTop = uint64_t{1} << 63;
  const RawTensor<uint64_t> self({kTop + 6, kTop, 12}, ACL_UINT64);
  const RawTensor<uint64_t> other({1, 63, 64}, ACL_UINT64);
  const RawTensor<uint64_t> shifted({7, 7, 7}, ACL_UINT64);
  const RawTensor<uint64_t> divisor({7, 7, 7}, ACL_UINT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnRightShiftGetWorkspaceSize(self.Get(), other.Get(), shifted.Get(), size,
                                                         executor);
                },
                aclnnRightShift),
            ACL_SUCCESS);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGcdGetWorkspaceSize(self.Get(), self.Get(), divisor.Get(), size, executor);
                },
                aclnnGcd),
            ACL_SUCCESS);
  EXPECT_EQ(shifted.Read(), (std::vector<uint64_t>{(kTop + 6) / 2, 1, 0}));
  EXPECT_EQ(divisor.Read(), (std::vector<uint64_t>{kTop + 6, kTop, 12}));
}

}  // namespace
}  // namespace openaclnn::testing
