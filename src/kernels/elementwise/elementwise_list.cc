// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise/elementwise_list.h"

#include <algorithm>

namespace openaclnn {
namespace {

// Elements of small sets that are worth a task.
constexpr int64_t kGroupElements = int64_t{1} << 14;

}  // namespace

void ElementwiseList::Add(const TensorView& out, ElementwisePlan::Inputs inputs, ElementwiseTypes types,
                          ElementwiseLoop loop) {
  const size_t set = plans_.size();
  const ElementwisePlan& plan = plans_.emplace_back(out, inputs, types, loop);
  inputs_ = inputs.size();
  cost_ += plan.Cost();
  const int64_t elements = out.NumElements();
  const int64_t tasks = plan.Tasks();
  const bool joins = !groups_.empty() && groups_.back().endSet == set && groups_.back().tasks == 1 &&
                     tasks <= 1 && groups_.back().elements + elements <= kGroupElements;
  if (joins) {
    ++groups_.back().endSet;
    groups_.back().elements += elements;
  } else if (tasks > 0) {
    const int64_t first = groups_.empty() ? 0 : groups_.back().firstTask + groups_.back().tasks;
    groups_.push_back({set, set + 1, first, tasks, elements});
  }
}

void ElementwiseList::Run(FunctionRef<ElementwiseMemory(size_t set)> memoryOf,
                          const backend::cpu::CpuContext& cpu) const {
  if (groups_.empty()) {
    return;
  }
  cpu.ParallelFor(groups_.back().firstTask + groups_.back().tasks, [&](int64_t task) {
    const auto next = std::partition_point(groups_.begin(), groups_.end(),
                                           [&](const Group& one) { return one.firstTask <= task; });
    const Group& group = *(next - 1);
    for (size_t set = group.firstSet; set < group.endSet; ++set) {
      const ElementwiseMemory memory = memoryOf(set);
      const int64_t own = task - group.firstTask;
      plans_[set].RunTasks(own, own + 1, memory.out, std::span(memory.inputs).first(inputs_), memory.scalars);
    }
  });
}

}  // namespace openaclnn
