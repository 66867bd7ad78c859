// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers from real ones and back, against long double; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "aclnnop/aclnn_angle_v2.h"
#include "aclnnop/aclnn_complex.h"
#include "aclnnop/aclnn_polar.h"
#include "aclnnop/aclnn_real.h"
#include "ops/elementwise/raw_results_testing.h"
#include "tests/pointwise/oracle.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

const std::vector<PointwiseOracle> kOfRealNumbers{
    {.function = "aclnnAngleV2",
     .result =
         [](Elements x) { return std::isnan(x[0]) ? x[0]
                                 : x[0] < 0       ? std::numbers::pi_v<long double>
                                                  : 0; },
     .ulps = 1},
    {.function = "aclnnReal", .result = [](Elements x) { return x[0]; }},
};
OPENACLNN_POINTWISE_TESTS(OfRealNumbers, kOfRealNumbers);

// [3] and [2, 1] broadcast to [2, 3]; the parts are copied bit by bit, a NaN's too.
template <typename Part>
void ExpectJoined(aclDataType part, aclDataType whole) {
  const RawTensor<Part> real({1, 2, 3}, part);
  const RawTensor<Part> imag({static_cast<Part>(40), static_cast<Part>(~Part{0})}, part, {2, 1});
  using Number = std::array<Part, 2>;
  const Part all = static_cast<Part>(~Part{0});
  EXPECT_EQ((ResultOf<Number>(aclnnComplexGetWorkspaceSize, aclnnComplex, real, imag, whole, {2, 3})),
            (std::vector<Number>{{1, 40}, {2, 40}, {3, 40}, {1, all}, {2, all}, {3, all}}));
}

TEST(Complex, EveryType) {
  ExpectJoined<uint32_t>(ACL_FLOAT, ACL_COMPLEX64);
  ExpectJoined<uint64_t>(ACL_DOUBLE, ACL_COMPLEX128);
  ExpectJoined<uint16_t>(ACL_FLOAT16, ACL_COMPLEX32);
}

TEST(Real, EveryComplexType) {
  EXPECT_EQ((ResultOf<float>(aclnnRealGetWorkspaceSize, aclnnReal,
                             RawTensor<std::complex<float>>({{1, 2}, {-3, 4}}, ACL_COMPLEX64), ACL_FLOAT)),
            (std::vector<float>{1, -3}));
  EXPECT_EQ(
      (ResultOf<double>(aclnnRealGetWorkspaceSize, aclnnReal,
                        RawTensor<std::complex<double>>({{1, 2}, {-3, 4}}, ACL_COMPLEX128), ACL_DOUBLE)),
      (std::vector<double>{1, -3}));
  EXPECT_EQ(
      (ResultOf<uint16_t>(aclnnRealGetWorkspaceSize, aclnnReal,
                          RawTensor<std::array<uint16_t, 2>>({{0x3C00, 0x4000}, {0x7E01, 1}}, ACL_COMPLEX32),
                          ACL_FLOAT16)),
      (std::vector<uint16_t>{0x3C00, 0x7E01}));
}

// Each part within a few last places of the absolute value, which a sine near pi is lost beside.
template <typename Part>
void ExpectPolar(aclDataType part, aclDataType whole, long double tolerance) {
  Random random(5);
  const auto trace = TraceSeed(random);
  constexpr size_t kCount = 1003;  // no whole number of vectors
  std::vector<Part> sizes(kCount);
  std::vector<Part> angles(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    sizes[i] = static_cast<Part>(random.Unit() * 8 - 2);
    angles[i] = static_cast<Part>(random.Unit() * 200 - 100);
  }
  const auto actual =
      ResultOf<std::complex<Part>>(aclnnPolarGetWorkspaceSize, aclnnPolar, RawTensor<Part>(sizes, part),
                                   RawTensor<Part>(angles, part), whole);
  for (size_t i = 0; i < kCount; ++i) {
    const long double size = sizes[i];
    const std::complex<long double> exact(size * std::cos(static_cast<long double>(angles[i])),
                                          size * std::sin(static_cast<long double>(angles[i])));
    EXPECT_LE(std::abs(std::complex<long double>(actual[i]) - exact), tolerance * std::fabs(size))
        << sizes[i] << " at " << angles[i];
  }
}

TEST(Polar, EveryType) {
  ExpectPolar<float>(ACL_FLOAT, ACL_COMPLEX64, 3e-7L);
  ExpectPolar<double>(ACL_DOUBLE, ACL_COMPLEX128, 6e-16L);
}

template <typename Part>
void ExpectAngles(aclDataType whole, aclDataType part, long double tolerance) {
  using Number = std::complex<Part>;
  constexpr auto kNan = std::numeric_limits<Part>::quiet_NaN();
  constexpr auto kInfinity = std::numeric_limits<Part>::infinity();
  std::vector<Number> numbers{{1, 2},         {-3, 4}, {-1, -1},        {0, 5}, {-2, 0},
                              {-2, -Part{0}}, {3, 0},  {-kInfinity, 1}, {0, 0}, {kNan, 1}};
  Random random(6);
  const auto trace = TraceSeed(random);
  for (size_t i = 0; i < 500; ++i) {
    numbers.emplace_back(static_cast<Part>(random.Unit() - 0.5), static_cast<Part>(random.Unit() - 0.5));
  }
  const auto actual =
      ResultOf<Part>(aclnnAngleV2GetWorkspaceSize, aclnnAngleV2, RawTensor<Number>(numbers, whole), part);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const long double exact =
        std::atan2(static_cast<long double>(numbers[i].imag()), static_cast<long double>(numbers[i].real()));
    if (std::isnan(exact)) {
      EXPECT_TRUE(std::isnan(actual[i])) << numbers[i];
    } else {
      EXPECT_LE(std::fabs(actual[i] - exact), tolerance * std::fabs(exact)) << numbers[i];
    }
  }
}

TEST(AngleV2, OfComplexNumbers) {
  ExpectAngles<float>(ACL_COMPLEX64, ACL_FLOAT, 2.5e-7L);
  ExpectAngles<double>(ACL_COMPLEX128, ACL_DOUBLE, 5e-16L);
}

// A transposed view of complex numbers, rounded to FLOAT16.
TEST(AngleV2, OfAViewToAHalfType) {
  const RawTensor<std::complex<float>> memory({{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}},
                                              ACL_COMPLEX64);
  const RawTensor<uint16_t> out(std::vector<uint16_t>(6), ACL_FLOAT16, {2, 3});
  const Shape dims{2, 3};
  const Shape strides{1, 2};
  const int64_t storage = 6;
  aclTensor* const view = aclCreateTensor(dims.data(), 2, ACL_COMPLEX64, strides.data(), 0, ACL_FORMAT_ND,
                                          &storage, 1, memory.Data());
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAngleV2GetWorkspaceSize(view, out.Get(), size, executor);
                },
                aclnnAngleV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(aclDestroyTensor(view), ACL_SUCCESS);
  // pi, pi / 2, pi / 4 and 3 pi / 4 in FLOAT16.
  EXPECT_EQ(out.Read(), (std::vector<uint16_t>{0, 0x4248, 0x3A48, 0x3E48, 0xBE48, 0x40B6}));
}

class ComplexChecks : public PhaseOneTest {
 protected:
  Descriptor floats{{2, 3}};
  Descriptor row{{3}};
  Descriptor other{{4}};
  Descriptor doubles{{2, 3}, ACL_DOUBLE};
  Descriptor halves{{2, 3}, ACL_FLOAT16};
  Descriptor integers{{2, 3}, ACL_INT32};
  Descriptor complex{{2, 3}, ACL_COMPLEX64};
  Descriptor wide{{2, 3}, ACL_COMPLEX128};
  Descriptor narrow{{2, 3}, ACL_COMPLEX32};
  Descriptor wrong{{3, 2}, ACL_COMPLEX64};

  aclnnStatus Plan(const char* name, RawBinary phaseOne, const aclTensor* first, const aclTensor* second,
                   aclTensor* out) {
    return Call(name, [&](uint64_t* size, aclOpExecutor** executor) {
      return phaseOne(first, second, out, size, executor);
    });
  }
  aclnnStatus Plan(const char* name, RawUnary phaseOne, const aclTensor* self, aclTensor* out) {
    return Call(
        name, [&](uint64_t* size, aclOpExecutor** executor) { return phaseOne(self, out, size, executor); });
  }
};

TEST_F(ComplexChecks, Pairs) {
  struct Row {
    const char* name;
    RawBinary phaseOne;
    const char* first;
    const char* second;
  };
  for (const Row& one : {Row{"aclnnComplex", aclnnComplexGetWorkspaceSize, "real", "imag"},
                         Row{"aclnnPolar", aclnnPolarGetWorkspaceSize, "input", "angle"}}) {
    const auto plan = [&](const aclTensor* first, const aclTensor* second, aclTensor* out) {
      return Plan(one.name, one.phaseOne, first, second, out);
    };
    EXPECT_EQ(plan(floats.Get(), row.Get(), complex.Get()), ACL_SUCCESS);
    EXPECT_EQ(plan(doubles.Get(), doubles.Get(), wide.Get()), ACL_SUCCESS);
    EXPECT_EQ(plan(nullptr, row.Get(), complex.Get()), kNullptr);
    ExpectMessage({one.first});
    EXPECT_EQ(plan(floats.Get(), nullptr, complex.Get()), kNullptr);
    ExpectMessage({one.second});
    EXPECT_EQ(plan(floats.Get(), row.Get(), nullptr), kNullptr);
    ExpectMessage({"out"});
    EXPECT_EQ(plan(integers.Get(), integers.Get(), complex.Get()), kInvalid);
    ExpectMessage({one.first, "INT32"});
    EXPECT_EQ(plan(floats.Get(), doubles.Get(), complex.Get()), kInvalid);
    ExpectMessage({one.second, "DOUBLE"});
    EXPECT_EQ(plan(floats.Get(), floats.Get(), wide.Get()), kInvalid);
    ExpectMessage({"out", "COMPLEX128"});
    EXPECT_EQ(plan(floats.Get(), other.Get(), complex.Get()), kInvalid);
    ExpectMessage({one.second, "[4]"});
    EXPECT_EQ(plan(floats.Get(), row.Get(), wrong.Get()), kInvalid);
    ExpectMessage({"out", "[3, 2]"});
  }
  EXPECT_EQ(Plan("aclnnComplex", aclnnComplexGetWorkspaceSize, halves.Get(), halves.Get(), narrow.Get()),
            ACL_SUCCESS);
  EXPECT_EQ(Plan("aclnnPolar", aclnnPolarGetWorkspaceSize, halves.Get(), halves.Get(), narrow.Get()),
            kInvalid);
  ExpectMessage({"input", "FLOAT16"});
}

TEST_F(ComplexChecks, One) {
  struct Row {
    const char* name;
    RawUnary phaseOne;
    const char* input;
  };
  for (const Row& one : {Row{"aclnnReal", aclnnRealGetWorkspaceSize, "self"},
                         Row{"aclnnAngleV2", aclnnAngleV2GetWorkspaceSize, "x"}}) {
    const auto plan = [&](const aclTensor* self, aclTensor* out) {
      return Plan(one.name, one.phaseOne, self, out);
    };
    EXPECT_EQ(plan(complex.Get(), floats.Get()), ACL_SUCCESS);
    EXPECT_EQ(plan(nullptr, floats.Get()), kNullptr);
    ExpectMessage({one.input});
    EXPECT_EQ(plan(complex.Get(), nullptr), kNullptr);
    ExpectMessage({"out"});
    EXPECT_EQ(plan(complex.Get(), wide.Get()), kInvalid);
    ExpectMessage({"out", "COMPLEX128"});
    EXPECT_EQ(plan(complex.Get(), row.Get()), kInvalid);
    ExpectMessage({"out", "[3]"});
  }
  EXPECT_EQ(Plan("aclnnReal", aclnnRealGetWorkspaceSize, integers.Get(), integers.Get()), kInvalid);
  ExpectMessage({"self", "INT32"});
  EXPECT_EQ(Plan("aclnnReal", aclnnRealGetWorkspaceSize, complex.Get(), doubles.Get()), kInvalid);
  ExpectMessage({"out", "DOUBLE"});
  EXPECT_EQ(Plan("aclnnAngleV2", aclnnAngleV2GetWorkspaceSize, narrow.Get(), floats.Get()), kInvalid);
  ExpectMessage({"x", "COMPLEX32"});
  EXPECT_EQ(Plan("aclnnAngleV2", aclnnAngleV2GetWorkspaceSize, floats.Get(), complex.Get()), kInvalid);
  ExpectMessage({"out", "COMPLEX64"});
}

}  // namespace
}  // namespace openaclnn::testing
