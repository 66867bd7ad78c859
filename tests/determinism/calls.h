// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/determinism/values.h"

namespace openaclnn::testing {

struct OutputKind {
  Shape shape;
  aclDataType dtype;
  bool written = true;  // false: planned as masked off
};

using TensorSpan = std::span<aclTensor* const>;

/// One call of an operator, without a decision on where its tensors lie.
struct Call {
  std::string name;
  std::vector<Values> inputs;
  std::vector<OutputKind> outputs;
  std::function<aclnnStatus(TensorSpan inputs, TensorSpan outputs, uint64_t* size, aclOpExecutor** executor)>
      phaseOne;
  aclnnStatus (*phaseTwo)(void* workspace, uint64_t size, aclOpExecutor* executor, aclrtStream stream);
};

using CallVisitor = std::function<void(const Call&)>;

inline constexpr std::array<std::pair<aclDataType, const char*>, 3> kDtypes{
    {{ACL_FLOAT, "FLOAT"}, {ACL_FLOAT16, "FLOAT16"}, {ACL_BF16, "BF16"}}};

/// Visits make(one, dtype, name) for each case and dtype.
template <typename Case, typename Make>
void VisitCases(const char* operatorName, const std::vector<Case>& cases, const Make& make,
                const CallVisitor& visit) {
  for (const Case& one : cases) {
    for (const auto& [dtype, dtypeName] : kDtypes) {
      visit(make(one, dtype, std::string(operatorName) + "/" + one.name + "/" + dtypeName));
    }
  }
}

// The fixed list of calls, made one at a time: their data would fill gigabytes. For each operator and FLOAT,
// FLOAT16 and BF16, shapes that are cut into tasks in different ways, most of them into many. How kernels cut
// is their own business and may change: the shapes are the extremes of each dim, not their thresholds.
void VisitMseLossBackward(const CallVisitor& visit);
void VisitPreluBackward(const CallVisitor& visit);
void VisitGroupNormBackward(const CallVisitor& visit);
void VisitEmbeddingDenseBackward(const CallVisitor& visit);
void VisitGridSampler2DBackward(const CallVisitor& visit);

}  // namespace openaclnn::testing
