// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::gathering {

std::vector<Operator> Rows() {
  const auto takes = [](const char* table, const char* index) {
    return [=](const Arguments& known) {
      const Shape& shape = known.ShapeOf(table);
      return Replaced(shape, Place(known.Integer("dim"), shape.size()), known.ShapeOf(index));
    };
  };
  return {
      Indexed(TwoPhases<&aclnnGatherGetWorkspaceSize, &aclnnGather>("aclnnGather"),
              "elements that an index tensor names", "out[i][j] = self[index[i][j]][j], of dim 0",
              {Table("self"), Dim(), Index("index", "self"), Result("out", "self", SameShapeAs("index"))},
              OfElements),
      Indexed(TwoPhases<&aclnnGatherV2GetWorkspaceSize, &aclnnGatherV2>("aclnnGatherV2"),
              "slices that an index tensor of any shape names", "out = self[..., index, ...] at dim",
              {Table("self"), Dim(), Index("index", "self"), Result("out", "self", takes("self", "index"))},
              [](const Shape&, size_t, int64_t count) {
                return IndexedShapes{count % 2 == 0 ? Shape{2, count / 2} : Shape{count}, {}};
              }),
  };
}

}  // namespace openaclnn::catalogue::indexing::gathering
