// SPDX-License-Identifier: Apache-2.0
//
// Where rows of keys or values are: in a tensor of all sequences, in one of a list, behind a prefix, or in the
// pages that a table names. Whoever asks gets a pointer for each row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/attention/few_rows.h"
#include "ops/attention/inference.h"
#include "ops/attention/panels.h"

namespace openaclnn {

/// Where the rows of a head are in one tensor, in elements.
struct KeyStrides {
  int64_t batch = 0;  // or block
  int64_t head = 0;
  int64_t row = 0;
  int64_t element = 0;
  int64_t piece = 0;  // elements that are together; what follows is `pieceStride` on
  int64_t pieceStride = 0;

  /// Whether a row is one run of memory.
  [[nodiscard]] bool Together(int64_t size) const { return size == 1 || (element == 1 && piece >= size); }
};
/// Of keys or values with heads of that size, paged as `args` says.
[[nodiscard]] KeyStrides KeyStridesOf(const InferenceArgs& args, const TensorView& view, int64_t size);

/// Which of the cached tensors: all are found alike.
struct KeyTensors {
  TensorView InferenceArgs::*one;
  TensorViews InferenceArgs::*list;   // null: there is none
  TensorView InferenceArgs::*prefix;  // null: there is none
  int64_t InferenceArgs::*size;
  CacheScales InferenceArgs::*scales;  // null: never integers
  TensorView InferenceArgs::*ownScales;
  TensorView InferenceArgs::*ownOffsets;

  /// Whether they are integers, which are read as what they stand for.
  [[nodiscard]] bool Scaled(const InferenceArgs& args) const { return scales != nullptr && args.integers; }
};
inline constexpr KeyTensors kKeyTensors{
    &InferenceArgs::key,          &InferenceArgs::keys,      &InferenceArgs::keyPrefix, &InferenceArgs::size,
    &InferenceArgs::scalesOfKeys, &InferenceArgs::keyScales, &InferenceArgs::keyOffsets};
inline constexpr KeyTensors kValueTensors{&InferenceArgs::value,          &InferenceArgs::values,
                                          &InferenceArgs::valuePrefix,    &InferenceArgs::valueSize,
                                          &InferenceArgs::scalesOfValues, &InferenceArgs::valueScales,
                                          &InferenceArgs::valueOffsets};
inline constexpr KeyTensors kRopeTensors{
    &InferenceArgs::keyRope, nullptr, nullptr, &InferenceArgs::ropeSize, nullptr, nullptr, nullptr};

class KeyReader {
 public:
  KeyReader(const InferenceArgs& args, const KeyTensors& tensors);

  /// Some keys of a head of a sequence; `begin`: rows of padding before the sequence's own keys.
  struct Place {
    int64_t sequence;
    int64_t head;
    int64_t first;
    int64_t count;
    int64_t begin;
  };
  /// Points at rows. Those whose elements are apart are copied to `copies` first, and integers are written
  /// there as floats.
  void Find(const Place& place, std::byte** rows, std::byte* copies) const;
  /// Bytes of copies of so many rows; 0 if Find makes none.
  [[nodiscard]] static int64_t CopyBytes(const InferenceArgs& args, const KeyTensors& tensors, int64_t rows);
  [[nodiscard]] bool MakesCopies() const { return copies_; }

  /// Rows as a matrix: where they are if they are evenly spaced, otherwise copied to `copies`.
  [[nodiscard]] HeadMatrix MatrixOf(std::byte* const* rows, int64_t count, std::byte* copies) const;

  [[nodiscard]] int64_t Size() const { return size_; }
  /// Of the rows that Find points at.
  [[nodiscard]] DType Dtype() const { return dtype_; }

 private:
  // The first row of some in a tensor: of a batch, or a block.
  struct Start {
    int64_t batch;
    int64_t head;
    int64_t row;
  };
  // Scales and offsets of some rows, or of elements.
  struct Scales {
    float* scales;
    float* offsets;
  };
  [[nodiscard]] const TensorView& ViewOf(int64_t sequence) const;
  // Rows of a head of a tensor, one after the other. `scales`: those of integers, of each row or of elements.
  void FindIn(const TensorView& view, const Start& start, int64_t count, std::byte** rows, std::byte* copies,
              const Scales& scales) const;
  void ReadScales(const Start& start, int64_t count, const Scales& to) const;

  const InferenceArgs& args_;
  KeyTensors tensors_;
  int64_t size_;
  bool scaled_;
  bool copies_;
  DType dtype_;
  const FewRowLoops& loops_;
  int64_t rowBytes_;
};

/// The table's block with the keys from `key` on; within its bounds, but perhaps outside the cache.
[[nodiscard]] int64_t BlockOf(const InferenceArgs& args, int64_t sequence, int64_t key);

}  // namespace openaclnn
