// SPDX-License-Identifier: Apache-2.0
//
// Attention, and its gradients: what entry points (flash_attention_score.cc, flash_attention_score_grad.cc)
// and kernels share.
//
//   out = dropout(softmax(scale * query key^T + bias, hidden keys left out)) value
//
// for each head of each batch. Several heads of the query may share one of key and value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/tensor_view.h"
#include "executor/kernel.h"
#include "kernels/random/random_sequence.h"

namespace openaclnn {

/// How batch, sequence S, head N and head's size D make up a tensor; H is N * D, T the rows of all sequences,
/// one after the other.
enum class HeadLayout { kBsh, kSbh, kBsnd, kBnsd, kTnd };

/// Which keys j a query i sees. What is said by numbers needs no mask; the others look at it.
enum SparseMode : int64_t {
  kSparseDefault = 0,         // the mask's, if there is one
  kSparseAll = 1,             // the mask's
  kSparseLeftUp = 2,          // j <= i
  kSparseRightDown = 3,       // j <= i + keys - queries
  kSparseBand = 4,            // i + keys - queries - before <= j <= i + keys - queries + after
  kSparsePrefix = 5,          // the mask's
  kSparsePrefixByNumber = 6,  // as kSparseRightDown, and the first prefix[batch] keys
};

/// Whether a mode is what the mask says; the others are said by numbers.
constexpr bool LooksAtMask(int64_t sparseMode) {
  return sparseMode == kSparseDefault || sparseMode == kSparseAll || sparseMode == kSparsePrefix;
}

/// One of those whose rows follow each other.
struct AttentionSequence {
  int64_t firstQuery = 0;
  int64_t queries = 0;
  int64_t firstKey = 0;
  int64_t keys = 0;
  int64_t firstScore = 0;  // among those of all sequences: [heads, queries, keys] of each
};

struct AttentionArgs {
  TensorView query;
  TensorView key;
  TensorView value;
  TensorView queryRope;  // of kTnd: products of rotary parts are added to those of heads
  TensorView keyRope;
  TensorView bias;  // broadcasts to [batches, heads, queries, keys], as masks do
  TensorView dropMask;
  TensorView mask;     // looked at in some modes alone: Masks
  TensorView largest;  // of each row's scores: [batches, heads, queries, 8]; results of the forward operator
  TensorView sum;      // of exp(score - largest)
  TensorView out;
  // Of the gradients alone.
  TensorView outGradient;
  TensorView queryGradient;
  TensorView keyGradient;
  TensorView valueGradient;
  TensorView queryRopeGradient;
  TensorView keyRopeGradient;
  TensorView biasGradient;
  TensorView unused;  // of arguments that calls leave out

  HeadLayout layout = HeadLayout::kBnsd;
  int64_t heads = 0;
  double scale = 1;
  double keepProbability = 1;
  std::optional<RandomSequence> dropSequence{};  // what says which scores are kept, where no mask does
  bool scalesBias = true;                        // scale * (q k + bias), not scale * q k + bias
  int64_t sparseMode = kSparseDefault;
  int64_t before = 0;
  int64_t after = 0;
  std::vector<int64_t> prefix;
  std::vector<AttentionSequence> sequences;  // of kTnd
  bool rowsFirst = false;  // of kTnd: largest and sum are stored as [rows, heads, 8], not [heads, rows, 8]
  int64_t firstScore = 0;  // of this call's, in what says which scores are kept

  [[nodiscard]] bool Masks() const { return mask.Defined() && LooksAtMask(sparseMode); }
  [[nodiscard]] bool Drops() const { return dropMask.Defined() || dropSequence; }
};

/// The extents of a call, of whose sizes checks have made sure.
struct AttentionShape {
  int64_t batches = 0;
  int64_t heads = 0;     // of the query
  int64_t keyHeads = 0;  // of key and value; divides heads
  int64_t queries = 0;
  int64_t keys = 0;
  int64_t size = 0;       // of a head
  int64_t valueSize = 0;  // of a head of value and out

  [[nodiscard]] int64_t Sharing() const { return heads / keyHeads; }  // heads that share one of key and value
};
[[nodiscard]] AttentionShape ShapeOf(const AttentionArgs& args);

/// Where the rows of a head lie, in elements.
struct HeadStrides {
  int64_t batch = 0;
  int64_t head = 0;
  int64_t row = 0;
  int64_t element = 0;

  [[nodiscard]] int64_t OffsetOf(int64_t batchIndex, int64_t headIndex) const {
    return batchIndex * batch + headIndex * head;
  }
};
/// Of a tensor with heads of that size.
[[nodiscard]] HeadStrides StridesOf(const TensorView& view, HeadLayout layout, int64_t size);
/// Of a tensor that broadcasts to [batches, heads, queries, keys].
[[nodiscard]] HeadStrides BroadcastStrides(const TensorView& view);

/// Keys [begin, end); empty ones have begin >= end.
struct KeyRange {
  int64_t begin;
  int64_t end;
};

/// A number for each row, stored as often as the operators' documentation has it.
inline constexpr int64_t kRowCopies = 8;

extern const KernelEntry<AttentionArgs> kAttentionCpu;
extern const KernelEntry<AttentionArgs> kAttentionGradientCpu;
/// Of kTnd.
extern const KernelEntry<AttentionArgs> kAttentionOfSequencesCpu;
extern const KernelEntry<AttentionArgs> kAttentionGradientOfSequencesCpu;
/// Likewise, with rotary parts.
extern const KernelEntry<AttentionArgs> kAttentionWithRopeCpu;
extern const KernelEntry<AttentionArgs> kAttentionGradientWithRopeCpu;

}  // namespace openaclnn
