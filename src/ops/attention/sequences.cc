// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/sequences.h"

#include <limits>

#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

void Advance(TensorView* view, int64_t elements) {
  if (view->data != nullptr) {  // phase one has no addresses
    view->data += elements * static_cast<int64_t>(SizeOf(view->dtype));
  }
}

// Rows of [rows, heads, size] as [1, rows, heads, size].
TensorView RowsOf(const TensorView& view, int64_t first, int64_t count) {
  if (!view.Defined()) {
    return view;
  }
  TensorView rows = view;
  rows.rank = 4;
  rows.dims = {1, count, view.dims[1], view.dims[2]};
  rows.strides = {0, view.strides[0], view.strides[1], view.strides[2]};
  if (count > 0) {
    Advance(&rows, first * view.strides[0]);
  }
  return rows;
}

// Numbers of rows as [1, heads, rows, 8].
TensorView NumbersOf(const AttentionArgs& args, const TensorView& view, int64_t first, int64_t count) {
  if (!view.Defined()) {
    return view;
  }
  const int64_t all = args.query.dims[0];
  TensorView rows = view;
  rows.rank = 4;
  rows.dims = {1, args.heads, count, kRowCopies};
  if (args.rowsFirst) {
    rows.strides = {0, view.strides[1], view.strides[0], view.strides[2]};
  } else if (view.dims[0] == args.heads && view.dims[1] == all) {
    rows.strides = {0, view.strides[0], view.strides[1], view.strides[2]};
  } else {  // heads are outside, whatever its dims are
    rows.strides = {0, all * kRowCopies, kRowCopies, 1};
  }
  if (count > 0) {
    Advance(&rows, first * rows.strides[2]);
  }
  return rows;
}

// The scores of a sequence in a tensor of all, [sequences, heads, queries, keys] or what broadcasts to it.
TensorView ScoresOf(const TensorView& view, size_t sequence, int64_t queries, int64_t keys) {
  if (!view.Defined() || view.rank < 2) {
    return view;
  }
  TensorView scores = view;
  const auto rank = static_cast<size_t>(view.rank);
  if (rank == 4) {
    scores.dims[0] = 1;
  }
  scores.dims[rank - 2] = queries;
  scores.dims[rank - 1] = keys;
  if (rank == 4 && view.dims[0] > 1 && !scores.Empty()) {
    Advance(&scores, static_cast<int64_t>(sequence) * view.strides[0]);
  }
  return scores;
}

}  // namespace

AttentionArgs SequenceOf(const AttentionArgs& args, size_t sequence) {
  const auto& [firstQuery, queries, firstKey, keys, firstScore] = args.sequences[sequence];
  AttentionArgs one;
  one.query = RowsOf(args.query, firstQuery, queries);
  one.key = RowsOf(args.key, firstKey, keys);
  one.value = RowsOf(args.value, firstKey, keys);
  one.bias = ScoresOf(args.bias, sequence, queries, keys);
  one.dropMask = args.dropMask;
  one.mask = args.Masks() ? ScoresOf(args.mask, sequence, queries, keys) : args.mask;
  one.largest = NumbersOf(args, args.largest, firstQuery, queries);
  one.sum = NumbersOf(args, args.sum, firstQuery, queries);
  one.out = RowsOf(args.out, firstQuery, queries);
  one.outGradient = RowsOf(args.outGradient, firstQuery, queries);
  one.queryGradient = RowsOf(args.queryGradient, firstQuery, queries);
  one.keyGradient = RowsOf(args.keyGradient, firstKey, keys);
  one.valueGradient = RowsOf(args.valueGradient, firstKey, keys);
  one.biasGradient =
      args.bias.Defined() ? ScoresOf(args.biasGradient, sequence, queries, keys) : TensorView();
  one.layout = HeadLayout::kBsnd;
  one.heads = args.heads;
  one.scale = args.scale;
  one.keepProbability = args.keepProbability;
  one.dropSequence = args.dropSequence;
  one.firstScore = firstScore;
  one.scalesBias = args.scalesBias;
  one.sparseMode = args.sparseMode;
  one.before = args.before;
  one.after = args.after;
  if (!args.prefix.empty()) {
    one.prefix = {args.prefix[sequence]};
  }
  return one;
}

void ClearOtherRows(const AttentionArgs& args) {
  int64_t queries = 0;
  int64_t keys = 0;
  for (const AttentionSequence& sequence : args.sequences) {
    queries = std::max(queries, sequence.firstQuery + sequence.queries);
    keys = std::max(keys, sequence.firstKey + sequence.keys);
  }
  const int64_t otherQueries = args.query.dims[0] - queries;
  const int64_t otherKeys = args.key.dims[0] - keys;
  const bool forward = !args.outGradient.Defined();
  const auto clear = [](const TensorView& view) {
    if (view.Defined() && !view.Empty()) {
      FillZero(view);
    }
  };
  if (forward) {
    clear(RowsOf(args.out, queries, otherQueries));
    for (const auto& [view, number] :
         {std::pair(&args.largest, std::numeric_limits<float>::lowest()), std::pair(&args.sum, 1.0F)}) {
      const TensorView rows = NumbersOf(args, *view, queries, otherQueries);
      for (int64_t i = 0; i < rows.NumElements(); ++i) {
        const int64_t head = i / kRowCopies / otherQueries;
        const int64_t row = i / kRowCopies % otherQueries;
        reinterpret_cast<float*>(
            rows.data)[head * rows.strides[1] + row * rows.strides[2] + i % kRowCopies * rows.strides[3]] =
            number;
      }
    }
    return;
  }
  clear(RowsOf(args.queryGradient, queries, otherQueries));
  clear(RowsOf(args.keyGradient, keys, otherKeys));
  clear(RowsOf(args.valueGradient, keys, otherKeys));
  clear(args.biasGradient);
}

}  // namespace openaclnn
