// SPDX-License-Identifier: Apache-2.0
//
// Rows of channels as whole numbers: by factors that are given, or by scales of their own.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/quantization/dynamic_rows.h"
#include "kernels/quantization/whole_numbers.h"

namespace openaclnn {

// How rows are cut, and what is done to them.
struct QuantizedRowsForm {
  int64_t groups = 1;     // rows after which the channels begin anew
  int64_t channels = 0;   // of a row
  int64_t positions = 1;  // elements of a channel
  bool divides = false;   // by factors, without scales of rows
};

class QuantizedRows {
 public:
  QuantizedRows(const TensorView& numbers, const TensorView& factor, const TensorView& zeroPoint,
                const TensorView& rowScale, const QuantizedRowsForm& form);

  // Of a row, whose tiles may be asked for several times.
  void Write(int64_t row, const RowTile& tile) const;

  // Elements of any rows, counted from the first row's first one; without scales of rows. `count` is at most
  // kTileElements.
  void WriteTile(int64_t at, int64_t count, const float* numbers) const;

 private:
  // A tile's numbers times or by the factors, plus zero points.
  void Scale(int64_t at, int64_t count, const float* numbers, float* to) const;

  int64_t length_;
  int64_t groups_;
  bool divides_;
  WholeWriter numbers_;
  std::optional<MixedReader> factors_;
  std::optional<MixedReader> zeroPoints_;
  std::optional<DynamicRows> dynamic_;
};

}  // namespace openaclnn
