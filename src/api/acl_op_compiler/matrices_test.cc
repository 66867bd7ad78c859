// SPDX-License-Identifier: Apache-2.0
//
// Operators on matrices, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> MatrixCases() {
  const Operand x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const Operand square{{2, 2}, {2, 1, 1, 1}};
  const Operand pair{{2}, {5, 6}};
  const Operand main = HostIntegers({0}, ACL_INT32);
  const Operand none = HostIntegers({-1}, ACL_INT32);
  return {
      {"CustTraceGrad", {Number(3), HostIntegers({2, 3})}, {}, {{{2, 3}, {3, 0, 0, 0, 3, 0}}}},
      {"CustTrilIndices",
       {},
       {Integer("row", 3), Integer("col", 2), Integer("offset", -1)},
       {{{2, 3}, {1, 2, 2, 0, 0, 1}, ACL_INT64}}},
      {"CustTriuIndices",
       {},
       {Integer("row", 2), Integer("col", 2), Integer("offset", 0)},
       {{{2, 3}, {0, 0, 1, 0, 1, 1}, ACL_INT32}}},
      {"Diag", {{{2}, {5, 6}}}, {}, {{{2, 2}, {5, 0, 0, 6}}}},
      {"DiagPart", {{{2, 2}, {1, 2, 3, 4}}}, {}, {{{2}, {1, 4}}}},
      {"Ger", {{{2}, {2, 3}}, {{3}, {1, 10, 100}}}, {}, {{{2, 3}, {2, 20, 200, 3, 30, 300}}}},
      {"MatrixBandPart", {x, {{}, {0}, ACL_INT64}, {{}, {1}, ACL_INT64}}, {}, {{{2, 3}, {1, 2, 0, 0, 5, 6}}}},
      {"MatrixBandPart",
       {x, {{}, {-1}, ACL_INT32}, {{}, {0}, ACL_INT32}},
       {},
       {{{2, 3}, {1, 0, 0, 4, 5, 0}}}},
      {"MatrixDiagPartV3", {x, HostIntegers({1}, ACL_INT32), Number(0)}, {}, {{{2}, {2, 6}}}},
      {"MatrixDiagPartV3", {x, HostIntegers({-1, -1}, ACL_INT32), Number(0)}, {}, {{{1}, {4}}}},
      {"MatrixDiagV3", {pair, main, none, none, Number(7)}, {}, {{{2, 2}, {5, 7, 7, 6}}}},
      {"MatrixInverse", {square}, {Flag("adjoint", false)}, {{{2, 2}, {1, -1, -1, 2}}}},
      {"MatrixSetDiagV3", {x, pair, main}, {}, {{{2, 3}, {5, 2, 3, 4, 6, 6}}}},
      {"MatrixSetDiagV3",
       {{{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}}, {{2, 1}, {10, 20}}, HostIntegers({-1}, ACL_INT32)},
       {},
       {{{2, 2, 2}, {1, 2, 10, 4, 5, 6, 20, 8}}}},
      {"Trace", {x}, {}, {{{}, {6}}}},
      {"Tril", {x}, {}, {{{2, 3}, {1, 0, 0, 4, 5, 0}}}},
      {"Triu", {x}, {Integer("diagonal", 1)}, {{{2, 3}, {0, 2, 3, 0, 0, 6}}}},
  };
}

TEST(SingleOperators, OnMatricesComputeTheirExamples) {
  ExpectRightForEach(MatrixOperators(), MatrixCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
