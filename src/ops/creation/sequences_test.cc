// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_arange.h"
#include "aclnnop/aclnn_eye.h"
#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_logspace.h"
#include "aclnnop/aclnn_range.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 9> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                             ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8};

using StepsPhaseOne = decltype(&aclnnArangeGetWorkspaceSize);

// Values that no rounding has moved: multiples of 1/4, small enough for any type.
Array Sequence(const Shape& shape, double start, double step) {
  Array expected = Full(shape, 0);
  for (size_t i = 0; i < expected.values.size(); ++i) {
    expected.values[i] = start + static_cast<double>(i) * step;
  }
  return expected;
}

void ExpectSteps(StepsPhaseOne phaseOne, PhaseTwo phaseTwo, const Scalar& start, const Scalar& end,
                 const Scalar& step, const DeviceTensor& out, const Array& expected) {
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return phaseOne(start.Get(), end.Get(), step.Get(), out.Get(), size, executor);
      },
      phaseTwo);
  ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(out.Dtype())));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(Arange, EveryTypeFromWholeNumbers) {
  for (const aclDataType dtype : kDtypes) {
    SCOPED_TRACE(dtype);
    const Scalar start(3, ACL_INT64);
    const Scalar step(2, ACL_INT64);
    ExpectSteps(aclnnArangeGetWorkspaceSize, aclnnArange, start, Scalar(93, ACL_INT64), step,
                DeviceTensor::Output({45}, dtype), Sequence({45}, 3, 2));
    ExpectSteps(aclnnRangeGetWorkspaceSize, aclnnRange, start, Scalar(93, ACL_INT64), step,
                DeviceTensor::Output({46}, dtype), Sequence({46}, 3, 2));
  }
}

TEST(Arange, FractionsUpAndDown) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    SCOPED_TRACE(dtype);
    ExpectSteps(aclnnArangeGetWorkspaceSize, aclnnArange, Scalar(-1.5, ACL_DOUBLE), Scalar(2, ACL_INT64),
                Scalar(0.25, ACL_FLOAT), DeviceTensor::Output({14}, dtype), Sequence({14}, -1.5, 0.25));
    ExpectSteps(aclnnArangeGetWorkspaceSize, aclnnArange, Scalar(2, ACL_INT64), Scalar(-1.5, ACL_DOUBLE),
                Scalar(-0.25, ACL_DOUBLE), DeviceTensor::Output({14}, dtype), Sequence({14}, 2, -0.25));
  }
}

TEST(Arange, ManyElementsAndLayouts) {
  const Scalar start(0, ACL_INT64);
  const Scalar step(1, ACL_INT64);
  ExpectSteps(aclnnArangeGetWorkspaceSize, aclnnArange, start, Scalar(100001, ACL_INT64), step,
              DeviceTensor::Output({100001}, ACL_INT32), Sequence({100001}, 0, 1));
  for (const Layout& layout : {Layout::Transposed(3), Layout::Stepped({2, 1, 3}), Layout::Offset(4)}) {
    ExpectSteps(aclnnArangeGetWorkspaceSize, aclnnArange, start, Scalar(2 * 3 * 700, ACL_INT64), step,
                DeviceTensor::Output({2, 3, 700}, ACL_FLOAT, layout), Sequence({2, 3, 700}, 0, 1));
  }
}

// PyTorch: torch.arange(0, 1, 0.1) has ten elements, torch.range(0, 1, 0.1) eleven.
TEST(Arange, RoundingDoesNotDecideTheCount) {
  const Scalar start(0, ACL_INT64);
  const Scalar end(1, ACL_INT64);
  const Scalar step(0.1, ACL_DOUBLE);
  for (const int64_t count : {10, 11}) {
    Array expected = Full({count}, 0);
    for (size_t i = 0; i < expected.values.size(); ++i) {
      expected.values[i] = static_cast<double>(i) * 0.1;
    }
    ExpectSteps(count == 10 ? aclnnArangeGetWorkspaceSize : aclnnRangeGetWorkspaceSize,
                count == 10 ? aclnnArange : aclnnRange, start, end, step,
                DeviceTensor::Output({count}, ACL_DOUBLE), expected);
  }
}

TEST(Arange, LargeIntegersKeepTheirBits) {
  const int64_t large = (int64_t{1} << 53) + 1;
  aclScalar* start = aclCreateScalar(const_cast<int64_t*>(&large), ACL_INT64);
  const int64_t beyond = large + 3;
  aclScalar* end = aclCreateScalar(const_cast<int64_t*>(&beyond), ACL_INT64);
  const Scalar step(1, ACL_INT64);
  const RawTensor<int64_t> out({0, 0, 0}, ACL_INT64);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnArangeGetWorkspaceSize(start, end, step.Get(), out.Get(), size, executor);
                },
                aclnnArange),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{large, large + 1, large + 2}));
  aclDestroyScalar(start);
  aclDestroyScalar(end);
}

class ArangeStatus : public PhaseOneTest {
 protected:
  aclnnStatus Try(double start, double end, double step, const Shape& shape, aclDataType dtype = ACL_FLOAT) {
    const Scalar first(start, ACL_DOUBLE);
    const Scalar last(end, ACL_DOUBLE);
    const Scalar by(step, ACL_DOUBLE);
    const Descriptor out(shape, dtype);
    return Call("aclnnArange", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnArangeGetWorkspaceSize(first.Get(), last.Get(), by.Get(), out.Get(), size, executor);
    });
  }
};

TEST_F(ArangeStatus, StepsLeadToTheEnd) {
  EXPECT_EQ(Try(0, 3, 1, {3}), ACL_SUCCESS);
  EXPECT_EQ(Try(0, 3, 0, {3}), kInvalid);
  ExpectMessage({"step"});
  EXPECT_EQ(Try(0, 3, -1, {3}), kInvalid);
  ExpectMessage({"step"});
  EXPECT_EQ(Try(3, 3, 1, {0}), ACL_SUCCESS);
}

TEST_F(ArangeStatus, TheOutputHasAsManyElements) {
  EXPECT_EQ(Try(0, 3, 1, {4}), kInvalid);
  ExpectMessage({"out"});
  EXPECT_EQ(Try(0, 3, 1, {2}), kInvalid);
  EXPECT_EQ(Try(0, 3.5, 1, {4}), ACL_SUCCESS);
  EXPECT_EQ(Try(0, 1e300, 1e-300, {4}), kInvalid);
  EXPECT_EQ(Try(0, INFINITY, 1, {4}), kInvalid);
  EXPECT_EQ(Try(0, 3, 1, {3}, ACL_BOOL), kInvalid);
}

TEST_F(ArangeStatus, NullArguments) {
  const Scalar number(1, ACL_INT64);
  const Descriptor out({0});
  const auto with = [&](const aclScalar* start, const aclScalar* end, const aclScalar* step, aclTensor* to) {
    return Call("aclnnArange", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnArangeGetWorkspaceSize(start, end, step, to, size, executor);
    });
  };
  EXPECT_EQ(with(nullptr, number.Get(), number.Get(), out.Get()), kNullptr);
  ExpectMessage({"start"});
  EXPECT_EQ(with(number.Get(), nullptr, number.Get(), out.Get()), kNullptr);
  ExpectMessage({"end"});
  EXPECT_EQ(with(number.Get(), number.Get(), nullptr, out.Get()), kNullptr);
  ExpectMessage({"step"});
  EXPECT_EQ(with(number.Get(), number.Get(), number.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
}

aclnnStatus RunLinspace(double start, double end, int64_t steps, const DeviceTensor& out) {
  const Scalar first(start, ACL_DOUBLE);
  const Scalar last(end, ACL_DOUBLE);
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnLinspaceGetWorkspaceSize(first.Get(), last.Get(), steps, out.Get(), size, executor);
      },
      aclnnLinspace);
}

TEST(Linspace, BothEndsAreExact) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const DeviceTensor out = DeviceTensor::Output({11}, dtype);
    ASSERT_EQ(RunLinspace(-0.1, 0.7, 11, out), ACL_SUCCESS) << LastMessage();
    Array expected = Full({11}, 0);
    for (size_t i = 0; i < 11; ++i) {
      expected.values[i] = -0.1 + 0.08 * static_cast<double>(i);
    }
    expected.values[10] = 0.7;
    const Array actual = out.Read();
    EXPECT_EQ(actual.values.front(), RoundTo(dtype, -0.1));
    EXPECT_EQ(actual.values.back(), RoundTo(dtype, 0.7));
    Tolerance tolerance = Tolerance::For(dtype, Full({11}, 1), dtype == ACL_DOUBLE ? 0x1p-27 : 0);
    EXPECT_TRUE(Near(actual, expected, tolerance));
  }
}

TEST(Linspace, EndsAreFinite) {
  const DeviceTensor out = DeviceTensor::Output({3}, ACL_FLOAT);
  EXPECT_EQ(RunLinspace(0, INFINITY, 3, out), kInvalid);
  EXPECT_NE(LastMessage().find("end: expected a finite real number, got inf"), std::string::npos)
      << LastMessage();
}

// torch.linspace(-3, 7, 5, dtype=torch.int8) and torch.linspace(0, 10, 4, dtype=torch.int32)
TEST(Linspace, IntegersAreTruncated) {
  const DeviceTensor five = DeviceTensor::Output({5}, ACL_INT8);
  ASSERT_EQ(RunLinspace(-3, 7, 5, five), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(five.Read().values, (std::vector<double>{-3, 0, 2, 4, 7}));
  const DeviceTensor four = DeviceTensor::Output({4}, ACL_INT32);
  ASSERT_EQ(RunLinspace(0, 10, 4, four), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(four.Read().values, (std::vector<double>{0, 3, 6, 10}));
}

TEST(Linspace, OneNoneAndOthers) {
  const DeviceTensor one = DeviceTensor::Output({1}, ACL_FLOAT);
  ASSERT_EQ(RunLinspace(2, 9, 1, one), ACL_SUCCESS);
  EXPECT_EQ(one.Read().values, (std::vector<double>{2}));
  EXPECT_EQ(RunLinspace(2, 9, 0, DeviceTensor::Output({0}, ACL_FLOAT)), ACL_SUCCESS);
  EXPECT_EQ(RunLinspace(2, 9, 2, one), kInvalid);
  EXPECT_EQ(RunLinspace(2, 9, -1, one), kInvalid);
}

aclnnStatus RunLogSpace(double start, double end, int64_t steps, double base, const DeviceTensor& result) {
  const Scalar first(start, ACL_DOUBLE);
  const Scalar last(end, ACL_DOUBLE);
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnLogSpaceGetWorkspaceSize(first.Get(), last.Get(), steps, base, result.Get(), size,
                                             executor);
      },
      aclnnLogSpace);
}

// Powers of 2 are exact in every type, and truncated in integers.
TEST(LogSpace, EveryTypeAndLayout) {
  for (const aclDataType dtype : kDtypes) {
    SCOPED_TRACE(dtype);
    const bool whole = dtype != ACL_FLOAT && dtype != ACL_FLOAT16 && dtype != ACL_BF16 && dtype != ACL_DOUBLE;
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(2), Layout::Stepped({2, 3})}) {
      const DeviceTensor result = DeviceTensor::Output({3, 3}, dtype, layout);
      ASSERT_EQ(RunLogSpace(-2, 6, 9, 2, result), ACL_SUCCESS) << LastMessage();
      Array expected = Full({3, 3}, 0);
      for (size_t i = 0; i < 9; ++i) {
        const double power = std::ldexp(1.0, static_cast<int>(i) - 2);
        expected.values[i] = whole ? std::trunc(power) : power;
      }
      EXPECT_TRUE(Near(result.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(result.CanariesIntact());
    }
  }
}

TEST(LogSpace, FractionsAndManyElements) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    constexpr int64_t kCount = 40001;
    const DeviceTensor result = DeviceTensor::Output({kCount}, dtype);
    ASSERT_EQ(RunLogSpace(-1.5, 3.5, kCount, 10, result), ACL_SUCCESS) << LastMessage();
    Array expected = Full({kCount}, 0);
    for (size_t i = 0; i < expected.values.size(); ++i) {
      const long double exponent = -1.5L + 5.0L * static_cast<long double>(i) / (kCount - 1);
      expected.values[i] = static_cast<double>(std::pow(10.0L, exponent));
    }
    // The exponent's last place changes a DOUBLE power by ln(10) * 3.5 of its own, at most.
    EXPECT_TRUE(Near(result.Read(), expected,
                     Tolerance::For(dtype, std::nullopt, dtype == ACL_DOUBLE ? 0x1p-26 : 0)));
  }
}

// torch.logspace(0.9, 3.7, steps, dtype=torch.int32)
TEST(LogSpace, ExponentsOfIntegersAreWhole) {
  const DeviceTensor four = DeviceTensor::Output({4}, ACL_INT32);
  ASSERT_EQ(RunLogSpace(0.9, 3.7, 4, 10, four), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(four.Read().values, (std::vector<double>{1, 10, 100, 1000}));
  const DeviceTensor one = DeviceTensor::Output({1}, ACL_INT32);
  ASSERT_EQ(RunLogSpace(0.9, 3.7, 1, 10, one), ACL_SUCCESS);
  EXPECT_EQ(one.Read().values, (std::vector<double>{7}));
}

// torch.logspace(0, 2, 3, base, dtype=torch.int32), and of one and of no steps
TEST(LogSpace, OneNoneAndOthers) {
  const DeviceTensor three = DeviceTensor::Output({3}, ACL_INT32);
  ASSERT_EQ(RunLogSpace(0, 2, 3, 10, three), ACL_SUCCESS);
  EXPECT_EQ(three.Read().values, (std::vector<double>{1, 10, 100}));
  ASSERT_EQ(RunLogSpace(0, 2, 3, -3, three), ACL_SUCCESS);
  EXPECT_EQ(three.Read().values, (std::vector<double>{1, -3, 9}));
  const DeviceTensor two = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(RunLogSpace(0.5, 2, 2, -3, two), ACL_SUCCESS);
  EXPECT_TRUE(std::isnan(two.Read().values[0]));
  EXPECT_EQ(two.Read().values[1], 9);
  const DeviceTensor one = DeviceTensor::Output({1}, ACL_FLOAT);
  ASSERT_EQ(RunLogSpace(2, 9, 1, 3, one), ACL_SUCCESS);
  EXPECT_EQ(one.Read().values, (std::vector<double>{9}));
  EXPECT_EQ(RunLogSpace(2, 9, 0, 3, DeviceTensor::Output({0}, ACL_FLOAT)), ACL_SUCCESS);
  EXPECT_EQ(RunLogSpace(2, 9, 2, 3, one), kInvalid);
  EXPECT_EQ(RunLogSpace(2, 9, -1, 3, one), kInvalid);
  EXPECT_EQ(RunLogSpace(2, NAN, 1, 3, one), kInvalid);
  EXPECT_NE(LastMessage().find("end: expected a finite real number"), std::string::npos) << LastMessage();
  EXPECT_EQ(RunLogSpace(2, 9, 1, 3, DeviceTensor::Output({1}, ACL_BOOL)), kInvalid);
  EXPECT_NE(LastMessage().find("result"), std::string::npos) << LastMessage();
}

TEST(LogSpace, NullArguments) {
  const Scalar number(1, ACL_INT64);
  const Descriptor result({1});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnLogSpaceGetWorkspaceSize(nullptr, number.Get(), 1, 2, result.Get(), &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnLogSpaceGetWorkspaceSize(number.Get(), nullptr, 1, 2, result.Get(), &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnLogSpaceGetWorkspaceSize(number.Get(), number.Get(), 1, 2, nullptr, &size, &executor),
            kNullptr);
}

TEST(Eye, EveryTypeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16,
                                  ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL}) {
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(2)}) {
      for (const Shape& shape : {Shape{4, 4}, Shape{3, 700}, Shape{700, 3}, Shape{0, 5}}) {
        const DeviceTensor out = DeviceTensor::Output(shape, dtype, layout);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnEyeGetWorkspaceSize(shape[0], shape[1], out.Get(), size, executor);
                      },
                      aclnnEye),
                  ACL_SUCCESS)
            << LastMessage();
        Array expected = Full(shape, 0);
        for (int64_t i = 0; i < std::min(shape[0], shape[1]); ++i) {
          expected.values[static_cast<size_t>(i * shape[1] + i)] = 1;
        }
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST(Eye, Statuses) {
  const Descriptor out({2, 3});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnEyeGetWorkspaceSize(2, 3, nullptr, &size, &executor), kNullptr);
  EXPECT_EQ(aclnnEyeGetWorkspaceSize(3, 2, out.Get(), &size, &executor), kInvalid);
  EXPECT_EQ(aclnnEyeGetWorkspaceSize(-2, 3, out.Get(), &size, &executor), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
