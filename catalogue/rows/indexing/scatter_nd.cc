// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_scatter_div.h"
#include "aclnnop/aclnn_scatter_max.h"
#include "aclnnop/aclnn_scatter_min.h"
#include "aclnnop/aclnn_scatter_mul.h"
#include "aclnnop/aclnn_scatter_nd.h"
#include "aclnnop/aclnn_scatter_nd_update.h"
#include "aclnnop/aclnn_tf_scatter_add.h"
#include "catalogue/rows/indexing/filled.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::scatter_nd {
namespace {

Operator Scattered(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments) {
  const std::string table = arguments.front().name;
  const auto fill = [table](const Shape& shape, const Shape& index, aclDataType dtype = ACL_DT_UNDEFINED,
                            aclDataType indexDtype = ACL_INT64) {
    Shape updates(index.begin(), index.end() - 1);
    updates.insert(updates.end(), shape.begin() + static_cast<std::ptrdiff_t>(index.back()), shape.end());
    return Arguments{.tensors = {{table, {{shape, dtype}}},
                                 {"indices", {{index, indexDtype}}},
                                 {"updates", {{updates, dtype}}}}};
  };
  const bool inPlace = arguments.front().role == Role::kInPlace;
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {std::move(formula)},
      .arguments = std::move(arguments),
      .draw =
          [fill](Choices& choices) {
            const auto [shape, index] = DrawRowsOfIndices(choices);
            return fill(shape, index, choices.DType(Numbers()), choices.Chance(128) ? ACL_INT32 : ACL_INT64);
          },
      .samples = {{.name = "rows", .arguments = fill({700, 33}, {500, 1})},
                  {.name = "elements", .arguments = fill({31, 17}, {3001, 2})},
                  {.name = "many_to_one",
                   .arguments = fill({40, 40, 7}, {2, 300, 2}),
                   .data = {{.name = "indices", .pattern = Pattern::kSkewed}}}},
      .runExample = (inPlace ? "--var-ref x.npy --indices i.npy --updates u.npy --var-ref-result"
                             : "--data x.npy --indices i.npy --updates u.npy -o") +
                    std::string(" result.npy"),
      .benchExample = std::string(inPlace ? "--var-ref" : "--data") +
                      " 65536x256 --indices 65536x1:int64 --updates 65536x256",
  });
}

Operator Each(Phases phases, std::string summary, std::string formula) {
  Argument updates = InputAs("updates", NumbersButBool(), "varRef");
  updates.shapeText = "the dims of indices, then those of varRef but the first one";
  updates.holds = Meaning::kPositive;
  return Filled(
      {.phases = std::move(phases),
       .summary = std::move(summary),
       .formula = {std::move(formula)},
       .arguments = {InPlace("varRef", NumbersButBool()),
                     IndicesBelow("indices", "rows of varRef", ExtentOf("varRef", false)), std::move(updates),
                     Flag("useLocking", "has no effect")},
       .runExample = "--var-ref x.npy --indices i.npy --updates u.npy --var-ref-result result.npy",
       .benchExample = "--var-ref 65536x256 --indices 65536:int64 --updates 65536x256"},
      [](const Shape& shape, int64_t number, aclDataType dtype) {
        const bool narrow = number % 2 == 0;
        Shape table = shape;
        if (table.empty()) {
          table.push_back(number);
        }
        // Of nothing no index names a row.
        Shape rows{table.front() == 0 ? 0 : number};
        const Shape index = rows;
        rows.insert(rows.end(), table.begin() + 1, table.end());
        return Arguments{.tensors = {{"varRef", {{table, dtype}}},
                                     {"indices", {{index, narrow ? ACL_INT32 : ACL_INT64}}},
                                     {"updates", {{rows, dtype}}}}};
      },
      NumbersButBool());
}

}  // namespace

std::vector<Operator> Rows() {
  const auto updates = [](const std::string& table) {
    Argument argument = Movable(InputAs("updates", Numbers(), table));
    argument.shapeText = "the dims of indices but the last one, then those that they do not index";
    return argument;
  };
  return {
      Scattered(TwoPhases<&aclnnScatterNdGetWorkspaceSize, &aclnnScatterNd>("aclnnScatterNd"),
                "slices put at the places that rows of indices name",
                "out = data; out[indices[r]] = updates[r]",
                {Movable(Input("data", Numbers())), RowsOfIndices("data"), updates("data"),
                 Movable(OutputWith(Tensor("out", "data with the updates", "that of data", Numbers()),
                                    SameShapeAs("data"), SameAs("data")))}),
      Scattered(
          TwoPhases<&aclnnScatterNdUpdateGetWorkspaceSize, &aclnnScatterNdUpdate>("aclnnScatterNdUpdate"),
          "slices put at the places that rows of indices name, in place", "varRef[indices[r]] = updates[r]",
          {Movable(InPlace("varRef", Numbers())), RowsOfIndices("varRef"), updates("varRef")}),
      Scattered(TwoPhases<&aclnnTfScatterAddGetWorkspaceSize, &aclnnTfScatterAdd>("aclnnTfScatterAdd"),
                "slices added at the places that indices, or rows of them, name",
                "varRef[indices[r]] += updates[r]",
                {Movable(InPlace("varRef", Numbers())), RowsOfIndices("varRef"), updates("varRef")}),
      Each(TwoPhases<&aclnnScatterMaxGetWorkspaceSize, &aclnnScatterMax>("aclnnScatterMax"),
           "rows become the larger one of two numbers",
           "varRef[indices[i]] = max(varRef[indices[i]], updates[i])"),
      Each(TwoPhases<&aclnnScatterMinGetWorkspaceSize, &aclnnScatterMin>("aclnnScatterMin"),
           "rows become the smaller one of two numbers",
           "varRef[indices[i]] = min(varRef[indices[i]], updates[i])"),
      Each(TwoPhases<&aclnnScatterMulGetWorkspaceSize, &aclnnScatterMul>("aclnnScatterMul"),
           "rows multiplied at the places that indices name", "varRef[indices[i]] *= updates[i]"),
      Each(TwoPhases<&aclnnScatterDivGetWorkspaceSize, &aclnnScatterDiv>("aclnnScatterDiv"),
           "rows divided at the places that indices name", "varRef[indices[i]] /= updates[i]"),
  };
}

}  // namespace openaclnn::catalogue::indexing::scatter_nd
