// SPDX-License-Identifier: Apache-2.0
//
// Operators that read or write parts of tensors, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> PartCases() {
  const Operand x{{2, 3}, {1, 2, 3, 4, 5, 6}};
  const Operand rows{{2}, {2, 0}, ACL_INT32};
  const Operand table{{3, 2}, {1, 2, 3, 4, 5, 6}};
  const Operand updates{{2, 2}, {10, 20, 30, 40}};
  const Operand pairs{{2, 2}, {0, 1, 1, 2}, ACL_INT32};
  return {
      {"CustIndexFill",
       {x, {{}, {1}, ACL_INT32}, {{2}, {2, 0}, ACL_INT32}, Number(9)},
       {},
       {{{2, 3}, {9, 2, 9, 9, 5, 9}}}},
      {"CustSliceGrad",
       {{{1, 2}, {7, 8}}, x, HostIntegers({1, 1}, ACL_INT32), HostIntegers({1, 2}, ACL_INT32)},
       {},
       {{{2, 3}, {0, 0, 0, 0, 7, 8}}}},
      {"GatherNd", {x, pairs}, {}, {{{2}, {2, 6}}}},
      {"GatherV2", {table, rows, HostIntegers({0})}, {}, {{{2, 2}, {5, 6, 1, 2}}}},
      {"GatherV2", {x, {{1, 2}, {2, 0}, ACL_INT32}, HostIntegers({-1})}, {}, {{{2, 1, 2}, {3, 1, 6, 4}}}},
      {"InplaceIndexAdd",
       {table, rows, updates},
       {Integer("axis", 0)},
       {{{3, 2}, {31, 42, 3, 4, 15, 26}}},
       {0}},
      {"ScatterAdd", {table, rows, updates}, {}, {{{3, 2}, {31, 42, 3, 4, 15, 26}}}, {0}},
      {"ScatterElements",
       {x, {{2, 1}, {2, 0}, ACL_INT32}, {{2, 1}, {10, 20}}},
       {Integer("axis", 1), Text("reduction", "none")},
       {{{2, 3}, {1, 2, 10, 20, 5, 6}}}},
      {"ScatterElements",
       {x, {{2, 1}, {2, 0}, ACL_INT32}, {{2, 1}, {10, 20}}},
       {Integer("axis", 1), Text("reduction", "add")},
       {{{2, 3}, {1, 2, 13, 24, 5, 6}}}},
      {"ScatterNd",
       {{{3, 1}, {2, 0, 2}, ACL_INT32}, {{3, 2}, {1, 2, 3, 4, 5, 6}}, HostIntegers({3, 2})},
       {},
       {{{3, 2}, {3, 4, 0, 0, 6, 8}}}},
      {"ScatterNdAdd", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, 12, 3, 4, 5, 26}}}, {0}},
      {"ScatterNdSub", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, -8, 3, 4, 5, -14}}}, {0}},
      {"ScatterNdUpdate", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, 10, 3, 4, 5, 20}}}},
      {"ScatterUpdate", {table, rows, updates}, {}, {{{3, 2}, {30, 40, 3, 4, 10, 20}}}, {0}},
      {"StridedSlice",
       {x, HostIntegers({0, -3}), HostIntegers({2, 3}), HostIntegers({1, 2})},
       {},
       {{{2, 2}, {1, 3, 4, 6}}}},
      {"StridedSlice",  // x[-1, 1:]
       {x, HostIntegers({-1, 1}), HostIntegers({0, 2}), HostIntegers({1, 1})},
       {Integer("shrink_axis_mask", 1), Integer("end_mask", 2)},
       {{{2}, {5, 6}}}},
      {"StridedSlice",  // x[:, :2]
       {x, HostIntegers({1, 1}), HostIntegers({1, 2}), HostIntegers({1, 1})},
       {Integer("begin_mask", 3), Integer("end_mask", 1)},
       {{{2, 2}, {1, 2, 4, 5}}}},
      {"StridedSliceGrad",
       {HostIntegers({2, 3}), HostIntegers({1}), HostIntegers({2}), HostIntegers({1}), {{3}, {7, 8, 9}}},
       {Integer("shrink_axis_mask", 1), Integer("begin_mask", 2), Integer("end_mask", 2)},
       {{{2, 3}, {0, 0, 0, 7, 8, 9}}}},
      {"StridedSliceGrad",
       {HostIntegers({2, 3}),
        HostIntegers({0, -3}),
        HostIntegers({2, 3}),
        HostIntegers({1, 2}),
        {{2, 2}, {7, 8, 9, 10}}},
       {},
       {{{2, 3}, {7, 0, 8, 9, 0, 10}}}},
      {"TensorScatterAdd", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, 12, 3, 4, 5, 26}}}},
      {"TensorScatterSub", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, -8, 3, 4, 5, -14}}}},
      {"TensorScatterUpdate", {x, pairs, {{2}, {10, 20}}}, {}, {{{2, 3}, {1, 10, 3, 4, 5, 20}}}},
      {"Unique",
       {{{2, 3}, {5, 1, 5, -2, 1, 7}}},
       {},
       {{{4}, {5, 1, -2, 7}}, {{2, 3}, {0, 1, 0, 2, 1, 3}, ACL_INT32}},
       {},
       {{-1}, {2, 3}}},
      {"Unique", {{{0}, {}}}, {}, {{{0}, {}}, {{0}, {}, ACL_INT64}}, {}, {{-1}, {0}}},
      {"UnsortedSegmentSum",
       {table, {{3}, {1, 0, 1}, ACL_INT32}, HostIntegers({2})},
       {},
       {{{2, 2}, {3, 4, 6, 8}}}},
  };
}

TEST(SingleOperators, OfPartsComputeTheirExamples) {
  ExpectRightForEach(PartOperators(), PartCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
