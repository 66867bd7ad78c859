// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions against those of long double. Their errors are bounded more tightly, and over all
// numbers, where vectors compute them (simd/math_test.cc).
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log2.h"
#include "aclnnop/aclnn_rsqrt.h"
#include "aclnnop/aclnn_sin.h"
#include "aclnnop/aclnn_sinh.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_tan.h"
#include "aclnnop/aclnn_tanh.h"
#include "tests/pointwise/oracle.h"
#include "tests/support/device.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

// By bisection.
long double ErrorInverse(Elements x) {
  const long double magnitude = std::fabs(x[0]);
  if (!(magnitude < 1)) {
    return magnitude == 1 ? x[0] * std::numeric_limits<long double>::infinity()
                          : std::numeric_limits<long double>::quiet_NaN();
  }
  long double low = 0;
  long double high = 10;
  for (int step = 0; step < 80; ++step) {
    const long double middle = (low + high) / 2;
    const bool below = magnitude < 0.5L ? std::erf(middle) < magnitude : std::erfc(middle) > 1 - magnitude;
    (below ? low : high) = middle;
  }
  return std::copysign(low, x[0]);
}

PointwiseOracle Function(const char* name, std::function<long double(Elements)> result, double ulps,
                         double largest) {
  return {.function = name, .result = std::move(result), .ulps = ulps, .floating = true, .largest = largest};
}

const std::vector<PointwiseOracle> kFunctions{
    Function(
        "aclnnExp", [](Elements x) { return std::exp(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceExp", [](Elements x) { return std::exp(x[0]); }, 2, 5),
    Function(
        "aclnnExp2", [](Elements x) { return std::exp2(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceExp2", [](Elements x) { return std::exp2(x[0]); }, 2, 5),
    Function(
        "aclnnExpm1", [](Elements x) { return std::expm1(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceExpm1", [](Elements x) { return std::expm1(x[0]); }, 2, 5),
    Function(
        "aclnnLog", [](Elements x) { return std::log(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceLog", [](Elements x) { return std::log(x[0]); }, 2, 5),
    Function(
        "aclnnLog2", [](Elements x) { return std::log2(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceLog2", [](Elements x) { return std::log2(x[0]); }, 2, 5),
    Function(
        "aclnnLog10", [](Elements x) { return std::log10(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceLog10", [](Elements x) { return std::log10(x[0]); }, 2, 5),
    Function(
        "aclnnLog1p", [](Elements x) { return std::log1p(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceLog1p", [](Elements x) { return std::log1p(x[0]); }, 2, 5),
    Function(
        "aclnnSin", [](Elements x) { return std::sin(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceSin", [](Elements x) { return std::sin(x[0]); }, 2, 5),
    Function(
        "aclnnCos", [](Elements x) { return std::cos(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceCos", [](Elements x) { return std::cos(x[0]); }, 2, 5),
    Function(
        "aclnnTan", [](Elements x) { return std::tan(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceTan", [](Elements x) { return std::tan(x[0]); }, 2, 5),
    Function(
        "aclnnAsin", [](Elements x) { return std::asin(x[0]); }, 2, 1),
    Function(
        "aclnnInplaceAsin", [](Elements x) { return std::asin(x[0]); }, 2, 1),
    Function(
        "aclnnAcos", [](Elements x) { return std::acos(x[0]); }, 2, 1),
    Function(
        "aclnnInplaceAcos", [](Elements x) { return std::acos(x[0]); }, 2, 1),
    Function(
        "aclnnAtan", [](Elements x) { return std::atan(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceAtan", [](Elements x) { return std::atan(x[0]); }, 2, 5),
    Function(
        "aclnnSinh", [](Elements x) { return std::sinh(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceSinh", [](Elements x) { return std::sinh(x[0]); }, 2, 5),
    Function(
        "aclnnCosh", [](Elements x) { return std::cosh(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceCosh", [](Elements x) { return std::cosh(x[0]); }, 2, 5),
    Function(
        "aclnnTanh", [](Elements x) { return std::tanh(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceTanh", [](Elements x) { return std::tanh(x[0]); }, 2, 5),
    Function(
        "aclnnAsinh", [](Elements x) { return std::asinh(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceAsinh", [](Elements x) { return std::asinh(x[0]); }, 2, 5),
    Function(
        "aclnnAcosh", [](Elements x) { return std::acosh(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceAcosh", [](Elements x) { return std::acosh(x[0]); }, 2, 5),
    Function(
        "aclnnAtanh", [](Elements x) { return std::atanh(x[0]); }, 2, 1),
    Function(
        "aclnnInplaceAtanh", [](Elements x) { return std::atanh(x[0]); }, 2, 1),
    Function(
        "aclnnErf", [](Elements x) { return std::erf(x[0]); }, 2, 5),
    Function(
        "aclnnInplaceErf", [](Elements x) { return std::erf(x[0]); }, 2, 5),
    Function(
        "aclnnErfc", [](Elements x) { return std::erfc(x[0]); }, 5, 5),
    Function(
        "aclnnInplaceErfc", [](Elements x) { return std::erfc(x[0]); }, 5, 5),
    Function("aclnnErfinv", ErrorInverse, 5, 1),
    Function("aclnnInplaceErfinv", ErrorInverse, 5, 1),
    Function(
        "aclnnSigmoid", [](Elements x) { return 1 / (1 + std::exp(-x[0])); }, 2, 5),
    Function(
        "aclnnInplaceSigmoid", [](Elements x) { return 1 / (1 + std::exp(-x[0])); }, 2, 5),
    Function(
        "aclnnAtan2", [](Elements x) { return std::atan2(x[0], x[1]); }, 2, 5),
    Function(
        "aclnnInplaceAtan2", [](Elements x) { return std::atan2(x[0], x[1]); }, 2, 5),
};
OPENACLNN_POINTWISE_TESTS(Functions, kFunctions);

TEST(FunctionsOfComplexNumbers, Exp) {
  using Number = std::complex<double>;
  const std::vector<Number> self{{0.5, 2}, {-3, -40}, {800, 0}, {-800, 5}, {710, 0.7}, {1, -0.25}};
  const RawTensor<Number> tensor(self, ACL_COMPLEX128);
  const RawTensor<Number> out(std::vector<Number>(self.size()), ACL_COMPLEX128);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnExpGetWorkspaceSize(tensor.Get(), out.Get(), size, executor);
                },
                aclnnExp),
            ACL_SUCCESS);
  const std::vector<Number> actual = out.Read();
  for (size_t i = 0; i < self.size(); ++i) {
    const std::complex<long double> exact = std::exp(std::complex<long double>(self[i]));
    if (self[i].real() == 800) {
      EXPECT_EQ(actual[i], Number(std::numeric_limits<double>::infinity(), 0));
      continue;
    }
    EXPECT_NEAR(actual[i].real(), static_cast<double>(exact.real()),
                2e-15 * std::fabs(static_cast<double>(exact.real())));
    EXPECT_NEAR(actual[i].imag(), static_cast<double>(exact.imag()),
                2e-15 * std::fabs(static_cast<double>(exact.imag())));
  }
}

// Against long double: each part within the rounding of the largest one.
template <typename Real>
void ExpectFunctionsOfComplexNumbers(aclDataType dtype, long double tolerance) {
  using Number = std::complex<Real>;
  using Exact = std::complex<long double>;
  using PhaseOneFunction = aclnnStatus (*)(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**);
  struct Row {
    const char* name;
    PhaseOneFunction phaseOne;
    PhaseTwo phaseTwo;
    Exact (*exact)(const Exact&);
  };
  const std::array<Row, 11> rows{{
      {"sin", aclnnSinGetWorkspaceSize, aclnnSin, [](const Exact& x) { return std::sin(x); }},
      {"cos", aclnnCosGetWorkspaceSize, aclnnCos, [](const Exact& x) { return std::cos(x); }},
      {"sinh", aclnnSinhGetWorkspaceSize, aclnnSinh, [](const Exact& x) { return std::sinh(x); }},
      {"cosh", aclnnCoshGetWorkspaceSize, aclnnCosh, [](const Exact& x) { return std::cosh(x); }},
      {"sqrt", aclnnSqrtGetWorkspaceSize, aclnnSqrt, [](const Exact& x) { return std::sqrt(x); }},
      {"rsqrt", aclnnRsqrtGetWorkspaceSize, aclnnRsqrt,
       [](const Exact& x) { return Exact(1) / std::sqrt(x); }},
      {"tan", aclnnTanGetWorkspaceSize, aclnnTan, [](const Exact& x) { return std::tan(x); }},
      {"tanh", aclnnTanhGetWorkspaceSize, aclnnTanh, [](const Exact& x) { return std::tanh(x); }},
      {"log", aclnnLogGetWorkspaceSize, aclnnLog, [](const Exact& x) { return std::log(x); }},
      {"log2", aclnnLog2GetWorkspaceSize, aclnnLog2,
       [](const Exact& x) { return std::log(x) / std::numbers::ln2_v<long double>; }},
      {"log10", aclnnLog10GetWorkspaceSize, aclnnLog10,
       [](const Exact& x) { return std::log(x) / std::numbers::ln10_v<long double>; }},
  }};
  // Also next to a magnitude of 1, and where tangents are 1.
  const std::vector<Number> self{{0.5F, 2},
                                 {-3, -4},
                                 {2.5F, 0},
                                 {-2.25F, 0.0F},
                                 {-2.25F, -0.0F},
                                 {1, -0.25},
                                 {-4, 3},
                                 {0.001F, -0.02F},
                                 {0, 3},
                                 {7, 1e-30F},
                                 {1.0009765625F, 0.0F},
                                 {1, 0.001F},
                                 {-0.0009765625F, 1},
                                 {25, 0.5F},
                                 {0.75F, -30},
                                 {1.5F, 1}};
  for (const Row& row : rows) {
    const RawTensor<Number> tensor(self, dtype);
    const RawTensor<Number> out(std::vector<Number>(self.size()), dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return row.phaseOne(tensor.Get(), out.Get(), size, executor);
                  },
                  row.phaseTwo),
              ACL_SUCCESS)
        << row.name;
    const std::vector<Number> actual = out.Read();
    for (size_t i = 0; i < self.size(); ++i) {
      const Exact exact = row.exact(Exact(self[i]));
      EXPECT_LE(std::abs(Exact(actual[i]) - exact), tolerance * std::abs(exact))
          << row.name << " of " << self[i] << " is " << actual[i];
    }
  }
}

TEST(FunctionsOfComplexNumbers, OthersOfFunctionsAndRoots) {
  ExpectFunctionsOfComplexNumbers<float>(ACL_COMPLEX64, 4e-7L);
  ExpectFunctionsOfComplexNumbers<double>(ACL_COMPLEX128, 8e-16L);
}

// What has no finite value.
TEST(FunctionsOfComplexNumbers, EndsOfTangentsAndLogarithms) {
  using Number = std::complex<double>;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto one = [](Number of, auto phaseOne, PhaseTwo phaseTwo) {
    const RawTensor<Number> tensor({of}, ACL_COMPLEX128);
    const RawTensor<Number> out({Number()}, ACL_COMPLEX128);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return phaseOne(tensor.Get(), out.Get(), size, executor);
                  },
                  phaseTwo),
              ACL_SUCCESS);
    return out.Read()[0];
  };
  const auto log = [&](Number of) { return one(of, aclnnLogGetWorkspaceSize, aclnnLog); };
  EXPECT_EQ(log({0, 0}), Number(-kInfinity, 0));
  EXPECT_EQ(log({-kInfinity, 0}), Number(kInfinity, std::numbers::pi));
  EXPECT_EQ(log({-1, 0}), Number(0, std::numbers::pi));
  EXPECT_EQ(log({-1, -0.0}), Number(0, -std::numbers::pi));
  const auto tanh = [&](Number of) { return one(of, aclnnTanhGetWorkspaceSize, aclnnTanh); };
  EXPECT_EQ(tanh({kInfinity, 1}), Number(1, 0));
  EXPECT_EQ(tanh({-kInfinity, kInfinity}), Number(-1, 0));
  EXPECT_EQ(tanh({800, -3}), Number(1, 0));
  EXPECT_EQ(one({2, -kInfinity}, aclnnTanGetWorkspaceSize, aclnnTan), Number(0, -1));
}

// Whose squares no DOUBLE holds.
TEST(FunctionsOfComplexNumbers, RootsOfLargeAndSmallNumbers) {
  using Number = std::complex<double>;
  const std::vector<Number> self{{3e300, -4e300}, {-3e-310, 4e-310}, {-1e308, 1e308}};
  const RawTensor<Number> tensor(self, ACL_COMPLEX128);
  const RawTensor<Number> out(std::vector<Number>(self.size()), ACL_COMPLEX128);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSqrtGetWorkspaceSize(tensor.Get(), out.Get(), size, executor);
                },
                aclnnSqrt),
            ACL_SUCCESS);
  for (size_t i = 0; i < self.size(); ++i) {
    const std::complex<long double> exact = std::sqrt(std::complex<long double>(self[i]));
    EXPECT_LE(std::abs(std::complex<long double>(out.Read()[i]) - exact), 1e-15L * std::abs(exact)) << i;
  }
}

}  // namespace
}  // namespace openaclnn::testing
