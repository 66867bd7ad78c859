// SPDX-License-Identifier: Apache-2.0
//
// Element-by-element work on views of any layout: the driver of every operator whose result element i comes
// from its inputs' elements i. What is computed is a loop (kernels/elementwise/elementwise-inl.h); here it is
// led through the tensors in tiles, in parallel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cpu/parallel.h"
#include "base/dtype.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/elementwise_tile.h"

namespace openaclnn {

// The types that a loop was compiled for. Tensors of other types are converted on the way.
struct ElementwiseTypes {
  DType inputs;
  DType result;
  // The types that operands and result have for the operator, where its loop is of a wider one: FLOAT16 where
  // that computes in FLOAT, INT8 where it computes in INT32. What is converted is rounded to them.
  DType operands = DType::kUndefined;
  DType stored = DType::kUndefined;
  // The first input's, where it is another than the others': a condition.
  DType first = DType::kUndefined;
};

// How the tensors of a call are walked: made once, from dtypes, shapes and strides.
class ElementwisePlan {
 public:
  using Inputs = std::span<const TensorView* const>;

  ElementwisePlan() = default;
  // The inputs broadcast to `out`.
  ElementwisePlan(const TensorView& out, Inputs inputs, ElementwiseTypes types, ElementwiseLoop loop);

  // With the tensors' memory as of now. An input may be the very memory of `out` if its elements lie in it in
  // the same places.
  void Run(std::byte* out, std::span<const std::byte* const> inputs,
           const std::array<ScalarValue, kMostScalars>& scalars, const backend::cpu::CpuContext& cpu) const;

  // A part of what Run does, on the calling thread: tasks [begin, end) of Tasks().
  [[nodiscard]] int64_t Tasks() const { return tasks_; }
  void RunTasks(int64_t begin, int64_t end, std::byte* out, std::span<const std::byte* const> inputs,
                const std::array<ScalarValue, kMostScalars>& scalars) const;

  // Bytes that memory moves in the time that the run takes.
  [[nodiscard]] size_t Cost() const { return cost_; }

 private:
  static constexpr size_t kOut = 0;
  static constexpr size_t kMostOperands = kMostInputs + 1;

  struct Operand {
    DType dtype;
    DType between;
    // To or from the loop's type; null: none. With a second one: by way of the type `between`.
    ElementwiseLoop conversion;
    ElementwiseLoop second;
    bool packed;                            // gathered into a buffer (or scattered from it), row by row
    int64_t size;                           // of an element, in bytes
    std::array<int64_t, kMaxRank> strides;  // in bytes; of as many dims as there are
  };
  class Runner;
  [[nodiscard]] bool IsOneTile() const { return tiles_ == 1 && !buffered_; }
  void RunOneTile(std::byte* out, std::span<const std::byte* const> inputs,
                  const std::array<ScalarValue, kMostScalars>& scalars) const;

  [[nodiscard]] DType TypeInLoop(size_t operand) const {
    if (operand == kOut) {
      return types_.result;
    }
    return operand == 1 && types_.first != DType::kUndefined ? types_.first : types_.inputs;
  }
  [[nodiscard]] bool NeedsNoConversion(const TensorView& out, Inputs inputs) const;
  [[nodiscard]] bool IsWhole() const { return rank_ == 0; }  // of a plan that has tiles
  void SetOperands(const TensorView& out, Inputs inputs);
  void MergeAlike(int64_t elements);
  void Merge(const TensorView& out, Inputs inputs);
  void ChooseRows();
  void ChoosePacked();
  void Cut();
  [[nodiscard]] int64_t ElementsOfTile() const;

  size_t operandCount_ = 0;
  std::array<Operand, kMostOperands> operands_;  // where the plan has dims
  ElementwiseTypes types_{};
  ElementwiseLoop loop_ = nullptr;
  // Dims without those of size 1, in the order in which they are walked, neighbours merged. The last one makes
  // the columns of tiles, the one before it the rows. None if the operands are one row of a tile as they are.
  size_t rank_ = 0;
  std::array<int64_t, kMaxRank> dims_;    // as many as there are, like counts_
  std::array<int64_t, kMaxRank> counts_;  // of tiles along each dim
  bool across_ = false;                   // an operand's rows lie closer than its columns
  bool joinsRows_ = false;                // a tile's rows follow each other without gaps
  bool buffered_ = false;                 // something is packed or converted
  bool stream_ = false;                   // as ElementwiseTile::stream
  int64_t tileRows_ = 0;
  int64_t tileColumns_ = 0;
  int64_t tiles_ = 0;
  int64_t tilesOfTask_ = 1;
  int64_t tasks_ = 0;
  size_t cost_ = 0;
};

}  // namespace openaclnn
