// SPDX-License-Identifier: Apache-2.0
//
// What the tables of oracles do not reach: complex numbers, unsigned integers of several bytes, the ends of
// the range of integers, numbers that have no fraction left, and bounds that are null.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_bitwise_and_tensor.h"
#include "aclnnop/aclnn_bitwise_not.h"
#include "aclnnop/aclnn_clamp.h"
#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_gt_tensor.h"
#include "aclnnop/aclnn_isclose.h"
#include "aclnnop/aclnn_isfinite.h"
#include "aclnnop/aclnn_le_tensor.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_remainder.h"
#include "aclnnop/aclnn_s_where.h"
#include "aclnnop/aclnn_sign.h"
#include "ops/elementwise/raw_results_testing.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using Number = std::array<float, 2>;

TEST(ExactComplex, QuotientsComparisonsAndChoices) {
  const RawTensor<Number> a({{11, 2}, {1, -1}}, ACL_COMPLEX64);
  const RawTensor<Number> b({{3, -4}, {1, -1}}, ACL_COMPLEX64);
  EXPECT_EQ(ResultOf<Number>(aclnnDivGetWorkspaceSize, aclnnDiv, a, b, ACL_COMPLEX64),
            (std::vector<Number>{{1, 2}, {1, 0}}));
  EXPECT_EQ(ResultOf<uint8_t>(aclnnEqTensorGetWorkspaceSize, aclnnEqTensor, a, b, ACL_BOOL),
            (std::vector<uint8_t>{0, 1}));
  EXPECT_EQ(ResultOf<Number>(aclnnNegGetWorkspaceSize, aclnnNeg, a, ACL_COMPLEX64),
            (std::vector<Number>{{-11, -2}, {-1, 1}}));
  const RawTensor<Number> c({{3, -4}, {0, 0}}, ACL_COMPLEX64);
  EXPECT_EQ(ResultOf<Number>(aclnnSignGetWorkspaceSize, aclnnSign, c, ACL_COMPLEX64),
            (std::vector<Number>{{0.6F, -0.8F}, {0, 0}}));
  const RawTensor<Number> d({{0, -4}, {1, 1}}, ACL_COMPLEX64);
  EXPECT_EQ(ResultOf<Number>(aclnnReciprocalGetWorkspaceSize, aclnnReciprocal, d, ACL_COMPLEX64),
            (std::vector<Number>{{0, 0.25F}, {0.5F, -0.5F}}));
  const float infinity = std::numeric_limits<float>::infinity();
  const RawTensor<Number> far({{1, infinity}, {0, 0}}, ACL_COMPLEX64);
  EXPECT_EQ(ResultOf<uint8_t>(aclnnIsFiniteGetWorkspaceSize, aclnnIsFinite, far, ACL_BOOL),
            (std::vector<uint8_t>{0, 1}));
  const RawTensor<uint8_t> condition({0, 7}, ACL_UINT8);
  const RawTensor<Number> out({{}, {}}, ACL_COMPLEX64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSWhereGetWorkspaceSize(condition.Get(), a.Get(), b.Get(), out.Get(), size,
                                                     executor);
                },
                aclnnSWhere),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<Number>{{3, -4}, {1, -1}}));
}

// Without overflow or underflow in between; an infinite part counts more than one that is no number.
TEST(ExactComplex, Magnitudes) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const RawTensor<std::complex<double>> self(
      {{3, -4}, {3e300, 4e300}, {-3e-310, 4e-310}, {-kInfinity, std::nan("")}, {0, 0}}, ACL_COMPLEX128);
  const RawTensor<double> out({7, 7, 7, 7, 7}, ACL_DOUBLE);
  const auto run = [&](aclTensor* from, aclTensor* to) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnAbsGetWorkspaceSize(from, to, size, executor);
        },
        aclnnAbs);
  };
  ASSERT_EQ(run(self.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
  const std::vector<double> actual = out.Read();
  EXPECT_EQ(actual[0], 5);
  EXPECT_DOUBLE_EQ(actual[1], 5e300);
  EXPECT_DOUBLE_EQ(actual[2], 5e-310);
  EXPECT_EQ(actual[3], kInfinity);
  EXPECT_EQ(actual[4], 0);
  const RawTensor<std::complex<float>> singles({{3e30F, -4e30F}, {1e-30F, 0}}, ACL_COMPLEX64);
  const RawTensor<float> reals({7, 7}, ACL_FLOAT);
  ASSERT_EQ(run(singles.Get(), reals.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_FLOAT_EQ(reals.Read()[0], 5e30F);
  EXPECT_EQ(reals.Read()[1], 1e-30F);
  EXPECT_EQ(run(singles.Get(), singles.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("out: expected dtype FLOAT"), std::string::npos) << LastMessage();
}

TEST(ExactComplex, Closeness) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  using Numbers = std::vector<std::complex<float>>;
  const RawTensor<std::complex<float>> self(Numbers{{1, 1}, {1, 1}, {kNan, 0}, {2, 3}}, ACL_COMPLEX64);
  const RawTensor<std::complex<float>> other(Numbers{{1.03F, 1.04F}, {1.06F, 1.08F}, {0, kNan}, {2, 3}},
                                             ACL_COMPLEX64);
  const RawTensor<uint8_t> out({7, 7, 7, 7}, ACL_BOOL);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnIsCloseGetWorkspaceSize(self.Get(), other.Get(), 0, 0.0625, true, out.Get(),
                                                      size, executor);
                },
                aclnnIsClose),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<uint8_t>{1, 0, 1, 1}));
}

TEST(ExactComplex, OrderIsRefused) {
  const RawTensor<Number> a({{1, 2}}, ACL_COMPLEX64);
  const RawTensor<uint8_t> out({0}, ACL_BOOL);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnGtTensorGetWorkspaceSize(a.Get(), a.Get(), out.Get(), &size, &executor), kInvalid);
  EXPECT_NE(RecentMessage().find("COMPLEX64"), std::string::npos);
}

TEST(ExactUnsigned, SixteenToSixtyFourBits) {
  const RawTensor<uint16_t> small({65535, 1}, ACL_UINT16);
  const RawTensor<uint16_t> other({1, 65535}, ACL_UINT16);
  EXPECT_EQ(ResultOf<uint8_t>(aclnnLeTensorGetWorkspaceSize, aclnnLeTensor, small, other, ACL_BOOL),
            (std::vector<uint8_t>{0, 1}));
  const RawTensor<uint64_t> wide({UINT64_MAX, uint64_t{1} << 63}, ACL_UINT64);
  const RawTensor<uint64_t> mask({(uint64_t{1} << 63) | 5, UINT64_MAX}, ACL_UINT64);
  EXPECT_EQ(ResultOf<uint64_t>(aclnnBitwiseAndTensorGetWorkspaceSize, aclnnBitwiseAndTensor, wide, mask,
                               ACL_UINT64),
            (std::vector<uint64_t>{(uint64_t{1} << 63) | 5, uint64_t{1} << 63}));
  const RawTensor<uint32_t> bits({0, 0xF0F0F0F0}, ACL_UINT32);
  EXPECT_EQ(ResultOf<uint32_t>(aclnnBitwiseNotGetWorkspaceSize, aclnnBitwiseNot, bits, ACL_UINT32),
            (std::vector<uint32_t>{0xFFFFFFFF, 0x0F0F0F0F}));
}

TEST(ExactIntegers, EndsOfTheRangeAndZero) {
  const RawTensor<int64_t> a({INT64_MIN, INT64_MAX, 7, -7}, ACL_INT64);
  const RawTensor<int64_t> b({-1, INT64_MAX - 1, 0, 0}, ACL_INT64);
  const RawTensor<int32_t> c({INT32_MIN, INT32_MAX, 7, -7}, ACL_INT32);
  const RawTensor<int32_t> d({-1, INT32_MAX - 1, 0, 0}, ACL_INT32);
  EXPECT_EQ(ResultOf<int64_t>(aclnnRemainderTensorTensorGetWorkspaceSize, aclnnRemainderTensorTensor, a, b,
                              ACL_INT64),
            (std::vector<int64_t>{0, 1, 7, -7}));
  EXPECT_EQ(ResultOf<int32_t>(aclnnRemainderTensorTensorGetWorkspaceSize, aclnnRemainderTensorTensor, c, d,
                              ACL_INT32),
            (std::vector<int32_t>{0, 1, 7, -7}));
  EXPECT_EQ(ResultOf<int64_t>(aclnnFmodTensorGetWorkspaceSize, aclnnFmodTensor, a, b, ACL_INT64),
            (std::vector<int64_t>{0, 1, 7, -7}));
  for (const int mode : {1, 2}) {
    const RawTensor<int32_t> quotient({0, 0, 0, 0}, ACL_INT32);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnDivModGetWorkspaceSize(c.Get(), d.Get(), mode, quotient.Get(), size,
                                                       executor);
                  },
                  aclnnDivMod),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(quotient.Read(), (std::vector<int32_t>{INT32_MIN, 1, -1, -1})) << mode;
  }
}

TEST(ExactIntegers, DivModKnowsThreeModes) {
  const RawTensor<float> a({1}, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnDivModGetWorkspaceSize(a.Get(), a.Get(), 3, a.Get(), &size, &executor), kInvalid);
  EXPECT_NE(RecentMessage().find("mode"), std::string::npos);
}

// Remainders of numbers that are far apart are as exact as those of neighbours.
TEST(ExactRemainders, OfFarNumbers) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> dividends{1e30F, -1e30F, 5, -5, 1e-40F, 16777216, 3, -0.0F};
  const std::vector<float> divisors{7, 3e-5F, infinity, infinity, 1e38F, 0.3F, -infinity, 3};
  const RawTensor<float> a(dividends, ACL_FLOAT);
  const RawTensor<float> b(divisors, ACL_FLOAT);
  const std::vector<float> remainders =
      ResultOf<float>(aclnnFmodTensorGetWorkspaceSize, aclnnFmodTensor, a, b, ACL_FLOAT);
  for (size_t i = 0; i < dividends.size(); ++i) {
    EXPECT_EQ(remainders[i], std::fmod(dividends[i], divisors[i])) << i;
    EXPECT_EQ(std::signbit(remainders[i]), std::signbit(dividends[i])) << i;
  }
}

std::vector<float> RunClamp(const std::vector<float>& self, const aclScalar* lower, const aclScalar* upper) {
  const RawTensor<float> tensor(self, ACL_FLOAT);
  const RawTensor<float> out(std::vector<float>(self.size()), ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnClampGetWorkspaceSize(tensor.Get(), lower, upper, out.Get(), size, executor);
                },
                aclnnClamp),
            ACL_SUCCESS)
      << LastMessage();
  return out.Read();
}

TEST(Clamp, ABoundMayBeNull) {
  const Scalar lower(-1, ACL_DOUBLE);
  const Scalar upper(2, ACL_INT64);
  EXPECT_EQ(RunClamp({-5, 0, 9}, lower.Get(), nullptr), (std::vector<float>{-1, 0, 9}));
  EXPECT_EQ(RunClamp({-5, 0, 9}, nullptr, upper.Get()), (std::vector<float>{-5, 0, 2}));
  const RawTensor<float> tensor({-5, 0, 9}, ACL_FLOAT);
  const RawTensor<float> bounds({1, 1, 1}, ACL_FLOAT);
  const RawTensor<float> out({0, 0, 0}, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnClampGetWorkspaceSize(tensor.Get(), nullptr, nullptr, out.Get(), &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnClampTensorGetWorkspaceSize(tensor.Get(), nullptr, nullptr, out.Get(), &size, &executor),
            kNullptr);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* bytes, aclOpExecutor** plan) {
                  return aclnnClampTensorGetWorkspaceSize(tensor.Get(), nullptr, bounds.Get(), out.Get(),
                                                          bytes, plan);
                },
                aclnnClampTensor),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<float>{-5, 0, 1}));
}

// Types that checkpoints are stored in are filled, too.
TEST(Fill, Float8) {
  const RawTensor<uint8_t> filled({7, 7, 7}, ACL_FLOAT8_E4M3FN);
  const Scalar value(-1.5, ACL_DOUBLE);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceFillScalarGetWorkspaceSize(filled.Get(), value.Get(), size, executor);
                },
                aclnnInplaceFillScalar),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(filled.Read(), (std::vector<uint8_t>{0xBC, 0xBC, 0xBC}));
}

// BOOL promotes as in other operators, and is a number of its own.
TEST(Clamp, TruthValues) {
  const RawTensor<float> self({-5, 0.5, 9}, ACL_FLOAT);
  const RawTensor<uint8_t> lower({1, 0, 1}, ACL_BOOL);
  const RawTensor<int64_t> upper({4, 4, 4}, ACL_INT64);
  const RawTensor<float> out({0, 0, 0}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnClampTensorGetWorkspaceSize(self.Get(), lower.Get(), upper.Get(), out.Get(),
                                                          size, executor);
                },
                aclnnClampTensor),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<float>{1, 0.5, 4}));
  const RawTensor<uint8_t> truth({7, 7, 7}, ACL_BOOL);
  const RawTensor<uint8_t> other({0, 0, 1}, ACL_BOOL);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnClampTensorGetWorkspaceSize(lower.Get(), other.Get(), other.Get(), truth.Get(),
                                                          size, executor);
                },
                aclnnClampTensor),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(truth.Read(), (std::vector<uint8_t>{0, 0, 1}));
}

TEST(Comparison, InPlaceWantsATypeThatHoldsTheOperands) {
  const RawTensor<int32_t> self({1, 2}, ACL_INT32);
  const Scalar fraction(1.5, ACL_DOUBLE);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnInplaceEqScalarGetWorkspaceSize(self.Get(), fraction.Get(), &size, &executor), kInvalid);
  // Out of place an INT32 is compared with the fraction itself.
  const RawTensor<uint8_t> out({7, 7}, ACL_BOOL);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* bytes, aclOpExecutor** plan) {
                  return aclnnGtScalarGetWorkspaceSize(self.Get(), fraction.Get(), out.Get(), bytes, plan);
                },
                aclnnGtScalar),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<uint8_t>{0, 1}));
}

// Every element of a fill gets the same number: an expanded tensor is filled once.
TEST(Fill, ExpandedTensors) {
  const DeviceTensor memory(Full({6}, 1), ACL_FLOAT);
  const Scalar number(7, ACL_DOUBLE);
  const auto fill = [&](const Shape& dims, const Shape& strides) {
    aclTensor* const tensor = aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides.data(), 1,
                                              ACL_FORMAT_ND, dims.data(), dims.size(), memory.Data());
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnInplaceFillScalarGetWorkspaceSize(tensor, number.Get(), size, executor);
        },
        aclnnInplaceFillScalar);
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
    return status;
  };
  EXPECT_EQ(fill({1000, 2, 300}, {0, 2, 0}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(memory.Read().values, (std::vector<double>{1, 7, 1, 7, 1, 1}));
  EXPECT_EQ(fill({int64_t{1} << 40}, {0}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(fill({5, 0}, {0, 0}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(memory.Read().values, (std::vector<double>{1, 7, 1, 7, 1, 1}));
  EXPECT_EQ(fill({2, 2}, {1, 1}), 161002) << "two elements in one place that no dim repeats";
}

TEST(Fill, ValuesAreConvertedLikeElements) {
  const auto fill = [](auto element, aclDataType dtype, double value) {
    using Element = decltype(element);
    const RawTensor<Element> tensor({element, element}, dtype);
    const Scalar number(value, ACL_DOUBLE);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnInplaceFillScalarGetWorkspaceSize(tensor.Get(), number.Get(), size, executor);
                  },
                  aclnnInplaceFillScalar),
              ACL_SUCCESS)
        << LastMessage();
    return tensor.Read()[1];
  };
  EXPECT_EQ(fill(int32_t{7}, ACL_INT32, -2.5), -2);
  EXPECT_EQ(fill(int32_t{7}, ACL_INT32, NAN), 0);
  EXPECT_EQ(fill(uint8_t{7}, ACL_BOOL, 0.5), 1);
  EXPECT_EQ(fill(uint16_t{7}, ACL_FLOAT16, 1e6), 0x7C00) << "infinity";
  EXPECT_EQ(fill(uint16_t{7}, ACL_BF16, 1.0), 0x3F80);
  EXPECT_EQ(fill(Number{7, 7}, ACL_COMPLEX64, 1.5), (Number{1.5F, 0}));
}

}  // namespace
}  // namespace openaclnn::testing
