// SPDX-License-Identifier: Apache-2.0
//
// Scans against oracles that go from element to element, over types, shapes and layouts.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_cummax.h"
#include "aclnnop/aclnn_cummin.h"
#include "aclnnop/aclnn_cumprod.h"
#include "aclnnop/aclnn_cumsum.h"
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
using Elements = std::vector<double>;

const std::vector<aclDataType> kFloating{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
const std::vector<aclDataType> kIntegers{ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8};

std::vector<Layout> FourDimLayouts() {
  return {Layout::Contiguous(),          Layout::Transposed(4), Layout::ChannelsLast(4),
          Layout::Stepped({1, 2, 1, 3}), Layout::Offset(5),     Layout::Permuted({2, 0, 3, 1})};
}

// Calls row(first element, distance of elements, elements) for the rows along a dim.
template <typename Row>
void ForEachRow(const Shape& shape, int64_t dim, const Row& row) {
  if (shape.empty()) {
    row(0, 1, 1);
    return;
  }
  const auto d = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  const int64_t step = ContiguousStrides(shape)[d];
  const int64_t rows = NumElements(shape) / std::max<int64_t>(shape[d], 1);
  for (int64_t number = 0; number < rows; ++number) {
    row(static_cast<size_t>(number / step * step * shape[d] + number % step), static_cast<size_t>(step),
        static_cast<size_t>(shape[d]));
  }
}

enum class Kind { kSum, kProduct };

struct Cumulative {
  const char* name;
  Kind kind;
  bool exclusive;
  bool reverse;
};
const std::array<Cumulative, 6> kCumulative{{{"Cumsum", Kind::kSum, false, false},
                                             {"CumsumV2", Kind::kSum, false, false},
                                             {"CumsumV2Exclusive", Kind::kSum, true, false},
                                             {"CumsumV2Reverse", Kind::kSum, false, true},
                                             {"CumsumV2Both", Kind::kSum, true, true},
                                             {"Cumprod", Kind::kProduct, false, false}}};

class CumulativeScan : public ::testing::TestWithParam<Cumulative> {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    if (GetParam().kind == Kind::kProduct) {
      return IsFloating(dtype) ? random_.Uniform(shape, dtype, 0.875, 1.125)
                               : random_.Integers(shape, dtype, 1, 2);
    }
    return IsFloating(dtype) ? random_.Normal(shape, dtype, 1, 5)
                             : random_.Integers(shape, dtype, dtype == ACL_UINT8 ? 0 : -2, 3);
  }

  static aclnnStatus Run(const aclTensor* self, int64_t dim, aclDataType dtype, aclTensor* out) {
    const Cumulative& one = GetParam();
    const std::string name = one.name;
    if (name == "Cumprod") {
      const Scalar axis(static_cast<double>(dim), ACL_INT64);
      return RunTwoPhase(
          [&](uint64_t* size, aclOpExecutor** executor) {
            return aclnnCumprodGetWorkspaceSize(self, axis.Get(), dtype, out, size, executor);
          },
          aclnnCumprod);
    }
    if (name == "Cumsum") {
      return RunTwoPhase(
          [&](uint64_t* size, aclOpExecutor** executor) {
            return aclnnCumsumGetWorkspaceSize(self, dim, dtype, out, size, executor);
          },
          aclnnCumsum);
    }
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnCumsumV2GetWorkspaceSize(self, dim, one.exclusive, one.reverse, out, size, executor);
        },
        aclnnCumsumV2);
  }

  void Expect(const Array& values, int64_t dim, aclDataType dtype, const Layout& layout = {},
              const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", shape "
                                      << ::testing::PrintToString(values.shape) << ", dim " << dim);
    const Cumulative& one = GetParam();
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output(values.shape, dtype, outLayout);
    ASSERT_EQ(Run(self.Get(), dim, dtype, out.Get()), ACL_SUCCESS) << LastMessage();
    Array expected = values;
    Array magnitudes = values;
    ForEachRow(values.shape, dim, [&](size_t first, size_t step, size_t count) {
      long double total = one.kind == Kind::kSum ? 0 : 1;
      long double magnitude = 0;
      for (size_t i = 0; i < count; ++i) {
        const size_t place = first + (one.reverse ? count - 1 - i : i) * step;
        const long double value = values.values[place];
        const long double with = one.kind == Kind::kSum ? total + value : total * value;
        expected.values[place] = static_cast<double>(one.exclusive ? total : with);
        magnitude += std::fabs(one.kind == Kind::kSum ? value : with);
        magnitudes.values[place] = static_cast<double>(magnitude);
        total = with;
      }
    });
    // Made in float64 and rounded once; in DOUBLE the errors of all terms before it are in a result.
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, magnitudes)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{47};
};

INSTANTIATE_TEST_SUITE_P(Operators, CumulativeScan, ::testing::ValuesIn(kCumulative),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(CumulativeScan, EveryType) {
  std::vector<aclDataType> dtypes = kFloating;
  dtypes.insert(dtypes.end(), kIntegers.begin(), kIntegers.end());
  for (const aclDataType dtype : dtypes) {
    // Short enough for sums of INT8.
    const Array values = Draw({5, 40, 9}, dtype);
    for (const int64_t dim : {0, 1, -1}) {
      Expect(values, dim, dtype);
    }
    Expect(Draw({}, dtype), -1, dtype);
  }
}

TEST_P(CumulativeScan, ShapesAroundBorders) {
  for (const int64_t size : {1, 2, 63, 64, 65, 127, 511, 512, 513, 575, 577, 1100}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
      Expect(Draw({size}, dtype), 0, dtype);
      Expect(Draw({3, size}, dtype), 1, dtype);
      Expect(Draw({size, 5}, dtype), 0, dtype);
      Expect(Draw({size, 50}, dtype), 0, dtype);
      Expect(Draw({size, 3}, dtype), 1, dtype);
    }
  }
}

TEST_P(CumulativeScan, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE, ACL_INT64}) {
    const Array values = Draw({3, 20, 5, 17}, dtype);
    for (const Layout& layout : FourDimLayouts()) {
      for (const int64_t dim : {0, 1, 2, 3}) {
        Expect(values, dim, dtype, layout);
        Expect(values, dim, dtype, layout, Layout::Permuted({2, 0, 3, 1}));
      }
    }
  }
}

TEST_P(CumulativeScan, InPlace) {
  for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(2)}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
      const Array values = Draw({40, 700}, dtype);
      const DeviceTensor apart(values, dtype, layout);
      const DeviceTensor out = DeviceTensor::Output(values.shape, dtype, layout);
      const DeviceTensor inPlace(values, dtype, layout);
      ASSERT_EQ(Run(apart.Get(), 1, dtype, out.Get()), ACL_SUCCESS);
      ASSERT_EQ(Run(inPlace.Get(), 1, dtype, inPlace.Get()), ACL_SUCCESS);
      EXPECT_EQ(inPlace.Read().values, out.Read().values);
    }
  }
}

TEST_P(CumulativeScan, SameBitsInEveryLayout) {
  const Array values = Draw({40, 1300}, ACL_DOUBLE);
  std::vector<double> first;
  for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(2), Layout::Stepped({2, 3})}) {
    const DeviceTensor self(values, ACL_DOUBLE, layout);
    const DeviceTensor out = DeviceTensor::Output(values.shape, ACL_DOUBLE, layout);
    ASSERT_EQ(Run(self.Get(), 1, ACL_DOUBLE, out.Get()), ACL_SUCCESS);
    first = first.empty() ? out.Read().values : first;
    EXPECT_EQ(out.Read().values, first);
  }
}

TEST_P(CumulativeScan, NotANumberAndInfinities) {
  Array values = Draw({3, 5, 140}, ACL_FLOAT);
  values.values[70] = kNan;
  values.values[300] = kInfinity;
  values.values[900] = kInfinity;
  values.values[905] = -kInfinity;
  for (const int64_t dim : {0, 1, 2}) {
    Expect(values, dim, ACL_FLOAT);
    Expect(values, dim, ACL_DOUBLE);
  }
}

TEST_P(CumulativeScan, EmptyTensors) {
  Expect({{0, 3}, {}}, 0, ACL_FLOAT);
  Expect({{0, 3}, {}}, 1, ACL_INT32);
}

TEST_P(CumulativeScan, Statuses) {
  const Descriptor self({2, 3});
  const Descriptor out({2, 3});
  const Descriptor other({2, 4});
  const Descriptor half({2, 3}, ACL_FLOAT16);
  const Descriptor truths({2, 3}, ACL_BOOL);
  const Descriptor unsignedNumbers({2, 3}, ACL_UINT64);
  EXPECT_EQ(Run(nullptr, 0, ACL_FLOAT, out.Get()), kNullptr);
  EXPECT_EQ(Run(self.Get(), 0, ACL_FLOAT, nullptr), kNullptr);
  EXPECT_EQ(Run(unsignedNumbers.Get(), 0, ACL_FLOAT, out.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("UINT64"), std::string::npos);
  EXPECT_EQ(Run(self.Get(), 0, ACL_FLOAT, half.Get()), kInvalid);
  EXPECT_EQ(Run(truths.Get(), 0, ACL_BOOL, truths.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), 2, ACL_FLOAT, out.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), -3, ACL_FLOAT, out.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), 0, ACL_FLOAT, other.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("[2, 4]"), std::string::npos);
}

// The elements become the type of the result first.
TEST(CumulativeTypes, ConvertedFirst) {
  const Array values{{4}, {0.75, 1.5, 300, -2.25}};
  const DeviceTensor self(values, ACL_FLOAT);
  const auto sums = [&](aclDataType dtype) {
    const DeviceTensor out = DeviceTensor::Output({4}, dtype);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnCumsumGetWorkspaceSize(self.Get(), 0, dtype, out.Get(), size, executor);
                  },
                  aclnnCumsum),
              ACL_SUCCESS);
    return out.Read().values;
  };
  EXPECT_EQ(sums(ACL_INT32), (Elements{0, 1, 301, 299}));
  EXPECT_EQ(sums(ACL_DOUBLE), (Elements{0.75, 2.25, 302.25, 300}));
  const DeviceTensor truths(Array{{3}, {1, 0, 1}}, ACL_BOOL);
  const DeviceTensor out = DeviceTensor::Output({3}, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCumsumGetWorkspaceSize(truths.Get(), 0, ACL_INT64, out.Get(), size, executor);
                },
                aclnnCumsum),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, (Elements{1, 1, 2}));
}

TEST(CumulativeTypes, IntegersWrapAround) {
  const RawTensor<int64_t> self({INT64_MAX, 2, 3}, ACL_INT64);
  const RawTensor<int64_t> out({0, 0, 0}, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCumsumGetWorkspaceSize(self.Get(), 0, ACL_INT64, out.Get(), size, executor);
                },
                aclnnCumsum),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{INT64_MAX, INT64_MIN + 1, INT64_MIN + 4}));
}

TEST(CumulativeTypes, ComplexNumbers) {
  using Number = std::array<float, 2>;
  const RawTensor<Number> self({{1, 2}, {-3, 0.5F}, {0, 1}}, ACL_COMPLEX64);
  const RawTensor<Number> out({{0, 0}, {0, 0}, {0, 0}}, ACL_COMPLEX64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCumsumGetWorkspaceSize(self.Get(), 0, ACL_COMPLEX64, out.Get(), size, executor);
                },
                aclnnCumsum),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read(), (std::vector<Number>{{1, 2}, {-2, 2.5F}, {-2, 3.5F}}));
  const Scalar axis(0, ACL_INT32);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCumprodGetWorkspaceSize(self.Get(), axis.Get(), ACL_COMPLEX64, out.Get(), size,
                                                      executor);
                },
                aclnnCumprod),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read(), (std::vector<Number>{{1, 2}, {-4, -5.5F}, {5.5F, -4}}));
}

// A product that is zero stays zero, however large the factors after it are.
TEST(CumulativeTypes, ZeroStays) {
  Array values = Full({200}, 1e30);
  values.values[3] = 0;
  const DeviceTensor self(values, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({200}, ACL_FLOAT);
  const Scalar axis(0, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCumprodGetWorkspaceSize(self.Get(), axis.Get(), ACL_FLOAT, out.Get(), size,
                                                      executor);
                },
                aclnnCumprod),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values.back(), 0);
}

aclnnStatus RunInplaceCumprod(const aclTensor* input, const aclScalar* dim) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnInplaceCumprodGetWorkspaceSize(const_cast<aclTensor*>(input), dim, size, executor);
      },
      aclnnInplaceCumprod);
}

// Products in place are those of aclnnCumprod.
TEST(InplaceCumprod, OfEveryTypeAndLayout) {
  Random random{48};
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8}) {
    const Array values = IsFloating(dtype) ? random.Uniform({5, 70, 3}, dtype, 0.875, 1.125)
                                           : random.Integers({5, 70, 3}, dtype, 1, 2);
    for (const int dim : {0, 1, -1}) {
      const Scalar axis(dim, ACL_INT64);
      const DeviceTensor self(values, dtype);
      const DeviceTensor out = DeviceTensor::Output(values.shape, dtype);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnCumprodGetWorkspaceSize(self.Get(), axis.Get(), dtype, out.Get(), size,
                                                          executor);
                    },
                    aclnnCumprod),
                ACL_SUCCESS);
      for (const Layout& layout : {Layout::Contiguous(), Layout::Permuted({2, 0, 1})}) {
        const DeviceTensor inPlace(values, dtype, layout);
        ASSERT_EQ(RunInplaceCumprod(inPlace.Get(), axis.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(inPlace.Read().values, out.Read().values);
        EXPECT_TRUE(inPlace.CanariesIntact());
      }
    }
  }
}

TEST(InplaceCumprod, UnsignedIntegersWrapAround) {
  const Scalar dim(0, ACL_INT64);
  const RawTensor<uint64_t> large({uint64_t{1} << 63U | 3U, 5, 1}, ACL_UINT64);
  ASSERT_EQ(RunInplaceCumprod(large.Get(), dim.Get()), ACL_SUCCESS) << LastMessage();
  constexpr uint64_t kProduct = (uint64_t{1} << 63U | 3U) * 5;
  EXPECT_EQ(large.Read(), (std::vector<uint64_t>{uint64_t{1} << 63U | 3U, kProduct, kProduct}));
  const RawTensor<uint32_t> words({0xC0000001, 3}, ACL_UINT32);
  ASSERT_EQ(RunInplaceCumprod(words.Get(), dim.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(words.Read(), (std::vector<uint32_t>{0xC0000001, 0x40000003}));
  const RawTensor<uint16_t> halves({0xC001, 3}, ACL_UINT16);
  ASSERT_EQ(RunInplaceCumprod(halves.Get(), dim.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(halves.Read(), (std::vector<uint16_t>{0xC001, 0x4003}));
}

TEST(InplaceCumprod, Statuses) {
  const DeviceTensor input(Full({2, 3}, 2), ACL_FLOAT);
  const Scalar dim(1, ACL_INT64);
  EXPECT_EQ(RunInplaceCumprod(nullptr, dim.Get()), kNullptr);
  EXPECT_NE(LastMessage().find("input"), std::string::npos) << LastMessage();
  EXPECT_EQ(RunInplaceCumprod(input.Get(), nullptr), kNullptr);
  EXPECT_NE(LastMessage().find("dim"), std::string::npos) << LastMessage();
  for (const Scalar& wrong : {Scalar(2, ACL_INT64), Scalar(-3, ACL_INT64), Scalar(0.5, ACL_FLOAT)}) {
    EXPECT_EQ(RunInplaceCumprod(input.Get(), wrong.Get()), kInvalid);
    EXPECT_NE(LastMessage().find("dim"), std::string::npos) << LastMessage();
  }
  EXPECT_EQ(RunInplaceCumprod(DeviceTensor(Full({2}, 1), ACL_BOOL).Get(), dim.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("BOOL"), std::string::npos) << LastMessage();
}

TEST(CumulativeTypes, AxisMustBeWhole) {
  const Descriptor self({2, 3});
  const Scalar axis(0.5, ACL_DOUBLE);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnCumprodGetWorkspaceSize(self.Get(), axis.Get(), ACL_FLOAT, self.Get(), &size, &executor),
            kInvalid);
  EXPECT_NE(RecentMessage().find("axis"), std::string::npos);
  EXPECT_EQ(aclnnCumprodGetWorkspaceSize(self.Get(), nullptr, ACL_FLOAT, self.Get(), &size, &executor),
            kNullptr);
}

class ExtremeScan : public ::testing::TestWithParam<bool> {
 protected:
  static aclnnStatus Run(const aclTensor* self, int64_t dim, aclTensor* values, aclTensor* indices) {
    const bool largest = GetParam();
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return largest ? aclnnCummaxGetWorkspaceSize(self, dim, values, indices, size, executor)
                         : aclnnCumminGetWorkspaceSize(self, dim, values, indices, size, executor);
        },
        largest ? aclnnCummax : aclnnCummin);
  }

  void Expect(const Array& values, int64_t dim, aclDataType dtype, aclDataType indexType = ACL_INT64,
              const Layout& layout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", shape "
                                      << ::testing::PrintToString(values.shape) << ", dim " << dim);
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor extremes = DeviceTensor::Output(values.shape, dtype, outLayout);
    const DeviceTensor indices = DeviceTensor::Output(values.shape, indexType, outLayout);
    ASSERT_EQ(Run(self.Get(), dim, extremes.Get(), indices.Get()), ACL_SUCCESS) << LastMessage();
    Array expected = values;
    Array places = values;
    ForEachRow(values.shape, dim, [&](size_t first, size_t step, size_t count) {
      size_t best = 0;
      for (size_t i = 0; i < count; ++i) {
        const double value = values.values[first + i * step];
        const double current = values.values[first + best * step];
        if (std::isnan(value) ||
            (!std::isnan(current) && (GetParam() ? value >= current : value <= current))) {
          best = i;
        }
        expected.values[first + i * step] = values.values[first + best * step];
        places.values[first + i * step] = static_cast<double>(best);
      }
    });
    EXPECT_TRUE(Near(extremes.Read(), expected, Tolerance::Exact(dtype)));
    EXPECT_TRUE(Near(indices.Read(), places, Tolerance::Exact(indexType)));
    EXPECT_TRUE(extremes.CanariesIntact());
    EXPECT_TRUE(indices.CanariesIntact());
  }

  Random random_{53};
};

INSTANTIATE_TEST_SUITE_P(Operators, ExtremeScan, ::testing::Bool(),
                         [](const auto& one) { return std::string(one.param ? "Cummax" : "Cummin"); });

TEST_P(ExtremeScan, EveryType) {
  std::vector<aclDataType> dtypes = kFloating;
  dtypes.insert(dtypes.end(), kIntegers.begin(), kIntegers.end());
  dtypes.push_back(ACL_BOOL);
  for (const aclDataType dtype : dtypes) {
    const Array values = random_.Integers(
        {7, 530, 9}, dtype, dtype == ACL_UINT8 || dtype == ACL_BOOL ? 0 : -100, dtype == ACL_BOOL ? 2 : 100);
    for (const int64_t dim : {0, 1, -1}) {
      Expect(values, dim, dtype);
    }
    Expect(values, 1, dtype, ACL_INT32);
    Expect(random_.Integers({}, dtype, 0, 2), 0, dtype);
  }
}

TEST_P(ExtremeScan, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_INT64}) {
    const Array values = random_.Integers({3, 20, 5, 17}, dtype, -50, 50);
    for (const Layout& layout : FourDimLayouts()) {
      for (const int64_t dim : {0, 1, 2, 3}) {
        Expect(values, dim, dtype, ACL_INT64, layout, Layout::Permuted({2, 0, 3, 1}));
      }
    }
  }
}

TEST_P(ExtremeScan, NotANumberAndInfinities) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    Array values = random_.Normal({3, 5, 140}, dtype, 0, 1);
    for (const size_t place : {70, 75, 300, 1000, 1001}) {
      values.values[place] = kNan;
    }
    values.values[500] = kInfinity;
    values.values[510] = -kInfinity;
    for (const int64_t dim : {0, 1, 2}) {
      Expect(values, dim, dtype);
    }
  }
}

TEST_P(ExtremeScan, Statuses) {
  const Descriptor self({2, 3});
  const Descriptor half({2, 3}, ACL_FLOAT16);
  const Descriptor indices({2, 3}, ACL_INT64);
  const Descriptor other({2, 4}, ACL_INT64);
  const Descriptor complexNumbers({2, 3}, ACL_COMPLEX64);
  EXPECT_EQ(Run(nullptr, 0, self.Get(), indices.Get()), kNullptr);
  EXPECT_EQ(Run(self.Get(), 0, nullptr, indices.Get()), kNullptr);
  EXPECT_EQ(Run(self.Get(), 0, self.Get(), nullptr), kNullptr);
  EXPECT_EQ(Run(complexNumbers.Get(), 0, complexNumbers.Get(), indices.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), 0, half.Get(), indices.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), 0, self.Get(), self.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), 2, self.Get(), indices.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), 0, self.Get(), other.Get()), kInvalid);
  const DeviceTensor none({{0, 3}, {}}, ACL_FLOAT);
  const DeviceTensor noValues = DeviceTensor::Output({0, 3}, ACL_FLOAT);
  const DeviceTensor noIndices = DeviceTensor::Output({0, 3}, ACL_INT64);
  EXPECT_EQ(Run(none.Get(), 0, noValues.Get(), noIndices.Get()), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::testing
