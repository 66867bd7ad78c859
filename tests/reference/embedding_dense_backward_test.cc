// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/embedding_dense_backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/reference/testing.h"

namespace openaclnn::reference {
namespace {

constexpr auto kNoPadding = static_cast<uint64_t>(-1);

/// sum of grad * table[indices], rows at the padding index seen as constants.
long double Forward(const Array& grad, const std::vector<int64_t>& indices, const Array& table,
                    int64_t padding) {
  const auto rowLength = static_cast<size_t>(table.shape[1]);
  long double loss = 0;
  for (size_t t = 0; t < indices.size(); ++t) {
    for (size_t e = 0; e < rowLength && indices[t] != padding; ++e) {
      loss += static_cast<long double>(grad.values[t * rowLength + e]) *
              table.values[static_cast<size_t>(indices[t]) * rowLength + e];
    }
  }
  return loss;
}

TEST(EmbeddingDenseBackwardReference, FiniteDifferences) {
  Random random(31);
  const auto trace = testing::TraceSeed(random);
  const std::vector<int64_t> indices = random.Indices(24, 0, 7);
  const Array grad = random.Normal({4, 6, 3}, ACL_FLOAT, 0, 1);
  const Array table = random.Normal({7, 3}, ACL_FLOAT, 0, 1);
  for (const int64_t padding : {int64_t{-1}, int64_t{2}}) {
    const Array numeric = testing::CentralDifference(
        table, [&](const Array& moved) { return Forward(grad, indices, moved, padding); }, 1e-2);
    const Array out = EmbeddingDenseBackward(grad, indices, 7, static_cast<uint64_t>(padding), false);
    EXPECT_LT(LargestDifference(out, numeric), 1e-12);
  }
}

TEST(EmbeddingDenseBackwardReference, PublishedExample) {
  const Array out = EmbeddingDenseBackward(MakeArray({2, 3}, {1, 2, 3, 4, 5, 6}), {1, 2}, 4, 0, false);
  EXPECT_EQ(out.shape, Shape({4, 3}));
  EXPECT_EQ(out.values, (std::vector<double>{0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 0}));
}

TEST(EmbeddingDenseBackwardReference, ScalesByFrequency) {
  const Array grad = MakeArray({4, 1}, {1, 2, 6, 5});
  const std::vector<int64_t> indices{2, 0, 2, 2};
  EXPECT_EQ(EmbeddingDenseBackward(grad, indices, 3, kNoPadding, true).values,
            (std::vector<double>{2, 0, 4}));
  EXPECT_EQ(EmbeddingDenseBackward(grad, indices, 3, kNoPadding, false).values,
            (std::vector<double>{2, 0, 12}));
}

TEST(EmbeddingDenseBackwardReference, PaddingDropsWhateverTheRowHolds) {
  const Array grad = MakeArray({3, 1}, {kNan, kInfinity, 1});
  EXPECT_EQ(EmbeddingDenseBackward(grad, {1, 1, 0}, 2, 1, true).values, (std::vector<double>{1, 0}));
  // Padding far outside both ways means none.
  for (const int64_t padding : {int64_t{392092}, int64_t{-2080804}}) {
    const Array out = EmbeddingDenseBackward(grad, {1, 1, 0}, 2, static_cast<uint64_t>(padding), false);
    EXPECT_TRUE(std::isnan(out.values[1]));
  }
}

TEST(EmbeddingDenseBackwardReference, RangeOfIndices) {
  const Array grad = Full({1, 2}, 1);
  EXPECT_THROW((void)EmbeddingDenseBackward(grad, {3}, 3, 0, false), std::out_of_range);
  EXPECT_THROW((void)EmbeddingDenseBackward(grad, {-1}, 3, 0, false), std::out_of_range);
  EXPECT_THROW((void)EmbeddingDenseBackward(grad, {0}, 0, kNoPadding, false), std::out_of_range);
  EXPECT_EQ(EmbeddingDenseBackward(grad, {7}, 3, 7, false).values, std::vector<double>(6, 0.0));
  EXPECT_EQ(EmbeddingDenseBackward(grad, {-1}, 3, kNoPadding, false).values, std::vector<double>(6, 0.0));
}

TEST(EmbeddingDenseBackwardReference, EmptyAndRanks) {
  EXPECT_EQ(EmbeddingDenseBackward(Full({0, 3}, 0), {}, 2, kNoPadding, true).values,
            std::vector<double>(6, 0.0));
  EXPECT_EQ(EmbeddingDenseBackward(Full({4, 0}, 0), {1}, 2, kNoPadding, false).shape, Shape({2, 0}));
  EXPECT_EQ(EmbeddingDenseBackward(Full({0, 3}, 0), {}, 0, kNoPadding, false).shape, Shape({0, 3}));
  EXPECT_EQ(EmbeddingDenseBackward(Full({2}, 3), {1}, 2, kNoPadding, false).values,
            (std::vector<double>{0, 0, 3, 3}));
  EXPECT_THROW((void)EmbeddingDenseBackward(Full({2, 3}, 0), {1}, 2, 0, false), std::invalid_argument);
  EXPECT_THROW((void)EmbeddingDenseBackward(Full({}, 0), {1}, 2, 0, false), std::invalid_argument);
}

TEST(EmbeddingDenseBackwardReference, LongSumsKeepSmallTerms) {
  // Float accumulation would lose every one of the small terms; double would keep them only in part.
  Array grad = Full({1025, 1}, std::ldexp(1.0, -52));
  grad.values[0] = 4;
  const std::vector<int64_t> indices(1025, 0);
  EXPECT_EQ(EmbeddingDenseBackward(grad, indices, 1, kNoPadding, false).values[0], 4 + std::ldexp(1.0, -42));
}

}  // namespace
}  // namespace openaclnn::reference
