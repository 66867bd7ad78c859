// SPDX-License-Identifier: Apache-2.0
//
// Attention of queries to cached keys and values, as inference has it: what the entry points of its operators
// translate their arguments to (inference_checks.h), and what the kernel works from.
//
//   out = softmax(scale * (query key^T + queryRope keyRope^T) + bias, hidden keys left out) value
//
// for each head of each sequence. Sequences have lengths of their own; keys and values are tensors, lists of
// them, or pages of a cache that a table names.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/tensor_view.h"
#include "executor/kernel.h"
#include "executor/operator_call.h"
#include "ops/attention/attention.h"

namespace openaclnn {

/// Which dims of a tensor are what; -1: there is none. Heads that share a dim with their elements name it
/// twice.
struct HeadAxes {
  int batch = -1;
  int head = -1;
  int row = -1;
  int element = -1;

  [[nodiscard]] bool Joined() const { return head == element; }
  [[nodiscard]] size_t Rank() const { return (batch < 0 ? 2U : 3U) + (Joined() ? 0U : 1U); }
};
/// Strides of a tensor with heads of that size.
[[nodiscard]] HeadStrides StridesOf(const TensorView& view, const HeadAxes& axes, int64_t size);

/// An arrangement of query and result, by its name.
struct InferenceLayout {
  std::string_view name;
  HeadAxes in;
  HeadAxes out;
  bool ragged = false;  // rows of all sequences, one after the other
};
/// Null if no layout has that name.
[[nodiscard]] const InferenceLayout* FindInferenceLayout(std::string_view name);

/// Keys that a query sees: from `before` keys before its own to `after` behind it. Its own is that of its
/// number, or the one as far from the last key as the query from the last query.
struct KeyWindow {
  bool fromEnd = false;
  int64_t before = kFar;
  int64_t after = kFar;

  static constexpr int64_t kFar = int64_t{1} << 50;  // beyond any tensor, and sums of a few do not overflow
};

struct InferenceSequence {
  int64_t queries = 0;
  int64_t keys = 0;        // but for those of a prefix
  int64_t firstQuery = 0;  // of ragged tensors: its place among the rows of all
  int64_t firstKey = 0;
};

/// Where the scales and offsets of cached integers are: a number stands for (integer + offset) * scale.
struct CacheScales {
  HeadAxes axes;         // of either tensor
  int64_t part = -1;     // of its first dim, where one tensor has those of keys and of values
  bool ofPages = false;  // the batch is a block, and the row one of its rows

  /// Whether each element of a head has its own.
  [[nodiscard]] bool OfElements() const { return axes.element >= 0; }
};

struct InferenceArgs {
  TensorView query;
  TensorView key;  // of operators that take one tensor
  TensorView value;
  TensorViews keys;  // of those that take lists: one tensor, or one for each sequence
  TensorViews values;
  TensorView bias;   // [1 or sequences, 1 or heads, queries or more, keys or more]
  TensorView mask;   // looked at if `masks`
  TensorView table;  // [sequences or more, blocks]; not defined: there are no pages
  TensorView queryPadding;
  TensorView keyPadding;
  TensorView keyPrefix;  // keys of all sequences, before their own
  TensorView valuePrefix;
  TensorView queryRope;
  TensorView keyRope;
  TensorView sink;
  TensorView scales;  // of integers: those of keys and values, or of each
  TensorView offsets;
  TensorView keyScales;
  TensorView keyOffsets;
  TensorView valueScales;
  TensorView valueOffsets;
  TensorView out;
  TensorView lse;
  TensorView unused;  // of arguments that calls leave out

  InferenceLayout layout;
  int64_t heads = 0;
  int64_t keyHeads = 0;
  int64_t size = 0;
  int64_t ropeSize = 0;
  int64_t valueSize = 0;
  int64_t rows = 0;     // of query: of a batch, or of all ragged sequences
  int64_t keyRows = 0;  // likewise, without pages; the most of a list
  int64_t prefixKeys = 0;
  int64_t blockSize = 0;
  double scale = 1;
  bool integers = false;  // keys and values are INT8
  CacheScales scalesOfKeys;
  CacheScales scalesOfValues;
  bool masks = false;
  bool maskOfSequences = false;  // it has one row for each sequence, and no other dim
  KeyWindow window;
  std::vector<InferenceSequence> sequences;

  [[nodiscard]] int64_t Sharing() const { return heads / keyHeads; }
  [[nodiscard]] bool Paged() const { return table.Defined(); }
  [[nodiscard]] int64_t KeysOf(const InferenceSequence& sequence) const { return prefixKeys + sequence.keys; }
};

/// Keys that a query sees by its number, of those that there are.
[[nodiscard]] KeyRange VisibleTo(const InferenceArgs& args, const InferenceSequence& sequence, int64_t query);

extern const KernelEntry<InferenceArgs> kInferenceCpu;

}  // namespace openaclnn
