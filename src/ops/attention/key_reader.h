// SPDX-License-Identifier: Apache-2.0
//
// Where rows of keys or values are: in a tensor of all sequences, in one of a list, behind a prefix, or in the
// pages that a table names. Whoever asks gets a pointer for each row.
#pragma once

#include <cstddef>
#include <cstdint>

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
};
inline constexpr KeyTensors kKeyTensors{&InferenceArgs::key, &InferenceArgs::keys, &InferenceArgs::keyPrefix,
                                        &InferenceArgs::size};
inline constexpr KeyTensors kValueTensors{&InferenceArgs::value, &InferenceArgs::values,
                                          &InferenceArgs::valuePrefix, &InferenceArgs::valueSize};
inline constexpr KeyTensors kRopeTensors{&InferenceArgs::keyRope, nullptr, nullptr, &InferenceArgs::ropeSize};

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
  /// Points at rows. Those whose elements are apart are copied to `copies` first.
  void Find(const Place& place, std::byte** rows, std::byte* copies) const;
  /// Bytes of copies of so many rows; 0 if Find makes none.
  [[nodiscard]] static int64_t CopyBytes(const InferenceArgs& args, const KeyTensors& tensors, int64_t rows);

  /// Rows as a matrix: where they are if they are evenly spaced, otherwise copied to `copies`.
  [[nodiscard]] HeadMatrix MatrixOf(std::byte* const* rows, int64_t count, std::byte* copies) const;

  [[nodiscard]] int64_t Size() const { return size_; }
  [[nodiscard]] DType Dtype() const { return dtype_; }

 private:
  [[nodiscard]] const TensorView& ViewOf(int64_t sequence) const;
  // Rows [first, first + count) of a head of a tensor, `batch` of which begins at its first row.
  void FindIn(const TensorView& view, int64_t batch, int64_t head, int64_t first, int64_t count,
              std::byte** rows, std::byte* copies) const;

  const InferenceArgs& args_;
  KeyTensors tensors_;
  int64_t size_;
  DType dtype_;
  int64_t rowBytes_;
};

/// The table's block with the keys from `key` on; within its bounds, but perhaps outside the cache.
[[nodiscard]] int64_t BlockOf(const InferenceArgs& args, int64_t sequence, int64_t key);

}  // namespace openaclnn
