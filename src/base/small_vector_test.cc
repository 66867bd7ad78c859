// SPDX-License-Identifier: Apache-2.0
#include "base/small_vector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace openaclnn {
namespace {

using Vector = SmallVector<std::shared_ptr<int>, 2>;

std::vector<int> Numbers(const Vector& vector) {
  std::vector<int> numbers;
  for (const std::shared_ptr<int>& element : vector) {
    numbers.push_back(*element);
  }
  return numbers;
}

TEST(SmallVector, KeepsElementsInOrderBeyondItsOwnPlaces) {
  Vector vector;
  std::vector<int> expected;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(Numbers(vector), expected);
    vector.push_back(std::make_shared<int>(i));
    expected.push_back(i);
  }
  EXPECT_EQ(Numbers(vector), expected);
  EXPECT_EQ(vector.size(), 5);
}

TEST(SmallVector, GivesTheNewElement) {
  SmallVector<int, 2> vector;
  for (int i = 0; i < 5; ++i) {
    int& made = vector.emplace_back(i);
    EXPECT_EQ(made, i);
    made += 10;
    EXPECT_EQ(vector[static_cast<size_t>(i)], i + 10);
  }
}

TEST(SmallVector, CopiesMovesAndEndsEachElementOnce) {
  for (int count = 0; count < 5; ++count) {
    SCOPED_TRACE(count);
    const auto shared = std::make_shared<int>(7);
    {
      Vector vector;
      for (int i = 0; i < count; ++i) {
        vector.push_back(shared);
      }
      EXPECT_EQ(shared.use_count(), 1 + count);
      const Vector copy = vector;
      EXPECT_EQ(shared.use_count(), 1 + 2 * count);
      Vector moved = std::move(vector);
      EXPECT_EQ(shared.use_count(), 1 + 2 * count);
      EXPECT_EQ(Numbers(moved), std::vector<int>(static_cast<size_t>(count), 7));
      Vector other{shared};
      other = std::move(moved);
      EXPECT_EQ(shared.use_count(), 1 + 2 * count);
      other = copy;
      EXPECT_EQ(Numbers(other), Numbers(copy));
      EXPECT_EQ(shared.use_count(), 1 + 2 * count);
    }
    EXPECT_EQ(shared.use_count(), 1);
  }
}

}  // namespace
}  // namespace openaclnn
