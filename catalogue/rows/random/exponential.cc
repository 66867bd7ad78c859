// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_sim_thread_exponential.h"
#include "aclnnop/aclnn_stateless_exponential_tensor.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::exponential {

std::vector<Operator> Rows() {
  Argument filled = InPlace("selfRef", FloatsAndDouble());
  filled.mayMerge = true;
  Argument count{.name = "count",
                 .role = Role::kAttribute,
                 .meaning = "number of elements",
                 .derive = [](const Arguments& known) { return Value(Product(known.ShapeOf("selfRef"))); },
                 .derivation = "that of selfRef"};
  const Argument lambda = Real("lambda", "the rate", 1);
  const std::vector<std::string> formula{"selfRef = -log(u) / lambda"};
  return {
      Pointwise(TwoPhases<&aclnnSimThreadExponentialGetWorkspaceSize, &aclnnSimThreadExponential>(
                    "aclnnSimThreadExponential"),
                "tensors filled with exponentially distributed numbers", formula,
                {filled, std::move(count), lambda, Seed(), Offset()}),
      Pointwise(TwoPhases<&aclnnStatelessExponentialTensorGetWorkspaceSize, &aclnnStatelessExponentialTensor>(
                    "aclnnStatelessExponentialTensor"),
                "exponentially distributed numbers, at a seed and an offset in device memory", formula,
                {filled, lambda, Position("seedTensor"), Position("offsetTensor"), Offset()})};
}

}  // namespace openaclnn::catalogue::random::exponential
