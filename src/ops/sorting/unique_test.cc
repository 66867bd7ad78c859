// SPDX-License-Identifier: Apache-2.0
//
// aclnnUnique, aclnnUnique2, aclnnUniqueDim and aclnnUniqueConsecutive against a list of groups that is searched
// from its start for each item: values, inverse, counts, the shapes that outputs have afterwards, what is left
// as it was; and their statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_unique.h"
#include "aclnnop/aclnn_unique2.h"
#include "aclnnop/aclnn_unique_consecutive.h"
#include "aclnnop/aclnn_unique_dim.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/view_shape.h"

namespace openaclnn::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kFlat = 1000;  // the dim that stands for none

enum class Kind { kUnique, kUnique2, kDim, kConsecutive };

struct Given {
  const aclTensor* self = nullptr;
  int64_t dim = kFlat;
  aclTensor* values = nullptr;
  aclTensor* inverse = nullptr;
  aclTensor* counts = nullptr;
  bool asksInverse = true;
  bool asksCounts = true;
};

aclnnStatus Plan(Kind kind, const Given& given, uint64_t* size, aclOpExecutor** executor) {
  switch (kind) {
    case Kind::kUnique:
      return aclnnUniqueGetWorkspaceSize(given.self, true, given.asksInverse, given.values, given.inverse,
                                         size, executor);
    case Kind::kUnique2:
      return aclnnUnique2GetWorkspaceSize(given.self, true, given.asksInverse, given.asksCounts, given.values,
                                          given.inverse, given.counts, size, executor);
    case Kind::kDim:
      return aclnnUniqueDimGetWorkspaceSize(given.self, true, given.asksInverse, given.dim, given.values,
                                            given.inverse, given.counts, size, executor);
    default:
      return aclnnUniqueConsecutiveGetWorkspaceSize(given.self, given.asksInverse, given.asksCounts,
                                                    given.dim, given.values, given.inverse, given.counts,
                                                    size, executor);
  }
}

PhaseTwo PhaseTwoOf(Kind kind) {
  switch (kind) {
    case Kind::kUnique:
      return aclnnUnique;
    case Kind::kUnique2:
      return aclnnUnique2;
    case Kind::kDim:
      return aclnnUniqueDim;
    default:
      return aclnnUniqueConsecutive;
  }
}

aclnnStatus RunUnique(Kind kind, const Given& given) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return Plan(kind, given, size, executor); },
      PhaseTwoOf(kind));
}

using Item = std::vector<double>;

struct Expected {
  std::vector<Item> values;
  std::vector<double> inverse;
  std::vector<double> counts;
};

bool ComesBefore(const Item& a, const Item& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::isnan(y) ? !std::isnan(x) : x < y;
  });
}

// Each item is put behind the last group that does not come after it, or into that group.
Expected Reference(const std::vector<Item>& items, bool consecutive) {
  Expected expected;
  std::vector<size_t> groupOf;
  for (const Item& item : items) {
    size_t place = expected.values.size();
    while (!consecutive && place > 0 && ComesBefore(item, expected.values[place - 1])) {
      --place;
    }
    if (place > 0 && item == expected.values[place - 1]) {
      ++expected.counts[place - 1];
      groupOf.push_back(place - 1);
      continue;
    }
    for (size_t& group : groupOf) {
      group += group >= place ? 1 : 0;
    }
    const auto at = static_cast<std::ptrdiff_t>(place);
    expected.values.insert(expected.values.begin() + at, item);
    expected.counts.insert(expected.counts.begin() + at, 1);
    groupOf.push_back(place);
  }
  expected.inverse.assign(groupOf.begin(), groupOf.end());
  return expected;
}

std::vector<Item> ItemsOf(const Array& self, int64_t dim) {
  if (dim == kFlat) {
    std::vector<Item> items;
    for (const double value : self.values) {
      items.push_back({value});
    }
    return items;
  }
  const auto d = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(self.shape.size()) : dim);
  std::vector<Item> items(static_cast<size_t>(self.shape[d]));
  for (int64_t i = 0; i < NumElements(self.shape); ++i) {
    items[static_cast<size_t>(IndexOf(self.shape, i)[d])].push_back(self.values[static_cast<size_t>(i)]);
  }
  return items;
}

bool Same(double actual, double expected) {
  return actual == expected || (std::isnan(actual) && !IsUnwritten(actual) && std::isnan(expected));
}

// The first elements of an output are those, the others were not written.
void ExpectFirst(const DeviceTensor& out, const std::vector<double>& expected) {
  const std::vector<double> all = out.Read().values;
  const double unwritten = DeviceTensor::Output({1}, out.Dtype()).Read().values[0];
  ASSERT_LE(expected.size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    if (i < expected.size()) {
      ASSERT_TRUE(Same(all[i], expected[i])) << i << ": " << all[i] << " instead of " << expected[i];
    } else {
      ASSERT_TRUE(IsUnwritten(all[i]) || all[i] == unwritten) << i;
    }
  }
  EXPECT_TRUE(out.CanariesIntact());
}

// Slices back in the order of the tensor that they make up.
std::vector<double> Joined(const std::vector<Item>& items, Shape shape, int64_t dim) {
  std::vector<double> joined;
  if (dim == kFlat) {
    for (const Item& item : items) {
      joined.push_back(item.front());
    }
    return joined;
  }
  const auto d = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  shape[d] = static_cast<int64_t>(items.size());
  std::vector<size_t> next(items.size());
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const auto item = static_cast<size_t>(IndexOf(shape, i)[d]);
    joined.push_back(items[item][next[item]++]);
  }
  return joined;
}

void Expect(Kind kind, const Array& self, aclDataType dtype, int64_t dim = kFlat, const Layout& layout = {},
            const Layout& numbersLayout = {}, aclDataType numbers = ACL_INT64) {
  SCOPED_TRACE(::testing::Message() << "operator " << static_cast<int>(kind) << ", dtype " << dtype
                                    << ", shape " << ::testing::PrintToString(self.shape) << ", dim " << dim);
  const Expected expected = Reference(ItemsOf(self, dim), kind == Kind::kConsecutive);
  const auto items = static_cast<int64_t>(expected.inverse.size());
  const auto groups = static_cast<int64_t>(expected.values.size());
  const DeviceTensor input(self, dtype, layout);
  const DeviceTensor values = DeviceTensor::Output(dim == kFlat ? Shape{items} : self.shape, dtype);
  const DeviceTensor inverse = DeviceTensor::Output(dim == kFlat ? self.shape : Shape{items}, numbers);
  const DeviceTensor counts = DeviceTensor::Output({items}, numbers, numbersLayout);
  ASSERT_EQ(RunUnique(kind, {input.Get(), dim, values.Get(), inverse.Get(), counts.Get()}), ACL_SUCCESS)
      << LastMessage();
  Shape shape{groups};
  if (dim != kFlat) {
    shape = self.shape;
    shape[static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim)] = groups;
  }
  EXPECT_EQ(ShapeOf(values.Get()), shape);
  ExpectFirst(values, Joined(expected.values, self.shape, dim));
  ExpectFirst(inverse, expected.inverse);
  if (kind == Kind::kUnique) {
    return;
  }
  EXPECT_EQ(ShapeOf(counts.Get()), (Shape{groups}));
  ExpectFirst(counts, expected.counts);
}

Array Draw(Random& random, const Shape& shape, aclDataType dtype, int64_t most = 6) {
  const bool isSigned = IsFloating(dtype) || dtype == ACL_INT8 || dtype == ACL_INT16 || dtype == ACL_INT32 ||
                        dtype == ACL_INT64;
  return random.Integers(shape, dtype, isSigned ? -most : 0, dtype == ACL_BOOL ? 2 : most);
}

TEST(Unique, EveryTypeShapeAndLayout) {
  Random random(3);
  for (const Kind kind : {Kind::kUnique, Kind::kUnique2, Kind::kConsecutive}) {
    for (const aclDataType dtype : kElementDtypes) {
      Expect(kind, Draw(random, {300}, dtype), dtype);
      Expect(kind, Draw(random, {9, 17}, dtype), dtype, kFlat, Layout::Transposed(2));
      Expect(kind, Draw(random, {5, 2, 3, 4}, dtype, 2), dtype, kFlat, Layout::Stepped({1, 2, 1, 3}));
      Expect(kind, Draw(random, {}, dtype), dtype);
      Expect(kind, Full({70}, 1), dtype, kFlat, {}, Layout::Stepped({2}).WithOffset(1));
    }
    Expect(kind, Draw(random, {9001}, ACL_INT32, 40), ACL_INT32);
    Expect(kind, Draw(random, {9001}, ACL_FLOAT, 1), ACL_FLOAT);
    Expect(kind, Full({0}, 0), ACL_FLOAT);
    Expect(kind, Full({3, 0}, 0), ACL_INT8);
  }
}

TEST(Unique, SlicesOfEveryTypeAndDim) {
  Random random(5);
  for (const Kind kind : {Kind::kDim, Kind::kConsecutive}) {
    for (const aclDataType dtype : kElementDtypes) {
      for (const int64_t dim : {0, 1, 2, -1}) {
        const Array self = Draw(random, {9, 8, 2}, dtype, 1);
        Expect(kind, self, dtype, dim);
        Expect(kind, self, dtype, dim, Layout::Transposed(3));
      }
      Expect(kind, Draw(random, {200, 2}, dtype, 3), dtype, 0);
      Expect(kind, Draw(random, {200}, dtype, 3), dtype, 0);
      Expect(kind, Draw(random, {1, 100, 1}, dtype, 3), dtype, 1);
    }
    Expect(kind, Draw(random, {9001, 2}, ACL_INT32, 5), ACL_INT32, 0);
    Expect(kind, Draw(random, {3, 5000}, ACL_FLOAT16, 2), ACL_FLOAT16, 1);
    Expect(kind, Full({5, 0}, 0), ACL_FLOAT, 0);
    Expect(kind, Full({0, 5}, 0), ACL_FLOAT, 0);
  }
}

TEST(Unique, NansDifferAndZerosDoNot) {
  const Array self{{8}, {0.0, kNan, -0.0, 1, kNan, -INFINITY, 1, INFINITY}};
  const Array slices{{4, 2}, {1, kNan, 1, 2, 1, kNan, 1, 2}};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Kind kind : {Kind::kUnique, Kind::kUnique2, Kind::kConsecutive}) {
      Expect(kind, self, dtype);
    }
    Expect(Kind::kDim, slices, dtype, 0);
    Expect(Kind::kConsecutive, slices, dtype, 0);
    const DeviceTensor input(Array{{2}, {-0.0, 0.0}}, dtype);
    const DeviceTensor values = DeviceTensor::Output({2}, dtype);
    const DeviceTensor inverse = DeviceTensor::Output({2}, ACL_INT64);
    ASSERT_EQ(RunUnique(Kind::kUnique, {input.Get(), kFlat, values.Get(), inverse.Get()}), ACL_SUCCESS);
    EXPECT_TRUE(std::signbit(values.Read().values[0])) << "the first of them is taken";
  }
}

// Unsigned ones, whose upper half a signed type would put in front.
template <typename T>
class UniqueUnsigned : public ::testing::Test {};
using Unsigned = ::testing::Types<uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(UniqueUnsigned, Unsigned);

TYPED_TEST(UniqueUnsigned, LargeOnesKeepTheirBits) {
  using T = TypeParam;
  const aclDataType dtype = sizeof(T) == 2 ? ACL_UINT16 : sizeof(T) == 4 ? ACL_UINT32 : ACL_UINT64;
  const T most = std::numeric_limits<T>::max();
  const T large = most / 2 + 1;
  const T next = large + 1;  // which no double tells apart from it
  const RawTensor<T> self({next, large, 1, most, large}, dtype);
  for (const Kind kind : {Kind::kUnique2, Kind::kDim}) {
    const RawTensor<T> values(std::vector<T>(5), dtype);
    const RawTensor<int64_t> inverse(std::vector<int64_t>(5), ACL_INT64);
    const RawTensor<int64_t> counts(std::vector<int64_t>(5), ACL_INT64);
    ASSERT_EQ(RunUnique(kind, {self.Get(), kind == Kind::kDim ? 0 : kFlat, values.Get(), inverse.Get(),
                               counts.Get()}),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(values.Read(), (std::vector<T>{1, large, next, most, 0}));
    EXPECT_EQ(inverse.Read(), (std::vector<int64_t>{2, 1, 0, 3, 1}));
    EXPECT_EQ(counts.Read(), (std::vector<int64_t>{1, 2, 1, 1, 0}));
  }
  const RawTensor<T> slices({2, most, 2, large, 2, most}, dtype, {3, 2});
  const RawTensor<T> values(std::vector<T>(6), dtype, {3, 2});
  const RawTensor<int64_t> inverse(std::vector<int64_t>(3), ACL_INT64);
  const RawTensor<int64_t> counts(std::vector<int64_t>(3), ACL_INT64);
  ASSERT_EQ(RunUnique(Kind::kDim, {slices.Get(), 0, values.Get(), inverse.Get(), counts.Get()}), ACL_SUCCESS);
  EXPECT_EQ(values.Read(), (std::vector<T>{2, large, 2, most, 0, 0}));
  EXPECT_EQ(inverse.Read(), (std::vector<int64_t>{1, 0, 1}));
}

TEST(Unique, ConsecutiveNumbersMayBeInt32) {
  Random random(7);
  const Array self = Draw(random, {40, 3}, ACL_FLOAT, 2);
  Expect(Kind::kConsecutive, self, ACL_FLOAT, kFlat, {}, {}, ACL_INT32);
  Expect(Kind::kConsecutive, self, ACL_FLOAT, 0, {}, {}, ACL_INT32);
}

TEST(Unique, WhatIsNotAskedForIsNotWritten) {
  Random random(9);
  const Array array = Draw(random, {4, 2}, ACL_INT32, 2);
  for (const Kind kind : {Kind::kUnique, Kind::kUnique2, Kind::kDim, Kind::kConsecutive}) {
    const DeviceTensor self(array, ACL_INT32);
    const DeviceTensor values = DeviceTensor::Output(kind == Kind::kDim ? Shape{4, 2} : Shape{8}, ACL_INT32);
    const DeviceTensor inverse = DeviceTensor::Output({4, 2}, ACL_INT64);
    const DeviceTensor counts = DeviceTensor::Output({8}, ACL_INT64);
    const int64_t dim = kind == Kind::kDim || kind == Kind::kConsecutive ? 0 : kFlat;
    ASSERT_EQ(RunUnique(kind, {self.Get(), dim, values.Get(), inverse.Get(), counts.Get(), false, false}),
              ACL_SUCCESS)
        << LastMessage();
    ExpectFirst(inverse, {});
    EXPECT_EQ(ShapeOf(inverse.Get()), (Shape{4, 2}));
    const Expected expected = Reference(ItemsOf(array, dim), kind == Kind::kConsecutive);
    ExpectFirst(values, Joined(expected.values, array.shape, dim));
    ExpectFirst(counts, kind == Kind::kDim ? expected.counts : std::vector<double>{});
  }
}

TEST(Unique, SlicesGoIntoAViewWithGaps) {
  const Array self = MakeArray({2, 4}, {1, 2, 1, 3, 1, 2, 1, 0});
  const DeviceTensor input(self, ACL_FLOAT);
  const DeviceTensor values = DeviceTensor::Output({2, 4}, ACL_FLOAT, Layout::Stepped({1, 2}));
  const DeviceTensor inverse = DeviceTensor::Output({4}, ACL_INT64);
  const DeviceTensor counts = DeviceTensor::Output({4}, ACL_INT64);
  ASSERT_EQ(RunUnique(Kind::kDim, {input.Get(), 1, values.Get(), inverse.Get(), counts.Get()}), ACL_SUCCESS);
  EXPECT_EQ(ShapeOf(values.Get()), (Shape{2, 3}));
  const std::vector<double> all = values.Read().values;
  EXPECT_EQ(std::vector<double>(all.begin(), all.begin() + 3), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(std::vector<double>(all.begin() + 4, all.begin() + 7), (std::vector<double>{1, 2, 0}));
  EXPECT_TRUE(IsUnwritten(all[3]));
  EXPECT_TRUE(values.CanariesIntact());
}

TEST(Unique, FitsOrIsAnErrorThatSaysHowMany) {
  const DeviceTensor self(MakeArray({3, 2}, {5, 7, 1, 7, 5, 7}), ACL_FLOAT);
  for (const int64_t room : {0, 1, 2, 3}) {
    SCOPED_TRACE(room);
    const DeviceTensor values = DeviceTensor::Output({room, 2}, ACL_FLOAT);
    const DeviceTensor inverse = DeviceTensor::Output({3}, ACL_INT64);
    const DeviceTensor counts = DeviceTensor::Output({room}, ACL_INT64);
    const aclnnStatus status =
        RunUnique(Kind::kDim, {self.Get(), 0, values.Get(), inverse.Get(), counts.Get()});
    if (room < 2) {
      EXPECT_EQ(status, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
      EXPECT_NE(LastMessage().find("valueOut: expected room for the 2 distinct slices"), std::string::npos)
          << LastMessage();
      ExpectFirst(values, {});
      ExpectFirst(inverse, {});
    } else {
      EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
      EXPECT_EQ(ShapeOf(values.Get()), (Shape{2, 2}));
      ExpectFirst(values, {1, 7, 5, 7});
      ExpectFirst(counts, {1, 2});
    }
  }
  const DeviceTensor values = DeviceTensor::Output({6}, ACL_FLOAT);
  const DeviceTensor inverse = DeviceTensor::Output({3, 2}, ACL_INT64);
  const DeviceTensor few = DeviceTensor::Output({2}, ACL_INT64);
  EXPECT_EQ(RunUnique(Kind::kUnique2, {self.Get(), kFlat, values.Get(), inverse.Get(), few.Get()}),
            ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_NE(LastMessage().find("countsOut: expected room for the 3 distinct elements"), std::string::npos);
  ExpectFirst(values, {});
}

TEST(Unique, ValuesMayReplaceTheirTensor) {
  const DeviceTensor self(MakeArray({5}, {3, 1, 3, 2, 1}), ACL_FLOAT);
  const DeviceTensor inverse = DeviceTensor::Output({5}, ACL_INT64);
  ASSERT_EQ(RunUnique(Kind::kUnique, {self.Get(), kFlat, self.Get(), inverse.Get()}), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(ShapeOf(self.Get()), (Shape{3}));
  const std::vector<double> all = self.Read().values;
  EXPECT_EQ(std::vector<double>(all.begin(), all.begin() + 3), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(inverse.Read().values, (std::vector<double>{2, 0, 2, 1, 0}));
}

class UniqueStatus : public PhaseOneTest {
 protected:
  aclnnStatus PlanOne(Kind kind, const Given& given) {
    const char* const names[] = {"aclnnUnique", "aclnnUnique2", "aclnnUniqueDim", "aclnnUniqueConsecutive"};
    return Call(names[static_cast<int>(kind)],
                [&](uint64_t* size, aclOpExecutor** executor) { return Plan(kind, given, size, executor); });
  }

  const Descriptor self{Shape{3, 4}};
  const Descriptor row{Shape{12}};
  const Descriptor numbers{Shape{12}, ACL_INT64};
  const Descriptor ofElements{Shape{3, 4}, ACL_INT64};
  const Descriptor ofSlices{Shape{3}, ACL_INT64};
};

TEST_F(UniqueStatus, OfElements) {
  const Given good{self.Get(), kFlat, row.Get(), ofElements.Get(), numbers.Get()};
  for (const Kind kind : {Kind::kUnique, Kind::kUnique2, Kind::kConsecutive}) {
    EXPECT_EQ(PlanOne(kind, good), ACL_SUCCESS);
    Given bad = good;
    bad.self = nullptr;
    EXPECT_EQ(PlanOne(kind, bad), kNullptr);
    bad = good;
    bad.values = nullptr;
    EXPECT_EQ(PlanOne(kind, bad), kNullptr);
    bad = good;
    bad.inverse = nullptr;
    EXPECT_EQ(PlanOne(kind, bad), kNullptr);
    ExpectMessage({"inverseOut"});
    bad = good;
    bad.inverse = numbers.Get();
    EXPECT_EQ(PlanOne(kind, bad), kInvalid);
    ExpectMessage({"inverseOut", "[3, 4]", "[12]"});
    bad.asksInverse = false;
    EXPECT_EQ(PlanOne(kind, bad), ACL_SUCCESS);
    bad = good;
    bad.values = numbers.Get();
    EXPECT_EQ(PlanOne(kind, bad), kInvalid);
    ExpectMessage({"valueOut", "FLOAT", "INT64"});
    const Descriptor complexNumbers(Shape{3, 4}, ACL_COMPLEX64);
    bad.self = complexNumbers.Get();
    EXPECT_EQ(PlanOne(kind, bad), kInvalid);
    ExpectMessage({"self", "COMPLEX64"});
    const int64_t gaps[] = {5, 1};
    const Descriptor strided(Shape{3, 4}, gaps, 0, Shape{15});
    bad = good;
    bad.values = strided.Get();
    EXPECT_EQ(PlanOne(kind, bad), kInvalid);
    ExpectMessage({"valueOut", "1 dims"});
  }
  Given small = good;
  const Descriptor narrow(Shape{12}, ACL_INT32);
  small.counts = narrow.Get();
  EXPECT_EQ(PlanOne(Kind::kUnique2, small), kInvalid);
  ExpectMessage({"countsOut", "INT64", "INT32"});
  EXPECT_EQ(PlanOne(Kind::kConsecutive, small), kInvalid);
  ExpectMessage({"countsOut"});
  small.asksCounts = false;
  EXPECT_EQ(PlanOne(Kind::kUnique2, small), ACL_SUCCESS);
  small.counts = nullptr;
  EXPECT_EQ(PlanOne(Kind::kUnique2, small), kNullptr);
}

TEST_F(UniqueStatus, OfSlices) {
  const Descriptor values(Shape{3, 4});
  const Given good{self.Get(), 0, values.Get(), ofSlices.Get(), ofSlices.Get()};
  for (const Kind kind : {Kind::kDim, Kind::kConsecutive}) {
    EXPECT_EQ(PlanOne(kind, good), ACL_SUCCESS);
    for (const int64_t dim : {2, -3}) {
      Given bad = good;
      bad.dim = dim;
      EXPECT_EQ(PlanOne(kind, bad), kInvalid);
      ExpectMessage({"dim"});
    }
    Given bad = good;
    bad.dim = 1;
    EXPECT_EQ(PlanOne(kind, bad), kInvalid);
    ExpectMessage({"inverseOut", "[4]", "[3]"});
    const int64_t gaps[] = {1, 4};
    const Descriptor strided(Shape{2, 3}, gaps, 0, Shape{15});
    bad = good;
    bad.values = strided.Get();
    EXPECT_EQ(PlanOne(kind, bad), kInvalid);
    ExpectMessage({"valueOut", "[2, 4]", "[2, 3]"});
  }
  Given bad = good;
  bad.dim = kFlat;
  EXPECT_EQ(PlanOne(Kind::kDim, bad), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
