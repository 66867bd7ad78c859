// SPDX-License-Identifier: Apache-2.0
//
// The driver of operators that go along rows, the elements along one dim: softmax, scans, sorts. What is done
// with a row is a loop; here it is led through tensors of any layout, in parallel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/elementwise_tile.h"

namespace openaclnn {

inline constexpr size_t kMostRowInputs = 2;
inline constexpr size_t kMostRowOutputs = 2;
// Rows that lie side by side in a tile, at most.
inline constexpr int64_t kRowLines = 64;

// What an operator tells its loop.
struct RowNumbers {
  int64_t count = 0;
  bool flag = false;
};

// Rows of elements in the loop's types. Either the elements of a row lie side by side, in all tensors, or the
// rows do. Strides in bytes, of what does not lie side by side: of rows, or of elements.
struct RowTile {
  std::array<const std::byte*, kMostRowInputs> inputs;
  std::array<std::byte*, kMostRowOutputs> outputs;
  std::array<int64_t, kMostRowInputs> inputStrides;
  std::array<int64_t, kMostRowOutputs> outputStrides;
  int64_t lines;
  int64_t elements;    // of each row of the inputs: all, or those of a part
  int64_t begin;       // the number of the first of them in its row
  bool across;         // rows lie side by side
  std::byte* scratch;  // the loop's own, the same for all parts of a row
  RowNumbers numbers;
};

struct RowLoops {
  void (*run)(const RowTile& tile);
  // Types of elements; tensors of others are converted on the way.
  std::array<DType, kMostRowInputs> inputs;
  std::array<DType, kMostRowOutputs> outputs;
  // Rows are given in parts of so many elements, one after the other; 0: whole.
  int64_t part = 0;
  // Rows may lie side by side.
  bool across = true;
  // Bytes of scratch for each row of a tile, for each element of a row, and for each element of all rows of a
  // tile.
  int64_t scratchOfLine = 0;
  int64_t scratchOfElement = 0;
  int64_t scratchOfTileElement = 0;
};

// How the tensors of a call are walked: made once, from dtypes, shapes and strides.
class RowPlan {
 public:
  RowPlan() = default;
  // All tensors have the dims of the first input, but for the length of the outputs' rows. Elements of the
  // inputs are converted to `cast` first, if that is given. `reversed`: rows are walked from their ends.
  RowPlan(std::span<const TensorView> outputs, std::span<const TensorView> inputs, size_t dim,
          const RowLoops& loops, RowNumbers numbers = {}, DType cast = DType::kUndefined,
          bool reversed = false);

  // With the tensors' memory as of now. An input may be the very memory of an output if rows of outputs are
  // as long as those of inputs.
  void Run(std::span<std::byte* const> outputs, std::span<const std::byte* const> inputs,
           std::byte* workspace, const backend::cpu::CpuContext& cpu) const;

  [[nodiscard]] size_t WorkspaceBytes() const { return static_cast<size_t>(slots_ * slotBytes_); }
  // Bytes of all tensors.
  [[nodiscard]] size_t Cost() const { return cost_; }

 private:
  static constexpr size_t kMostOperands = kMostRowInputs + kMostRowOutputs;

  // A tensor, of outputs first. Strides in bytes.
  struct Operand {
    DType dtype;
    DType inLoop;
    int64_t size;                // of an element
    int64_t wide;                // of an element in the loop
    int64_t length;              // of a row
    int64_t first;               // where a row's first element lies
    int64_t elementStride;       // along the dim
    int64_t lineStride;          // along the last of the lines' dims
    bool packed;                 // gathered, or scattered
    ElementwiseLoop cast;        // of an input, before it is converted; null: none
    int64_t castSize;            // of an element then
    ElementwiseLoop conversion;  // to or from the loop's type; null: none
    int64_t packedAt;            // in a task's scratch
    int64_t castAt;
    int64_t convertedAt;
  };
  struct LineDim {
    int64_t size;
    std::array<int64_t, kMostOperands> strides;  // in bytes
  };
  class Runner;

  void SetConversions(DType cast);
  void SetLines(std::span<const TensorView> views, size_t dim);
  void ChooseLayout();
  void ReserveScratch();

  RowLoops loops_{};
  RowNumbers numbers_;
  size_t outputCount_ = 0;
  size_t operandCount_ = 0;
  std::array<Operand, kMostOperands> operands_{};
  std::vector<LineDim> lines_;  // outermost first; the last one makes the rows of tiles
  int64_t length_ = 0;          // of the inputs' rows
  int64_t part_ = 0;            // elements of them at a time
  bool across_ = false;
  int64_t tileLines_ = 1;
  int64_t tiles_ = 0;
  int64_t tilesOfTask_ = 1;
  int64_t slots_ = 0;
  int64_t slotBytes_ = 0;
  int64_t scratchAt_ = 0;
  size_t cost_ = 0;
};

}  // namespace openaclnn
