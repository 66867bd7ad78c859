// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_moe_compute_expert_tokens.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::expert_tokens {
namespace {

Arguments Given(int64_t entries, int64_t experts, aclDataType dtype = ACL_DT_UNDEFINED) {
  return {.tensors = {{"sortedExperts", {{{entries}, dtype}}}}, .attributes = {{"numExperts", experts}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument sorted = Tensor("sortedExperts", "experts in ascending order", "[copies]", {ACL_INT32, ACL_INT64});
  sorted.holds = Meaning::kOnes;
  return {MakeOperator({
      .phases = TwoPhases<&aclnnMoeComputeExpertTokensGetWorkspaceSize, &aclnnMoeComputeExpertTokens>(
          "aclnnMoeComputeExpertTokens"),
      .summary = "where the copies of each expert end in a sorted list",
      .formula = {"out[e] = number of elements of sortedExperts that are at most e"},
      .arguments = {sorted,
                    {.name = "numExperts",
                     .role = Role::kAttribute,
                     .meaning = "how many experts there are",
                     .defaultValue = int64_t{8},
                     .lowest = 1},
                    OutputWith(
                        Tensor("out", "where experts end", "[numExperts]", {ACL_INT32, ACL_INT64}),
                        [](const Arguments& known) { return Shape{known.Integer("numExperts")}; },
                        SameAs("sortedExperts"))},
      .draw =
          [](Choices& choices) {
            const aclDataType dtype = choices.DType({ACL_INT32, ACL_INT64});
            return Given(choices.Extent(), choices.Extent(false), dtype);
          },
      .samples = {{.name = "experts", .arguments = Given(3000, 130)},
                  {.name = "one_expert", .arguments = Given(17, 1)},
                  {.name = "more_experts", .arguments = Given(5, 1001)}},
      .runExample = "--sorted-experts e.npy --num-experts 8 -o ends.npy",
      .benchExample = "--sorted-experts 65536:int32 --num-experts 256",
  })};
}

}  // namespace openaclnn::catalogue::experts::expert_tokens
