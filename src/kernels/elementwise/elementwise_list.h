// SPDX-License-Identifier: Apache-2.0
//
// Element-by-element work on any number of sets of tensors at once: what operators on lists do to each
// element of the lists, and what copies a tensor in pieces. One launch shares all of it among the threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/function_ref.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/elementwise.h"

namespace openaclnn {

// The memory of a set's tensors, and its scalars.
struct ElementwiseMemory {
  std::byte* out = nullptr;
  std::array<const std::byte*, kMostInputs> inputs{};
  std::array<ScalarValue, kMostScalars> scalars{};
};

class ElementwiseList {
 public:
  // A further set, as ElementwisePlan has it.
  void Add(const TensorView& out, ElementwisePlan::Inputs inputs, ElementwiseTypes types,
           ElementwiseLoop loop);

  // All sets, with their memory as of now.
  void Run(FunctionRef<ElementwiseMemory(size_t set)> memoryOf, const backend::cpu::CpuContext& cpu) const;

  [[nodiscard]] size_t Cost() const { return cost_; }

 private:
  // Small sets that are one task together, or one set of many tasks.
  struct Group {
    size_t firstSet;
    size_t endSet;
    int64_t firstTask;  // counted through all groups
    int64_t tasks;
    int64_t elements;
  };

  std::vector<ElementwisePlan> plans_;
  std::vector<Group> groups_;
  size_t inputs_ = 0;  // of each set
  size_t cost_ = 0;
};

}  // namespace openaclnn
