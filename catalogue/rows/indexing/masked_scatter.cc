// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_masked_scatter.h"
#include "catalogue/rows/indexing/filled.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::masked_scatter {
namespace {

// Elements taken in order, one for each true of a mask.
Argument ForEachTrue(Argument argument) {
  argument.mayRunOut = true;
  return argument;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Filled({.phases = TwoPhases<&aclnnInplaceMaskedScatterGetWorkspaceSize, &aclnnInplaceMaskedScatter>(
                  "aclnnInplaceMaskedScatter"),
              .summary = "elements of a tensor, in order, put where a mask is true",
              .formula = {"selfRef[mask] = source, in row-major order"},
              .arguments = {Movable(InPlace("selfRef", Numbers())), With(Condition("mask"), {ACL_UINT8}),
                            ForEachTrue(Movable(InputAs("source", Numbers(), "selfRef")))},
              .runExample = "--self-ref x.npy --mask m.npy --source s.npy --self-ref-result y.npy",
              .benchExample = "--self-ref 4096x4096 --mask 4096x4096 --source 4096x4096"},
             [](const Shape& shape, int64_t /*number*/, aclDataType dtype) {
               return Arguments{.tensors = {{"selfRef", {{shape, dtype}}},
                                            {"mask", {{shape, ACL_BOOL}}},
                                            {"source", {{shape, dtype}}}}};
             }),
  };
}

}  // namespace openaclnn::catalogue::indexing::masked_scatter
