// SPDX-License-Identifier: Apache-2.0
//
// Operators that fill, copy, join, order and add up whole tensors, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> TensorCases() {
  const Operand x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const Operand other{{2, 3}, {10, 20, 30, 40, 50, 60}};
  const Operand sum{{2, 3}, {11, 22, 33, 44, 55, 66}};
  const Operand rows{{2}, {2, 0}, ACL_INT32};
  const Operand disordered{{2, 3}, {3, 1, 2, 5, 6, 4}};
  return {
      {"ArgMaxV2", {disordered, HostIntegers({1})}, {}, {{{2}, {0, 1}, ACL_INT32}}},
      {"ArgMin", {disordered, HostIntegers({-1})}, {}, {{{2}, {1, 2}, ACL_INT32}}},
      {"Assign", {other, x}, {}, {x}},
      {"Assign", {other, x}, {}, {x}, {0}},
      {"AssignAdd", {x, other}, {}, {sum}, {0}},
      {"AssignAdd", {{{1}, {4}, ACL_INT32}, {{1}, {1}, ACL_INT32}}, {}, {{{1}, {5}, ACL_INT32}}, {0}},
      {"AssignSub", {sum, other}, {}, {x}, {0}},
      {"BroadcastTo", {{{2, 1}, {1, 2}}, HostIntegers({2, 3})}, {}, {{{2, 3}, {1, 1, 1, 2, 2, 2}}}},
      {"ConcatD",
       {x, other},
       {Integer("concat_dim", 1)},
       {{{2, 6}, {1, 2, 3, 10, 20, 30, 4, 5, 6, 40, 50, 60}}}},
      {"Cummin",
       {disordered},
       {Integer("axis", 1)},
       {{{2, 3}, {3, 1, 1, 5, 5, 4}}, {{2, 3}, {0, 1, 1, 0, 0, 2}, ACL_INT32}}},
      {"Cumprod", {x, HostIntegers({1})}, {}, {{{2, 3}, {1, 2, 6, 4, 20, 120}}}},
      {"Cumprod", {x, HostIntegers({-1})}, {Flag("exclusive", true)}, {{{2, 3}, {1, 1, 2, 1, 4, 20}}}},
      {"Cumprod",
       {x, HostIntegers({1})},
       {Flag("exclusive", true), Flag("reverse", true)},
       {{{2, 3}, {6, 3, 1, 30, 6, 1}}}},
      {"Cumsum", {x, HostIntegers({1})}, {Flag("exclusive", true)}, {{{2, 3}, {0, 1, 3, 0, 4, 9}}}},
      {"Fill", {HostIntegers({2, 2}), Number(1.5)}, {}, {{{2, 2}, {1.5, 1.5, 1.5, 1.5}}}},
      {"Histogram",
       {{{6}, {-3, -2, 0, 0.5, 2, 9}}},
       {Integer("bins", 4), Real("min", -2), Real("max", 2)},
       {{{4}, {1, 0, 2, 1}}}},
      {"Identity", {x}, {}, {x}},
      {"L2Loss", {x}, {}, {{{}, {45.5}}}},
      {"LinSpace", {Number(1), Number(3), HostIntegers({5})}, {}, {{{5}, {1, 1.5, 2, 2.5, 3}}}},
      {"LpNorm",
       {{{2, 2}, {3, -4, 6, 8}}},
       {Integer("p", 2), Integers("axes", {1}), Flag("keepdim", true)},
       {{{2, 1}, {5, 10}}}},
      {"LpNorm", {{{2, 2}, {3, -4, 6, 8}}}, {Integer("p", 1), Integers("axes", {0, 1})}, {{{}, {21}}}},
      {"OneHot", {rows, HostIntegers({3}), Number(1), Number(-1)}, {}, {{{2, 3}, {-1, -1, 1, 1, -1, -1}}}},
      {"OnesLike", {x}, {}, {{{2, 3}, {1, 1, 1, 1, 1, 1}}}},
      {"Pack", {{{2}, {1, 2}}, {{2}, {3, 4}}}, {Integer("axis", 1)}, {{{2, 2}, {1, 3, 2, 4}}}},
      {"Range", {HostIntegers({1}), HostIntegers({7}), HostIntegers({2})}, {}, {{{3}, {1, 3, 5}, ACL_INT64}}},
      {"ReduceMean", {x, HostIntegers({0})}, {}, {{{3}, {2.5, 3.5, 4.5}}}},
      {"ReduceProd", {x, HostIntegers({1})}, {}, {{{2}, {6, 120}}}},
      {"ReduceStd", {x}, {Integers("dim", {1}), Flag("unbiased", true)}, {{{2}, {1, 1}}, {{2}, {2, 5}}}},
      {"ReduceSum", {x, HostIntegers({0, 1})}, {Flag("keep_dims", true)}, {{{1, 1}, {21}}}},
      {"Sort",
       {disordered},
       {Flag("descending", true)},
       {{{2, 3}, {3, 2, 1, 6, 5, 4}}, {{2, 3}, {0, 2, 1, 1, 0, 2}, ACL_INT32}}},
      {"SquareSumAll", {x, {{2}, {3, 4}}}, {}, {{{}, {91}}, {{}, {25}}}},
      {"TensorMove", {x}, {}, {x}},
      {"TopK",
       {disordered, {{}, {2}, ACL_INT32, true}},
       {},
       {{{2, 2}, {3, 2, 6, 5}}, {{2, 2}, {0, 2, 1, 0}, ACL_INT32}}},
      {"Unpack", {x}, {Integer("axis", 1)}, {{{2}, {1, 4}}, {{2}, {2, 5}}, {{2}, {3, 6}}}},
      {"ZerosLike", {x}, {}, {{{2, 3}, {0, 0, 0, 0, 0, 0}}}},
  };
}

TEST(SingleOperators, OfWholeTensorsComputeTheirExamples) {
  ExpectRightForEach(TensorOperators(), TensorCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
