// SPDX-License-Identifier: Apache-2.0
//
// Sums against an oracle in long double, or in integers of 64 bits, over types, shapes and layouts.
#include "aclnnop/aclnn_reduce_sum.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_trace.h"
#include "ops/reduction/testing.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

class ReduceSum : public ::testing::Test {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    return IsFloating(dtype) ? random_.Normal(shape, dtype, 1, 5)
                             : DrawIntegers(random_, shape, dtype, -100, 100);
  }

  static aclnnStatus Run(const DeviceTensor& self, const std::vector<int64_t>& dims, bool keepDims,
                         const DeviceTensor& out) {
    const IntArray list(dims);
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnReduceSumGetWorkspaceSize(self.Get(), list.Get(), keepDims, out.Dtype(), out.Get(),
                                                size, executor);
        },
        aclnnReduceSum);
  }

  // The low bits of an integer, as a type has them.
  static double Wrap(aclDataType dtype, int64_t value) {
    switch (dtype) {
      case ACL_INT8:
        return static_cast<int8_t>(value);
      case ACL_UINT8:
        return static_cast<uint8_t>(value);
      case ACL_INT16:
        return static_cast<int16_t>(value);
      case ACL_INT32:
        return static_cast<int32_t>(value);
      default:
        return static_cast<double>(value);
    }
  }

  void Expect(const Array& values, const std::vector<int64_t>& dims, bool keepDims, aclDataType dtype,
              aclDataType outDtype, const Layout& layout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message()
                 << "dtype " << dtype << " to " << outDtype << ", shape "
                 << ::testing::PrintToString(values.shape) << ", dims " << ::testing::PrintToString(dims));
    const DeviceTensor self(values, dtype, layout);
    const Shape shape = ReducedShape(values.shape, dims, keepDims);
    const DeviceTensor out = DeviceTensor::Output(shape, outDtype, outLayout);
    ASSERT_EQ(Run(self, dims, keepDims, out), ACL_SUCCESS) << LastMessage();
    Array expected{shape, {}};
    Array magnitudes{shape, {}};
    const bool floating = IsFloating(outDtype);
    for (const std::vector<double>& elements : ElementsOfResults(values, dims)) {
      long double sum = 0;
      long double magnitude = 0;
      int64_t whole = 0;
      for (const double element : elements) {
        sum += element;
        magnitude += std::fabs(element);
        whole += floating ? 0 : static_cast<int64_t>(element);
      }
      expected.values.push_back(outDtype == ACL_BOOL ? magnitude != 0
                                : floating           ? static_cast<double>(sum)
                                                     : Wrap(outDtype, whole));
      magnitudes.values.push_back(static_cast<double>(magnitude));
    }
    const Array actual = out.Read();
    // Chains of additions are short, so a sum is off by a few last places of its terms' magnitudes.
    EXPECT_TRUE(Near(actual, expected, Tolerance::For(outDtype, magnitudes)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{31};
};

TEST_F(ReduceSum, EveryTypeToItselfAndToInt64) {
  for (const aclDataType dtype : kElementDtypes) {
    const Array values = Draw({7, 130, 9}, dtype);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}}) {
      Expect(values, dims, false, dtype, dtype);
      if (!IsFloating(dtype)) {
        Expect(values, dims, true, dtype, ACL_INT64);
      }
    }
  }
}

TEST_F(ReduceSum, ShapesAroundAllBorders) {
  for (const ReductionCase& one : ReductionCases()) {
    Expect(Draw(one.shape, ACL_FLOAT), one.dims, false, ACL_FLOAT, ACL_FLOAT);
    Expect(Draw(one.shape, ACL_BF16), one.dims, true, ACL_BF16, ACL_BF16);
    Expect(Draw(one.shape, ACL_INT32), one.dims, false, ACL_INT32, ACL_INT64);
    Expect(Draw(one.shape, ACL_BOOL), one.dims, false, ACL_BOOL, ACL_BOOL);
  }
}

// Small tiles are joined, as many as fit into a task's buffers in the widest type.
TEST_F(ReduceSum, ColumnsOfAFewRowsInEveryType) {
  for (const aclDataType dtype : kElementDtypes) {
    for (const auto& shape :
         {Shape{70, 9, 4}, Shape{60, 300, 4}, Shape{40, 511, 3}, Shape{9, 1000, 2}, Shape{5, 3, 40, 30}}) {
      const Array values = Draw(shape, dtype);
      for (const int64_t dim : {1, 2}) {
        Expect(values, {dim}, false, dtype, IsFloating(dtype) ? dtype : ACL_INT64);
      }
    }
  }
}

TEST_F(ReduceSum, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8}) {
    const Array values = Draw({4, 12, 5, 33}, dtype);
    for (const Layout& layout : FourDimLayouts()) {
      for (const std::vector<int64_t>& dims :
           {std::vector<int64_t>{}, {0}, {1}, {2}, {3}, {0, 2, 3}, {1, 3}, {0, 1}}) {
        Expect(values, dims, false, dtype, dtype, layout);
      }
      Expect(values, {1}, true, dtype, dtype, layout, Layout::Permuted({2, 0, 3, 1}));
    }
  }
}

// Also in memory the same bits, whatever the layout.
TEST_F(ReduceSum, LayoutsGiveTheSameBits) {
  for (const Shape& shape : {Shape{6, 40, 9, 33}, Shape{3, 20, 40, 30}}) {
    const Array values = Draw(shape, ACL_FLOAT);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {3}, {0, 2, 3}, {1, 3}}) {
      std::vector<double> first;
      for (const Layout& layout : FourDimLayouts()) {
        const DeviceTensor self(values, ACL_FLOAT, layout);
        const DeviceTensor out = DeviceTensor::Output(ReducedShape(shape, dims, false), ACL_DOUBLE);
        ASSERT_EQ(Run(self, dims, false, out), ACL_SUCCESS);
        const DeviceTensor same = DeviceTensor::Output(ReducedShape(shape, dims, false), ACL_FLOAT);
        ASSERT_EQ(Run(self, dims, false, same), ACL_SUCCESS);
        const std::vector<double> sums = same.Read().values;
        first = first.empty() ? sums : first;
        EXPECT_EQ(sums, first) << ::testing::PrintToString(dims);
      }
    }
  }
}

TEST_F(ReduceSum, ExpandedDims) {
  const Array row = Draw({1, 50, 1}, ACL_FLOAT);
  Array values{{40, 50, 30}, {}};
  for (int64_t i = 0; i < 40 * 50 * 30; ++i) {
    values.values.push_back(row.values[static_cast<size_t>(i / 30 % 50)]);
  }
  for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}}) {
    Expect(values, dims, false, ACL_FLOAT, ACL_FLOAT, Layout::Expanded({0, 2}));
  }
}

// Elements become the type of the sum before they are added.
TEST_F(ReduceSum, ConvertsFirst) {
  const Array halves{{4}, {0.5, 0.5, 0.75, 2.5}};
  const DeviceTensor self(halves, ACL_FLOAT);
  const DeviceTensor integers = DeviceTensor::Output({}, ACL_INT32);
  ASSERT_EQ(Run(self, {}, false, integers), ACL_SUCCESS);
  EXPECT_EQ(integers.Read().values[0], 2);
  const DeviceTensor truth = DeviceTensor::Output({}, ACL_BOOL);
  ASSERT_EQ(Run(self, {}, false, truth), ACL_SUCCESS);
  EXPECT_EQ(truth.Read().values[0], 1);
  const DeviceTensor fine(Array{{3}, {1, 0x1p-12, 0x1p-12}}, ACL_FLOAT);
  const DeviceTensor coarse(Array{{2}, {1 + 0x1p-12, 1 + 0x1p-12}}, ACL_FLOAT);
  const DeviceTensor half = DeviceTensor::Output({}, ACL_FLOAT16);
  ASSERT_EQ(Run(coarse, {}, false, half), ACL_SUCCESS);
  EXPECT_EQ(half.Read().values[0], 2);
  const DeviceTensor doubled = DeviceTensor::Output({}, ACL_DOUBLE);
  ASSERT_EQ(Run(fine, {}, false, doubled), ACL_SUCCESS);
  EXPECT_EQ(doubled.Read().values[0], 1 + 0x1p-11);
}

// PyTorch, too, rounds a mean to a half type when it has been computed.
TEST(Mean, AResultOfAHalfTypeIsRoundedLast) {
  const RawTensor<float> self({1e5F, -1e5F, 3}, ACL_FLOAT);
  const RawTensor<uint16_t> out({0}, ACL_FLOAT16, {1});
  const IntArray dims(std::vector<int64_t>{0});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMeanGetWorkspaceSize(self.Get(), dims.Get(), true, ACL_FLOAT16, out.Get(), size,
                                                   executor);
                },
                aclnnMean),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<uint16_t>{0x3C00}));
}

TEST_F(ReduceSum, EmptyTensors) {
  Expect({{0, 3}, {}}, {0}, false, ACL_FLOAT, ACL_FLOAT);
  Expect({{2, 0, 600}, {}}, {1, 2}, true, ACL_INT32, ACL_INT64);
  Expect({{0, 3}, {}}, {1}, false, ACL_BOOL, ACL_BOOL);
  Expect({{0, 3, 600}, {}}, {}, false, ACL_BF16, ACL_BF16);
  Expect({{0, int64_t{1} << 40, int64_t{1} << 40}, {}}, {}, false, ACL_FLOAT, ACL_FLOAT);
}

TEST_F(ReduceSum, NotANumberAndInfinities) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Array values = Draw({3, 5, 40}, ACL_FLOAT16);
  values.values[7] = nan;
  values.values[250] = infinity;
  values.values[420] = infinity;
  values.values[421] = -infinity;
  for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}}) {
    Expect(values, dims, false, ACL_FLOAT16, ACL_FLOAT16);
    Expect(values, dims, false, ACL_FLOAT16, ACL_FLOAT);
  }
}

TEST_F(ReduceSum, SumsMayExceedTheirTermsRange) {
  Expect(Full({40000}, 2), {}, false, ACL_FLOAT16, ACL_FLOAT16);
  Expect(Full({2, 3}, 3e38), {0}, false, ACL_FLOAT, ACL_DOUBLE);
}

TEST_F(ReduceSum, ComplexNumbers) {
  using Number = std::array<float, 2>;
  const RawTensor<Number> self({{1, 2}, {-3, 0.5F}, {0, 1}}, ACL_COMPLEX64);
  const RawTensor<Number> out({{0, 0}}, ACL_COMPLEX64);
  const IntArray dims({0});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnReduceSumGetWorkspaceSize(self.Get(), dims.Get(), true, ACL_COMPLEX64,
                                                        out.Get(), size, executor);
                },
                aclnnReduceSum),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<Number>{{-2, 3.5F}}));
  const RawTensor<float> real({1, 2, 4}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnReduceSumGetWorkspaceSize(real.Get(), dims.Get(), true, ACL_COMPLEX64,
                                                        out.Get(), size, executor);
                },
                aclnnReduceSum),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read(), (std::vector<Number>{{7, 0}}));
}

TEST_F(ReduceSum, LargeIntegersKeepTheirBits) {
  const int64_t large = (int64_t{1} << 53) + 1;
  const RawTensor<int64_t> self({large, INT64_MAX, 1, 5}, ACL_INT64);
  const RawTensor<int64_t> out({0}, ACL_INT64);
  const IntArray dims({0});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnReduceSumGetWorkspaceSize(self.Get(), dims.Get(), true, ACL_INT64, out.Get(),
                                                        size, executor);
                },
                aclnnReduceSum),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read()[0], INT64_MIN + large + 5);
}

class Trace : public ReduceSum {
 protected:
  static aclnnStatus Run(const aclTensor* self, aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnTraceGetWorkspaceSize(self, out, size, executor);
        },
        aclnnTrace);
  }
};

TEST_F(Trace, EveryTypeShapeAndLayout) {
  for (const Shape& shape : {Shape{1, 1}, Shape{5, 5}, Shape{7, 3}, Shape{3, 700}, Shape{1100, 1200},
                             Shape{0, 0}, Shape{0, 4}, Shape{4, 0}}) {
    for (const aclDataType dtype : kElementDtypes) {
      SCOPED_TRACE(::testing::Message()
                   << "dtype " << dtype << ", shape " << ::testing::PrintToString(shape));
      const Array values = Draw(shape, dtype);
      const aclDataType outDtype = IsFloating(dtype) ? dtype : ACL_INT64;
      long double sum = 0;
      long double magnitude = 0;
      for (int64_t i = 0; i < std::min(shape[0], shape[1]); ++i) {
        sum += values.values[static_cast<size_t>(i * shape[1] + i)];
        magnitude += std::fabs(values.values[static_cast<size_t>(i * shape[1] + i)]);
      }
      const Array expected{{}, {static_cast<double>(sum)}};
      const Array magnitudes{{}, {static_cast<double>(magnitude)}};
      std::optional<double> first;
      for (const Layout& layout :
           {Layout::Contiguous(), Layout::Transposed(2), Layout::Stepped({2, 3}).WithOffset(1)}) {
        const DeviceTensor self(values, dtype, layout);
        const DeviceTensor out = DeviceTensor::Output({}, outDtype);
        ASSERT_EQ(Run(self.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
        const Array actual = out.Read();
        // As sums of as many terms are.
        EXPECT_TRUE(Near(actual, expected, Tolerance::For(outDtype, magnitudes)));
        EXPECT_EQ(actual.values[0], first.value_or(actual.values[0])) << "other bits in another layout";
        first = actual.values[0];
      }
    }
  }
}

TEST_F(Trace, ComplexNumbers) {
  using Number = std::array<float, 2>;
  const RawTensor<Number> self({{1, 2}, {-3, 0.5F}, {0, 1}, {4, 8}}, ACL_COMPLEX64, {2, 2});
  const RawTensor<Number> sum({{9, 9}}, ACL_COMPLEX64);
  void* address = nullptr;
  ASSERT_EQ(aclGetRawTensorAddr(sum.Get(), &address), ACL_SUCCESS);
  aclTensor* const out =
      aclCreateTensor(nullptr, 0, ACL_COMPLEX64, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, address);
  EXPECT_EQ(Run(self.Get(), out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(sum.Read(), (std::vector<Number>{{5, 10}}));
  const Descriptor nothing({2, 0}, ACL_COMPLEX64);
  EXPECT_EQ(Run(nothing.Get(), out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(sum.Read(), (std::vector<Number>{{0, 0}}));
  EXPECT_EQ(aclDestroyTensor(out), ACL_SUCCESS);
}

class TraceStatus : public PhaseOneTest {
 protected:
  aclnnStatus Try(const aclTensor* self, aclTensor* out) {
    return Call("aclnnTrace", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTraceGetWorkspaceSize(self, out, size, executor);
    });
  }
};

TEST_F(TraceStatus, All) {
  const Descriptor self({2, 3});
  const Descriptor integers({2, 3}, ACL_INT32);
  const Descriptor out({});
  EXPECT_EQ(Try(self.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(nullptr, out.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Try(self.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Try(integers.Get(), Descriptor({}, ACL_INT64).Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(integers.Get(), Descriptor({}, ACL_INT32).Get()), kInvalid);
  ExpectMessage({"out", "INT64", "INT32 for INT32"});
  EXPECT_EQ(Try(self.Get(), Descriptor({}, ACL_DOUBLE).Get()), kInvalid);
  ExpectMessage({"out", "DOUBLE for FLOAT"});
  EXPECT_EQ(Try(Descriptor({2, 3}, ACL_UINT16).Get(), out.Get()), kInvalid);
  ExpectMessage({"self", "UINT16"});
  EXPECT_EQ(Try(Descriptor({2, 3, 4}).Get(), out.Get()), kInvalid);
  ExpectMessage({"self", "[2, 3, 4]"});
  EXPECT_EQ(Try(Descriptor({2}).Get(), out.Get()), kInvalid);
  EXPECT_EQ(Try(self.Get(), Descriptor({2}).Get()), kInvalid);
  ExpectMessage({"out", "[2]"});
  constexpr std::array<int64_t, 2> kStrides{INT64_MAX, 1};  // of which no address depends
  EXPECT_EQ(Try(Descriptor({1, 3}, kStrides.data(), 0, {3}).Get(), out.Get()), ACL_SUCCESS);
}

class ReduceSumStatus : public PhaseOneTest {
 protected:
  aclnnStatus Try(const aclTensor* self, const std::vector<int64_t>& dims, bool keepDims, aclDataType dtype,
                  aclTensor* out) {
    const IntArray list(dims);
    return Call("aclnnReduceSum", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnReduceSumGetWorkspaceSize(self, list.Get(), keepDims, dtype, out, size, executor);
    });
  }
};

TEST_F(ReduceSumStatus, StridesThatNoAddressDependsOn) {
  constexpr std::array<int64_t, 2> kStrides{INT64_MAX, 1};
  Descriptor kept({1});
  Descriptor sum({});
  for (const Shape& shape : {Shape{1, 3}, Shape{0, 3}, Shape{1, 0}}) {
    const Descriptor self(shape, kStrides.data(), 0, {3});
    EXPECT_EQ(Try(self.Get(), {}, false, ACL_FLOAT, sum.Get()), ACL_SUCCESS);
  }
  const Descriptor self({1, 3}, kStrides.data(), 0, {3});
  EXPECT_EQ(Try(self.Get(), {1}, false, ACL_FLOAT, kept.Get()), ACL_SUCCESS);
  const Descriptor out({1, 1}, kStrides.data(), 0, {1});
  EXPECT_EQ(Try(self.Get(), {1}, true, ACL_FLOAT, out.Get()), ACL_SUCCESS);
}

TEST_F(ReduceSumStatus, NullArguments) {
  const Descriptor self({2, 3});
  const Descriptor out({2});
  EXPECT_EQ(Try(nullptr, {1}, false, ACL_FLOAT, out.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Try(self.Get(), {1}, false, ACL_FLOAT, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Call("aclnnReduceSum",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnReduceSumGetWorkspaceSize(self.Get(), nullptr, false, ACL_FLOAT, out.Get(),
                                                         size, executor);
                 }),
            kNullptr);
  ExpectMessage({"dims"});
}

TEST_F(ReduceSumStatus, Types) {
  const Descriptor self({2, 3}, ACL_UINT32);
  const Descriptor out({2});
  EXPECT_EQ(Try(self.Get(), {1}, false, ACL_FLOAT, out.Get()), kInvalid);
  ExpectMessage({"self", "UINT32"});
  EXPECT_EQ(Try(out.Get(), {0}, true, ACL_DOUBLE, out.Get()), kInvalid);
  ExpectMessage({"dtype", "DOUBLE for FLOAT"});
}

TEST_F(ReduceSumStatus, Dims) {
  const Descriptor self({2, 3});
  const Descriptor out({2});
  const Descriptor scalar({});
  EXPECT_EQ(Try(self.Get(), {1}, false, ACL_FLOAT, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(self.Get(), {-1}, false, ACL_FLOAT, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(self.Get(), {2}, false, ACL_FLOAT, out.Get()), kInvalid);
  ExpectMessage({"dims", "2"});
  EXPECT_EQ(Try(self.Get(), {-3}, false, ACL_FLOAT, out.Get()), kInvalid);
  EXPECT_EQ(Try(self.Get(), {1, -1}, false, ACL_FLOAT, out.Get()), kInvalid);
  ExpectMessage({"dims", "once"});
  EXPECT_EQ(Try(scalar.Get(), {0}, false, ACL_FLOAT, scalar.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(scalar.Get(), {1}, false, ACL_FLOAT, scalar.Get()), kInvalid);
}

TEST_F(ReduceSumStatus, Shapes) {
  const Descriptor self({2, 3});
  const Descriptor kept({2, 1});
  const Descriptor dropped({2});
  EXPECT_EQ(Try(self.Get(), {1}, true, ACL_FLOAT, kept.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(self.Get(), {1}, false, ACL_FLOAT, kept.Get()), kInvalid);
  ExpectMessage({"out", "[2]", "[2, 1]"});
  EXPECT_EQ(Try(self.Get(), {1}, true, ACL_FLOAT, dropped.Get()), kInvalid);
  const Descriptor tooMany({1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(Try(tooMany.Get(), {}, false, ACL_FLOAT, dropped.Get()), kInvalid);
}

TEST_F(ReduceSumStatus, NoComplexSumOfNothing) {
  const Descriptor self({0, 3}, ACL_COMPLEX64);
  const Descriptor out({3}, ACL_COMPLEX64);
  EXPECT_EQ(Try(self.Get(), {0}, false, ACL_COMPLEX64, out.Get()), kInvalid);
  ExpectMessage({"out", "COMPLEX64"});
}

}  // namespace
}  // namespace openaclnn::testing
