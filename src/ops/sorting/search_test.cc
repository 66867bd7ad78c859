// SPDX-License-Identifier: Apache-2.0
//
// Places in sequences that are in order, against the number of elements that come before: over types, their
// mixtures, shapes and layouts. Nothing is rounded, so results are exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_bucketize.h"
#include "aclnnop/aclnn_searchsorted.h"
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
constexpr std::array kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                             ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8};

bool Before(double a, double b) {
  return std::isnan(b) ? !std::isnan(a) : a < b;
}

// How many elements come before the value, or with `right` do not come after it.
double PlaceOf(const std::vector<double>& elements, double value, bool right) {
  return static_cast<double>(std::ranges::count_if(
      elements, [&](double element) { return right ? !Before(value, element) : Before(element, value); }));
}

// The sequence along the last dim that goes with a value.
std::vector<double> SequenceOf(const Array& sequences, const Array& values, int64_t number) {
  const auto length = sequences.shape.back();
  const int64_t row = sequences.shape.size() == 1 ? 0 : number / values.shape.back();
  const auto begin = sequences.values.begin() + row * length;
  return {begin, begin + length};
}

Array Expected(const Array& sequences, const Array& values, bool right) {
  Array places = Full(values.shape, 0);
  for (size_t i = 0; i < places.values.size(); ++i) {
    places.values[i] =
        PlaceOf(SequenceOf(sequences, values, static_cast<int64_t>(i)), values.values[i], right);
  }
  return places;
}

struct Case {
  aclDataType dtype = ACL_FLOAT;
  std::optional<aclDataType> own{};  // of the values
  Layout layout{};                   // of sequences and sorter
  Layout valuesLayout{};
  Layout outLayout{};
};

class SearchSorted : public ::testing::Test {
 protected:
  static aclnnStatus Search(const aclTensor* sequence, const aclTensor* self, bool outInt32, bool right,
                            const aclTensor* sorter, aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnSearchSortedGetWorkspaceSize(sequence, self, outInt32, right, sorter, out, size,
                                                   executor);
        },
        aclnnSearchSorted);
  }
  static aclnnStatus SearchNumber(const aclTensor* sequence, const aclScalar* self, bool outInt32, bool right,
                                  const aclTensor* sorter, aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnSearchSortedsGetWorkspaceSize(sequence, self, outInt32, right, sorter, out, size,
                                                    executor);
        },
        aclnnSearchSorteds);
  }
  static aclnnStatus Bucketize(const aclTensor* self, const aclTensor* boundaries, bool outInt32, bool right,
                               aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnBucketizeGetWorkspaceSize(self, boundaries, outInt32, right, out, size, executor);
        },
        aclnnBucketize);
  }

  // Whole numbers: equal ones, and exact in each type.
  Array Draw(const Shape& shape, aclDataType dtype) {
    return random_.Integers(shape, dtype, dtype == ACL_UINT8 ? 0 : -60, 60);
  }

  // Searches sequences as they are in order, and through a sorter; buckets where there is one sequence.
  static void Expect(const Array& unsorted, const Array& values, const Case& one = {}) {
    const aclDataType own = one.own.value_or(one.dtype);
    Array sequences = unsorted;
    Array places = unsorted;
    const int64_t length = unsorted.shape.back();
    for (int64_t begin = 0; length > 0 && begin < NumElements(unsorted.shape); begin += length) {
      const auto row = unsorted.values.begin() + begin;
      std::vector<int64_t> order(static_cast<size_t>(length));
      std::iota(order.begin(), order.end(), 0);
      std::ranges::sort(order, [&](int64_t a, int64_t b) { return Before(row[a], row[b]); });
      for (int64_t i = 0; i < length; ++i) {
        const int64_t from = order[static_cast<size_t>(i)];
        sequences.values[static_cast<size_t>(begin + i)] = row[from];
        places.values[static_cast<size_t>(begin + i)] = static_cast<double>(from);
      }
    }
    const DeviceTensor sorted(sequences, one.dtype, one.layout);
    const DeviceTensor shuffled(unsorted, one.dtype, one.layout);
    const DeviceTensor sorter(places, ACL_INT64, one.layout);
    const DeviceTensor self(values, own, one.valuesLayout);
    for (const bool right : {false, true}) {
      SCOPED_TRACE(::testing::Message() << "dtype " << one.dtype << " and " << own << ", shape "
                                        << ::testing::PrintToString(unsorted.shape) << " and "
                                        << ::testing::PrintToString(values.shape) << ", right " << right);
      const Array expected = Expected(sequences, values, right);
      const bool narrow = right;
      const aclDataType dtype = narrow ? ACL_INT32 : ACL_INT64;
      const auto check = [&](const char* what, const auto& run) {
        SCOPED_TRACE(what);
        const DeviceTensor out = DeviceTensor::Output(values.shape, dtype, one.outLayout);
        ASSERT_EQ(run(out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      };
      check("sorted",
            [&](aclTensor* out) { return Search(sorted.Get(), self.Get(), narrow, right, nullptr, out); });
      check("sorter", [&](aclTensor* out) {
        return Search(shuffled.Get(), self.Get(), narrow, right, sorter.Get(), out);
      });
      if (unsorted.shape.size() == 1) {
        check("buckets",
              [&](aclTensor* out) { return Bucketize(self.Get(), sorted.Get(), narrow, right, out); });
      }
    }
  }

  Random random_{71};
};

TEST_F(SearchSorted, EveryTypeAndMixture) {
  for (const aclDataType dtype : kDtypes) {
    Expect(Draw({100}, dtype), Draw({3, 301}, dtype), {.dtype = dtype});
    Expect(Draw({3, 5, 41}, dtype), Draw({3, 5, 23}, dtype), {.dtype = dtype});
    for (const aclDataType own : kDtypes) {
      Expect(Draw({33}, dtype), Draw({70}, own), {.dtype = dtype, .own = own});
    }
    if (dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16 || dtype == ACL_DOUBLE) {
      Expect(random_.AnyValue({500}, dtype, true), random_.AnyValue({700}, dtype, true), {.dtype = dtype});
    }
  }
}

TEST_F(SearchSorted, Lengths) {
  for (const int64_t length : {0, 1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 255, 256, 257}) {
    for (const int64_t values : {0, 1, 2, 31, 32, 33, 513}) {
      Expect(Draw({length}, ACL_FLOAT), Draw({values}, ACL_FLOAT));
      Expect(Draw({3, length}, ACL_INT32), Draw({3, values}, ACL_INT32), {.dtype = ACL_INT32});
    }
  }
  Expect(Draw({0, 5}, ACL_FLOAT), Draw({0, 3}, ACL_FLOAT));
  Expect(random_.Normal({3000}, ACL_FLOAT, 0, 3), random_.Normal({20000}, ACL_FLOAT, 0, 3));
  Expect(random_.Normal({700, 30}, ACL_DOUBLE, 0, 3), random_.Normal({700, 30}, ACL_DOUBLE, 0, 3),
         {.dtype = ACL_DOUBLE});
  Expect(Draw({50}, ACL_FLOAT), Draw({}, ACL_FLOAT));
  Expect(Draw({1, 1, 1, 2, 1, 1, 3, 9}, ACL_FLOAT), Draw({1, 1, 1, 2, 1, 1, 3, 4}, ACL_FLOAT));
}

TEST_F(SearchSorted, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT64}) {
    const Array sequences = Draw({4, 3, 37}, dtype);
    const Array values = Draw({4, 3, 50}, dtype);
    for (const Layout& layout : {Layout::Transposed(3), Layout::Permuted({1, 0, 2}),
                                 Layout::Stepped({1, 2, 3}), Layout::Offset(5)}) {
      Expect(sequences, values, {.dtype = dtype, .layout = layout});
      Expect(sequences, values, {.dtype = dtype, .valuesLayout = layout});
      Expect(sequences, values,
             {.dtype = dtype, .layout = layout, .valuesLayout = layout, .outLayout = layout});
    }
    Array equal = sequences;
    for (size_t i = 0; i < equal.values.size(); ++i) {
      equal.values[i] = sequences.values[i % 37];
    }
    std::ranges::sort(equal.values.begin(), equal.values.begin() + 37);
    for (size_t i = 37; i < equal.values.size(); ++i) {
      equal.values[i] = equal.values[i % 37];
    }
    Expect(equal, values, {.dtype = dtype, .layout = Layout::Expanded({0, 1})});
    Expect(Draw({37}, dtype), Full({3, 40}, 7), {.dtype = dtype, .valuesLayout = Layout::Expanded({0, 1})});
    Expect(Draw({37}, dtype), values, {.dtype = dtype, .layout = Layout::Stepped({4})});
  }
}

TEST_F(SearchSorted, SpecialValues) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    Array sequence = Draw({70}, dtype);
    Array values = Draw({90}, dtype);
    const std::array specials{kNan, kInfinity, -kInfinity, -0.0, 0.0, kNan};
    std::ranges::copy(specials, sequence.values.begin() + 7);
    std::ranges::copy(specials, values.values.begin() + 40);
    Expect(sequence, values, {.dtype = dtype});
    Expect(Full({5}, kNan), values, {.dtype = dtype});
    // Without a NaN in the sequence, too.
    Expect(Draw({70}, dtype), values, {.dtype = dtype});
  }
  // 2^53 + 1, which no float64 holds.
  constexpr int64_t kBig = (int64_t{1} << 53) + 1;
  const RawTensor<int64_t> sequence({-5, kBig - 1, kBig, kBig + 1}, ACL_INT64);
  const RawTensor<int64_t> values({kBig, kBig - 1, INT64_MIN, INT64_MAX}, ACL_INT64);
  const RawTensor<int64_t> out({-1, -1, -1, -1}, ACL_INT64);
  ASSERT_EQ(Search(sequence.Get(), values.Get(), false, false, nullptr, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{2, 1, 0, 4}));
}

TEST_F(SearchSorted, Numbers) {
  for (const aclDataType dtype : kDtypes) {
    Array sequence = Draw({77}, dtype);
    std::ranges::sort(sequence.values);
    const DeviceTensor sorted(sequence, dtype);
    const DeviceTensor order(Full({77}, 0), ACL_INT64);
    for (const double value : {-3.0, 0.0, 5.0, 17.0, 60.0}) {
      if (dtype == ACL_UINT8 && value < 0) {
        continue;
      }
      for (const aclDataType own : {ACL_FLOAT, ACL_DOUBLE, ACL_INT64, ACL_INT32}) {
        for (const Shape& shape : {Shape{}, Shape{1}}) {
          const Scalar number(value, own);
          const DeviceTensor out = DeviceTensor::Output(shape, ACL_INT64);
          ASSERT_EQ(SearchNumber(sorted.Get(), number.Get(), false, true, nullptr, out.Get()), ACL_SUCCESS)
              << LastMessage();
          EXPECT_EQ(out.Read().values[0], PlaceOf(sequence.values, value, true)) << dtype << " " << value;
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
    // Between two integers.
    const Scalar half(7.5, ACL_DOUBLE);
    const DeviceTensor out = DeviceTensor::Output({}, ACL_INT32);
    ASSERT_EQ(SearchNumber(sorted.Get(), half.Get(), true, false, nullptr, out.Get()), ACL_SUCCESS);
    EXPECT_EQ(out.Read().values[0], PlaceOf(sequence.values, 7.5, false));
    // All of the first element.
    ASSERT_EQ(SearchNumber(sorted.Get(), half.Get(), true, false, order.Get(), out.Get()), ACL_SUCCESS);
    EXPECT_EQ(out.Read().values[0], sequence.values[0] < 7.5 ? 77 : 0);
  }
}

TEST_F(SearchSorted, ASorterThatStraysIsAnErrorOfTheStream) {
  const DeviceTensor sequence(Draw({2, 3}, ACL_FLOAT), ACL_FLOAT);
  const DeviceTensor self(Draw({2, 5}, ACL_FLOAT), ACL_FLOAT);
  for (const double stray : {-1.0, 3.0}) {
    const DeviceTensor sorter(MakeArray({2, 3}, {0, 1, 2, 0, stray, 1}), ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({2, 5}, ACL_INT64);
    const std::vector<uint8_t> before = out.Bytes();
    EXPECT_EQ(Search(sequence.Get(), self.Get(), false, false, sorter.Get(), out.Get()), 507035);
    EXPECT_NE(LastMessage().find("sorter: expected values in [0, 3)"), std::string::npos) << LastMessage();
    EXPECT_NE(LastMessage().find("position 4"), std::string::npos) << LastMessage();
    EXPECT_EQ(out.Bytes(), before);
  }
}

TEST_F(SearchSorted, Statuses) {
  const Descriptor sequence({4, 6});
  const Descriptor row({6});
  const Descriptor scalar({});
  const Descriptor self({4, 5});
  const Descriptor out({4, 5}, ACL_INT64);
  const Descriptor narrow({4, 5}, ACL_INT32);
  const Descriptor sorter({4, 6}, ACL_INT64);
  const Descriptor truths({4, 6}, ACL_BOOL);
  const auto refused = [&](aclnnStatus status, std::initializer_list<const char*> parts) {
    EXPECT_EQ(status, kInvalid);
    for (const char* part : parts) {
      EXPECT_NE(LastMessage().find(part), std::string::npos) << "no \"" << part << "\" in: " << LastMessage();
    }
  };
  EXPECT_EQ(Search(nullptr, self.Get(), false, false, nullptr, out.Get()), kNullptr);
  EXPECT_EQ(Search(sequence.Get(), nullptr, false, false, nullptr, out.Get()), kNullptr);
  EXPECT_EQ(Search(sequence.Get(), self.Get(), false, false, nullptr, nullptr), kNullptr);
  refused(Search(truths.Get(), self.Get(), false, false, nullptr, out.Get()), {"sortedSequence", "BOOL"});
  refused(Search(sequence.Get(), truths.Get(), false, false, nullptr, out.Get()), {"self", "BOOL"});
  refused(Search(sequence.Get(), self.Get(), true, false, nullptr, out.Get()), {"out", "INT32", "INT64"});
  refused(Search(sequence.Get(), self.Get(), false, false, nullptr, narrow.Get()), {"out", "INT32", "INT64"});
  refused(Search(scalar.Get(), self.Get(), false, false, nullptr, out.Get()), {"sortedSequence", "1 dim"});
  refused(Search(sequence.Get(), row.Get(), false, false, nullptr, out.Get()), {"self", "[6]", "[4, 6]"});
  refused(Search(sequence.Get(), self.Get(), false, false, nullptr, sorter.Get()), {"out", "[4, 6]"});
  refused(Search(sequence.Get(), self.Get(), false, false, out.Get(), out.Get()), {"sorter", "[4, 5]"});
  refused(Search(sequence.Get(), self.Get(), false, false, sequence.Get(), out.Get()), {"sorter", "FLOAT"});
  const int64_t expanded = 0;
  const Descriptor endless({int64_t{1} << 31}, &expanded, 0, {1});
  refused(Search(endless.Get(), self.Get(), true, false, nullptr, narrow.Get()),
          {"sortedSequence", "2147483648"});

  const Scalar number(1, ACL_FLOAT);
  const Descriptor one({}, ACL_INT64);
  EXPECT_EQ(SearchNumber(nullptr, number.Get(), false, false, nullptr, one.Get()), kNullptr);
  EXPECT_EQ(SearchNumber(row.Get(), nullptr, false, false, nullptr, one.Get()), kNullptr);
  EXPECT_EQ(SearchNumber(row.Get(), number.Get(), false, false, nullptr, nullptr), kNullptr);
  refused(SearchNumber(sequence.Get(), number.Get(), false, false, nullptr, one.Get()),
          {"sortedSequence", "2"});
  refused(SearchNumber(row.Get(), number.Get(), false, false, nullptr, out.Get()), {"out"});
  refused(SearchNumber(row.Get(), number.Get(), true, false, nullptr, one.Get()), {"out", "INT64"});

  EXPECT_EQ(Bucketize(nullptr, row.Get(), false, false, out.Get()), kNullptr);
  EXPECT_EQ(Bucketize(self.Get(), nullptr, false, false, out.Get()), kNullptr);
  EXPECT_EQ(Bucketize(self.Get(), row.Get(), false, false, nullptr), kNullptr);
  refused(Bucketize(self.Get(), sequence.Get(), false, false, out.Get()), {"boundaries", "2"});
  refused(Bucketize(self.Get(), scalar.Get(), false, false, out.Get()), {"boundaries"});
  refused(Bucketize(self.Get(), row.Get(), false, false, one.Get()), {"out", "[4, 5]"});
  refused(Bucketize(truths.Get(), row.Get(), false, false, out.Get()), {"self", "BOOL"});
}

}  // namespace
}  // namespace openaclnn::testing
