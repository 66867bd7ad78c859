// SPDX-License-Identifier: Apache-2.0
//
// Reductions with two results, and products, against oracles over types, shapes and layouts.
#include <array>
#include <complex>
#include <limits>
#include <string>

#include "aclnnop/aclnn_aminmax.h"
#include "aclnnop/aclnn_aminmax_all.h"
#include "aclnnop/aclnn_aminmax_dim.h"
#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_mean.h"
#include "ops/reduction/testing.h"
#include "tests/support/attempt.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Given {
  const aclTensor* self;
  const aclIntArray* dims;
  int64_t dim;
  bool keepDims;
  aclTensor* first;
  aclTensor* second;
};
struct Operator {
  const char* name;
  aclnnStatus (*phaseOne)(const Given& given, uint64_t* size, aclOpExecutor** executor);
  PhaseTwo phaseTwo;
  double (*first)(const Elements& elements);
  double (*second)(const Elements& elements);
  bool all;    // has no dims
  bool exact;  // of all types, without rounding, and not of nothing
};

double Smallest(const Elements& elements) {
  double result = elements.front();
  for (const double element : elements) {
    result = std::isnan(result) || result <= element ? result : element;
  }
  return result;
}
double Largest(const Elements& elements) {
  double result = elements.front();
  for (const double element : elements) {
    result = std::isnan(result) || result >= element ? result : element;
  }
  return result;
}
double Variance(const Elements& elements) {
  const auto mean = static_cast<long double>(Mean(elements));
  long double sum = 0;
  for (const double element : elements) {
    sum += (element - mean) * (element - mean);
  }
  return static_cast<double>(sum / (static_cast<long double>(elements.size()) - 1));
}
double Deviation(const Elements& elements) {
  return std::sqrt(Variance(elements));
}

#define OPENACLNN_TEST_PAIR(function, ...) \
#function, [](const Given& given, uint64_t* size, aclOpExecutor** executor) -> aclnnStatus {     \
    return function##GetWorkspaceSize(given.self, __VA_ARGS__ given.first, given.second, size, executor); \
  },                                                                                               \
      function

const std::array<Operator, 5> kOperators{{
    {OPENACLNN_TEST_PAIR(aclnnAminmax, given.dims, given.keepDims, ), Smallest, Largest, false, true},
    {OPENACLNN_TEST_PAIR(aclnnAminmaxAll, ), Smallest, Largest, true, true},
    {OPENACLNN_TEST_PAIR(aclnnAminmaxDim, given.dim, given.keepDims, ), Smallest, Largest, false, true},
    {OPENACLNN_TEST_PAIR(aclnnVarMean, given.dims, 1, given.keepDims, ), Variance, Mean, false, false},
    {OPENACLNN_TEST_PAIR(aclnnStdMeanCorrection, given.dims, 1, given.keepDims, ), Deviation, Mean, false,
     false},
}};

const std::vector<aclDataType> kFloating{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
const std::vector<aclDataType> kIntegers{ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL};

class ReductionPairs : public ::testing::TestWithParam<Operator> {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    return IsFloating(dtype) ? random_.Normal(shape, dtype, 1, 5)
                             : DrawIntegers(random_, shape, dtype, -50, 100);
  }

  aclnnStatus Run(const DeviceTensor& self, int64_t dim, bool keepDims, const DeviceTensor& first,
                  const DeviceTensor& second) {
    const IntArray list(std::vector<int64_t>{dim});
    const Given given{self.Get(), list.Get(), dim, keepDims, first.Get(), second.Get()};
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) { return GetParam().phaseOne(given, size, executor); },
        GetParam().phaseTwo);
  }

  void Expect(const Array& values, int64_t dim, bool keepDims, aclDataType dtype, const Layout& layout = {},
              const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", shape "
                                      << ::testing::PrintToString(values.shape) << ", dim " << dim);
    const Operator& one = GetParam();
    const std::vector<int64_t> dims = one.all ? std::vector<int64_t>() : std::vector<int64_t>{dim};
    const Shape shape = ReducedShape(values.shape, dims, keepDims && !one.all);
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor first = DeviceTensor::Output(shape, dtype, one.all ? Layout() : outLayout);
    const DeviceTensor second = DeviceTensor::Output(shape, dtype, one.all ? Layout() : outLayout);
    ASSERT_EQ(Run(self, dim, keepDims, first, second), ACL_SUCCESS) << LastMessage();
    Array firstExpected{shape, {}};
    Array secondExpected{shape, {}};
    Array magnitudes{shape, {}};
    for (const Elements& elements : ElementsOfResults(values, dims)) {
      firstExpected.values.push_back(one.first(elements));
      secondExpected.values.push_back(one.second(elements));
      Elements terms;
      for (const double element : elements) {
        terms.push_back(std::fabs(element));
      }
      magnitudes.values.push_back(one.second(terms));
    }
    // A variance is a sum of squares, so its own size is that of its terms; a mean's terms may cancel.
    EXPECT_TRUE(
        Near(first.Read(), firstExpected, one.exact ? Tolerance::Exact(dtype) : Tolerance::For(dtype)));
    EXPECT_TRUE(Near(second.Read(), secondExpected,
                     one.exact ? Tolerance::Exact(dtype) : Tolerance::For(dtype, magnitudes)));
    EXPECT_TRUE(first.CanariesIntact());
    EXPECT_TRUE(second.CanariesIntact());
  }

  Random random_{43};
};

INSTANTIATE_TEST_SUITE_P(Operators, ReductionPairs, ::testing::ValuesIn(kOperators),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(ReductionPairs, EveryType) {
  std::vector<aclDataType> dtypes = kFloating;
  if (GetParam().exact) {
    dtypes.insert(dtypes.end(), kIntegers.begin(), kIntegers.end());
  }
  for (const aclDataType dtype : dtypes) {
    const Array values = Draw({7, 130, 9}, dtype);
    for (const int64_t dim : {0, 1, -1}) {
      Expect(values, dim, dim == 1, dtype);
    }
  }
}

TEST_P(ReductionPairs, ShapesAroundBorders) {
  for (const int64_t size : {2, 17, 511, 513, 2049, 8193, 20000}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE}) {
      Expect(Draw({6, size}, dtype), 1, false, dtype);
      Expect(Draw({size, 9}, dtype), 0, true, dtype);
    }
  }
}

TEST_P(ReductionPairs, Layouts) {
  const Array values = Draw({3, 10, 5, 17}, ACL_FLOAT16);
  for (const Layout& layout : FourDimLayouts()) {
    for (const int64_t dim : {0, 1, 2, 3}) {
      Expect(values, dim, true, ACL_FLOAT16, layout, Layout::Permuted({2, 0, 3, 1}));
    }
  }
}

TEST_P(ReductionPairs, NotANumber) {
  Array values = Draw({3, 5, 1040}, ACL_FLOAT);
  for (const size_t place : {3, 1039, 5207, 15599}) {
    values.values[place] = kNan;
  }
  for (const int64_t dim : {0, 1, 2}) {
    Expect(values, dim, false, ACL_FLOAT);
  }
}

TEST_P(ReductionPairs, Nothing) {
  const DeviceTensor self({{0, 3}, {}}, ACL_FLOAT);
  const Shape shape = GetParam().all ? Shape{} : Shape{3};
  const DeviceTensor first = DeviceTensor::Output(shape, ACL_FLOAT);
  const DeviceTensor second = DeviceTensor::Output(shape, ACL_FLOAT);
  if (GetParam().exact) {
    EXPECT_EQ(Run(self, 0, false, first, second), kInvalid);
  } else {
    ASSERT_EQ(Run(self, 0, false, first, second), ACL_SUCCESS);
    EXPECT_TRUE(Near(first.Read(), Full(shape, kNan), Tolerance::Exact(ACL_FLOAT)));
    EXPECT_TRUE(Near(second.Read(), Full(shape, kNan), Tolerance::Exact(ACL_FLOAT)));
  }
}

TEST_P(ReductionPairs, Statuses) {
  const Descriptor self({2, 3});
  const Descriptor out(GetParam().all ? Shape{} : Shape{2});
  const Descriptor wrong({4});
  const Descriptor unsignedNumbers({2, 3}, ACL_UINT64);
  const IntArray list(std::vector<int64_t>{1});
  const auto attempt = [&](const aclTensor* input, aclTensor* first, aclTensor* second) {
    return Attempt([&](uint64_t* size, aclOpExecutor** executor) {
      return GetParam().phaseOne({input, list.Get(), 1, false, first, second}, size, executor);
    });
  };
  EXPECT_EQ(attempt(self.Get(), out.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(attempt(nullptr, out.Get(), out.Get()), kNullptr);
  EXPECT_NE(RecentMessage().find("self"), std::string::npos);
  EXPECT_EQ(attempt(self.Get(), nullptr, out.Get()), kNullptr);
  EXPECT_NE(RecentMessage().find("Out"), std::string::npos);
  EXPECT_EQ(attempt(self.Get(), out.Get(), nullptr), kNullptr);
  EXPECT_NE(RecentMessage().find("Out"), std::string::npos);
  EXPECT_EQ(attempt(unsignedNumbers.Get(), out.Get(), out.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("UINT64"), std::string::npos);
  EXPECT_EQ(attempt(self.Get(), wrong.Get(), out.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("[4]"), std::string::npos);
  EXPECT_EQ(attempt(self.Get(), out.Get(), wrong.Get()), kInvalid);
}

// A large mean costs no digits, and equal elements have none.
TEST(VarianceOf, ElementsWithALargeMean) {
  const IntArray dims(std::vector<int64_t>{0});
  const auto expect = [&](const Array& values, double variance, double tolerance) {
    const DeviceTensor self(values, ACL_FLOAT);
    const DeviceTensor first = DeviceTensor::Output({}, ACL_FLOAT);
    const DeviceTensor second = DeviceTensor::Output({}, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnVarMeanGetWorkspaceSize(self.Get(), dims.Get(), 0, false, first.Get(),
                                                        second.Get(), size, executor);
                  },
                  aclnnVarMean),
              ACL_SUCCESS);
    EXPECT_NEAR(first.Read().values[0], variance, tolerance);
  };
  expect(Full({3000}, 0.1F), 0, 0);
  Array values{{4000}, {}};
  for (int64_t i = 0; i < 4000; ++i) {
    values.values.push_back(i % 2 == 0 ? 65536 : 65537);
  }
  expect(values, 0.25, 1e-7);
}

// The squares of FLOAT numbers may be too large for FLOAT: along rows and along columns.
TEST(VarianceOf, LargeElements) {
  Array values{{300, 70}, {}};
  for (int64_t i = 0; i < 300 * 70; ++i) {
    values.values.push_back(i % 2 == 0 ? 0x1p100 : -0x1p100);
  }
  const DeviceTensor self(values, ACL_FLOAT);
  for (const int64_t dim : {0, 1}) {
    const IntArray dims(std::vector<int64_t>{dim});
    const Shape shape{dim == 0 ? 70 : 300};
    const DeviceTensor deviation = DeviceTensor::Output(shape, ACL_FLOAT);
    const DeviceTensor mean = DeviceTensor::Output(shape, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnStdMeanCorrectionGetWorkspaceSize(
                        self.Get(), dims.Get(), 0, false, deviation.Get(), mean.Get(), size, executor);
                  },
                  aclnnStdMeanCorrection),
              ACL_SUCCESS);
    EXPECT_EQ(deviation.Read().values, Full(shape, dim == 0 ? 0 : 0x1p100).values);
    EXPECT_EQ(mean.Read().values[1], dim == 0 ? -0x1p100 : 0);
  }
}

// Of a matrix of complex numbers, along rows and along columns.
TEST(ReductionOfComplexNumbers, VariancesAndNorms) {
  using Number = std::complex<float>;
  constexpr int64_t kRows = 700;
  constexpr int64_t kColumns = 3;
  std::vector<Number> values;
  for (int64_t i = 0; i < kRows * kColumns; ++i) {
    values.emplace_back(static_cast<float>(i % 7) - 2, static_cast<float>(i % 11) * 0.5F);
  }
  const RawTensor<Number> self(values, ACL_COMPLEX64, {kRows, kColumns});
  for (const int64_t dim : {0, 1}) {
    const int64_t lines = dim == 0 ? kColumns : kRows;
    const int64_t length = dim == 0 ? kRows : kColumns;
    const auto at = [&](int64_t line, int64_t i) {
      const std::complex<float> value =
          values[static_cast<size_t>(dim == 0 ? i * kColumns + line : line * kColumns + i)];
      return std::complex<double>(value);
    };
    const IntArray dims(std::vector<int64_t>{dim});
    const RawTensor<double> deviation(std::vector<double>(static_cast<size_t>(lines)), ACL_DOUBLE);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnStdGetWorkspaceSize(self.Get(), dims.Get(), 1, false, deviation.Get(), size,
                                                    executor);
                  },
                  aclnnStd),
              ACL_SUCCESS)
        << LastMessage();
    for (int64_t line = 0; line < lines; ++line) {
      std::complex<double> sum;
      for (int64_t i = 0; i < length; ++i) {
        sum += at(line, i);
      }
      double squares = 0;
      for (int64_t i = 0; i < length; ++i) {
        squares += std::norm(at(line, i) - sum / static_cast<double>(length));
      }
      const double expected = std::sqrt(squares / static_cast<double>(length - 1));
      ASSERT_NEAR(deviation.Read()[static_cast<size_t>(line)], expected, 1e-12) << line;
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double order : {0.0, 1.0, 2.0, 3.0, kInfinity, -kInfinity}) {
      const RawTensor<double> norm(std::vector<double>(static_cast<size_t>(lines)), ACL_DOUBLE);
      const Scalar ord(order, ACL_DOUBLE);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnLinalgVectorNormGetWorkspaceSize(self.Get(), ord.Get(), dims.Get(), false,
                                                                   ACL_DOUBLE, norm.Get(), size, executor);
                    },
                    aclnnLinalgVectorNorm),
                ACL_SUCCESS)
          << LastMessage();
      for (int64_t line = 0; line < lines; ++line) {
        double expected = order == -kInfinity ? kInfinity : 0;
        for (int64_t i = 0; i < length; ++i) {
          const double magnitude = std::abs(at(line, i));
          expected = order == kInfinity    ? std::max(expected, magnitude)
                     : order == -kInfinity ? std::min(expected, magnitude)
                     : order == 0          ? expected + (magnitude == 0 ? 0 : 1)
                                           : expected + std::pow(magnitude, order);
        }
        expected = order > 0 && order < kInfinity ? std::pow(expected, 1 / order) : expected;
        ASSERT_NEAR(norm.Read()[static_cast<size_t>(line)], expected, 1e-12 * expected) << order;
      }
    }
  }
}

// torch_npu gives the results of complex numbers their type.
TEST(ReductionOfComplexNumbers, RealResultsGoIntoComplexOnes) {
  using Number = std::complex<float>;
  const RawTensor<Number> self({{3, 4}, {1, -1}, {0, 2}}, ACL_COMPLEX64);
  const RawTensor<float> real({1, 2, 3}, ACL_FLOAT);
  const IntArray dims(std::vector<int64_t>{});
  const Scalar order(2, ACL_INT64);
  const auto variance = [&](const aclTensor* of, aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnVarCorrectionGetWorkspaceSize(of, dims.Get(), 1, false, out, size, executor);
        },
        aclnnVarCorrection);
  };
  const auto norm = [&](const aclTensor* of, aclDataType dtype, aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnLinalgVectorNormGetWorkspaceSize(of, order.Get(), dims.Get(), false, dtype, out, size,
                                                       executor);
        },
        aclnnLinalgVectorNorm);
  };
  const RawTensor<Number> out({{7, 7}}, ACL_COMPLEX64, {});
  ASSERT_EQ(variance(self.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
  // Of the real parts 7 / 3, of the imaginary ones 19 / 3.
  EXPECT_EQ(out.Read()[0], Number(26.0F / 3, 0));
  ASSERT_EQ(norm(self.Get(), ACL_COMPLEX64, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read()[0], Number(std::sqrt(31.0F), 0));
  EXPECT_EQ(variance(real.Get(), out.Get()), 161002);
  EXPECT_NE(LastMessage().find("out: expected a real type, as self is real, got COMPLEX64"),
            std::string::npos)
      << LastMessage();
  EXPECT_EQ(norm(real.Get(), ACL_COMPLEX64, out.Get()), 161002);
}

TEST(VarianceOf, FewElements) {
  const DeviceTensor self(Array{{2}, {1, 3}}, ACL_FLOAT);
  const IntArray dims(std::vector<int64_t>{});
  for (const auto& [correction, variance] :
       {std::pair<int64_t, double>{1, 2}, {2, INFINITY}, {5, INFINITY}, {0, 1}}) {
    const DeviceTensor first = DeviceTensor::Output({}, ACL_FLOAT);
    const DeviceTensor second = DeviceTensor::Output({}, ACL_DOUBLE);
    const int64_t given = correction;
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnVarMeanGetWorkspaceSize(self.Get(), dims.Get(), given, false, first.Get(),
                                                        second.Get(), size, executor);
                  },
                  aclnnVarMean),
              ACL_SUCCESS);
    EXPECT_EQ(first.Read().values[0], variance);
    EXPECT_EQ(second.Read().values[0], 2);
  }
}

class Products : public ::testing::Test {
 protected:
  template <typename T>
  static std::vector<T> Of(const RawTensor<T>& self, size_t results, aclDataType dtype) {
    const RawTensor<T> out(std::vector<T>(results), dtype);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnProdDimGetWorkspaceSize(self.Get(), 0, true, dtype, out.Get(), size, executor);
        },
        aclnnProdDim);
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    return out.Read();
  }
};

TEST_F(Products, IntegersWrapAround) {
  std::vector<int64_t> values(1000);
  uint64_t product = 1;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int64_t>(i * 2) - 777;
    product *= static_cast<uint64_t>(values[i]);
  }
  EXPECT_EQ(Of(RawTensor<int64_t>(values, ACL_INT64), 1, ACL_INT64)[0], static_cast<int64_t>(product));
  EXPECT_EQ(Of(RawTensor<int8_t>({100, 3, -1}, ACL_INT8), 1, ACL_INT8)[0], static_cast<int8_t>(-300));
}

TEST_F(Products, ComplexNumbers) {
  using Number = std::array<float, 2>;
  EXPECT_EQ(Of(RawTensor<Number>({{1, 2}, {-3, 0.5F}, {0, 1}}, ACL_COMPLEX64), 1, ACL_COMPLEX64)[0],
            (Number{5.5F, -4}));
  using Wide = std::array<double, 2>;
  std::vector<Wide> units(1001, Wide{0, 1});
  EXPECT_EQ(Of(RawTensor<Wide>(units, ACL_COMPLEX128), 1, ACL_COMPLEX128)[0], (Wide{0, 1}));
}

TEST_F(Products, TypesOfSelfAndResult) {
  const Array values{{3, 2}, {1, 2, 3, 0, 5, 7}};
  for (const aclDataType from : {ACL_INT8, ACL_INT32, ACL_UINT8, ACL_INT64, ACL_FLOAT}) {
    for (const aclDataType to : {ACL_INT64, ACL_FLOAT, ACL_DOUBLE, ACL_BOOL, ACL_INT16}) {
      const DeviceTensor self(values, from);
      const DeviceTensor out = DeviceTensor::Output({2}, to);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnProdDimGetWorkspaceSize(self.Get(), -2, false, to, out.Get(), size,
                                                          executor);
                    },
                    aclnnProdDim),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values, (std::vector<double>{to == ACL_BOOL ? 1.0 : 15.0, 0.0}));
    }
  }
}

TEST_F(Products, OfNothingAndStatuses) {
  const DeviceTensor self({{0, 2}, {}}, ACL_INT32);
  const DeviceTensor out = DeviceTensor::Output({2}, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnProdDimGetWorkspaceSize(self.Get(), 0, false, ACL_INT64, out.Get(), size,
                                                      executor);
                },
                aclnnProdDim),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, (std::vector<double>{1, 1}));
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto attempt = [&](const aclTensor* input, int64_t dim, aclDataType dtype, aclTensor* result) {
    return aclnnProdDimGetWorkspaceSize(input, dim, false, dtype, result, &size, &executor);
  };
  EXPECT_EQ(attempt(nullptr, 0, ACL_INT64, out.Get()), kNullptr);
  EXPECT_EQ(attempt(self.Get(), 0, ACL_INT64, nullptr), kNullptr);
  EXPECT_EQ(attempt(self.Get(), 2, ACL_INT64, out.Get()), kInvalid);
  EXPECT_EQ(attempt(self.Get(), 1, ACL_INT64, out.Get()), kInvalid);
  EXPECT_EQ(attempt(self.Get(), 0, ACL_INT32, out.Get()), kInvalid);
  EXPECT_EQ(aclnnProdGetWorkspaceSize(self.Get(), ACL_INT64, out.Get(), &size, &executor), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
