// SPDX-License-Identifier: Apache-2.0
//
// Normalization, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> NormalizationCases() {
  // Two channels of two elements: means 2 and 6, variances 1 and 4.
  const Operand batch{{2, 2, 1, 1}, {1, 4, 3, 8}};
  const Operand gradients{{2, 2, 1, 1}, {1, 2, 3, 5}};
  const Operand scale{{2}, {2, 3}};
  const Operand offset{{2}, {1, -1}};
  const Operand means{{2}, {2, 6}};
  const Operand variances{{2}, {1, 4}};
  const Attribute noEpsilon = Real("epsilon", 0);
  return {
      {"BNInfer", {batch, scale, offset, means, variances}, {noEpsilon}, {{{2, 2, 1, 1}, {-1, -4, 3, 2}}}},
      {"BNInferGrad", {gradients, scale, variances}, {noEpsilon}, {{{2, 2, 1, 1}, {2, 3, 6, 7.5}}}},
      {"BNTrainingReduce", {batch}, {}, {{{2}, {4, 12}}, {{2}, {10, 80}}}},
      // With two elements of a channel, normalized to -1 and 1, nothing of the gradient is left.
      {"BNTrainingReduceGrad",
       {gradients, batch, {{2}, {2, 3}}, {{2}, {4, 7}}, scale, means, variances},
       {noEpsilon},
       {{{2, 2}, {0, 0, 0, 0}}}},
      {"BNTrainingUpdate",
       {batch, {{2}, {4, 12}}, {{2}, {10, 80}}, scale, offset, {{2}, {0, 10}}, {{2}, {1, 1}}},
       {noEpsilon, Real("factor", 0.5)},
       {{{2, 2, 1, 1}, {-1, -4, 3, 2}}, {{2}, {1, 8}}, {{2}, {1.5, 4.5}}, means, variances}},
      // y without the dims of one element that x has.
      {"BNTrainingUpdate",
       {batch, {{2}, {4, 12}}, {{2}, {10, 80}}, scale, offset, {{2}, {0, 10}}, {{2}, {1, 1}}},
       {noEpsilon, Real("factor", 0.5)},
       {{{2, 2}, {-1, -4, 3, 2}}, {{2}, {1, 8}}, {{2}, {1.5, 4.5}}, means, variances}},
      {"BNTrainingUpdateGrad",
       {gradients, batch, means, variances},
       {noEpsilon},
       {{{2}, {2, 3}}, {{2}, {4, 7}}}},
      {"L2Normalize", {{{1, 2}, {3, 4}}}, {Integers("axis", {1})}, {{{1, 2}, {0.6, 0.8}}}},
      {"L2NormalizeGrad",
       {{{1, 2}, {3, 4}}, {{1, 2}, {0.6, 0.8}}, {{1, 2}, {1, 2}}},
       {Integers("dim", {1})},
       {{{1, 2}, {(1 - 0.6 * 2.2) / 5, (2 - 0.8 * 2.2) / 5}}}},
      {"LayerNorm",
       {{{1, 2}, {1, 3}}, scale, offset},
       {noEpsilon, Integer("begin_norm_axis", -1)},
       {{{1, 2}, {-1, 2}}, {{1, 1}, {2}}, {{1, 1}, {1}}}},
      {"LayerNormGrad",
       {{{1, 2}, {1, 5}}, {{1, 2}, {1, 3}}, {{1, 1}, {1}}, {{1, 1}, {2}}, scale},
       {noEpsilon},
       {{{1, 2}, {0, 0}}, {{2}, {-1, 5}}, {{2}, {1, 5}}}},
      // The Euclidean norms are 5 and 0.5, the sums of magnitudes in columns 3.3 and 4.4.
      {"Renorm",
       {{{2, 2}, {3, 4, 0.3, 0.4}}},
       {Integer("dim", 0), Real("p", 2), Real("maxnorm", 1)},
       {{{2, 1}, {0.2, 1}}}},
      {"Renorm",
       {{{2, 2}, {3, -4, 0.3, 0.4}}},
       {Integer("dim", -1), Real("p", 1), Real("maxnorm", 4.0F)},
       {{{1, 2}, {1, 4 / 4.4}}}},
  };
}

TEST(SingleOperators, OfNormalizationComputeTheirExamples) {
  ExpectRightForEach(NormalizationOperators(), NormalizationCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
