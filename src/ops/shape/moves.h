// SPDX-License-Identifier: Apache-2.0
//
// What operators share that put elements in other places and compute nothing: arguments and kernel. An
// operator says of which windows of its inputs its outputs are made up; all of them are copied in one piece
// of work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/scalar_value.h"
#include "executor/operator.h"
#include "executor/phases.h"
#include "kernels/elementwise/elementwise_list.h"
#include "ops/shape/window.h"

namespace openaclnn {

class Moves;

struct MoveArgs {
  TensorView self;
  TensorViews tensors;  // or a list
  TensorView out;
  TensorViews outs;              // or a list
  std::vector<int64_t> numbers;  // attributes, as the operator's `plan` reads them
  std::vector<size_t> dims;      // likewise
  ScalarValue fill;              // of what no window covers
  void (*plan)(const MoveArgs& args, Moves& moves) = nullptr;
};

// The windows of a call. Those of one move have the same shape, or the input's broadcasts to it.
class Moves {
 public:
  static constexpr size_t kNoList = SIZE_MAX;

  // `out` of the output, or of the output list's `outElement`, becomes `in`, of the input or its list.
  void Copy(const Window& out, const Window& in, size_t inElement = kNoList, size_t outElement = kNoList);
  // Becomes the number to fill with.
  void Fill(const Window& out);

  [[nodiscard]] size_t Cost() const { return list_.Cost(); }
  void Run(const MoveArgs& args, const backend::cpu::CpuContext& cpu) const;

 private:
  struct Move {
    size_t outElement;
    int64_t outOffset;
    size_t inElement;
    int64_t inOffset;
    bool fills;
  };

  void Add(const Window& out, const TensorView& in, const Move& move);

  ElementwiseList list_;
  std::vector<Move> moves_;
};

extern const KernelEntry<MoveArgs> kMovesCpu;
inline constexpr std::array<const KernelEntry<MoveArgs>*, 1> kMoveKernels{&kMovesCpu};

}  // namespace openaclnn
