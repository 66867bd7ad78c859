// SPDX-License-Identifier: Apache-2.0
//
// Means, variances, products, extremes, truths and norms against oracles in float64, over types, shapes and
// layouts.
#include <array>
#include <limits>
#include <optional>
#include <string>

#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_logsumexp.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_max_v2.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_min.h"
#include "aclnnop/aclnn_norm.h"
#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_reduce_nansum.h"
#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_var.h"
#include "ops/reduction/testing.h"
#include "tests/support/attempt.h"
#include "tests/support/phase_one.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// What a call is made with.
struct Given {
  const aclTensor* self;
  const aclIntArray* dims;
  bool keepDims;
  aclDataType dtype;
  aclTensor* out;
};
using Call = aclnnStatus (*)(const Given& given, uint64_t* size, aclOpExecutor** executor);

struct Reduction {
  const char* name;
  Call phaseOne;
  PhaseTwo phaseTwo;
  double (*oracle)(const Elements& elements);
  std::vector<aclDataType> dtypes;
  aclDataType out = ACL_DT_UNDEFINED;  // the type of self
  bool all = false;                    // has no dims
  bool exact = false;                  // no rounding, but that to the type of out
  std::optional<double> ofNothing{};   // absent: refused
  // How large what is rounded on the way is; usually what the elements' magnitudes give.
  double (*magnitude)(const Elements& elements) = nullptr;
  bool nearOne = false;  // elements are, in magnitude
};

double Nansum(const Elements& elements) {
  long double sum = 0;
  for (const double element : elements) {
    sum += std::isnan(element) ? 0 : element;
  }
  return static_cast<double>(sum);
}
double WholeMean(const Elements& elements) {
  return std::trunc(Mean(elements));
}
double Largest(const Elements& elements) {
  double result = -kInfinity;
  for (const double element : elements) {
    result = std::isnan(element) || element > result ? element : result;
    if (std::isnan(result)) {
      break;
    }
  }
  return result;
}
double Smallest(const Elements& elements) {
  Elements negated;
  for (const double element : elements) {
    negated.push_back(-element);
  }
  return -Largest(negated);
}
double All(const Elements& elements) {
  return std::ranges::all_of(elements, [](double element) { return element != 0; }) ? 1 : 0;
}
double Any(const Elements& elements) {
  return std::ranges::any_of(elements, [](double element) { return element != 0; }) ? 1 : 0;
}
template <int kOrder>
double NormOf(const Elements& elements) {
  long double sum = 0;
  for (const double element : elements) {
    sum += kOrder == 0 ? static_cast<long double>(element != 0)
                       : std::pow(std::fabs(static_cast<long double>(element)), kOrder);
  }
  return static_cast<double>(kOrder == 0 ? sum : std::pow(sum, 1.0L / kOrder));
}
double LargestMagnitude(const Elements& elements) {
  Elements magnitudes;
  for (const double element : elements) {
    magnitudes.push_back(std::fabs(element));
  }
  return Largest(magnitudes);
}
double SmallestMagnitude(const Elements& elements) {
  Elements magnitudes;
  for (const double element : elements) {
    magnitudes.push_back(std::fabs(element));
  }
  return Smallest(magnitudes);
}

template <int kCorrection>
double Variance(const Elements& elements) {
  const auto mean = static_cast<long double>(Mean(elements));
  long double sum = 0;
  for (const double element : elements) {
    sum += (element - mean) * (element - mean);
  }
  const long double divisor = std::max(static_cast<long double>(elements.size()) - kCorrection, 0.0L);
  return static_cast<double>(sum / divisor);
}
template <int kCorrection>
double Deviation(const Elements& elements) {
  return std::sqrt(Variance<kCorrection>(elements));
}
double LogSumExp(const Elements& elements) {
  const double largest = Largest(elements);
  const double shift = std::isfinite(largest) ? largest : 0;
  long double sum = 0;
  for (const double element : elements) {
    sum += std::exp(static_cast<long double>(element - shift));
  }
  return static_cast<double>(std::log(sum) + shift);
}
// The largest element is added to a logarithm.
double MagnitudeOfLogSumExp(const Elements& elements) {
  return LargestMagnitude(elements) + std::fabs(LogSumExp(elements));
}
double Product(const Elements& elements) {
  long double product = 1;
  for (const double element : elements) {
    product *= element;
  }
  return static_cast<double>(product);
}
// The errors of factors add up, as a random walk does.
double MagnitudeOfProduct(const Elements& elements) {
  return std::fabs(Product(elements)) * (1 + std::sqrt(static_cast<double>(elements.size())) / 4);
}

// The order of a norm, as clients give it: integers and floating-point numbers.
template <int kOrder>
const Scalar& Order() {
  static const Scalar order = kOrder == 100    ? Scalar(kInfinity, ACL_FLOAT)
                              : kOrder == -100 ? Scalar(-kInfinity, ACL_DOUBLE)
                              : kOrder == 3    ? Scalar(3, ACL_INT64)
                                               : Scalar(kOrder, ACL_DOUBLE);
  return order;
}
template <int kOrder>
aclnnStatus VectorNorm(const Given& given, uint64_t* size, aclOpExecutor** executor) {
  return aclnnLinalgVectorNormGetWorkspaceSize(given.self, Order<kOrder>().Get(), given.dims, given.keepDims,
                                               given.dtype, given.out, size, executor);
}

const std::vector<aclDataType> kReals{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                      ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8,  ACL_BOOL};
const std::vector<aclDataType> kFloating{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};

#define OPENACLNN_TEST_CALL(function, ...)                                                 \
  [](const Given& given, uint64_t* size, aclOpExecutor** executor) -> aclnnStatus {        \
    return function##GetWorkspaceSize(given.self, __VA_ARGS__, given.out, size, executor); \
  },                                                                                       \
      function

std::vector<Reduction> Reductions() {
  return {
      {"Mean", OPENACLNN_TEST_CALL(aclnnMean, given.dims, given.keepDims, given.dtype), Mean, kFloating,
       ACL_DT_UNDEFINED, false, false, kNan},
      {"MeanOfIntegers",
       OPENACLNN_TEST_CALL(aclnnMean, given.dims, given.keepDims, given.dtype),
       Mean,
       {ACL_INT8, ACL_INT32, ACL_BOOL},
       ACL_FLOAT,
       false,
       false,
       kNan},
      {"MeanV2", OPENACLNN_TEST_CALL(aclnnMeanV2, given.dims, given.keepDims, false), Mean, kFloating,
       ACL_DT_UNDEFINED, false, false, kNan},
      {"MeanV2OfIntegers",
       OPENACLNN_TEST_CALL(aclnnMeanV2, given.dims, given.keepDims, false),
       WholeMean,
       {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8},
       ACL_DT_UNDEFINED,
       false,
       true},
      {"MaxV2", OPENACLNN_TEST_CALL(aclnnMaxV2, given.dims, given.keepDims, false), Largest, kReals,
       ACL_DT_UNDEFINED, false, true},
      {"ReduceNansum", OPENACLNN_TEST_CALL(aclnnReduceNansum, given.dims, given.keepDims, given.dtype),
       Nansum, kFloating, ACL_DT_UNDEFINED, false, false, 0},
      {"Amax", OPENACLNN_TEST_CALL(aclnnAmax, given.dims, given.keepDims), Largest, kReals, ACL_DT_UNDEFINED,
       false, true},
      {"Amin", OPENACLNN_TEST_CALL(aclnnAmin, given.dims, given.keepDims), Smallest, kReals, ACL_DT_UNDEFINED,
       false, true},
      {"Max",
       [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
         return aclnnMaxGetWorkspaceSize(given.self, given.out, size, executor);
       },
       aclnnMax, Largest, kReals, ACL_DT_UNDEFINED, true, true},
      {"Min",
       [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
         return aclnnMinGetWorkspaceSize(given.self, given.out, size, executor);
       },
       aclnnMin, Smallest, kReals, ACL_DT_UNDEFINED, true, true},
      {"All", OPENACLNN_TEST_CALL(aclnnAll, given.dims, given.keepDims), All, kReals, ACL_BOOL, false, true,
       1},
      {"Any", OPENACLNN_TEST_CALL(aclnnAny, given.dims, given.keepDims), Any, kReals, ACL_BOOL, false, true,
       0},
      {"VectorNorm0", VectorNorm<0>, aclnnLinalgVectorNorm, NormOf<0>, kFloating, ACL_DT_UNDEFINED, false,
       true, 0},
      {"VectorNorm1", VectorNorm<1>, aclnnLinalgVectorNorm, NormOf<1>, kFloating, ACL_DT_UNDEFINED, false,
       false, 0},
      {"VectorNorm2",
       VectorNorm<2>,
       aclnnLinalgVectorNorm,
       NormOf<2>,
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16},
       ACL_FLOAT,
       false,
       false,
       0},
      {"VectorNorm3", VectorNorm<3>, aclnnLinalgVectorNorm, NormOf<3>, kFloating, ACL_DT_UNDEFINED, false,
       false, 0},
      {"VectorNormInf", VectorNorm<100>, aclnnLinalgVectorNorm, LargestMagnitude, kFloating, ACL_DT_UNDEFINED,
       false, true},
      {"VectorNormMinusInf", VectorNorm<-100>, aclnnLinalgVectorNorm, SmallestMagnitude, kFloating,
       ACL_DT_UNDEFINED, false, true},
      {"Norm",
       [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
         return aclnnNormGetWorkspaceSize(given.self, Order<2>().Get(), given.dims, given.keepDims, given.out,
                                          size, executor);
       },
       aclnnNorm, NormOf<2>, kFloating, ACL_DT_UNDEFINED, false, false, 0},
      {"VarOfAll", OPENACLNN_TEST_CALL(aclnnVar, given.dims, false, given.keepDims), Variance<0>, kFloating,
       ACL_DT_UNDEFINED, false, false, kNan, Variance<0>},
      {"VarUnbiased", OPENACLNN_TEST_CALL(aclnnVar, given.dims, true, given.keepDims), Variance<1>, kFloating,
       ACL_DT_UNDEFINED, false, false, kNan, Variance<1>},
      {"VarCorrection", OPENACLNN_TEST_CALL(aclnnVarCorrection, given.dims, 3, given.keepDims), Variance<3>,
       kFloating, ACL_DT_UNDEFINED, false, false, kNan, Variance<3>},
      {"Std", OPENACLNN_TEST_CALL(aclnnStd, given.dims, 1, given.keepDims), Deviation<1>, kFloating,
       ACL_DT_UNDEFINED, false, false, kNan, Deviation<1>},
      {"LogSumExp", OPENACLNN_TEST_CALL(aclnnLogSumExp, given.dims, given.keepDims), LogSumExp, kFloating,
       ACL_DT_UNDEFINED, false, false, -kInfinity, MagnitudeOfLogSumExp},
      {"LogSumExpOfIntegers",
       OPENACLNN_TEST_CALL(aclnnLogSumExp, given.dims, given.keepDims),
       LogSumExp,
       {ACL_INT8, ACL_INT32, ACL_BOOL},
       ACL_FLOAT,
       false,
       false,
       -kInfinity,
       MagnitudeOfLogSumExp},
      {"Prod", OPENACLNN_TEST_CALL(aclnnProd, given.dtype), Product, kFloating, ACL_DT_UNDEFINED, true, false,
       1, MagnitudeOfProduct, true},
  };
}

class ReductionFamilies : public ::testing::TestWithParam<Reduction> {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    if (GetParam().nearOne) {
      return random_.Uniform(shape, dtype, 0.875, 1.125);
    }
    return IsFloating(dtype) ? random_.Normal(shape, dtype, 1, 5)
                             : DrawIntegers(random_, shape, dtype, -3, 100);
  }

  [[nodiscard]] aclDataType OutOf(aclDataType dtype) const {
    return GetParam().out == ACL_DT_UNDEFINED ? dtype : GetParam().out;
  }

  aclnnStatus Run(const DeviceTensor& self, const std::vector<int64_t>& dims, bool keepDims,
                  const DeviceTensor& out) const {
    const IntArray list(dims);
    const Given given{self.Get(), list.Get(), keepDims, out.Dtype(), out.Get()};
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) { return GetParam().phaseOne(given, size, executor); },
        GetParam().phaseTwo);
  }

  void Expect(const Array& values, std::vector<int64_t> dims, bool keepDims, aclDataType dtype,
              const Layout& layout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message()
                 << "dtype " << dtype << ", shape " << ::testing::PrintToString(values.shape) << ", dims "
                 << ::testing::PrintToString(dims));
    const Reduction& one = GetParam();
    if (one.all) {
      dims.clear();
      keepDims = false;
    }
    const aclDataType outDtype = OutOf(dtype);
    const DeviceTensor self(values, dtype, layout);
    const Shape shape = ReducedShape(values.shape, dims, keepDims);
    const DeviceTensor out = DeviceTensor::Output(shape, outDtype, one.all ? Layout() : outLayout);
    ASSERT_EQ(Run(self, dims, keepDims, out), ACL_SUCCESS) << LastMessage();
    Array expected{shape, {}};
    Array magnitudes{shape, {}};
    for (const Elements& elements : ElementsOfResults(values, dims)) {
      expected.values.push_back(elements.empty() ? one.ofNothing.value_or(0) : one.oracle(elements));
      Elements terms;
      for (const double element : elements) {
        terms.push_back(std::isnan(element) ? 0 : std::fabs(element));
      }
      magnitudes.values.push_back(terms.empty()              ? 0
                                  : one.magnitude != nullptr ? one.magnitude(elements)
                                                             : one.oracle(terms));
    }
    // Terms are added in short chains, so a result is off by a few last places of what their magnitudes give.
    const Tolerance tolerance =
        one.exact ? Tolerance::For(outDtype, std::nullopt, 0) : Tolerance::For(outDtype, magnitudes);
    EXPECT_TRUE(Near(out.Read(), expected, tolerance));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{37};
};

INSTANTIATE_TEST_SUITE_P(Operators, ReductionFamilies, ::testing::ValuesIn(Reductions()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(ReductionFamilies, EveryType) {
  for (const aclDataType dtype : GetParam().dtypes) {
    const Array values = Draw({7, 130, 9}, dtype);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}}) {
      Expect(values, dims, false, dtype);
    }
    Expect(values, {-2}, true, dtype);
    Expect(Draw({}, dtype), {}, false, dtype);
  }
}

TEST_P(ReductionFamilies, ShapesAroundBorders) {
  for (const int64_t size : {1, 17, 513, 2049, 8193}) {
    for (const aclDataType dtype : {GetParam().dtypes.front(), GetParam().dtypes.back()}) {
      Expect(Draw({size}, dtype), {0}, true, dtype);
      Expect(Draw({2, size}, dtype), {1}, false, dtype);
      Expect(Draw({size, 9}, dtype), {0}, false, dtype);
    }
  }
}

TEST_P(ReductionFamilies, Layouts) {
  const aclDataType dtype = GetParam().dtypes.front();
  const Array values = Draw({3, 10, 5, 17}, dtype);
  for (const Layout& layout : FourDimLayouts()) {
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {3}, {0, 2, 3}}) {
      Expect(values, dims, false, dtype, layout);
    }
    Expect(values, {1}, true, dtype, layout, Layout::Permuted({2, 0, 3, 1}));
  }
}

TEST_P(ReductionFamilies, NotANumberAndInfinities) {
  const aclDataType dtype = GetParam().dtypes.front();
  if (!IsFloating(dtype)) {
    return;
  }
  for (const double special : {kNan, kInfinity, -kInfinity, 0.0}) {
    for (const size_t place : {size_t{0}, size_t{7}, size_t{250}, size_t{599}}) {
      Array values = Draw({3, 5, 40}, dtype);
      values.values[place] = special;
      Expect(values, {0}, false, dtype);
      Expect(values, {2}, false, dtype);
      Expect(values, {}, false, dtype);
    }
  }
}

TEST_P(ReductionFamilies, EmptyTensors) {
  const aclDataType dtype = GetParam().dtypes.front();
  const DeviceTensor self({{0, 3}, {}}, dtype);
  const Shape shape = GetParam().all ? Shape{} : Shape{3};
  const DeviceTensor out = DeviceTensor::Output(shape, OutOf(dtype));
  const aclnnStatus status = Run(self, {0}, false, out);
  if (GetParam().ofNothing) {
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(Near(out.Read(), Full(shape, *GetParam().ofNothing), Tolerance::Exact(OutOf(dtype))));
  } else {
    EXPECT_EQ(status, kInvalid);
    EXPECT_NE(LastMessage().find("self"), std::string::npos) << LastMessage();
  }
  if (!GetParam().all) {
    const DeviceTensor none = DeviceTensor::Output({0}, OutOf(dtype));
    EXPECT_EQ(Run(self, {1}, false, none), ACL_SUCCESS) << LastMessage();
  }
}

TEST_P(ReductionFamilies, Statuses) {
  const Reduction& one = GetParam();
  const aclDataType dtype = one.dtypes.front();
  const Descriptor self({2, 3}, dtype);
  const Descriptor wrong({2, 3}, ACL_UINT64);
  const Descriptor out(one.all ? Shape{} : Shape{2}, OutOf(dtype));
  const Descriptor other({5}, OutOf(dtype));
  const IntArray dims(std::vector<int64_t>{1});
  const IntArray twice(std::vector<int64_t>{1, -1});
  const auto attempt = [&](const aclTensor* given, const IntArray& list, aclTensor* result) {
    return Attempt([&](uint64_t* size, aclOpExecutor** executor) {
      return one.phaseOne({given, list.Get(), false, OutOf(dtype), result}, size, executor);
    });
  };
  EXPECT_EQ(attempt(self.Get(), dims, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(attempt(nullptr, dims, out.Get()), kNullptr);
  EXPECT_NE(RecentMessage().find("self"), std::string::npos);
  EXPECT_EQ(attempt(self.Get(), dims, nullptr), kNullptr);
  EXPECT_NE(RecentMessage().find("out"), std::string::npos);
  EXPECT_EQ(attempt(wrong.Get(), dims, out.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("UINT64"), std::string::npos);
  EXPECT_EQ(attempt(self.Get(), dims, other.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("[5]"), std::string::npos);
  if (!one.all) {
    EXPECT_EQ(attempt(self.Get(), twice, out.Get()), kInvalid);
  }
}

// Truth goes into a BOOL or a UINT8, whatever it is the truth of.
TEST(ReductionOfTruths, BytesThatAreNotOneAreTrue) {
  const IntArray all(std::vector<int64_t>{});
  for (const aclDataType dtype : {ACL_UINT8, ACL_FLOAT, ACL_INT32}) {
    const DeviceTensor self(Array{{3}, {2, 4, 1}}, dtype);
    for (const aclDataType truth : {ACL_UINT8, ACL_BOOL}) {
      const DeviceTensor out = DeviceTensor::Output({}, truth);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnAllGetWorkspaceSize(self.Get(), all.Get(), false, out.Get(), size,
                                                      executor);
                    },
                    aclnnAll),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values[0], 1);
    }
  }
  const Descriptor self({3}, ACL_UINT8);
  const Descriptor out({}, ACL_INT8);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnAllGetWorkspaceSize(self.Get(), all.Get(), false, out.Get(), &size, &executor), kInvalid);
}

TEST(ReductionToNorms, TypesAndOrders) {
  const Descriptor self({3}, ACL_FLOAT);
  const Descriptor half({}, ACL_FLOAT16);
  const Descriptor out({}, ACL_FLOAT);
  const Scalar two(2, ACL_INT64);
  const Scalar nan(kNan, ACL_DOUBLE);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnLinalgVectorNormGetWorkspaceSize(self.Get(), two.Get(), nullptr, false, ACL_FLOAT16,
                                                  half.Get(), &size, &executor),
            kInvalid);
  const Descriptor wide({}, ACL_DOUBLE);
  ASSERT_EQ(aclnnLinalgVectorNormGetWorkspaceSize(self.Get(), two.Get(), nullptr, false, ACL_DOUBLE,
                                                  wide.Get(), &size, &executor),
            ACL_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  EXPECT_EQ(aclnnLinalgVectorNormGetWorkspaceSize(self.Get(), nan.Get(), nullptr, false, ACL_FLOAT, out.Get(),
                                                  &size, &executor),
            kInvalid);
  EXPECT_EQ(aclnnLinalgVectorNormGetWorkspaceSize(self.Get(), nullptr, nullptr, false, ACL_FLOAT, out.Get(),
                                                  &size, &executor),
            kNullptr);
  EXPECT_NE(RecentMessage().find("ord"), std::string::npos);
  ASSERT_EQ(aclnnLinalgVectorNormGetWorkspaceSize(self.Get(), two.Get(), nullptr, false, ACL_FLOAT, out.Get(),
                                                  &size, &executor),
            ACL_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::testing
