// SPDX-License-Identifier: Apache-2.0
//
// The driver of softmax and its like: what is computed for the elements along one dim from all of these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/tensor_view.h"
#include "kernels/elementwise_tile.h"

namespace openaclnn {

inline constexpr size_t kMostSoftmaxInputs = 2;
// Rows that lie side by side in a tile, at most.
inline constexpr int64_t kSoftmaxLines = 32;

// Rows of elements in the loop's type. Either the elements of a row lie side by side, in all tensors, or the
// rows do. Strides in bytes, of what does not lie side by side: of rows, or of elements.
struct SoftmaxTile {
  std::array<const std::byte*, kMostSoftmaxInputs> inputs;
  std::byte* out;
  std::array<int64_t, kMostSoftmaxInputs> inputStrides;
  int64_t outStride;
  int64_t lines;
  int64_t elements;  // of each row
  bool across;       // rows lie side by side
};
using SoftmaxLoop = void (*)(const SoftmaxTile& tile);

// How the tensors of a call are walked: made once, from dtypes, shapes and strides.
class SoftmaxPlan {
 public:
  SoftmaxPlan() = default;
  // All tensors have out's dims. The loop computes in `compute`.
  SoftmaxPlan(const TensorView& out, std::span<const TensorView> inputs, size_t dim, DType compute,
              SoftmaxLoop loop);

  // With the tensors' memory as of now. An input may be the very memory of `out`.
  void Run(std::byte* out, std::span<const std::byte* const> inputs, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) const;

  [[nodiscard]] size_t WorkspaceBytes() const { return static_cast<size_t>(slots_ * slotBytes_); }
  [[nodiscard]] size_t Cost() const { return cost_; }

 private:
  static constexpr size_t kOut = 0;
  static constexpr size_t kMostOperands = kMostSoftmaxInputs + 1;

  // A tensor. Strides in bytes.
  struct Operand {
    DType dtype;
    int64_t size;                // of an element
    int64_t elementStride;       // along the dim
    int64_t lineStride;          // along the last of the lines' dims
    bool packed;                 // gathered, or scattered
    ElementwiseLoop conversion;  // to or from the loop's type; null: none
    int64_t packedAt;            // in a task's scratch
    int64_t convertedAt;
  };
  struct LineDim {
    int64_t size;
    std::array<int64_t, kMostOperands> strides;  // in bytes
  };
  class Runner;

  void SetLines(std::span<const TensorView> views, size_t dim);
  void ChooseLayout();
  void ReserveScratch();

  SoftmaxLoop loop_ = nullptr;
  DType compute_{};
  size_t operandCount_ = 0;
  std::array<Operand, kMostOperands> operands_{};
  std::vector<LineDim> lines_;  // outermost first; the last one makes the rows of tiles
  int64_t length_ = 0;
  bool across_ = false;
  int64_t tileLines_ = 1;
  int64_t tiles_ = 0;
  int64_t tilesOfTask_ = 1;
  int64_t slots_ = 0;
  int64_t slotBytes_ = 0;
  size_t cost_ = 0;
};

}  // namespace openaclnn
