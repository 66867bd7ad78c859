// SPDX-License-Identifier: Apache-2.0
#include "base/merged_dims.h"

namespace openaclnn {

MergedDims::MergedDims(const TensorView& view) {
  if (view.Empty()) {
    return;  // the other dims may be anything: their products need not fit
  }
  size_t rank = 0;
  for (size_t d = 0; d < static_cast<size_t>(view.rank); ++d) {
    if (view.dims[d] == 1) {
      continue;
    }
    const bool merges = rank > 0 && strides_[rank - 1] == view.dims[d] * view.strides[d];
    if (!merges) {
      ++rank;
      dims_[rank - 1] = 1;
    }
    dims_[rank - 1] *= view.dims[d];
    strides_[rank - 1] = view.strides[d];
  }
  if (rank == 0) {
    rank = 1;
    dims_[0] = 1;
    strides_[0] = 1;
  }
  rank_ = static_cast<int>(rank);
}

int64_t MergedDims::Locate(int64_t element, std::array<int64_t, kMaxRank>& index) const {
  int64_t offset = 0;
  for (auto d = static_cast<size_t>(rank_); d-- > 1;) {
    index[d] = element % dims_[d];
    element /= dims_[d];
    offset += index[d] * strides_[d];
  }
  index[0] = element;
  return offset + element * strides_[0];
}

}  // namespace openaclnn
