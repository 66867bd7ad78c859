// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_repeat_interleave_grad.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::repeat_interleave_grad {
namespace {

Arguments Fill(const Shape& shape, int64_t axis, aclDataType dtype) {
  return {.tensors = {{"yGrad", {{shape, dtype}}},
                      {"repeats", {{{Extent(shape, Place(axis, shape.size()))}, ACL_INT64}}}},
          .attributes = {{"axis", axis}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument repeats = Tensor("repeats", "slices that each one became", "one element, or one for each",
                            {ACL_INT64, ACL_INT32});
  repeats.holds = Meaning::kOnes;  // so that their sum is known
  Argument out = OutputWith(Tensor("out", "sums of slices", "that of yGrad, slices along axis", Floats()),
                            SameShapeAs("yGrad"), SameAs("yGrad"));
  Operator row = MakeOperator({
      .phases = TwoPhases<&aclnnRepeatInterleaveGradGetWorkspaceSize, &aclnnRepeatInterleaveGrad>(
          "aclnnRepeatInterleaveGrad"),
      .summary = "gradient of slices that were repeated",
      .formula = {"out[k] = sum of the repeats[k] slices of yGrad that came from slice k, along axis"},
      .arguments = {Input("yGrad", Floats()), std::move(repeats), catalogue::Dim("axis"), std::move(out)},
      .draw =
          [](Choices& choices) {
            Shape shape = choices.AnyShape(4);
            shape.push_back(choices.Extent());
            const auto axis = static_cast<int64_t>(choices.Below(shape.size()));
            return Fill(shape, axis, choices.DType(Floats()));
          },
      .samples = {{.name = "rows", .arguments = Fill({3001, 33}, 0, ACL_DT_UNDEFINED)},
                  {.name = "columns", .arguments = Fill({40, 1301}, -1, ACL_DT_UNDEFINED)},
                  {.name = "wide", .arguments = Fill({3, 17, 1201}, 1, ACL_DT_UNDEFINED)}},
      .runExample = "--y-grad y.npy --repeats r.npy --axis 0 -o result.npy",
      .benchExample = "--y-grad 65536x256 --repeats 65536:int64 --axis 0",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::indexing::repeat_interleave_grad
