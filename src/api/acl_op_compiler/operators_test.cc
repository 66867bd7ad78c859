// SPDX-License-Identifier: Apache-2.0
//
// What operators by name refuse.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"

namespace openaclnn::single_operator::testing {
namespace {

TEST(SingleOperators, RefuseByName) {
  const Operand x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  ExpectRefusal({"NoSuchThing", {x}, {}, {x}}, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "operator NoSuchThing(FLOAT [2, 3] -> FLOAT [2, 3])");
  ExpectRefusal({"Acos", {x}, {}, {{{2, 2}, {}}}}, ACL_ERROR_INVALID_PARAM, "operator Acos(FLOAT [2, 3]");
  ExpectRefusal({"Acos", {}, {}, {x}}, ACL_ERROR_INVALID_PARAM, "aclnnAcos");
  ExpectRefusal({"ReduceSum", {x, {{1}, {1}, ACL_INT64}}, {}, {{{2}, {}}}}, ACL_ERROR_INVALID_PARAM,
                "input 1: expected numbers on the host, got device memory");
  ExpectRefusal({"ReduceSum", {x}, {}, {{{2}, {}}}}, ACL_ERROR_INVALID_PARAM,
                "input 1: expected numbers on the host, got none");
  ExpectRefusal({"GatherV2", {x, {{1}, {1}, ACL_INT32}, HostIntegers({2})}, {}, {{{2, 1}, {}}}},
                ACL_ERROR_INVALID_PARAM, "axis: expected -2 to 1, got 2");
  ExpectRefusal({"L2Normalize", {x}, {Integers("axis", {-3})}, {x}}, ACL_ERROR_INVALID_PARAM,
                "axis: expected -2 to 1, got -3");
  ExpectRefusal({"L2NormalizeGrad", {x, x, x}, {Integers("dim", {9})}, {x}}, ACL_ERROR_INVALID_PARAM,
                "dim: expected -2 to 1, got 9");
  const Operand row{{3}, {1, 1, 1}};
  ExpectRefusal(
      {"LayerNorm", {x, row, row}, {Integer("begin_norm_axis", -5)}, {x, {{2, 1}, {}}, {{2, 1}, {}}}},
      ACL_ERROR_INVALID_PARAM, "begin_norm_axis: expected -2 to 1, got -5");
  const Operand plane{{1, 1, 2, 2}, {1, 2, 3, 4}};
  ExpectRefusal({"MaxPool", {plane}, {Text("padding", "SAME")}, {plane}}, ACL_ERROR_INVALID_PARAM,
                "operator MaxPool(");
  ExpectRefusal({"Conv2D", {x, x}, {}, {x}}, ACL_ERROR_INVALID_PARAM,
                "data_format: expected NCHW with four dims");
  ExpectRefusal({"MirrorPad", {x, HostIntegers({0, 0, 3, 0})}, {Text("mode", "REFLECT")}, {{{2, 6}, {}}}},
                ACL_ERROR_INVALID_PARAM, "paddings: expected fewer than a dim of 3 can repeat, got 3");
  ExpectRefusal({"PadV3", {x, HostIntegers({0, 0, 1, 0})}, {Text("mode", "circular")}, {{{2, 4}, {}}}},
                ACL_ERROR_INVALID_PARAM, "mode: got \"circular\", which is not supported");
  ExpectRefusal({"ScatterElements", {x, x, x}, {Text("reduction", "min")}, {x}}, ACL_ERROR_INVALID_PARAM,
                "reduction: expected none, add or mul, got min");
  ExpectRefusal({"MatrixDiagPartV3", {x, HostIntegers({0, 1}, ACL_INT32), Number(0)}, {}, {{{2, 2}, {}}}},
                ACL_ERROR_INVALID_PARAM, "k: expected one diagonal");
  ExpectRefusal({"Renorm", {x}, {Integer("dim", 2)}, {{{1, 3}, {}}}}, ACL_ERROR_INVALID_PARAM,
                "dim: expected -2 to 1, got 2");
  ExpectRefusal({"KlDivLossGrad", {x, x, x}, {Text("reduction", "product")}, {x}}, ACL_ERROR_INVALID_PARAM,
                "reduction: expected none, mean, sum or batchmean, got product");
}

TEST(SingleOperators, RefuseOutputsWhoseDimsTheClientDoesNotLearn) {
  const Operand x{{3}, {1, 2, 3}};
  const Operand numbers{{3}, {}, ACL_INT32};
  ExpectRefusal({"Unique", {x}, {}, {x, numbers}}, ACL_ERROR_INVALID_PARAM,
                "output 0: its shape depends on what the inputs hold; aclopCompileAndExecuteV2 returns it");
  ExpectRefusal({"Unique", {x}, {}, {{{2}, {}}, numbers}, {}, {{2}, {3}}}, ACL_ERROR_INVALID_PARAM,
                "output 0: expected 12 bytes, got 8");
  ExpectRefusal({"NoSuchThing", {x}, {}, {x}, {}, {{3}}}, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "aclopCompileAndExecuteV2: operator NoSuchThing(FLOAT [3] -> FLOAT [3])");
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
