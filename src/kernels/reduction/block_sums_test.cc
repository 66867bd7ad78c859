// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/block_sums.h"

#include <gtest/gtest.h>

#include <vector>

namespace openaclnn {
namespace {

// What shares work among threads, on one.
struct OneThread {
  template <class Body>
  void ParallelFor(int64_t count, const Body& body) const {
    for (int64_t i = 0; i < count; ++i) {
      body(i);
    }
  }
};

TensorView ViewOf(std::vector<float>& values) {
  TensorView view;
  view.dtype = DType::kFloat;
  view.rank = 1;
  view.dims[0] = static_cast<int64_t>(values.size());
  view.strides[0] = 1;
  view.data = reinterpret_cast<std::byte*>(values.data());
  return view;
}

TEST(BlockSums, AddUpTheBlocksOfEveryColumn) {
  constexpr int64_t kBlocks = 3;
  constexpr int64_t kColumns = kTileElements + 5;  // two tasks
  constexpr int64_t kStride = kColumns + 2;
  std::vector<double> rows(kBlocks * kStride, 1.0e9);
  for (int64_t block = 0; block < kBlocks; ++block) {
    for (int64_t column = 0; column < kColumns; ++column) {
      rows[static_cast<size_t>(block * kStride + column)] =
          static_cast<double>(column) + 0.25 * static_cast<double>(block);
    }
  }
  std::vector<float> sums(kColumns, -1);
  WriteBlockSums(OneThread(), ViewOf(sums), {rows.data(), kBlocks, kStride});
  for (int64_t column = 0; column < kColumns; ++column) {
    EXPECT_EQ(sums[static_cast<size_t>(column)], static_cast<float>(3 * column) + 0.75F) << column;
  }
}

TEST(BlockSums, RoundOnce) {
  // float32 would lose each of the small ones.
  const std::vector<double> rows{16777216, 0.5, 0.5, 1};
  std::vector<float> sum(1);
  WriteBlockSums(ViewOf(sum), {rows.data(), 4, 1}, 0, 1);
  EXPECT_EQ(sum[0], 16777218.0F);
}

TEST(BlockSums, LeaveATensorAloneThatNobodyAsksFor) {
  WriteBlockSums(TensorView(), {nullptr, 1, 1}, 0, 1);
  WriteBlockSums(OneThread(), TensorView(), {nullptr, 1, 1});
}

}  // namespace
}  // namespace openaclnn
