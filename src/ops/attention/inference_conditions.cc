// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_conditions.h"

#include <algorithm>

#include "kernels/gemm/gemm.h"
#include "ops/attention/score_conditions.h"
#include "simd/transpose.h"

namespace openaclnn {

InferenceConditions::InferenceConditions(const InferenceArgs& args, int64_t width, int64_t mostKeys)
    : width_(width) {
  ScratchLayout scratch;
  begin_ = scratch.Book<float>(width);
  end_ = scratch.Book<float>(width);
  const int64_t biases = args.bias.Defined() ? width * mostKeys : 0;
  const int64_t masked = args.masks ? width * mostKeys : 0;
  biasRows_ = scratch.Book<float>(width == 1 ? 0 : biases);
  bias_ = scratch.Book<float>(biases);
  maskRows_ = scratch.Book<uint8_t>(width == 1 ? 0 : masked);
  mask_ = scratch.Book<uint8_t>(masked);
  scratchBytes_ = scratch.Bytes();
}

HeadStrides MaskStrides(const InferenceArgs& args) {
  const TensorView& mask = args.mask;
  const auto stride = [&](int fromEnd) {
    const auto dim = static_cast<size_t>(mask.rank - fromEnd);
    return mask.rank < fromEnd || mask.dims[dim] == 1 ? 0 : mask.strides[dim];
  };
  if (args.maskOfSequences) {
    return {stride(2), 0, 0, stride(1)};
  }
  return {mask.rank == 3 ? stride(3) : stride(4), 0, stride(2), stride(1)};
}

void InferenceConditions::PackBias(const InferenceArgs& args, const InferencePlace& place,
                                   std::byte* scratch) const {
  const HeadStrides strides = BroadcastStrides(args.bias);
  float* const rows = width_ == 1 ? bias_.In(scratch) : biasRows_.In(scratch);
  const auto bytes = static_cast<int64_t>(SizeOf(args.bias.dtype));
  for (int64_t lane = 0; lane < place.rows; ++lane) {
    const int64_t row = place.firstRow + lane;
    const int64_t head = place.keyHead * args.Sharing() + row % args.Sharing();
    const int64_t query = place.firstQuery + row / args.Sharing();
    const int64_t at = strides.OffsetOf(place.sequence, head) + query * strides.row;
    PackMatrix({args.bias.data + at * bytes, args.bias.dtype, 0, strides.element},
               {0, 1, place.keysBefore + place.firstKey, place.keys}, 1, rows + lane * place.keys);
  }
  if (width_ > 1) {
    std::fill(rows + place.rows * place.keys, rows + width_ * place.keys, 0.0F);
    PlanesToRows(sizeof(float), rows, place.keys, width_, place.keys, bias_.In(scratch));
  }
}

void InferenceConditions::PackMask(const InferenceArgs& args, const InferencePlace& place,
                                   std::byte* scratch) const {
  const HeadStrides strides = MaskStrides(args);
  uint8_t* const rows = width_ == 1 ? mask_.In(scratch) : maskRows_.In(scratch);
  for (int64_t lane = 0; lane < place.rows; ++lane) {
    const int64_t query = place.firstQuery + (place.firstRow + lane) / args.Sharing();
    const auto* const from = reinterpret_cast<const uint8_t*>(args.mask.data) +
                             place.sequence * strides.batch + query * strides.row +
                             (place.keysBefore + place.firstKey) * strides.element;
    uint8_t* const to = rows + lane * place.keys;
    if (strides.element == 1) {
      std::copy_n(from, place.keys, to);
    } else {
      for (int64_t key = 0; key < place.keys; ++key) {
        to[key] = from[key * strides.element];
      }
    }
  }
  if (width_ > 1) {
    std::fill(rows + place.rows * place.keys, rows + width_ * place.keys, uint8_t{0});
    PlanesToRows(1, rows, place.keys, width_, place.keys, mask_.In(scratch));
  }
}

ScoreTile InferenceConditions::TileOf(const InferenceArgs& args, const InferencePlace& place, float* products,
                                      std::byte* scratch) const {
  ScoreTile tile;
  tile.products = products;
  tile.width = width_;
  tile.scale = static_cast<float>(args.scale);
  const InferenceSequence& sequence = args.sequences[static_cast<size_t>(place.sequence)];
  LimitTile(
      place.firstKey, place.keys,
      [&](int64_t lane) {
        // Lanes without a query do as the last one does.
        return VisibleTo(args, sequence, (place.firstRow + std::min(lane, place.rows - 1)) / args.Sharing());
      },
      begin_.In(scratch), end_.In(scratch), &tile);
  if (tile.keys == 0) {
    return tile;
  }
  InferencePlace seen = place;
  seen.keys = tile.keys;
  if (args.bias.Defined()) {
    PackBias(args, seen, scratch);
    tile.bias = bias_.In(scratch);
  }
  if (args.masks) {
    PackMask(args, seen, scratch);
    tile.masked = mask_.In(scratch);
  }
  return tile;
}

}  // namespace openaclnn
