// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterReduce and its in-place form against a loop over elements; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_scatter_reduce.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

constexpr int64_t kReplace = 0;
constexpr int64_t kSum = 1;
constexpr int64_t kProduct = 2;
constexpr int64_t kMaximum = 3;
constexpr int64_t kMinimum = 4;
constexpr int64_t kMean = 5;

double Joined(int64_t reduce, double a, double b) {
  switch (reduce) {
    case kReplace:
      return b;
    case kProduct:
      return a * b;
    case kMaximum:
      return std::isnan(a) || std::isnan(b) ? a + b : std::max(a, b);
    case kMinimum:
      return std::isnan(a) || std::isnan(b) ? a + b : std::min(a, b);
    default:
      return a + b;
  }
}

// Index and source have one shape.
Array Reduced(const Array& self, size_t dim, const Array& index, const Array& source, int64_t reduce,
              bool includeSelf, aclDataType dtype) {
  Array result = self;
  std::vector<int64_t> counts(self.values.size(), includeSelf ? 1 : 0);
  for (int64_t i = 0; i < NumElements(index.shape); ++i) {
    Shape at = IndexOf(index.shape, i);
    at[dim] = static_cast<int64_t>(index.values[static_cast<size_t>(i)]);
    int64_t flat = 0;
    for (size_t d = 0; d < at.size(); ++d) {
      flat = flat * self.shape[d] + at[d];
    }
    const auto place = static_cast<size_t>(flat);
    const double element = source.values[static_cast<size_t>(i)];
    double& one = result.values[place];
    one = counts[place] == 0 ? element : Joined(reduce, one, element);
    if (dtype == ACL_BOOL) {
      one = one != 0 ? 1 : 0;
    }
    ++counts[place];
  }
  for (size_t i = 0; reduce == kMean && i < counts.size(); ++i) {
    if (counts[i] > 1) {
      const double mean = result.values[i] / static_cast<double>(counts[i]);
      result.values[i] = IsFloating(dtype) ? mean : std::floor(mean);
    }
  }
  return result;
}

aclnnStatus Reduce(const DeviceTensor& self, int64_t dim, const DeviceTensor& index,
                   const DeviceTensor& source, int64_t reduce, bool includeSelf, const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnScatterReduceGetWorkspaceSize(self.Get(), dim, index.Get(), source.Get(), reduce,
                                                  includeSelf, out.Get(), size, executor);
      },
      aclnnScatterReduce);
}
aclnnStatus ReduceInPlace(const DeviceTensor& self, int64_t dim, const DeviceTensor& index,
                          const DeviceTensor& source, int64_t reduce, bool includeSelf) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceScatterReduceGetWorkspaceSize(self.Get(), dim, index.Get(), source.Get(), reduce,
                                                         includeSelf, size, executor);
      },
      aclnnInplaceScatterReduce);
}

class ScatterReduce : public ::testing::TestWithParam<int64_t> {
 protected:
  // Small integers, whose sums and products every type holds.
  void Expect(const Shape& shape, const Shape& indexShape, size_t dim, aclDataType dtype, bool transposed) {
    const int64_t reduce = GetParam();
    const bool isUnsigned = dtype == ACL_BOOL || dtype == ACL_UINT8;
    const auto draw = [&](const Shape& of) {
      return random_.Integers(of, dtype, isUnsigned ? 0 : -2, dtype == ACL_BOOL ? 2 : 3);
    };
    const Array self = draw(shape);
    const Array source = draw(indexShape);
    Array index = Full(indexShape, 0);
    for (double& one : index.values) {
      one = static_cast<double>(random_.Integer(0, shape[dim]));
    }
    const auto layout = [&](const Shape& of) {
      return transposed ? Layout::Transposed(of.size()).WithOffset(2) : Layout();
    };
    for (const bool includeSelf : {false, true}) {
      const Array expected = Reduced(self, dim, index, source, reduce, includeSelf, dtype);
      const DeviceTensor selfTensor(self, dtype, layout(shape));
      const DeviceTensor indexTensor(index, dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64, layout(indexShape));
      const DeviceTensor sourceTensor(source, dtype, layout(indexShape));
      const DeviceTensor out = DeviceTensor::Output(shape, dtype, layout(shape));
      const Tolerance tolerance = reduce == kMean && IsFloating(dtype)
                                      ? Tolerance::For(dtype, std::nullopt, 0)
                                      : Tolerance::Exact(dtype);
      ASSERT_EQ(
          Reduce(selfTensor, static_cast<int64_t>(dim), indexTensor, sourceTensor, reduce, includeSelf, out),
          ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected, tolerance)) << dtype << includeSelf;
      EXPECT_TRUE(out.CanariesIntact());
      ASSERT_EQ(ReduceInPlace(selfTensor, static_cast<int64_t>(dim) - static_cast<int64_t>(shape.size()),
                              indexTensor, sourceTensor, reduce, includeSelf),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(selfTensor.Read(), expected, tolerance)) << dtype << includeSelf;
      EXPECT_TRUE(selfTensor.CanariesIntact());
    }
  }

  Random random_{82};
};
INSTANTIATE_TEST_SUITE_P(Kinds, ScatterReduce, ::testing::Range(int64_t{0}, int64_t{6}));

TEST_P(ScatterReduce, EveryTypeShapeAndLayout) {
  for (const aclDataType dtype : kElementDtypes) {
    if (dtype == ACL_BOOL && GetParam() == kMean) {
      continue;  // refused
    }
    for (const bool transposed : {false, true}) {
      Expect({5}, {7}, 0, dtype, transposed);
      Expect({6, 5}, {4, 5}, 0, dtype, transposed);
      Expect({6, 5}, {5, 9}, 1, dtype, transposed);
      Expect({3, 4, 5}, {2, 6, 4}, 1, dtype, transposed);
      Expect({4, 3}, {0, 3}, 0, dtype, transposed);
    }
  }
  Expect({70, 300}, {60, 900}, 1, ACL_FLOAT, false);
}

TEST(ScatterReduceExtremes, NotANumberWins) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int64_t reduce : {kMaximum, kMinimum}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const DeviceTensor self({{4}, {nan, 1, 2, 3}}, dtype);
      const DeviceTensor index(FromIntegers({5}, {0, 1, 1, 2, 3}), ACL_INT64);
      const DeviceTensor source({{5}, {5, nan, 5, 7, -7}}, dtype);
      ASSERT_EQ(ReduceInPlace(self, 0, index, source, reduce, true), ACL_SUCCESS) << LastMessage();
      const Array result = self.Read();
      EXPECT_TRUE(std::isnan(result.values[0]));
      EXPECT_TRUE(std::isnan(result.values[1]));
      EXPECT_EQ(result.values[2], reduce == kMaximum ? 7 : 2);
      EXPECT_EQ(result.values[3], reduce == kMaximum ? 3 : -7);
    }
  }
}

TEST(ScatterReduceExtremes, OfTheLargestIntegers) {
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();
  const RawTensor<int64_t> self({7, 7}, ACL_INT64);
  const RawTensor<int64_t> index({0, 1, 1}, ACL_INT64);
  const RawTensor<int64_t> source({kLowest, kLargest, kLargest - 1}, ACL_INT64);
  for (const int64_t reduce : {kMaximum, kMinimum}) {
    const RawTensor<int64_t> out({0, 0}, ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnScatterReduceGetWorkspaceSize(self.Get(), 0, index.Get(), source.Get(),
                                                              reduce, false, out.Get(), size, executor);
                  },
                  aclnnScatterReduce),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read(), (std::vector<int64_t>{kLowest, reduce == kMaximum ? kLargest : kLargest - 1}));
  }
}

TEST(ScatterReduceComplex, SumsProductsAndMeans) {
  using Number = std::complex<float>;
  const RawTensor<Number> self({{1, 1}, {2, 0}}, ACL_COMPLEX64);
  const RawTensor<int64_t> index({0, 0}, ACL_INT64);
  const RawTensor<Number> source({{3, -1}, {2, 6}}, ACL_COMPLEX64);
  const auto reduced = [&](int64_t reduce, bool includeSelf, aclnnStatus expected) {
    const RawTensor<Number> out({{0, 0}, {0, 0}}, ACL_COMPLEX64);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnScatterReduceGetWorkspaceSize(self.Get(), 0, index.Get(), source.Get(),
                                                              reduce, includeSelf, out.Get(), size, executor);
                  },
                  aclnnScatterReduce),
              expected)
        << LastMessage();
    return out.Read();
  };
  EXPECT_EQ(reduced(kSum, true, ACL_SUCCESS), (std::vector<Number>{{6, 6}, {2, 0}}));
  EXPECT_EQ(reduced(kProduct, false, ACL_SUCCESS), (std::vector<Number>{{12, 16}, {2, 0}}));
  EXPECT_EQ(reduced(kMean, true, ACL_SUCCESS), (std::vector<Number>{{2, 2}, {2, 0}}));
  (void)reduced(kMaximum, true, kInvalid);
  EXPECT_NE(LastMessage().find("COMPLEX64"), std::string::npos) << LastMessage();
}

TEST(ScatterReduceStatus, Table) {
  const DeviceTensor self = DeviceTensor::Output({4, 5}, ACL_FLOAT);
  const DeviceTensor index(Full({4, 5}, 0), ACL_INT64);
  const DeviceTensor wide(Full({5, 5}, 0), ACL_INT64);
  const DeviceTensor row(Full({5}, 0), ACL_INT64);
  const DeviceTensor doubles = DeviceTensor::Output({4, 5}, ACL_DOUBLE);
  const DeviceTensor truths = DeviceTensor::Output({4, 5}, ACL_BOOL);
  EXPECT_EQ(Reduce(self, 1, index, self, kSum, true, self), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(Reduce(self, 2, index, self, kSum, true, self), kInvalid);
  EXPECT_EQ(Reduce(self, 1, index, self, 6, true, self), kInvalid);
  EXPECT_NE(LastMessage().find("reduce"), std::string::npos) << LastMessage();
  EXPECT_EQ(Reduce(self, 1, index, self, -1, true, self), kInvalid);
  EXPECT_EQ(Reduce(self, 1, wide, self, kSum, true, self), kInvalid);
  EXPECT_EQ(Reduce(self, 1, row, self, kSum, true, self), kInvalid);
  EXPECT_EQ(Reduce(self, 1, self, self, kSum, true, self), kInvalid);
  EXPECT_EQ(Reduce(self, 1, index, doubles, kSum, true, self), kInvalid);
  EXPECT_EQ(Reduce(self, 1, index, self, kSum, true, doubles), kInvalid);
  EXPECT_EQ(Reduce(truths, 1, index, truths, kMean, true, truths), kInvalid);
  EXPECT_NE(LastMessage().find("BOOL"), std::string::npos) << LastMessage();
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto pointers = [&](const aclTensor* a, const aclTensor* b, const aclTensor* c, aclTensor* d) {
    return aclnnScatterReduceGetWorkspaceSize(a, 1, b, c, kSum, true, d, &size, &executor);
  };
  EXPECT_EQ(pointers(nullptr, index.Get(), self.Get(), self.Get()), kNullptr);
  EXPECT_EQ(pointers(self.Get(), nullptr, self.Get(), self.Get()), kNullptr);
  EXPECT_EQ(pointers(self.Get(), index.Get(), nullptr, self.Get()), kNullptr);
  EXPECT_EQ(pointers(self.Get(), index.Get(), self.Get(), nullptr), kNullptr);
}

TEST(ScatterReduceStatus, IndicesOutOfRange) {
  const DeviceTensor self(Full({5}, 1), ACL_FLOAT);
  const DeviceTensor index(FromIntegers({2}, {4, 5}), ACL_INT64);
  const DeviceTensor source(Full({2}, 9), ACL_FLOAT);
  EXPECT_EQ(ReduceInPlace(self, 0, index, source, kMean, false), 507035);
  EXPECT_NE(LastMessage().find("index: expected values in [0, 5), got 5"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(self.Read(), Full({5}, 1), Tolerance::Exact(ACL_FLOAT)));
}

}  // namespace
}  // namespace openaclnn::testing
