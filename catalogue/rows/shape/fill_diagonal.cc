// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_fill_diagonal.h"
#include "catalogue/rows/rows.h"
#include "catalogue/rows/shape/moving.h"

namespace openaclnn::catalogue::shape::fill_diagonal {
namespace {

Operator InplaceFillDiagonal() {
  const DrawAttributes attributes = [](Choices& choices, const Shape& /*shape*/, Arguments* arguments) {
    arguments->attributes["wrap"] = static_cast<int64_t>(choices.Below(2));
  };
  Operator row =
      Moving({TwoPhases<&aclnnInplaceFillDiagonalGetWorkspaceSize, &aclnnInplaceFillDiagonal>(
                  "aclnnInplaceFillDiagonal"),
              "a number on the main diagonal",
              "selfRef[i, i, ...] = fillValue",
              {With(InPlace("selfRef", Numbers()),
                    {ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_COMPLEX64, ACL_COMPLEX128}),
               Number("fillValue", 1), Flag("wrap", "whether the diagonal of a high matrix begins again")},
              2,
              attributes});
  // More than two dims have one extent.
  row.samples[1].arguments.tensors["selfRef"].front().shape = {13, 13, 13};
  row.draw = [row, attributes](Choices& choices) {
    Arguments drawn;
    const int64_t rows = choices.Extent();
    const Shape shape = choices.Chance(64) ? Shape(3, rows % 10) : Shape{rows, choices.Extent()};
    drawn.tensors["selfRef"] = {{shape, choices.DType(row.LeadDTypes())}};
    attributes(choices, shape, &drawn);
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {InplaceFillDiagonal()};
}

}  // namespace openaclnn::catalogue::shape::fill_diagonal
