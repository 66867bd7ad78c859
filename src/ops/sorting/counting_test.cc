// SPDX-License-Identifier: Apache-2.0
//
// aclnnBincount and aclnnHistc, against counts one after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_bincount.h"
#include "aclnnop/aclnn_histc.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kWholeDtypes{ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8};

void ExpectRefused(aclnnStatus status, std::initializer_list<const char*> parts) {
  EXPECT_EQ(status, kInvalid);
  for (const char* part : parts) {
    EXPECT_NE(LastMessage().find(part), std::string::npos) << "no \"" << part << "\" in: " << LastMessage();
  }
}

aclnnStatus Bincount(const aclTensor* self, const aclTensor* weights, int64_t minlength, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnBincountGetWorkspaceSize(self, weights, minlength, out, size, executor);
      },
      aclnnBincount);
}

aclnnStatus Histc(const aclTensor* self, int64_t bins, const aclScalar* min, const aclScalar* max,
                  aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnHistcGetWorkspaceSize(self, bins, min, max, out, size, executor);
      },
      aclnnHistc);
}

class BincountTest : public ::testing::Test {
 protected:
  static void Expect(const Array& values, aclDataType dtype, int64_t bins, const Layout& layout = {},
                     const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message()
                 << "dtype " << dtype << ", " << values.values.size() << " elements, " << bins << " bins");
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output({bins}, ACL_INT64, outLayout);
    ASSERT_EQ(Bincount(self.Get(), nullptr, bins / 2, out.Get()), ACL_SUCCESS) << LastMessage();
    Array expected = Full({bins}, 0);
    for (const double value : values.values) {
      expected.values.at(static_cast<size_t>(value)) += 1;
    }
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(ACL_INT64)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  static void ExpectSums(const Array& values, const Array& weights, aclDataType dtype, int64_t bins,
                         const Layout& layout = {}) {
    SCOPED_TRACE(::testing::Message()
                 << "weights " << dtype << ", " << values.values.size() << " elements, " << bins << " bins");
    const DeviceTensor self(values, ACL_INT32);
    const DeviceTensor given(weights, dtype, layout);
    const aclDataType result = dtype == ACL_FLOAT ? ACL_FLOAT : ACL_DOUBLE;
    const DeviceTensor out = DeviceTensor::Output({bins}, result);
    ASSERT_EQ(Bincount(self.Get(), given.Get(), 0, out.Get()), ACL_SUCCESS) << LastMessage();
    std::vector<long double> sums(static_cast<size_t>(bins));
    std::vector<double> magnitudes(static_cast<size_t>(bins));
    for (size_t i = 0; i < values.values.size(); ++i) {
      sums.at(static_cast<size_t>(values.values[i])) += weights.values[i];
      magnitudes.at(static_cast<size_t>(values.values[i])) += std::fabs(weights.values[i]);
    }
    const Array found = out.Read();
    for (size_t bin = 0; bin < sums.size(); ++bin) {
      // Sums are made in float64, and rounded to the result's type.
      const double rounding =
          std::fabs(static_cast<double>(sums[bin])) * (result == ACL_FLOAT ? 0x1.001p-24 : 0x1p-53);
      EXPECT_NEAR(found.values[bin], static_cast<double>(sums[bin]),
                  rounding + magnitudes[bin] * static_cast<double>(values.values.size()) * 0x1p-53)
          << bin;
    }
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{83};
};

TEST_F(BincountTest, EveryType) {
  for (const aclDataType dtype : kWholeDtypes) {
    for (const int64_t count : {0, 1, 511, 512, 513, 40000}) {
      Expect(random_.Integers({count}, dtype, 0, 100), dtype, 100);
    }
  }
}

TEST_F(BincountTest, SizesAndLayouts) {
  for (const int64_t bins : {1, 2, 3, 511, 513, 9000}) {
    for (const int64_t count : {1, 3000, 100000}) {
      const Array values = random_.Integers({count}, ACL_INT64, 0, bins);
      Expect(values, ACL_INT64, bins);
      Expect(values, ACL_INT64, bins, Layout::Stepped({3}).WithOffset(2), Layout::Stepped({2}));
    }
  }
  Expect(Full({5000}, 7), ACL_INT32, 9, Layout::Expanded({0}));
  Expect(random_.Integers({3000}, ACL_INT64, 0, 10), ACL_INT64, 100000);
  Expect(Full({0}, 0), ACL_INT64, 0);
}

TEST_F(BincountTest, Weights) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const int64_t count : {0, 1, 513, 60000}) {
      ExpectSums(random_.Integers({count}, ACL_INT32, 0, 50), random_.Normal({count}, dtype, 0.5, 3), dtype,
                 50);
    }
    ExpectSums(random_.Integers({700}, ACL_INT32, 0, 9), random_.Normal({700}, dtype, 0, 3), dtype, 9,
               Layout::Stepped({3}));
    ExpectSums(random_.Integers({700}, ACL_INT32, 0, 9), Full({700}, 0.25), dtype, 9, Layout::Expanded({0}));
  }
  for (const aclDataType dtype : {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL}) {
    ExpectSums(random_.Integers({900}, ACL_INT32, 0, 20),
               random_.Integers({900}, dtype, 0, dtype == ACL_BOOL ? 2 : 100), dtype, 20);
  }
  const DeviceTensor self(MakeArray({3}, {1, 0, 1}), ACL_INT64);
  const DeviceTensor weights(MakeArray({3}, {kInfinity, kNan, 1}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({3}, ACL_FLOAT);
  ASSERT_EQ(Bincount(self.Get(), weights.Get(), 0, out.Get()), ACL_SUCCESS);
  EXPECT_TRUE(Near(out.Read(), MakeArray({3}, {kNan, kInfinity, 0}), Tolerance::Exact(ACL_FLOAT)));
}

TEST_F(BincountTest, WhatHasNoBinIsAnErrorOfTheStream) {
  for (const bool weighted : {false, true}) {
    for (const double stray : {-1.0, 9.0, -128.0}) {
      Array values = random_.Integers({100000}, ACL_INT16, 0, 9);
      values.values[70001] = stray;
      values.values[90002] = -7;
      const DeviceTensor self(values, ACL_INT16);
      const DeviceTensor weights(Full({100000}, 1), ACL_FLOAT);
      const DeviceTensor out = DeviceTensor::Output({9}, weighted ? ACL_FLOAT : ACL_INT64);
      const std::vector<uint8_t> before = out.Bytes();
      EXPECT_EQ(Bincount(self.Get(), weighted ? weights.Get() : nullptr, 0, out.Get()), 507035);
      EXPECT_NE(LastMessage().find("self: expected values in [0, 9), got"), std::string::npos)
          << LastMessage();
      EXPECT_NE(LastMessage().find("position 70001"), std::string::npos) << LastMessage();
      EXPECT_EQ(out.Bytes(), before);
    }
  }
}

TEST_F(BincountTest, Statuses) {
  const Descriptor self({6}, ACL_INT64);
  const Descriptor matrix({2, 3}, ACL_INT64);
  const Descriptor numbers({6}, ACL_FLOAT);
  const Descriptor counts({9}, ACL_INT64);
  const Descriptor sums({9}, ACL_FLOAT);
  const Descriptor doubles({9}, ACL_DOUBLE);
  EXPECT_EQ(Bincount(nullptr, nullptr, 0, counts.Get()), kNullptr);
  EXPECT_EQ(Bincount(self.Get(), nullptr, 0, nullptr), kNullptr);
  ExpectRefused(Bincount(numbers.Get(), nullptr, 0, counts.Get()), {"self", "INT32", "got FLOAT"});
  ExpectRefused(Bincount(matrix.Get(), nullptr, 0, counts.Get()), {"self", "2"});
  ExpectRefused(Bincount(self.Get(), nullptr, 0, sums.Get()), {"out", "INT64", "FLOAT"});
  ExpectRefused(Bincount(self.Get(), numbers.Get(), 0, doubles.Get()), {"out", "FLOAT", "DOUBLE"});
  ExpectRefused(Bincount(self.Get(), self.Get(), 0, counts.Get()), {"out", "DOUBLE", "INT64"});
  ExpectRefused(Bincount(self.Get(), sums.Get(), 0, sums.Get()), {"weights", "[6]", "[9]"});
  ExpectRefused(Bincount(self.Get(), nullptr, -1, counts.Get()), {"minlength", "-1"});
  ExpectRefused(Bincount(self.Get(), nullptr, 10, counts.Get()), {"out", "9", "10"});
  ExpectRefused(Bincount(self.Get(), nullptr, 0, matrix.Get()), {"out", "2"});
}

class HistcTest : public ::testing::Test {
 protected:
  // Bins by arithmetic in T, rounded after each step; or exact.
  template <typename T>
  static Array Counted(const Array& values, int64_t bins, T min, T max) {
    Array counts = Full({bins}, 0);
    for (const double value : values.values) {
      const T x = static_cast<T>(value);
      if (!(x >= min && x <= max)) {
        continue;
      }
      volatile T distance = x - min;
      volatile T scaled = distance * static_cast<T>(bins);
      volatile T range = max - min;
      const T place = min == max ? static_cast<T>(bins / 2) : scaled / range;
      counts.values[std::min(static_cast<size_t>(place), counts.values.size() - 1)] += 1;
    }
    return counts;
  }

  static void Expect(const Array& values, aclDataType dtype, int64_t bins, double min, double max,
                     const Layout& layout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", " << values.values.size() << " elements, "
                                      << bins << " bins from " << min << " to " << max);
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output({bins}, dtype, outLayout);
    const Scalar lower(min, ACL_DOUBLE);
    const Scalar upper(max, ACL_DOUBLE);
    ASSERT_EQ(Histc(self.Get(), bins, lower.Get(), upper.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
    double least = IsFloating(dtype) ? RoundTo(dtype, min) : min;
    double largest = IsFloating(dtype) ? RoundTo(dtype, max) : max;
    if (min == max) {
      least = values.values.empty() ? 0 : *std::ranges::min_element(values.values);
      largest = values.values.empty() ? 0 : *std::ranges::max_element(values.values);
    }
    Array expected =
        dtype == ACL_DOUBLE ? Counted<double>(values, bins, least, largest)
        : IsFloating(dtype)
            ? Counted<float>(values, bins, static_cast<float>(least), static_cast<float>(largest))
            : Counted<int64_t>(values, bins, static_cast<int64_t>(least), static_cast<int64_t>(largest));
    for (double& count : expected.values) {
      count = RoundTo(dtype, count);
    }
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{89};
};

TEST_F(HistcTest, FloatingPointNumbers) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t bins : {1, 2, 7, 100, 511, 513, 3000}) {
      for (const int64_t count : {0, 1, 513, 5000}) {
        const Array values = random_.Normal({count}, dtype, 0, 2);
        Expect(values, dtype, bins, -3, 3);
        Expect(values, dtype, bins, 0.1, 0.7);
        Expect(values, dtype, bins, 0, 0);
        Expect(values, dtype, bins, 5, 5);
      }
    }
    Expect(random_.Normal({60000}, dtype, 0, 2), dtype, 10, -3, 3);
    Expect(random_.Integers({3, 7, 50}, dtype, 0, 40), dtype, 39, 0, 39);
    Expect(random_.Integers({3, 7, 50}, dtype, 0, 40), dtype, 39, 0, 0);
    Expect(Full({}, 1.5), dtype, 4, 0, 2);
    Expect(Full({30}, 1.5), dtype, 5, 0, 0);
  }
}

TEST_F(HistcTest, Integers) {
  for (const aclDataType dtype : kWholeDtypes) {
    for (const int64_t bins : {1, 3, 10, 100, 700}) {
      const Array values = random_.Integers({90}, dtype, 0, 100);
      Expect(values, dtype, bins, 0, 0);
      Expect(values, dtype, bins, 10, 60);
      Expect(values, dtype, bins, -5, 300);
    }
  }
  // The whole range, exactly.
  const RawTensor<int64_t> self({INT64_MIN, -1, 0, 1, INT64_MAX, INT64_MAX - 1}, ACL_INT64);
  const RawTensor<int64_t> out({-1, -1, -1, -1}, ACL_INT64);
  const Scalar zero(0, ACL_INT64);
  ASSERT_EQ(Histc(self.Get(), 4, zero.Get(), zero.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{1, 1, 2, 2}));
}

TEST_F(HistcTest, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT32}) {
    const Array values = random_.Integers({5, 30, 41}, dtype, 0, 60);
    for (const Layout& layout :
         {Layout::Transposed(3), Layout::ChannelsLast(3), Layout::Stepped({1, 2, 3}), Layout::Offset(7)}) {
      Expect(values, dtype, 20, 0, 0, layout);
      Expect(values, dtype, 20, 3, 50, layout, Layout::Stepped({3}));
    }
    Expect(Full({70, 3}, 4), dtype, 20, 3, 50, Layout::Expanded({0, 1}));
  }
}

TEST_F(HistcTest, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_FLOAT16, ACL_BF16}) {
    // What is outside of the range is not counted, NaN neither; both ends are.
    const DeviceTensor self(MakeArray({10}, {kNan, kInfinity, -kInfinity, 0, -0.0, 2, 1, 0.5, 2.5, -0.5}),
                            dtype);
    const DeviceTensor out = DeviceTensor::Output({2}, dtype);
    const Scalar min(0, ACL_FLOAT);
    const Scalar max(2, ACL_INT32);
    ASSERT_EQ(Histc(self.Get(), 2, min.Get(), max.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(Near(out.Read(), MakeArray({2}, {3, 2}), Tolerance::Exact(dtype)));
    // They have no range.
    const std::vector<uint8_t> before = out.Bytes();
    EXPECT_EQ(Histc(self.Get(), 2, min.Get(), min.Get(), out.Get()), 507035);
    EXPECT_NE(LastMessage().find("got nan at position 0"), std::string::npos) << LastMessage();
    EXPECT_EQ(out.Bytes(), before);
  }
  // Ranges, and ranges times bins, that the type does not hold.
  for (const auto& [dtype, large] : {std::pair{ACL_FLOAT, 3e38}, std::pair{ACL_DOUBLE, 1.5e308}}) {
    const DeviceTensor self(MakeArray({5}, {-large, -large / 3, 0.5, large / 3, large}), dtype);
    const DeviceTensor out = DeviceTensor::Output({4}, dtype);
    const Scalar min(-large, ACL_DOUBLE);
    const Scalar max(large, ACL_DOUBLE);
    ASSERT_EQ(Histc(self.Get(), 4, min.Get(), max.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(Near(out.Read(), MakeArray({4}, {1, 1, 2, 1}), Tolerance::Exact(dtype)));
  }
  // A range that is none in the type of the elements.
  Expect(MakeArray({3}, {0, 1, 0}), ACL_FLOAT, 3, 0, 1e-60);
}

TEST_F(HistcTest, Statuses) {
  const Descriptor self({4, 6});
  const Descriptor out({5});
  const Descriptor other({6});
  const Descriptor truths({5}, ACL_BOOL);
  const Descriptor doubles({5}, ACL_DOUBLE);
  const Descriptor half({5}, ACL_FLOAT16);
  const Scalar zero(0, ACL_FLOAT);
  const Scalar one(1, ACL_INT64);
  const Scalar infinite(kInfinity, ACL_FLOAT);
  const Scalar large(1e6, ACL_FLOAT);
  EXPECT_EQ(Histc(nullptr, 5, zero.Get(), one.Get(), out.Get()), kNullptr);
  EXPECT_EQ(Histc(self.Get(), 5, nullptr, one.Get(), out.Get()), kNullptr);
  EXPECT_EQ(Histc(self.Get(), 5, zero.Get(), nullptr, out.Get()), kNullptr);
  EXPECT_EQ(Histc(self.Get(), 5, zero.Get(), one.Get(), nullptr), kNullptr);
  ExpectRefused(Histc(truths.Get(), 5, zero.Get(), one.Get(), truths.Get()), {"self", "BOOL"});
  ExpectRefused(Histc(self.Get(), 5, zero.Get(), one.Get(), doubles.Get()), {"out", "FLOAT", "DOUBLE"});
  ExpectRefused(Histc(self.Get(), 5, zero.Get(), one.Get(), other.Get()), {"out", "[5]", "[6]"});
  ExpectRefused(Histc(self.Get(), 0, zero.Get(), one.Get(), out.Get()), {"bins", "0"});
  ExpectRefused(Histc(self.Get(), -5, zero.Get(), one.Get(), out.Get()), {"bins", "-5"});
  ExpectRefused(Histc(self.Get(), 5, one.Get(), zero.Get(), out.Get()), {"max", "0", "1"});
  ExpectRefused(Histc(self.Get(), 5, zero.Get(), infinite.Get(), out.Get()), {"max", "inf"});
  ExpectRefused(Histc(half.Get(), 5, large.Get(), large.Get(), half.Get()), {"min", "FLOAT16"});
}

}  // namespace
}  // namespace openaclnn::testing
