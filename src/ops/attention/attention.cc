// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/attention.h"

#include <algorithm>

namespace openaclnn {

HeadStrides StridesOf(const TensorView& view, HeadLayout layout, int64_t size) {
  const auto& strides = view.strides;
  const int64_t joined =
      view.dims[2] == size ? 0 : size * strides[2];  // of heads in one dim with their sizes
  switch (layout) {
    case HeadLayout::kBsh:
      return {strides[0], joined, strides[1], strides[2]};
    case HeadLayout::kSbh:
      return {strides[1], joined, strides[0], strides[2]};
    case HeadLayout::kBsnd:
      return {strides[0], strides[2], strides[1], strides[3]};
    case HeadLayout::kTnd:
      return {0, strides[1], strides[0], strides[2]};
    case HeadLayout::kBnsd:
      break;
  }
  return {strides[0], strides[1], strides[2], strides[3]};
}

HeadStrides BroadcastStrides(const TensorView& view) {
  std::array<int64_t, 4> strides{};
  const auto rank = static_cast<size_t>(view.rank);
  for (size_t d = 0; d < rank; ++d) {
    strides[4 - rank + d] = view.dims[d] == 1 ? 0 : view.strides[d];
  }
  return {strides[0], strides[1], strides[2], strides[3]};
}

AttentionShape ShapeOf(const AttentionArgs& args) {
  const auto& query = args.query.dims;
  const auto& key = args.key.dims;
  const auto& value = args.value.dims;
  AttentionShape shape;
  shape.heads = args.heads;
  const auto joined = [&](size_t batch, size_t row) {  // heads and their sizes are one dim
    shape.batches = query[batch];
    shape.queries = query[row];
    shape.keys = key[row];
    shape.size = query[2] / args.heads;
    shape.keyHeads = key[2] / std::max(shape.size, int64_t{1});
    shape.valueSize = value[2] / std::max(shape.keyHeads, int64_t{1});
  };
  const auto apart = [&](size_t head, size_t row) {
    shape.batches = query[0];
    shape.queries = query[row];
    shape.keys = key[row];
    shape.size = query[3];
    shape.keyHeads = key[head];
    shape.valueSize = value[3];
  };
  switch (args.layout) {
    case HeadLayout::kBsh:
      joined(0, 1);
      break;
    case HeadLayout::kSbh:
      joined(1, 0);
      break;
    case HeadLayout::kBsnd:
      apart(2, 1);
      break;
    case HeadLayout::kBnsd:
      apart(1, 2);
      break;
    case HeadLayout::kTnd:
      shape.batches = 1;
      shape.queries = query[0];
      shape.keys = key[0];
      shape.size = query[2];
      shape.keyHeads = key[1];
      shape.valueSize = value[2];
      break;
  }
  return shape;
}

}  // namespace openaclnn
