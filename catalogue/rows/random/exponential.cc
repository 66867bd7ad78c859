// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_sim_thread_exponential.h"
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
  return {Pointwise(TwoPhases<&aclnnSimThreadExponentialGetWorkspaceSize, &aclnnSimThreadExponential>(
                        "aclnnSimThreadExponential"),
                    "tensors filled with exponentially distributed numbers", {"selfRef = -log(u) / lambda"},
                    {std::move(filled), std::move(count), Real("lambda", "the rate", 1), Seed(), Offset()})};
}

}  // namespace openaclnn::catalogue::random::exponential
