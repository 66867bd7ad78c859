// SPDX-License-Identifier: Apache-2.0
//
// Tensors of random numbers against the words of the sequence that they are made of, in float64; how they are
// distributed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_bernoulli.h"
#include "aclnnop/aclnn_dropout.h"
#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_uniform.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/philox.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr int64_t kSeed = -0x123456789ABCDEF;
constexpr int64_t kOffset = 44;

// The words of the sequence that the tests draw from.
uint64_t Word(size_t i) {
  return PhiloxWord(i, static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kOffset));
}
uint64_t Pair(size_t i) {
  return PhiloxPair(i, static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kOffset));
}

bool IsSingle(aclDataType dtype) {
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16 || dtype == ACL_COMPLEX64;
}

// Element i of normal numbers in float64: Box and Muller's transform of the bits of its pair.
double NormalNumber(size_t i, bool single) {
  const size_t even = i / 2 * 2;
  // A number of the type, half a step above a multiple: near 1 it is rounded.
  const double distance = single ? std::fma(static_cast<float>(Word(even) >> 1U), 0x1p-31F, 0x1p-32F)
                                 : std::fma(static_cast<double>(Pair(even) >> 11U), 0x1p-53, 0x1p-54);
  // From -1 to 1, of both signs.
  const double direction =
      single ? std::ldexp(static_cast<double>(static_cast<int32_t>(Word(even + 1)) >> 8), -23)
             : std::ldexp(static_cast<double>(static_cast<int64_t>(Pair(even + 1)) >> 11), -52);
  const double radius = std::sqrt(-2 * std::log(distance));
  const double angle = 3.14159265358979323846 * direction;
  return radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

int DigitsOf(aclDataType dtype) {
  return dtype == ACL_FLOAT ? 24 : dtype == ACL_FLOAT16 ? 11 : dtype == ACL_BF16 ? 8 : 53;
}
double UniformNumber(size_t i, aclDataType dtype) {
  const auto digits = static_cast<unsigned>(DigitsOf(dtype));
  return IsSingle(dtype)
             ? std::ldexp(static_cast<double>(Word(i) >> (32U - digits)), -static_cast<int>(digits))
             : std::ldexp(static_cast<double>(Pair(i) >> 11U), -53);
}

// Rounded to float32 where the library computes in it.
double Stored(double value, aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_DOUBLE:
      return value;
    case ACL_BOOL:
      return value != 0 ? 1 : 0;
    default: {
      const auto [lowest, highest] = dtype == ACL_INT8    ? std::pair(-128.0, 127.0)
                                     : dtype == ACL_INT16 ? std::pair(-32768.0, 32767.0)
                                     : dtype == ACL_UINT8 ? std::pair(0.0, 255.0)
                                                          : std::pair(-2147483648.0, 2147483647.0);
      return std::clamp(std::trunc(value), lowest, highest);
    }
  }
}

const std::vector<aclDataType> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                       ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8,  ACL_BOOL};

class Fill : public ::testing::TestWithParam<aclDataType> {
 protected:
  // Fills tensors of several sizes and layouts; element i shall be expected(i).
  template <typename PhaseOneOf>
  void Expect(const PhaseOneOf& phaseOne, PhaseTwo phaseTwo, const std::function<double(size_t)>& expected,
              double arithmeticUlps) {
    const aclDataType dtype = GetParam();
    const auto run = [&](const Shape& shape, const Layout& layout) {
      const DeviceTensor out = DeviceTensor::Output(shape, dtype, layout);
      ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                                aclOpExecutor** executor) { return phaseOne(out.Get(), size, executor); },
                            phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      Array numbers = Full(shape, 0);
      for (size_t i = 0; i < numbers.values.size(); ++i) {
        numbers.values[i] = Stored(expected(i), dtype);
      }
      // A radius of at most 8 times a cosine, which has the error of its angle.
      const Tolerance tolerance = Tolerance::For(
          dtype, arithmeticUlps > 0 ? std::optional(Full(shape, 8)) : std::nullopt, arithmeticUlps);
      EXPECT_TRUE(Near(out.Read(), numbers, tolerance)) << ::testing::PrintToString(shape);
      EXPECT_TRUE(out.CanariesIntact());
    };
    run({}, Layout::Contiguous());
    run({513}, Layout::Contiguous());
    run({3, 5, 1201}, Layout::Contiguous());
    run({13, 7, 30}, Layout::Transposed(3));
    run({11, 300}, Layout::Stepped({2, 3}));
    run({0, 4}, Layout::Contiguous());
  }
};
INSTANTIATE_TEST_SUITE_P(Types, Fill, ::testing::ValuesIn(kDtypes));

TEST_P(Fill, Normal) {
  // Two numbers on both sides of a whole one are cut off to different integers.
  if (!IsSingle(GetParam()) && GetParam() != ACL_DOUBLE) {
    Expect(
        [](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnInplaceNormalGetWorkspaceSize(out, 5, 60, kSeed, kOffset, size, executor);
        },
        aclnnInplaceNormal, [](size_t i) { return std::fma(60, NormalNumber(i, false), 5); }, 0);
    return;
  }
  const bool single = IsSingle(GetParam());
  Expect(
      [](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceNormalGetWorkspaceSize(out, 1.5, 0.5, kSeed, kOffset, size, executor);
      },
      aclnnInplaceNormal, [=](size_t i) { return 1.5 + 0.5 * NormalNumber(i, single); }, single ? 2 : 1e-8);
}

TEST_P(Fill, Uniform) {
  const aclDataType dtype = GetParam();
  const double to = dtype == ACL_BOOL ? 1 : 100;
  Expect(
      [=](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceUniformGetWorkspaceSize(out, 0, to, static_cast<uint64_t>(kSeed), kOffset, size,
                                                   executor);
      },
      aclnnInplaceUniform,
      [=](size_t i) {
        const double value = to * UniformNumber(i, dtype);
        // What would be rounded to the bound is the number below it.
        return std::min(value, dtype == ACL_FLOAT16 ? 99.9375 : dtype == ACL_BF16 ? 99.5 : value);
      },
      0);
}

TEST_P(Fill, Whole) {
  const aclDataType dtype = GetParam();
  const int64_t from = dtype == ACL_UINT8 || dtype == ACL_BOOL ? 0 : -7;
  const int64_t to = dtype == ACL_BOOL ? 2 : 100;
  Expect(
      [=](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceRandomGetWorkspaceSize(out, from, to, kSeed, kOffset, size, executor);
      },
      aclnnInplaceRandom,
      [=](size_t i) {
        // (a 2^32 + b) range / 2^64, without more than 64 bits.
        const uint64_t bits = Pair(i);
        const auto range = static_cast<uint64_t>(to - from);
        return static_cast<double>(from) +
               static_cast<double>(((bits >> 32U) * range + ((bits & 0xFFFFFFFFU) * range >> 32U)) >> 32U);
      },
      0);
}

// Rounding does not reach the bounds: 299 would be stored as 300 in BFLOAT16, -301 as -300 or -302.
TEST(FillWhole, HalvesStayWithinTheBounds) {
  struct Case {
    aclDataType dtype;
    int64_t from;
    int64_t to;
    double least;
    double most;
  };
  for (const Case& each : {Case{ACL_BF16, -3, 300, -3, 298}, Case{ACL_BF16, -301, 0, -300, -1},
                           Case{ACL_BF16, 0, 10040, 0, 9984}, Case{ACL_FLOAT16, 0, 2051, 0, 2050},
                           Case{ACL_FLOAT, 0, 16777219, 0, 16777218}}) {
    const DeviceTensor out = DeviceTensor::Output({300000}, each.dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnInplaceRandomGetWorkspaceSize(out.Get(), each.from, each.to, kSeed, kOffset,
                                                              size, executor);
                  },
                  aclnnInplaceRandom),
              ACL_SUCCESS)
        << LastMessage();
    const std::vector<double> values = out.Read().values;
    const auto [least, most] = std::ranges::minmax(values);
    EXPECT_LE(most, each.most) << each.to;
    EXPECT_GE(least, each.least) << each.from;
    if (each.dtype != ACL_FLOAT) {  // all of them come
      EXPECT_EQ(most, each.most) << each.to;
      EXPECT_EQ(least, each.least) << each.from;
    }
  }
}

TEST_P(Fill, WholeOfTheType) {
  const aclDataType dtype = GetParam();
  const int bits = dtype == ACL_INT8    ? 7
                   : dtype == ACL_INT16 ? 15
                   : dtype == ACL_INT32 ? 31
                   : dtype == ACL_INT64 ? 63
                   : dtype == ACL_UINT8 ? 8
                   : dtype == ACL_BOOL  ? 1
                                        : DigitsOf(dtype);
  const DeviceTensor out = DeviceTensor::Output({20000}, dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceRandomWithoutFromToGetWorkspaceSize(out.Get(), kSeed, kOffset, size,
                                                                         executor);
                },
                aclnnInplaceRandomWithoutFromTo),
            ACL_SUCCESS);
  const double bound = std::ldexp(1, bits);
  double sum = 0;
  for (const double value : out.Read().values) {
    ASSERT_GE(value, 0);
    ASSERT_LE(value, bound);
    ASSERT_EQ(value, std::trunc(value));
    sum += value / bound;
  }
  // A uniform number's standard deviation is 0.29 (a bit's 0.5): six of them.
  const double mean = dtype == ACL_BOOL ? 0.25 : 0.5 - 0.5 / bound;
  EXPECT_NEAR(sum / 20000, mean, 6 * 0.5 / std::sqrt(20000));
}

TEST_P(Fill, Bernoulli) {
  Expect(
      [](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        const double value = 0.3;
        const std::unique_ptr<aclScalar, decltype(&aclDestroyScalar)> prob(
            aclCreateScalar(const_cast<double*>(&value), ACL_DOUBLE), aclDestroyScalar);
        return aclnnInplaceBernoulliGetWorkspaceSize(out, prob.get(), kSeed, kOffset, size, executor);
      },
      aclnnInplaceBernoulli, [](size_t i) { return static_cast<double>(Word(i)) < 0.7 * 0x1p32 ? 0 : 1; }, 0);
}

TEST_P(Fill, BernoulliOfATensor) {
  Random random(5);
  const Shape shape{40, 1000};
  for (const aclDataType type : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Shape& probShape : {shape, Shape{}, Shape{40, 1}}) {
      Array values = random.Uniform(probShape, type, 0, 1);
      values.values.front() = probShape.empty() ? 0.75 : 1;
      values.values.back() = probShape.empty() ? 0.75 : 0;
      const DeviceTensor prob(values, type);
      const DeviceTensor out = DeviceTensor::Output(shape, GetParam(), Layout::Transposed(2));
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnInplaceBernoulliTensorGetWorkspaceSize(out.Get(), prob.Get(), kSeed,
                                                                         kOffset, size, executor);
                    },
                    aclnnInplaceBernoulliTensor),
                ACL_SUCCESS)
          << LastMessage();
      Array expected = Full(shape, 0);
      for (size_t i = 0; i < expected.values.size(); ++i) {
        const double probability = BroadcastAt(values, IndexOf(shape, static_cast<int64_t>(i)));
        // The nearest number of 2^32 words, the highest ones.
        expected.values[i] =
            static_cast<double>(Word(i)) < 0x1p32 - std::round(std::ldexp(probability, 32)) ? 0 : 1;
      }
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(GetParam())));
    }
  }
}

// Dropout in place is made of ones with the probability to be kept.
TEST(FillBernoulli, OnesAreWhatDropoutKeeps) {
  constexpr int64_t kCount = 5000;
  for (const double dropped : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0}) {
    const Scalar keeping(1 - dropped, ACL_DOUBLE);
    const DeviceTensor input(Full({kCount}, 1), ACL_FLOAT);
    const DeviceTensor ones = DeviceTensor::Output({kCount}, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({kCount}, ACL_FLOAT);
    const DeviceTensor mask = DeviceTensor::Output({(kCount + 127) / 128 * 16}, ACL_UINT8);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnInplaceBernoulliGetWorkspaceSize(ones.Get(), keeping.Get(), kSeed, kOffset,
                                                                 size, executor);
                  },
                  aclnnInplaceBernoulli),
              ACL_SUCCESS)
        << LastMessage();
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnDropoutGetWorkspaceSize(input.Get(), dropped, true, kSeed, kOffset, out.Get(),
                                                        mask.Get(), size, executor);
                  },
                  aclnnDropout),
              ACL_SUCCESS)
        << LastMessage();
    const std::vector<double> kept = out.Read().values;
    const std::vector<double> drawn = ones.Read().values;
    for (size_t i = 0; i < kept.size(); ++i) {
      ASSERT_EQ(kept[i] != 0, drawn[i] == 1) << i << " with " << dropped;
    }
  }
}

TEST(FillBernoulli, WhatIsNoProbabilityIsFoundBeforeAnythingIsWritten) {
  for (const double wrong : {-0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    Array values = Full({3, 20000}, 0.5);
    values.values[40001] = wrong;
    const DeviceTensor prob(values, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({3, 20000}, ACL_FLOAT);
    const auto before = out.Bytes();
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnInplaceBernoulliTensorGetWorkspaceSize(out.Get(), prob.Get(), 1, 2, size,
                                                                       executor);
                  },
                  aclnnInplaceBernoulliTensor),
              507035);
    EXPECT_NE(LastMessage().find("prob: expected values from 0 to 1"), std::string::npos) << LastMessage();
    EXPECT_NE(LastMessage().find("at position 40001"), std::string::npos) << LastMessage();
    EXPECT_EQ(out.Bytes(), before);
  }
}

// Means and deviations as tensors, that broadcast.
TEST(NormalOut, AllForms) {
  Random random(9);
  const Shape shape{17, 1, 90};
  const Shape all{17, 20, 90};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const bool single = IsSingle(dtype);
    const Array means = random.Uniform(shape, dtype, -3, 3);
    const Array deviations = random.Uniform({20, 1}, ACL_FLOAT, 0, 2);
    const DeviceTensor mean(means, dtype);
    const DeviceTensor std(deviations, ACL_FLOAT);
    const auto expect = [&](const auto& phaseOne, PhaseTwo phaseTwo, const Shape& outShape, auto meanAt,
                            auto deviationAt) {
      const DeviceTensor out = DeviceTensor::Output(outShape, dtype, Layout::Transposed(outShape.size()));
      ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                                aclOpExecutor** executor) { return phaseOne(out.Get(), size, executor); },
                            phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      Array expected = Full(outShape, 0);
      for (size_t i = 0; i < expected.values.size(); ++i) {
        const Shape index = IndexOf(outShape, static_cast<int64_t>(i));
        expected.values[i] = meanAt(index) + deviationAt(index) * NormalNumber(i, single);
      }
      // As above; deviations are at most 3.
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, Full(outShape, 24), single ? 2 : 1e-8)));
    };
    const auto meanAt = [&](const Shape& index) { return BroadcastAt(means, index); };
    const auto stdAt = [&](const Shape& index) { return BroadcastAt(deviations, index); };
    const auto number = [](double value) { return [=](const Shape& /*index*/) { return value; }; };
    expect(
        [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnNormalTensorTensorGetWorkspaceSize(mean.Get(), std.Get(), kSeed, kOffset, out, size,
                                                         executor);
        },
        aclnnNormalTensorTensor, all, meanAt, stdAt);
    expect(
        [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnNormalTensorFloatGetWorkspaceSize(mean.Get(), 0.25F, kSeed, kOffset, out, size,
                                                        executor);
        },
        aclnnNormalTensorFloat, shape, meanAt, number(0.25));
    expect(
        [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnNormalFloatTensorGetWorkspaceSize(-2, std.Get(), kSeed, kOffset, out, size, executor);
        },
        aclnnNormalFloatTensor, {20, 1}, number(-2), stdAt);
    expect(
        [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnNormalFloatFloatGetWorkspaceSize(-2, 3, kSeed, kOffset, out, size, executor);
        },
        aclnnNormalFloatFloat, all, number(-2), number(3));
  }
}

TEST(FillNormal, PartsOfComplexNumbersHaveHalfTheVariance) {
  constexpr size_t kCount = 700;
  const RawTensor<std::array<float, 2>> out(std::vector<std::array<float, 2>>(kCount), ACL_COMPLEX64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceNormalGetWorkspaceSize(out.Get(), 3, 2, kSeed, kOffset, size, executor);
                },
                aclnnInplaceNormal),
            ACL_SUCCESS);
  const std::vector<std::array<float, 2>> numbers = out.Read();
  for (size_t i = 0; i < kCount; ++i) {
    // The error of the angle, of a radius of at most 7.
    EXPECT_NEAR(numbers[i][0], 3 + std::sqrt(2) * NormalNumber(2 * i, true), 1e-5);
    EXPECT_NEAR(numbers[i][1], std::sqrt(2) * NormalNumber(2 * i + 1, true), 1e-5);
  }
}

// The distance between the distribution of the numbers and that of their kind (Kolmogorov and Smirnov), times
// the root of their number: beyond 2.3 once in 20000 times.
double Distance(std::vector<double> numbers, const std::function<double(double)>& distribution) {
  std::sort(numbers.begin(), numbers.end());
  double distance = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double expected = distribution(numbers[i]) * static_cast<double>(numbers.size());
    distance = std::max({distance, std::fabs(expected - static_cast<double>(i)),
                         std::fabs(expected - static_cast<double>(i + 1))});
  }
  return distance / std::sqrt(static_cast<double>(numbers.size()));
}

TEST(FillDistribution, NumbersAreDistributedAsTheyShall) {
  const auto draw = [](aclDataType dtype, const auto& phaseOne, PhaseTwo phaseTwo) {
    const DeviceTensor out = DeviceTensor::Output({200000}, dtype);
    EXPECT_EQ(RunTwoPhase([&](uint64_t* size,
                              aclOpExecutor** executor) { return phaseOne(out.Get(), size, executor); },
                          phaseTwo),
              ACL_SUCCESS);
    return out.Read().values;
  };
  for (const int64_t offset : {0, 4, 8}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
      const std::vector<double> normal = draw(
          dtype,
          [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnInplaceNormalGetWorkspaceSize(out, 0, 1, 7, offset, size, executor);
          },
          aclnnInplaceNormal);
      EXPECT_LT(Distance(normal, [](double x) { return std::erfc(-x / std::sqrt(2)) / 2; }), 2.3);
      const std::vector<double> uniform = draw(
          dtype,
          [&](aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnInplaceUniformGetWorkspaceSize(out, 0, 1, 7, static_cast<uint64_t>(offset), size,
                                                       executor);
          },
          aclnnInplaceUniform);
      EXPECT_LT(Distance(uniform, [](double x) { return x; }), 2.3);
      // Neighbours know nothing of each other: their correlation has the deviation of a mean.
      for (const size_t lag : {1U, 2U, 4U, 128U}) {
        double correlation = 0;
        for (size_t i = 0; i + lag < normal.size(); ++i) {
          correlation += normal[i] * normal[i + lag];
        }
        EXPECT_LT(std::fabs(correlation) / std::sqrt(200000.0), 5) << "lag " << lag;
      }
    }
  }
}

// Numbers go by position: more than 8 dims that merge to fewer get the numbers of those.
TEST(Fill, OfMoreThanEightDims) {
  const Shape many{2, 1, 3, 1, 2, 1, 2, 1, 2, 2, 1};
  constexpr int64_t kCount = 96;
  const DeviceTensor flat = DeviceTensor::Output({kCount}, ACL_FLOAT);
  const DeviceTensor memory = DeviceTensor::Output({2 * kCount}, ACL_FLOAT);
  const auto view = [&](int64_t factor) {
    Shape strides = ContiguousStrides(many);
    for (int64_t& stride : strides) {
      stride *= factor;
    }
    const int64_t storage = kCount * factor;
    return aclCreateTensor(many.data(), many.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, &storage, 1,
                           memory.Data());
  };
  const auto expectSame = [&](const auto& phaseOne, PhaseTwo phaseTwo) {
    ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                              aclOpExecutor** executor) { return phaseOne(flat.Get(), size, executor); },
                          phaseTwo),
              ACL_SUCCESS)
        << LastMessage();
    for (const int64_t factor : {1, 2}) {
      aclTensor* const tensor = view(factor);
      EXPECT_EQ(RunTwoPhase([&](uint64_t* size,
                                aclOpExecutor** executor) { return phaseOne(tensor, size, executor); },
                            phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(aclDestroyTensor(tensor), 0);
      const std::vector<double> expected = flat.Read().values;
      const std::vector<double> found = memory.Read().values;
      for (size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(found[i * static_cast<size_t>(factor)], expected[i]) << i;
      }
    }
  };
  expectSame(
      [](aclTensor* tensor, uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceUniformGetWorkspaceSize(tensor, 0, 1, 7, 0, size, executor);
      },
      aclnnInplaceUniform);
  expectSame(
      [](aclTensor* tensor, uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceNormalGetWorkspaceSize(tensor, 0, 1, 7, 0, size, executor);
      },
      aclnnInplaceNormal);
  expectSame(
      [](aclTensor* tensor, uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceRandomGetWorkspaceSize(tensor, 0, 100, 7, 0, size, executor);
      },
      aclnnInplaceRandom);
  // Nine dims of which none merge.
  const Shape apart{2, 2, 2, 2, 2, 2, 2, 2, 2};
  const Shape strides{1, 2, 4, 8, 16, 32, 64, 128, 256};
  aclTensor* const permuted =
      aclCreateTensor(apart.data(), 9, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, apart.data(), 9, nullptr);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnInplaceUniformGetWorkspaceSize(permuted, 0, 1, 7, 0, &size, &executor), 161002);
  EXPECT_EQ(aclDestroyTensor(permuted), 0);
}

TEST(FillUniform, NeverReachesItsBound) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const auto& [from, to] : {std::pair(0.0, 1.0), std::pair(1.0, 1.0078125), std::pair(-1.0, 0.0),
                                   std::pair(-3.0, -2.984375), std::pair(2.0, 2.0)}) {
      const DeviceTensor out = DeviceTensor::Output({100000}, dtype);
      ASSERT_EQ(RunTwoPhase(
                    [&, from = from, to = to](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnInplaceUniformGetWorkspaceSize(out.Get(), from, to, 7, 0, size, executor);
                    },
                    aclnnInplaceUniform),
                ACL_SUCCESS);
      for (const double value : out.Read().values) {
        ASSERT_GE(value, from);
        if (from < to) {
          ASSERT_LT(value, to) << dtype;
        } else {
          ASSERT_EQ(value, from);
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
