// SPDX-License-Identifier: Apache-2.0
//
// Weights of groups, plain or in FRACTAL_NZ, as operators check them and products take them.
#pragma once

#include <optional>
#include <vector>

#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/fractal.h"

namespace openaclnn {

// How weights in FRACTAL_NZ lie in memory; of a width of 0 they are plain.
struct WeightBlocks {
  int64_t width = 0;
  bool ofColumns = false;
};

// Weights of INT8 of all groups, in one tensor.
class GroupWeights {
 public:
  // `depth` and `columns`: of the matrices, for a view that has the storage dims. `takesFractal`: where a label counts.
  // `turned`: given are [groups, columns, depth]. The check says what does not fit.
  GroupWeights(ArgumentChecks& check, const NamedTensor& weight, int64_t depth, int64_t columns,
               bool takesFractal, bool turned = false);
  GroupWeights(const GroupWeights&) = delete;
  GroupWeights& operator=(const GroupWeights&) = delete;
  ~GroupWeights() = default;

  // As a plain tensor [groups, depth, columns].
  [[nodiscard]] NamedTensor Shown() const { return {name_, &shown_}; }
  // As the kernel sees them, and what products have to know of that.
  [[nodiscard]] TensorOfCall OfCall() const;
  [[nodiscard]] WeightBlocks InBlocks() const;

 private:
  TensorName name_;
  const aclTensor* given_;
  aclTensor shown_;
  bool turned_;
  std::optional<FractalMatrices> matrices_;
};

// Weights of a list, of any type: all plain, or all in FRACTAL_NZ and arranged alike.
struct ListedWeights {
  // `x` and `out`, which are not empty, say the dims of the matrices for views that have the storage dims.
  ListedWeights(ArgumentChecks& check, const char* name, const aclTensorList& weight, const aclTensorList& x,
                const aclTensorList& out);

  std::vector<aclTensor> shown;  // as plain tensors
  WeightBlocks blocks;
};

}  // namespace openaclnn
