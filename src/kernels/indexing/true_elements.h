// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cpu/parallel.h"
#include "base/function_ref.h"
#include "base/tensor_view.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {

// The elements of a tensor that are not zero (NaN is not), in row-major order: counted, then visited. How
// threads share this does not show in the result.
class TrueElements {
 public:
  TrueElements() = default;
  // Reserves what is counted.
  TrueElements(const TensorView& view, ScratchLayout& scratch);

  // How many there are. Comes first.
  [[nodiscard]] int64_t Count(const TensorView& view, std::byte* workspace,
                              const backend::cpu::CpuContext& cpu) const;

  // Some of them, in a run of elements.
  struct Run {
    int64_t begin;                     // the run's first element, true or not
    int64_t size;                      // elements of the run, at most kTileElements
    int64_t ordinal;                   // how many true ones come before
    std::span<const uint16_t> places;  // of the true ones, from `begin` on
  };
  // Calls visit for all runs that have any, on several threads.
  void Visit(const TensorView& view, std::byte* workspace, const backend::cpu::CpuContext& cpu,
             FunctionRef<void(const Run&)> visit) const;

 private:
  int64_t elements_ = 0;
  ScratchArray<int64_t> counts_;  // of each block; then of all before it
};

// Where the true elements of a tensor lie: numbers of one of them, one for each dim.
class Coordinates {
 public:
  Coordinates(std::span<const int64_t> dims, int64_t element);

  // Those of an element further on.
  void Advance(int64_t elements);
  [[nodiscard]] int64_t operator[](size_t dim) const { return index_[dim]; }

 private:
  std::span<const int64_t> dims_;
  std::array<int64_t, kMaxRank> index_{};
};

}  // namespace openaclnn
