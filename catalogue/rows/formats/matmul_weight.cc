// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::formats::matmul_weight {
namespace {

DTypes WeightDTypes() {
  return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument weight = InPlace("mmWeightRef", WeightDTypes());
  weight.meaning = "weight of a matrix product";
  weight.shapeText = "[..., n, k]";
  return {
      MakeOperator({
          .phases = TwoPhases<&aclnnTransMatmulWeightGetWorkspaceSize, &aclnnTransMatmulWeight>(
              "aclnnTransMatmulWeight"),
          .summary = "a weight arranged for matrix products, in place",
          .formula = {"mmWeightRef stays as it is"},
          .arguments = {weight},
          .draw =
              [](Choices& choices) {
                Shape shape = choices.AnyShape(4);
                for (int64_t& extent : shape) {
                  extent = std::max<int64_t>(extent, 1);
                }
                shape.insert(shape.end(), {choices.Extent(false), choices.Extent(false)});
                return Arguments{.tensors = {{"mmWeightRef", {{shape, choices.DType(WeightDTypes())}}}}};
              },
          .samples = {{.name = "matrix", .arguments = {.tensors = {{"mmWeightRef", {{{300, 65}}}}}}},
                      {.name = "matrices", .arguments = {.tensors = {{"mmWeightRef", {{{3, 5, 7, 33}}}}}}},
                      {.name = "single", .arguments = {.tensors = {{"mmWeightRef", {{{1, 1}}}}}}}},
          .runExample = "--mm-weight-ref w.npy --mm-weight-ref-result y.npy",
          .benchExample = "--mm-weight-ref 4096x4096",
      }),
  };
}

}  // namespace openaclnn::catalogue::formats::matmul_weight
