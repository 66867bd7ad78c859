// SPDX-License-Identifier: Apache-2.0
//
// A matrix product that is part of another operator's work: planned by that operator's prepare, which sees no
// addresses, and run with views that have them.
#pragma once

#include <cstddef>
#include <memory>

#include "backend/cpu/parallel.h"
#include "ops/matmul/matmul.h"

namespace openaclnn {

struct MatmulState;

class MatmulPlan {
 public:
  MatmulPlan() = default;
  explicit MatmulPlan(const MatmulArgs& args);

  [[nodiscard]] size_t WorkspaceBytes() const;
  [[nodiscard]] size_t Cost() const;
  // Of the dtypes, dims and strides that were planned.
  void Multiply(const MatmulArgs& args, std::byte* workspace, const backend::cpu::CpuContext& cpu) const;

 private:
  std::shared_ptr<const MatmulState> state_;
};

}  // namespace openaclnn
