// SPDX-License-Identifier: Apache-2.0
//
// Sorts and what is taken from them, against std::stable_sort, over types, shapes and layouts. Nothing is
// rounded, so results are exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "aclnnop/aclnn_argsort.h"
#include "aclnnop/aclnn_kthvalue.h"
#include "aclnnop/aclnn_median.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_topk.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Elements = std::vector<double>;
using Places = std::vector<size_t>;

bool Before(double a, double b) {
  return std::isnan(b) ? !std::isnan(a) : a < b;
}

Places SortedPlaces(const Elements& elements, bool descending) {
  Places places(elements.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) {
    return descending ? Before(elements[b], elements[a]) : Before(elements[a], elements[b]);
  });
  return places;
}
// The n-th of a sort, or the first of its equals.
Places Nth(const Elements& elements, size_t n) {
  const double value = elements[SortedPlaces(elements, false)[n]];
  size_t place = 0;
  while (Before(elements[place], value) || Before(value, elements[place])) {
    ++place;
  }
  return {place};
}
Places MedianOf(const Elements& elements, bool leavesOutNan) {
  const auto nans = static_cast<size_t>(
      std::count_if(elements.begin(), elements.end(), [](double element) { return std::isnan(element); }));
  if (nans > 0 && (!leavesOutNan || nans == elements.size())) {
    return Nth(elements, elements.size() - 1);
  }
  return {SortedPlaces(elements, false)[(elements.size() - nans - 1) / 2]};
}

// What a call is made with; results in rows of `length` elements, 0: the dim is reduced.
struct Given {
  const aclTensor* self;
  int64_t dim;
  int64_t k;
  aclTensor* values;
  aclTensor* indices;
};
struct Operator {
  const char* name;
  aclnnStatus (*phaseOne)(const Given& given, uint64_t* size, aclOpExecutor** executor);
  PhaseTwo phaseTwo;
  Places (*oracle)(const Elements& elements, size_t k);
  enum { kWhole, kFirst, kReduced, kKept } rows;
  bool hasValues = true;
  bool ofTruths = false;  // admits BOOL
};

Places FirstOf(Places places, size_t count) {
  places.resize(count);
  return places;
}

const std::array<Operator, 9> kOperators{{
    {"Sort",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnSortGetWorkspaceSize(given.self, true, given.dim, false, given.values, given.indices, size,
                                        executor);
     },
     aclnnSort, [](const Elements& elements, size_t) { return SortedPlaces(elements, false); },
     Operator::kWhole, true, true},
    {"SortDescending",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnSortGetWorkspaceSize(given.self, false, given.dim, true, given.values, given.indices, size,
                                        executor);
     },
     aclnnSort, [](const Elements& elements, size_t) { return SortedPlaces(elements, true); },
     Operator::kWhole, true, true},
    {"Argsort",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnArgsortGetWorkspaceSize(given.self, given.dim, false, given.indices, size, executor);
     },
     aclnnArgsort, [](const Elements& elements, size_t) { return SortedPlaces(elements, false); },
     Operator::kWhole, false, true},
    {"TopkLargest",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnTopkGetWorkspaceSize(given.self, given.k, given.dim, true, true, given.values,
                                        given.indices, size, executor);
     },
     aclnnTopk, [](const Elements& elements, size_t k) { return FirstOf(SortedPlaces(elements, true), k); },
     Operator::kFirst, true, true},
    {"TopkSmallest",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnTopkGetWorkspaceSize(given.self, given.k, given.dim, false, false, given.values,
                                        given.indices, size, executor);
     },
     aclnnTopk, [](const Elements& elements, size_t k) { return FirstOf(SortedPlaces(elements, false), k); },
     Operator::kFirst, true, true},
    {"Kthvalue",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnKthvalueGetWorkspaceSize(given.self, given.k, given.dim, true, given.values, given.indices,
                                            size, executor);
     },
     aclnnKthvalue, [](const Elements& elements, size_t k) { return Nth(elements, k - 1); }, Operator::kKept},
    {"MedianDim",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnMedianDimGetWorkspaceSize(given.self, given.dim, false, given.values, given.indices, size,
                                             executor);
     },
     aclnnMedianDim, [](const Elements& elements, size_t) { return MedianOf(elements, false); },
     Operator::kReduced},
    {"MedianDimKept",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnMedianDimGetWorkspaceSize(given.self, given.dim, true, given.values, given.indices, size,
                                             executor);
     },
     aclnnMedianDim, [](const Elements& elements, size_t) { return MedianOf(elements, false); },
     Operator::kKept},
    {"NanMedianDim",
     [](const Given& given, uint64_t* size, aclOpExecutor** executor) {
       return aclnnNanMedianDimGetWorkspaceSize(given.self, given.dim, false, given.values, given.indices,
                                                size, executor);
     },
     aclnnNanMedianDim, [](const Elements& elements, size_t) { return MedianOf(elements, true); },
     Operator::kReduced},
}};

class Sorting : public ::testing::TestWithParam<Operator> {
 protected:
  static aclnnStatus Run(const Given& given) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) { return GetParam().phaseOne(given, size, executor); },
        GetParam().phaseTwo);
  }

  static Shape ResultShape(const Shape& shape, size_t dim, int64_t k) {
    Shape result = shape;
    if (shape.empty() || GetParam().rows == Operator::kWhole) {
      return result;
    }
    if (GetParam().rows == Operator::kReduced) {
      result.erase(result.begin() + static_cast<std::ptrdiff_t>(dim));
    } else {
      result[dim] = GetParam().rows == Operator::kKept ? 1 : k;
    }
    return result;
  }

  static void Expect(const Array& values, int64_t dim, aclDataType dtype, int64_t k = 1,
                     const Layout& layout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message()
                 << "dtype " << dtype << ", shape " << ::testing::PrintToString(values.shape) << ", dim "
                 << dim << ", k " << k);
    const Operator& one = GetParam();
    const auto d =
        static_cast<size_t>(dim < 0 && !values.shape.empty() ? dim + static_cast<int64_t>(values.shape.size())
                                                             : std::max<int64_t>(dim, 0));
    const int64_t count = values.shape.empty() ? 1 : values.shape[d];
    const int64_t step = values.shape.empty() ? 1 : ContiguousStrides(values.shape)[d];
    const Shape shape = ResultShape(values.shape, d, k);
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output(shape, dtype, outLayout);
    const DeviceTensor places = DeviceTensor::Output(shape, ACL_INT64, outLayout);
    ASSERT_EQ(Run({self.Get(), dim, k, out.Get(), places.Get()}), ACL_SUCCESS) << LastMessage();
    Array expected = Full(shape, 0);
    Array indices = Full(shape, 0);
    const int64_t rows = NumElements(values.shape) / std::max<int64_t>(count, 1);
    for (int64_t number = 0; number < rows; ++number) {
      const auto first = static_cast<size_t>(number / step * step * count + number % step);
      Elements elements;
      for (int64_t i = 0; i < count; ++i) {
        elements.push_back(values.values[first + static_cast<size_t>(i * step)]);
      }
      const Places chosen = one.oracle(elements, static_cast<size_t>(k));
      const auto length = static_cast<int64_t>(chosen.size());
      const auto to = static_cast<size_t>(number / step * step * length + number % step);
      for (size_t i = 0; i < chosen.size(); ++i) {
        expected.values[to + i * static_cast<size_t>(step)] = elements[chosen[i]];
        indices.values[to + i * static_cast<size_t>(step)] = static_cast<double>(chosen[i]);
      }
    }
    if (one.hasValues) {
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(out.CanariesIntact());
    }
    EXPECT_TRUE(Near(places.Read(), indices, Tolerance::Exact(ACL_INT64)));
    EXPECT_TRUE(places.CanariesIntact());
  }

  Array DrawIntegers(const Shape& shape, aclDataType dtype) {
    const bool isUnsigned = dtype == ACL_UINT8 || dtype == ACL_BOOL;
    return random_.Integers(shape, dtype, isUnsigned ? 0 : -60, dtype == ACL_BOOL ? 2 : 60);
  }

  Random random_{59};
};

INSTANTIATE_TEST_SUITE_P(Operators, Sorting, ::testing::ValuesIn(kOperators),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(Sorting, EveryType) {
  std::vector<aclDataType> dtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                  ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8};
  if (GetParam().ofTruths) {
    dtypes.push_back(ACL_BOOL);
  }
  for (const aclDataType dtype : dtypes) {
    const Array values = DrawIntegers({5, 230, 7}, dtype);
    for (const int64_t dim : {0, 1, -1}) {
      Expect(values, dim, dtype, 3);
    }
    Expect(DrawIntegers({}, dtype), -1, dtype);
    if (IsFloating(dtype)) {
      Expect(random_.AnyValue({3, 400}, dtype, true), 1, dtype, 250);
    }
  }
}

TEST_P(Sorting, LengthsAndCounts) {
  for (const int64_t size : {1, 2, 3, 17, 191, 192, 193, 1000, 2500, 6000}) {
    for (const int64_t k : {int64_t{1}, size / 2 + 1, size}) {
      Expect(random_.Normal({2, size}, ACL_FLOAT, 0, 3), 1, ACL_FLOAT, k);
      Expect(DrawIntegers({size}, ACL_INT64), 0, ACL_INT64, k);
    }
    Expect(random_.Normal({size, 20}, ACL_DOUBLE, 0, 3), 0, ACL_DOUBLE, 1);
  }
}

TEST_P(Sorting, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT64}) {
    const Array values = DrawIntegers({3, 20, 5, 17}, dtype);
    for (const Layout& layout :
         {Layout::Contiguous(), Layout::Transposed(4), Layout::ChannelsLast(4), Layout::Stepped({1, 2, 1, 3}),
          Layout::Offset(5), Layout::Permuted({2, 0, 3, 1})}) {
      for (const int64_t dim : {0, 1, 2, 3}) {
        Expect(values, dim, dtype, 2, layout);
      }
    }
    Expect(
        values, 1, dtype, 3, Layout::Transposed(4),
        GetParam().rows == Operator::kReduced ? Layout::Permuted({2, 0, 1}) : Layout::Permuted({2, 0, 3, 1}));
  }
}

TEST_P(Sorting, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    Array values = random_.Normal({6, 500}, dtype, 0, 1);
    for (const size_t place : {0, 7, 1100, 1101, 1800, 2400, 2999}) {
      values.values[place] = kNan;
    }
    for (const size_t place : {3, 900, 1700}) {
      values.values[place] = kInfinity;
      values.values[place + 1] = -kInfinity;
      values.values[place + 2] = -0.0;
      values.values[place + 3] = 0.0;
      values.values[place + 4] = -0.0;
    }
    std::fill(values.values.begin() + 1500, values.values.begin() + 1700, kNan);
    for (const int64_t k : {1, 5, 400}) {
      Expect(values, 1, dtype, k);
    }
    Expect(values, 0, dtype, 2);
    Expect(Full({3, 300}, kNan), 1, dtype, 2);
  }
}

TEST_P(Sorting, Statuses) {
  const Operator& one = GetParam();
  const Shape shape = ResultShape({4, 6}, 1, 2);
  const Descriptor self({4, 6});
  const Descriptor values(shape);
  const Descriptor indices(shape, ACL_INT64);
  const Descriptor other({9}, ACL_INT64);
  const Descriptor complexNumbers({4, 6}, ACL_COMPLEX64);
  EXPECT_EQ(Run({nullptr, 1, 2, values.Get(), indices.Get()}), kNullptr);
  EXPECT_EQ(Run({self.Get(), 1, 2, values.Get(), nullptr}), kNullptr);
  EXPECT_EQ(Run({complexNumbers.Get(), 1, 2, complexNumbers.Get(), indices.Get()}), kInvalid);
  EXPECT_NE(LastMessage().find("COMPLEX64"), std::string::npos);
  EXPECT_EQ(Run({self.Get(), 2, 2, values.Get(), indices.Get()}), kInvalid);
  EXPECT_EQ(Run({self.Get(), -3, 2, values.Get(), indices.Get()}), kInvalid);
  EXPECT_EQ(Run({self.Get(), 1, 2, values.Get(), values.Get()}), kInvalid);
  EXPECT_EQ(Run({self.Get(), 1, 2, values.Get(), other.Get()}), kInvalid);
  EXPECT_NE(LastMessage().find("[9]"), std::string::npos);
  if (one.hasValues) {
    EXPECT_EQ(Run({self.Get(), 1, 2, nullptr, indices.Get()}), kNullptr);
    EXPECT_EQ(Run({self.Get(), 1, 2, indices.Get(), indices.Get()}), kInvalid);
  }
}

TEST(SortingCounts, AreInRange) {
  const Descriptor self({4, 6});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  for (const int64_t k : {-1, 7}) {
    const Descriptor values({4, std::max<int64_t>(k, 0)});
    const Descriptor indices({4, std::max<int64_t>(k, 0)}, ACL_INT64);
    EXPECT_EQ(aclnnTopkGetWorkspaceSize(self.Get(), k, 1, true, true, values.Get(), indices.Get(), &size,
                                        &executor),
              kInvalid);
    EXPECT_NE(RecentMessage().find('k'), std::string::npos);
  }
  const Descriptor value({4});
  const Descriptor place({4}, ACL_INT64);
  for (const int64_t k : {0, 7}) {
    EXPECT_EQ(
        aclnnKthvalueGetWorkspaceSize(self.Get(), k, 1, false, value.Get(), place.Get(), &size, &executor),
        kInvalid);
  }
  const DeviceTensor numbers(Full({4, 6}, 1), ACL_FLOAT);
  const DeviceTensor none = DeviceTensor::Output({4, 0}, ACL_FLOAT);
  const DeviceTensor nowhere = DeviceTensor::Output({4, 0}, ACL_INT64);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* bytes, aclOpExecutor** call) {
                  return aclnnTopkGetWorkspaceSize(numbers.Get(), 0, 1, true, true, none.Get(), nowhere.Get(),
                                                   bytes, call);
                },
                aclnnTopk),
            ACL_SUCCESS)
      << LastMessage();
}

TEST(SortingInPlace, ValuesMayReplaceTheirTensor) {
  Random random(61);
  const Array values = random.Normal({20, 300}, ACL_FLOAT, 0, 1);
  const DeviceTensor self(values, ACL_FLOAT);
  const DeviceTensor indices = DeviceTensor::Output(values.shape, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSortGetWorkspaceSize(self.Get(), false, 1, false, self.Get(), indices.Get(),
                                                   size, executor);
                },
                aclnnSort),
            ACL_SUCCESS);
  Array expected = values;
  for (auto row = expected.values.begin(); row != expected.values.end(); row += 300) {
    std::sort(row, row + 300);
  }
  EXPECT_EQ(self.Read().values, expected.values);
}

// Neighbours that no double tells apart.
TEST(SortingLargeIntegers, KeepTheirBits) {
  const int64_t large = int64_t{1} << 60;
  const RawTensor<int64_t> self({large + 1, large, INT64_MAX, INT64_MIN, large - 1}, ACL_INT64);
  const RawTensor<int64_t> values(std::vector<int64_t>(5), ACL_INT64);
  const RawTensor<int64_t> indices(std::vector<int64_t>(5), ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSortGetWorkspaceSize(self.Get(), false, 0, false, values.Get(), indices.Get(),
                                                   size, executor);
                },
                aclnnSort),
            ACL_SUCCESS);
  EXPECT_EQ(values.Read(), (std::vector<int64_t>{INT64_MIN, large - 1, large, large + 1, INT64_MAX}));
  EXPECT_EQ(indices.Read(), (std::vector<int64_t>{3, 4, 1, 0, 2}));
}

// PyTorch says which of equal elements a stable sort puts in the middle.
TEST(MedianDim, OfEqualElementsIsTheOneInTheMiddle) {
  const DeviceTensor self(MakeArray({3, 5}, {3, 1, 2, 2, 5, 1, 1, 1, 1, 1, 4, 2, 2, 3, 2}), ACL_FLOAT);
  for (const bool leavesOutNan : {false, true}) {
    const DeviceTensor values = DeviceTensor::Output({3}, ACL_FLOAT);
    const DeviceTensor indices = DeviceTensor::Output({3}, ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return leavesOutNan
                               ? aclnnNanMedianDimGetWorkspaceSize(self.Get(), 1, false, values.Get(),
                                                                   indices.Get(), size, executor)
                               : aclnnMedianDimGetWorkspaceSize(self.Get(), 1, false, values.Get(),
                                                                indices.Get(), size, executor);
                  },
                  leavesOutNan ? aclnnNanMedianDim : aclnnMedianDim),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(values.Read().values, (std::vector<double>{2, 1, 2}));
    EXPECT_EQ(indices.Read().values, (std::vector<double>{3, 2, 4}));
  }
}

class MedianOfAll : public ::testing::TestWithParam<bool> {
 protected:
  static aclnnStatus Run(const aclTensor* self, aclTensor* out) {
    const bool leavesOutNan = GetParam();
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return leavesOutNan ? aclnnNanMedianGetWorkspaceSize(self, out, size, executor)
                              : aclnnMedianGetWorkspaceSize(self, out, size, executor);
        },
        leavesOutNan ? aclnnNanMedian : aclnnMedian);
  }
  static void Expect(const Array& values, aclDataType dtype, const Layout& layout = {}) {
    const DeviceTensor self(values, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output({}, dtype);
    ASSERT_EQ(Run(self.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
    const Array expected{{}, {values.values[MedianOf(values.values, GetParam()).front()]}};
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{67};
};

INSTANTIATE_TEST_SUITE_P(LeavesOutNan, MedianOfAll, ::testing::Bool());

TEST_P(MedianOfAll, TypesAndLayouts) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8}) {
    Expect(random_.Integers({}, dtype, 0, 100), dtype);
    Array values = random_.Integers({3, 20, 5, 17}, dtype, 0, 100);
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(4), Layout::ChannelsLast(4),
                                 Layout::Stepped({1, 2, 1, 3}), Layout::Offset(5)}) {
      Expect(values, dtype, layout);
    }
    if (IsFloating(dtype)) {
      values.values[100] = kNan;
      values.values[101] = kNan;
      Expect(values, dtype, Layout::Transposed(4));
      Expect(Full({4, 5}, kNan), dtype);
    }
  }
}

TEST_P(MedianOfAll, Statuses) {
  const Descriptor self({4, 6});
  const Descriptor none({0, 6});
  const Descriptor out({});
  const Descriptor half({}, ACL_FLOAT16);
  const Descriptor two({2});
  EXPECT_EQ(Run(nullptr, out.Get()), kNullptr);
  EXPECT_EQ(Run(self.Get(), nullptr), kNullptr);
  EXPECT_EQ(Run(self.Get(), half.Get()), kInvalid);
  EXPECT_EQ(Run(self.Get(), two.Get()), kInvalid);
  EXPECT_EQ(Run(none.Get(), out.Get()), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
