// SPDX-License-Identifier: Apache-2.0
//
// Rows of queries and results, wherever they are, and what only their data can tell: padding and pages.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "ops/attention/few_rows.h"
#include "ops/attention/inference.h"

namespace openaclnn {

class InferenceRows {
 public:
  explicit InferenceRows(const InferenceArgs& args);

  /// Whether padding leaves room for all sequences, and their blocks are in the cache.
  [[nodiscard]] Status Check() const;
  /// Rows of no sequence become 0; the logarithm of theirs is infinite.
  void ClearOthers() const;

  /// Rows of padding before a sequence's own.
  [[nodiscard]] int64_t QueriesBefore(const InferenceSequence& sequence) const {
    return args_.queryPadding.Defined() ? args_.rows - queryPadding_ - sequence.queries : 0;
  }
  [[nodiscard]] int64_t KeysBefore(const InferenceSequence& sequence) const {
    return args_.keyPadding.Defined() ? args_.keyRows - keyPadding_ - sequence.keys : 0;
  }

  /// A row (InferencePlace) as floats, its rope part behind it.
  void Read(int64_t sequence, int64_t keyHead, int64_t row, float* to) const;
  /// Combines the parts of a row, and writes it. `values` is overwritten; it may be those of the first part.
  void Finish(int64_t sequence, int64_t keyHead, int64_t row, const RowParts& parts, float* values) const;

 private:
  // Where a row of a tensor with the query's rows is.
  struct Place {
    int64_t batch;
    int64_t head;
    int64_t row;
  };
  [[nodiscard]] Place PlaceOf(int64_t sequence, int64_t keyHead, int64_t row) const;
  [[nodiscard]] Status CheckPadding(const char* name, const TensorView& view, int64_t padding, int64_t rows,
                                    int64_t InferenceSequence::*length) const;
  [[nodiscard]] Status CheckTable() const;
  [[nodiscard]] HeadStrides LseStrides() const;
  void ClearRows(int64_t batch, int64_t first, int64_t end) const;

  const InferenceArgs& args_;
  const FewRowLoops& loops_;
  int64_t queryPadding_;
  int64_t keyPadding_;
};

}  // namespace openaclnn
