// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/block_sums.h"

#include "kernels/reduction/accumulate.h"

namespace openaclnn {

void WriteBlockSums(const TensorView& view, const BlockSums& sums, int64_t begin, int64_t count) {
  if (!view.Defined()) {
    return;
  }
  DoubleTileBuffer totals;
  std::fill_n(totals.begin(), count, 0.0);
  for (int64_t block = 0; block < sums.blocks; ++block) {
    AddTo(totals.data(), sums.rows + block * sums.stride + begin, count);
  }
  TileWriter(view).Write(begin, count, totals.data());
}

}  // namespace openaclnn
