// SPDX-License-Identifier: Apache-2.0
//
// Conversions between all types, broadcast copies and views, against conversions of the tests' own; statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

// What an element becomes. Integers keep their low bits; fractions are truncated and saturate; NaN is 0, and
// true.
double Converted(double value, aclDataType from, aclDataType to) {
  if (to == ACL_BOOL) {
    return value != 0 ? 1 : 0;
  }
  if (IsFloating(to)) {
    return value;  // rounded when it is compared
  }
  if (IsFloating(from)) {
    return std::isnan(value) ? 0 : RoundTo(to, value);
  }
  return static_cast<double>(WrapTo(to, static_cast<int64_t>(value)));
}

Array ConvertedArray(const Array& source, aclDataType from, aclDataType to, const Shape& shape) {
  Array result{shape, {}};
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    result.values.push_back(Converted(BroadcastAt(source, IndexOf(shape, i)), from, to));
  }
  return result;
}

Array Draw(Random& random, const Shape& shape, aclDataType dtype) {
  if (dtype == ACL_BOOL) {
    return random.Integers(shape, dtype, 0, 2);
  }
  if (!IsFloating(dtype)) {
    return random.Integers(shape, dtype, dtype == ACL_UINT8 ? 0 : -128, dtype == ACL_UINT8 ? 256 : 128);
  }
  Array values = random.Uniform(shape, dtype, -300, 300);
  for (size_t i = 0; i < values.values.size(); i += 7) {
    values.values[i] = RoundTo(dtype, std::ldexp(values.values[i], static_cast<int>(i % 80) - 40));
  }
  return values;
}

void ExpectCast(const Array& source, aclDataType from, aclDataType to, const Layout& layout = {},
                const Layout& outLayout = {}) {
  const DeviceTensor self(source, from, layout);
  const DeviceTensor out = DeviceTensor::Output(source.shape, to, outLayout);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCastGetWorkspaceSize(self.Get(), to, out.Get(), size, executor);
                },
                aclnnCast),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(out.Read(), ConvertedArray(source, from, to, source.shape), Tolerance::Exact(to)));
  EXPECT_TRUE(out.CanariesIntact());
}

void ExpectCopy(const Array& source, aclDataType from, aclDataType to, const Shape& shape,
                const Layout& layout = {}, const Layout& outLayout = {}) {
  const DeviceTensor src(source, from, layout);
  const DeviceTensor selfRef = DeviceTensor::Output(shape, to, outLayout);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceCopyGetWorkspaceSize(selfRef.Get(), src.Get(), size, executor);
                },
                aclnnInplaceCopy),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(selfRef.Read(), ConvertedArray(source, from, to, shape), Tolerance::Exact(to)));
  EXPECT_TRUE(selfRef.CanariesIntact());
}

class Conversion : public ::testing::TestWithParam<aclDataType> {};

INSTANTIATE_TEST_SUITE_P(From, Conversion, ::testing::ValuesIn(kElementDtypes));

TEST_P(Conversion, ToEveryType) {
  Random random(31);
  const Array source = Draw(random, {3, 701}, GetParam());
  for (const aclDataType to : kElementDtypes) {
    SCOPED_TRACE(to);
    ExpectCast(source, GetParam(), to);
    ExpectCast(source, GetParam(), to, Layout::Transposed(2), Layout::Stepped({2, 3}));
    ExpectCopy(source, GetParam(), to, source.shape, Layout::Offset(3), Layout::Transposed(2));
  }
}

TEST_P(Conversion, SpecialNumbers) {
  if (!IsFloating(GetParam())) {
    return ExpectCast({{2}, {0, 1}}, GetParam(), ACL_FLOAT);
  }
  const double inf = std::numeric_limits<double>::infinity();
  Array source{{9},
               {inf, -inf, std::numeric_limits<double>::quiet_NaN(), 0.0, -0.0, 0.75, -0.75, 65504.0, -3e4}};
  for (double& value : source.values) {
    value = RoundTo(GetParam(), value);
  }
  for (const aclDataType to : kElementDtypes) {
    SCOPED_TRACE(to);
    ExpectCast(source, GetParam(), to);
  }
}

TEST_P(Conversion, Broadcasts) {
  Random random(32);
  for (const aclDataType to : {GetParam(), ACL_FLOAT, ACL_INT8}) {
    ExpectCopy(Draw(random, {}, GetParam()), GetParam(), to, {40, 50});
    ExpectCopy(Draw(random, {50}, GetParam()), GetParam(), to, {40, 50});
    ExpectCopy(Draw(random, {40, 1}, GetParam()), GetParam(), to, {3, 40, 50}, {}, Layout::ChannelsLast(3));
    ExpectCopy(Draw(random, {0, 4}, GetParam()), GetParam(), to, {2, 0, 4});
  }
}

// One rounding: where rounding to float32 first would give a half type's other neighbour.
TEST(ConversionExact, DoubleToHalfTypesRoundsOnce) {
  const double tie = 1 + std::ldexp(1.0, -11);  // between two of FLOAT16's numbers
  ExpectCast({{2}, {tie + std::ldexp(1.0, -40), tie - std::ldexp(1.0, -40)}}, ACL_DOUBLE, ACL_FLOAT16);
  const double tieOfBfloat16 = 1 + std::ldexp(1.0, -8);
  ExpectCast({{2}, {tieOfBfloat16 + std::ldexp(1.0, -40), tieOfBfloat16 - std::ldexp(1.0, -40)}}, ACL_DOUBLE,
             ACL_BF16);
  ExpectCast({{2}, {16842753.0, 16842751.0}}, ACL_INT32, ACL_BF16);  // 2^24 + 2^16 is a tie
}

template <typename From, typename To>
std::vector<To> RunCast(const std::vector<From>& source, aclDataType from, aclDataType to) {
  const RawTensor<From> self(source, from);
  const RawTensor<To> out(std::vector<To>(source.size()), to);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCastGetWorkspaceSize(self.Get(), to, out.Get(), size, executor);
                },
                aclnnCast),
            ACL_SUCCESS)
      << LastMessage();
  return out.Read();
}

TEST(ConversionExact, IntegersThatNoDoubleHolds) {
  const int64_t large = (int64_t{1} << 53) + 1;
  EXPECT_EQ((RunCast<int64_t, uint64_t>({large, -1}, ACL_INT64, ACL_UINT64)),
            (std::vector<uint64_t>{uint64_t{1} + (uint64_t{1} << 53), UINT64_MAX}));
  EXPECT_EQ((RunCast<uint64_t, double>({UINT64_MAX}, ACL_UINT64, ACL_DOUBLE)), (std::vector<double>{0x1p64}));
  EXPECT_EQ((RunCast<double, uint64_t>({0x1p64, -1.5, 3.9}, ACL_DOUBLE, ACL_UINT64)),
            (std::vector<uint64_t>{UINT64_MAX, 0, 3}));
  EXPECT_EQ((RunCast<double, int64_t>({0x1p63, -0x1p63, -3.9}, ACL_DOUBLE, ACL_INT64)),
            (std::vector<int64_t>{INT64_MAX, INT64_MIN, -3}));
  EXPECT_EQ((RunCast<uint16_t, uint32_t>({65535}, ACL_UINT16, ACL_UINT32)), (std::vector<uint32_t>{65535}));
  EXPECT_EQ((RunCast<uint8_t, uint8_t>({7, 0}, ACL_BOOL, ACL_BOOL)), (std::vector<uint8_t>{1, 0}))
      << "any byte but zero is true";
}

TEST(ConversionExact, ComplexNumbers) {
  using Single = std::array<float, 2>;
  using Double = std::array<double, 2>;
  EXPECT_EQ((RunCast<Single, Double>({{1.5F, -2}}, ACL_COMPLEX64, ACL_COMPLEX128)),
            (std::vector<Double>{{1.5, -2}}));
  EXPECT_EQ((RunCast<Double, float>({{1.5, -2}}, ACL_COMPLEX128, ACL_FLOAT)), (std::vector<float>{1.5F}));
  EXPECT_EQ((RunCast<int32_t, Single>({-3}, ACL_INT32, ACL_COMPLEX64)), (std::vector<Single>{{-3, 0}}));
  EXPECT_EQ((RunCast<Single, uint8_t>({{0, 2}, {0, 0}}, ACL_COMPLEX64, ACL_BOOL)),
            (std::vector<uint8_t>{1, 0}));
}

// Every number of the types of one byte, by its bits.
TEST(ConversionExact, Float8) {
  std::vector<uint8_t> codes(256);
  for (size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<uint8_t>(i);
  }
  struct Format {
    aclDataType dtype;
    int bias;
    int fraction;
    unsigned highest;
  };
  for (const Format& format : {Format{ACL_FLOAT8_E4M3FN, 7, 3, 0x7E}, Format{ACL_FLOAT8_E5M2, 15, 2, 0x7B}}) {
    const std::vector<float> numbers = RunCast<uint8_t, float>(codes, format.dtype, ACL_FLOAT);
    const std::vector<uint8_t> back = RunCast<float, uint8_t>(numbers, ACL_FLOAT, format.dtype);
    for (unsigned i = 0; i < 256; ++i) {
      const unsigned magnitude = i & 0x7F;
      if (magnitude > format.highest) {
        const bool infinite = format.dtype == ACL_FLOAT8_E5M2 && magnitude == 0x7C;
        EXPECT_TRUE(infinite ? std::isinf(numbers[i]) : std::isnan(numbers[i])) << i;
        EXPECT_EQ(back[i], infinite ? i : 0x7F) << i;
        continue;
      }
      const unsigned exponent = magnitude >> format.fraction;
      const unsigned places = magnitude & ((1U << format.fraction) - 1);
      const double whole = exponent == 0 ? places : places + (1U << format.fraction);
      const double expected =
          std::ldexp(whole, static_cast<int>(exponent == 0 ? 1 : exponent) - format.bias - format.fraction);
      EXPECT_EQ(numbers[i], i > 0x7F ? -expected : expected) << i;
      EXPECT_EQ(back[i], i) << i;
    }
  }
}

// To nearest even, once, from any type; what is too large is NaN, or infinite where there are infinities.
TEST(ConversionExact, RoundingToFloat8) {
  EXPECT_EQ((RunCast<float, uint8_t>({1.0625F, 1.1875F, 448, 464, 465, -1e30F, 0x1p-10F, 0x1.8p-10F, -0.0F},
                                     ACL_FLOAT, ACL_FLOAT8_E4M3FN)),
            (std::vector<uint8_t>{0x38, 0x3A, 0x7E, 0x7E, 0x7F, 0xFF, 0x00, 0x01, 0x80}));
  EXPECT_EQ((RunCast<float, uint8_t>({1.125F, 1.375F, 57344, 61439, 61440, -1e30F, 0x1p-17F, 0x1.8p-17F},
                                     ACL_FLOAT, ACL_FLOAT8_E5M2)),
            (std::vector<uint8_t>{0x3C, 0x3E, 0x7B, 0x7B, 0x7C, 0xFC, 0x00, 0x01}));
  EXPECT_EQ((RunCast<double, uint8_t>({1.0625 + 0x1p-40, 1.0625 - 0x1p-40}, ACL_DOUBLE, ACL_FLOAT8_E4M3FN)),
            (std::vector<uint8_t>{0x39, 0x38}));
  EXPECT_EQ((RunCast<int64_t, uint8_t>({17, 19, -448, 1000}, ACL_INT64, ACL_FLOAT8_E4M3FN)),
            (std::vector<uint8_t>{0x58, 0x5A, 0xFE, 0x7F}));
  EXPECT_EQ((RunCast<uint16_t, uint8_t>({0x3F80, 0xC000}, ACL_BF16, ACL_FLOAT8_E5M2)),
            (std::vector<uint8_t>{0x3C, 0xC0}));
  EXPECT_EQ((RunCast<uint8_t, uint8_t>({0x38, 0x7F, 0x00}, ACL_FLOAT8_E4M3FN, ACL_BOOL)),
            (std::vector<uint8_t>{1, 1, 0}));
  EXPECT_EQ((RunCast<uint8_t, uint16_t>({0x38, 0xC4}, ACL_FLOAT8_E4M3FN, ACL_FLOAT16)),
            (std::vector<uint16_t>{0x3C00, 0xC200}));
}

// A view that overlaps its source gets what a source of its own would have given.
TEST(CopyOverlap, IsStaged) {
  const DeviceTensor whole(Array{{6}, {1, 2, 3, 4, 5, 6}}, ACL_FLOAT);
  const std::array<int64_t, 1> dims{5};
  const std::array<int64_t, 1> strides{1};
  const std::array<int64_t, 1> storage{6};
  aclTensor* from = aclCreateTensor(dims.data(), 1, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                    storage.data(), 1, whole.Data());
  aclTensor* to = aclCreateTensor(dims.data(), 1, ACL_FLOAT, strides.data(), 1, ACL_FORMAT_ND, storage.data(),
                                  1, whole.Data());
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceCopyGetWorkspaceSize(to, from, size, executor);
                },
                aclnnInplaceCopy),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(whole.Read().values, (std::vector<double>{1, 1, 2, 3, 4, 5}));
  EXPECT_EQ(aclDestroyTensor(from), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(to), ACL_SUCCESS);
}

class ConversionChecks : public PhaseOneTest {
 protected:
  aclnnStatus Cast(const aclTensor* self, aclDataType dtype, aclTensor* out) {
    return Call("aclnnCast", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCastGetWorkspaceSize(self, dtype, out, size, executor);
    });
  }
  aclnnStatus Copy(aclTensor* selfRef, const aclTensor* src) {
    return Call("aclnnInplaceCopy", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceCopyGetWorkspaceSize(selfRef, src, size, executor);
    });
  }

  const Descriptor floats_{{2, 3}};
  const Descriptor ints_{{2, 3}, ACL_INT32};
};

TEST_F(ConversionChecks, Nulls) {
  EXPECT_EQ(Cast(nullptr, ACL_INT32, ints_.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Cast(floats_.Get(), ACL_INT32, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Copy(nullptr, floats_.Get()), kNullptr);
  ExpectMessage({"selfRef"});
  EXPECT_EQ(Copy(floats_.Get(), nullptr), kNullptr);
  ExpectMessage({"src"});
}

TEST_F(ConversionChecks, DtypeIsThatOfOut) {
  EXPECT_EQ(Cast(floats_.Get(), ACL_INT32, ints_.Get()), ACL_SUCCESS);
  EXPECT_EQ(Cast(floats_.Get(), ACL_FLOAT16, ints_.Get()), kInvalid);
  ExpectMessage({"dtype", "FLOAT16", "INT32"});
}

TEST_F(ConversionChecks, TypesThatHoldNoNumbers) {
  const Descriptor text({2, 3}, ACL_STRING);
  EXPECT_EQ(Cast(text.Get(), ACL_INT32, ints_.Get()), kInvalid);
  ExpectMessage({"self", "STRING"});
  EXPECT_EQ(Copy(text.Get(), ints_.Get()), kInvalid);
  ExpectMessage({"selfRef", "STRING"});
}

TEST_F(ConversionChecks, Shapes) {
  const Descriptor other({3, 2});
  const Descriptor row({3});
  const Descriptor larger({4, 2, 3});
  EXPECT_EQ(Cast(other.Get(), ACL_INT32, ints_.Get()), kInvalid);
  ExpectMessage({"out", "[3, 2]"});
  EXPECT_EQ(Copy(floats_.Get(), row.Get()), ACL_SUCCESS);
  EXPECT_EQ(Copy(floats_.Get(), larger.Get()), kInvalid) << "selfRef does not broadcast to src";
  ExpectMessage({"src", "[4, 2, 3]"});
}

}  // namespace
}  // namespace openaclnn::testing
