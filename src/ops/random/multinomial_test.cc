// SPDX-License-Identifier: Apache-2.0
//
// aclnnMultinomial, aclnnMultinomialTensor and aclnnRandperm against the words of the sequence that they are
// made of; how they are distributed; what they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_multinomial.h"
#include "aclnnop/aclnn_randperm.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/philox.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

constexpr int64_t kSeed = -0x123456789ABCDEF;
constexpr int64_t kOffset = 44;
constexpr size_t kDrawn = 512;  // numbers of a row begin at a multiple of it
const std::vector<aclDataType> kWeightDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};

uint64_t Pair(size_t i) {
  return PhiloxPair(i, static_cast<uint64_t>(kSeed), static_cast<uint64_t>(kOffset));
}
size_t FirstNumber(size_t row, size_t numbers) {
  return row * ((numbers + kDrawn - 1) / kDrawn) * kDrawn;
}

// Weights are whole numbers, so that their sums are exact.
std::vector<double> DrawnAgain(const std::vector<double>& weights, size_t row, size_t samples) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> drawn;
  for (size_t s = 0; s < samples; ++s) {
    double left = std::ldexp(static_cast<double>(Pair(FirstNumber(row, samples) + s) >> 11U), -53) * sum;
    size_t category = 0;
    while (left >= weights[category]) {
      left -= weights[category];
      ++category;
    }
    drawn.push_back(static_cast<double>(category));
  }
  return drawn;
}

std::vector<double> DrawnOnce(const std::vector<double>& weights, size_t row, size_t samples) {
  std::vector<std::pair<double, size_t>> times;
  for (size_t i = 0; i < weights.size(); ++i) {
    const double unit =
        std::fma(static_cast<double>(Pair(FirstNumber(row, weights.size()) + i) >> 11U), 0x1p-53, 0x1p-54);
    if (weights[i] > 0) {
      times.emplace_back(-std::log(unit) / weights[i], i);
    }
  }
  std::sort(times.begin(), times.end());
  std::vector<double> drawn;
  for (size_t s = 0; s < samples; ++s) {
    drawn.push_back(static_cast<double>(times[s].second));
  }
  return drawn;
}

aclnnStatus Draw(const aclTensor* self, int64_t samples, bool replacement, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMultinomialGetWorkspaceSize(self, samples, replacement, kSeed, kOffset, out, size,
                                                executor);
      },
      aclnnMultinomial);
}

void Expect(const Array& weights, aclDataType dtype, int64_t samples, bool replacement,
            const Layout& layout = {}, const Layout& outLayout = {}) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", weights "
                                    << ::testing::PrintToString(weights.shape) << ", samples " << samples
                                    << ", replacement " << replacement);
  Shape shape = weights.shape;
  shape.back() = samples;
  const DeviceTensor self(weights, dtype, layout);
  const DeviceTensor out = DeviceTensor::Output(shape, ACL_INT64, outLayout);
  ASSERT_EQ(Draw(self.Get(), samples, replacement, out.Get()), ACL_SUCCESS) << LastMessage();
  const auto categories = weights.shape.back();
  const int64_t rows = weights.shape.size() == 2 ? weights.shape[0] : 1;
  std::vector<double> expected;
  for (int64_t row = 0; row < rows; ++row) {
    const auto first = weights.values.begin() + row * categories;
    const std::vector<double> ofRow(first, first + categories);
    const auto count = static_cast<size_t>(samples);
    const std::vector<double> drawn = replacement ? DrawnAgain(ofRow, static_cast<size_t>(row), count)
                                                  : DrawnOnce(ofRow, static_cast<size_t>(row), count);
    expected.insert(expected.end(), drawn.begin(), drawn.end());
  }
  EXPECT_EQ(out.Read().values, expected);
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(Multinomial, IsMadeOfTheSequence) {
  Random random(3);
  for (const aclDataType dtype : kWeightDtypes) {
    for (const bool replacement : {false, true}) {
      Expect(random.Integers({70}, dtype, 1, 9), dtype, 1, replacement);
      Expect(random.Integers({70}, dtype, 1, 9), dtype, 70, replacement);
      Expect(random.Integers({70}, dtype, 0, 9), dtype, 30, replacement);
      Expect(random.Integers({9, 1300}, dtype, 0, 9), dtype, 600, replacement);
      Expect(random.Integers({100, 7}, dtype, 1, 9), dtype, 5, replacement, Layout::Transposed(2));
      Expect(random.Integers({6, 9}, dtype, 1, 9), dtype, 3, replacement, Layout::Stepped({2, 3}),
             Layout::Transposed(2));
    }
    Expect(random.Integers({5}, dtype, 1, 9), dtype, 2000, true);
    Expect(random.Integers({5, 2000}, dtype, 0, 9), dtype, 20, true);  // a sample for every other block
    Expect(random.Integers({3, 700}, dtype, 1, 9), dtype, 3, true, Layout::Transposed(2));
    Expect(MakeArray({4}, {0, 10, 3, 0}), dtype, 2, false);
    Expect(MakeArray({4}, {0, 10, 3, 0}), dtype, 700, true);
    Expect(MakeArray({1}, {2}), dtype, 1, false);
  }
}

TEST(Multinomial, OfNothing) {
  for (const bool replacement : {false, true}) {
    Expect(Full({3}, 1), ACL_FLOAT, 0, replacement);
    Expect(Full({0, 3}, 1), ACL_FLOAT, 2, replacement);
  }
}

// How often each is drawn, within 5 standard deviations.
TEST(Multinomial, CategoriesComeAsOftenAsTheyWeigh) {
  const std::vector<double> weights{1, 0, 2, 5, 0.5};
  constexpr int64_t kRows = 20000;
  Array rows{{kRows, 5}, {}};
  for (int64_t row = 0; row < kRows; ++row) {
    rows.values.insert(rows.values.end(), weights.begin(), weights.end());
  }
  const DeviceTensor self(rows, ACL_FLOAT);
  for (const bool replacement : {false, true}) {
    const DeviceTensor out = DeviceTensor::Output({kRows, 2}, ACL_INT64);
    ASSERT_EQ(Draw(self.Get(), 2, replacement, out.Get()), ACL_SUCCESS) << LastMessage();
    const std::vector<double> drawn = out.Read().values;
    std::vector<int64_t> first(5);
    std::vector<int64_t> secondAfter3(5);
    int64_t after3 = 0;
    for (size_t row = 0; row < kRows; ++row) {
      ++first[static_cast<size_t>(drawn[2 * row])];
      if (drawn[2 * row] == 3) {
        ++after3;
        ++secondAfter3[static_cast<size_t>(drawn[2 * row + 1])];
      }
    }
    const auto near = [](int64_t count, int64_t of, double probability) {
      const double mean = static_cast<double>(of) * probability;
      EXPECT_NEAR(static_cast<double>(count), mean, 5 * std::sqrt(mean * (1 - probability)) + 1e-9);
    };
    for (size_t i = 0; i < 5; ++i) {
      near(first[i], kRows, weights[i] / 8.5);
      near(secondAfter3[i], after3, replacement ? weights[i] / 8.5 : i == 3 ? 0 : weights[i] / 3.5);
    }
  }
}

TEST(Multinomial, TensorsHoldThePosition) {
  Random random(5);
  const Array weights = random.Integers({6, 40}, ACL_FLOAT, 1, 9);
  const DeviceTensor self(weights, ACL_FLOAT);
  const RawTensor<int64_t> seed({kSeed}, ACL_INT64);
  const RawTensor<int64_t> offset({kOffset - 3}, ACL_INT64);
  for (const bool replacement : {false, true}) {
    const DeviceTensor plain = DeviceTensor::Output({6, 9}, ACL_INT64);
    ASSERT_EQ(Draw(self.Get(), 9, replacement, plain.Get()), ACL_SUCCESS);
    const DeviceTensor out = DeviceTensor::Output({6, 9}, ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnMultinomialTensorGetWorkspaceSize(self.Get(), 9, replacement, seed.Get(),
                                                                  offset.Get(), 3, out.Get(), size, executor);
                  },
                  aclnnMultinomialTensor),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read().values, plain.Read().values);
  }
}

TEST(Multinomial, WeightsThatCannotBeDrawnFrom) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const auto refuse = [](const std::vector<double>& row, bool replacement, const char* text) {
    Array weights = Full({3, 3}, 1);
    std::copy(row.begin(), row.end(), weights.values.begin() + 3);
    const DeviceTensor self(weights, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({3, 2}, ACL_INT64);
    const DeviceTensor untouched = DeviceTensor::Output({3, 2}, ACL_INT64);
    EXPECT_EQ(Draw(self.Get(), 2, replacement, out.Get()), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_NE(LastMessage().find(text), std::string::npos) << LastMessage();
    EXPECT_NE(LastMessage().find("row 1"), std::string::npos) << LastMessage();
    EXPECT_EQ(out.Bytes(), untouched.Bytes());
  };
  for (const bool replacement : {false, true}) {
    refuse({1, -1, 3}, replacement, "-1.0");
    refuse({1, 1, kNan}, replacement, "category 2");
    refuse({1, INFINITY, 1}, replacement, "inf");
    refuse({0, 0, 0}, replacement, "sum above 0");
  }
  refuse({0, 1, 0}, false, "at least 2 weights above 0, got 1");
}

class MultinomialStatus : public PhaseOneTest {};

TEST_F(MultinomialStatus, Table) {
  const auto plan = [&](const aclTensor* self, int64_t samples, bool replacement, aclTensor* out) {
    return Call("aclnnMultinomial", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMultinomialGetWorkspaceSize(self, samples, replacement, 1, 2, out, size, executor);
    });
  };
  const Descriptor row(Shape{5});
  const Descriptor rows(Shape{3, 5});
  const Descriptor two(Shape{2}, ACL_INT64);
  const Descriptor threeTimesTwo(Shape{3, 2}, ACL_INT64);
  EXPECT_EQ(plan(row.Get(), 2, false, two.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(rows.Get(), 2, false, threeTimesTwo.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, 2, false, two.Get()), kNullptr);
  EXPECT_EQ(plan(row.Get(), 2, false, nullptr), kNullptr);
  EXPECT_EQ(plan(rows.Get(), 2, false, two.Get()), kInvalid);
  ExpectMessage({"out", "[3, 2]", "[2]"});
  EXPECT_EQ(plan(two.Get(), 2, false, two.Get()), kInvalid);
  ExpectMessage({"self", "INT64"});
  EXPECT_EQ(plan(row.Get(), 5, false, row.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT"});
  const Descriptor six(Shape{6}, ACL_INT64);
  EXPECT_EQ(plan(row.Get(), 6, true, six.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(row.Get(), 6, false, six.Get()), kInvalid);
  ExpectMessage({"numsamples", "6 of 5"});
  EXPECT_EQ(plan(row.Get(), -1, true, six.Get()), kInvalid);
  ExpectMessage({"numsamples", "-1"});
  const Descriptor scalar(Shape{});
  const Descriptor box(Shape{2, 3, 5});
  const Descriptor none(Shape{0});
  EXPECT_EQ(plan(scalar.Get(), 2, true, two.Get()), kInvalid);
  EXPECT_EQ(plan(box.Get(), 2, true, two.Get()), kInvalid);
  ExpectMessage({"self", "1 or 2 dims"});
  EXPECT_EQ(plan(none.Get(), 2, true, two.Get()), kInvalid);
  ExpectMessage({"self", "categories"});
}

TEST_F(MultinomialStatus, Tensor) {
  const Descriptor row(Shape{5});
  const Descriptor two(Shape{2}, ACL_INT64);
  const Descriptor one(Shape{1}, ACL_INT64);
  const auto plan = [&](const aclTensor* seed, const aclTensor* offset) {
    return Call("aclnnMultinomialTensor", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMultinomialTensorGetWorkspaceSize(row.Get(), 2, true, seed, offset, 0, two.Get(), size,
                                                    executor);
    });
  };
  EXPECT_EQ(plan(one.Get(), one.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, one.Get()), kNullptr);
  ExpectMessage({"seedTensor"});
  EXPECT_EQ(plan(one.Get(), nullptr), kNullptr);
  ExpectMessage({"offsetTensor"});
  EXPECT_EQ(plan(two.Get(), one.Get()), kInvalid);
  ExpectMessage({"seedTensor"});
  EXPECT_EQ(plan(one.Get(), row.Get()), kInvalid);
  ExpectMessage({"offsetTensor", "INT64"});
}

// ---- aclnnRandperm

std::vector<double> Permutation(size_t n) {
  std::vector<double> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (size_t i = n; i-- > 0;) {
    __extension__ using Wide = unsigned __int128;
    std::swap(numbers[i], numbers[static_cast<size_t>((Wide{Pair(n - 1 - i)} * (i + 1)) >> 64U)]);
  }
  return numbers;
}

aclnnStatus Permute(int64_t n, int64_t seed, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnRandpermGetWorkspaceSize(n, seed, kOffset, out, size, executor);
      },
      aclnnRandperm);
}

TEST(Randperm, IsMadeOfTheSequence) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8}) {
    for (const int64_t n : {0, 1, 2, 127}) {
      for (const Layout& layout : {Layout::Contiguous(), Layout::Stepped({3}).WithOffset(2)}) {
        const DeviceTensor out = DeviceTensor::Output({n}, dtype, layout);
        ASSERT_EQ(Permute(n, kSeed, out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(out.Read().values, Permutation(static_cast<size_t>(n)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
  for (const int64_t n : {255, 256, 257, 40000}) {
    const DeviceTensor out = DeviceTensor::Output({n}, ACL_INT64);
    ASSERT_EQ(Permute(n, kSeed, out.Get()), ACL_SUCCESS);
    EXPECT_EQ(out.Read().values, Permutation(static_cast<size_t>(n)));
  }
}

TEST(Randperm, EveryOrderIsAsLikely) {
  std::vector<int64_t> counts(6);
  constexpr int64_t kDraws = 6000;
  const DeviceTensor out = DeviceTensor::Output({3}, ACL_INT32);
  for (int64_t seed = 0; seed < kDraws; ++seed) {
    ASSERT_EQ(Permute(3, seed, out.Get()), ACL_SUCCESS);
    const std::vector<double> order = out.Read().values;
    ++counts[static_cast<size_t>(2 * order[0] + (order[1] > order[2] ? 1 : 0))];
  }
  for (const int64_t count : counts) {
    EXPECT_NEAR(static_cast<double>(count), 1000, 5 * std::sqrt(1000 * 5.0 / 6));
  }
}

TEST_F(MultinomialStatus, Randperm) {
  const auto plan = [&](int64_t n, aclTensor* out) {
    return Call("aclnnRandperm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRandpermGetWorkspaceSize(n, 1, 2, out, size, executor);
    });
  };
  const Descriptor five(Shape{5}, ACL_INT64);
  EXPECT_EQ(plan(5, five.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(5, nullptr), kNullptr);
  EXPECT_EQ(plan(6, five.Get()), kInvalid);
  ExpectMessage({"out", "[6]", "[5]"});
  EXPECT_EQ(plan(-1, five.Get()), kInvalid);
  ExpectMessage({"n", "-1"});
  const Descriptor box(Shape{1, 5}, ACL_INT64);
  EXPECT_EQ(plan(5, box.Get()), kInvalid);
  const Descriptor truths(Shape{5}, ACL_BOOL);
  EXPECT_EQ(plan(5, truths.Get()), kInvalid);
  ExpectMessage({"out", "BOOL"});
  for (const auto& [dtype, most] : {std::pair{ACL_INT8, int64_t{127}}, std::pair{ACL_UINT8, int64_t{255}},
                                    std::pair{ACL_BF16, int64_t{256}}, std::pair{ACL_FLOAT16, int64_t{2048}},
                                    std::pair{ACL_FLOAT, int64_t{1} << 24}}) {
    const Descriptor most1(Shape{most}, dtype);
    EXPECT_EQ(plan(most, most1.Get()), ACL_SUCCESS);
    const Descriptor more(Shape{most + 1}, dtype);
    EXPECT_EQ(plan(most + 1, more.Get()), kInvalid);
    ExpectMessage({"n", "holds all numbers"});
  }
}

}  // namespace
}  // namespace openaclnn::testing
