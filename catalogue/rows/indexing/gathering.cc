// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_nd.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_gather_v3.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::gathering {
namespace {

IndexedShapes OfSlicesOfAnyShape(const Shape& /*table*/, size_t /*place*/, int64_t count) {
  return {count % 2 == 0 ? Shape{2, count / 2} : Shape{count}, {}};
}

Argument Whole(const char* name, const char* meaning) {
  return {.name = name, .role = Role::kAttribute, .meaning = meaning, .defaultValue = int64_t{0}};
}

// Dims of the index behind those that it shares take the place of one.
Shape TakenInBatches(const Arguments& known) {
  const Shape& shape = known.ShapeOf("self");
  const Shape& index = known.ShapeOf("index");
  const auto batch =
      std::min(static_cast<size_t>(std::max<int64_t>(known.Integer("batchDims"), 0)), index.size());
  return Replaced(shape, Place(known.Integer("dim"), shape.size()),
                  Shape(index.begin() + static_cast<std::ptrdiff_t>(batch), index.end()));
}

Operator GatherV3() {
  Operator row = Indexed(TwoPhases<&aclnnGatherV3GetWorkspaceSize, &aclnnGatherV3>("aclnnGatherV3"),
                         "slices that an index tensor of any shape names, in batches",
                         "out[b] = self[b][..., index[b], ...] at dim",
                         {Table("self"), Dim(), Index("index", "self"),
                          Whole("batchDims", "first dims that self and index share"),
                          Whole("mode", "without effect"), Result("out", "self", TakenInBatches)},
                         OfSlicesOfAnyShape);
  Sample batches{.name = "batches"};
  batches.arguments.tensors = {{"self", {{{7, 30, 5, 33}, ACL_DT_UNDEFINED}}},
                               {"index", {{{7, 11, 3}, ACL_INT64}}}};
  batches.arguments.attributes = {{"dim", int64_t{2}}, {"batchDims", int64_t{1}}};
  row.samples.push_back(std::move(batches));
  return row;
}

Operator GatherNd() {
  Argument out = Result("out", "self", [](const Arguments& known) {
    const Shape& shape = known.ShapeOf("self");
    Shape index = known.ShapeOf("indices");
    const int64_t depth = index.empty() ? 0 : index.back();
    const auto first = static_cast<size_t>(std::clamp<int64_t>(depth, 0, static_cast<int64_t>(shape.size())));
    if (!index.empty()) {
      index.pop_back();
    }
    index.insert(index.end(), shape.begin() + static_cast<std::ptrdiff_t>(first), shape.end());
    return index;
  });
  const auto fill = [](Shape shape, Shape index, aclDataType dtype = ACL_DT_UNDEFINED,
                       aclDataType indexDtype = ACL_INT64) {
    return Arguments{
        .tensors = {{"self", {{std::move(shape), dtype}}}, {"indices", {{std::move(index), indexDtype}}}}};
  };
  return MakeOperator(
      {.phases = TwoPhases<&aclnnGatherNdGetWorkspaceSize, &aclnnGatherNd>("aclnnGatherNd"),
       .summary = "slices that rows of indices name",
       .formula = {"out[r] = self[indices[r]]"},
       .arguments = {Table("self"), RowsOfIndices("self"),
                     Flag("negativeIndexSupport", "whether negative indices count from the end"), out},
       .draw =
           [fill](Choices& choices) {
             const auto [shape, index] = DrawRowsOfIndices(choices);
             Arguments drawn =
                 fill(shape, index, choices.DType(Numbers()), choices.Chance(128) ? ACL_INT32 : ACL_INT64);
             drawn.attributes["negativeIndexSupport"] = int64_t{choices.Chance(128) ? 1 : 0};
             return drawn;
           },
       .samples = {{.name = "rows", .arguments = fill({700, 33}, {500, 1})},
                   {.name = "elements", .arguments = fill({31, 17}, {3001, 2})},
                   {.name = "slices", .arguments = fill({40, 40, 7}, {2, 300, 2})}},
       .runExample = "--self x.npy --indices i.npy -o result.npy",
       .benchExample = "--self 65536x256 --indices 65536x1:int64"});
}

}  // namespace

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
              OfSlicesOfAnyShape),
      GatherV3(),
      GatherNd(),
  };
}

}  // namespace openaclnn::catalogue::indexing::gathering
