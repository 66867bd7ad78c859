// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_grouped_bias_add_grad.h"

#include <utility>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::grouped_bias_add_grad {
namespace {

enum class Groups { kNone, kEnds, kSizes };

// Groups are drawn as ones: by ends all rows but the first group's are none, by sizes each has one.
Arguments Call(Groups groups, int64_t count, int64_t rows, int64_t columns, aclDataType dtype) {
  const Shape gradY = groups == Groups::kNone   ? Shape{count, rows, columns}
                      : groups == Groups::kEnds ? Shape{count == 0 ? 0 : 1, columns}
                                                : Shape{count, columns};
  Arguments all{.tensors = {{"gradY", {{gradY, dtype}}}}};
  if (groups != Groups::kNone) {
    all.tensors["groupIdxOptional"] = {{{count}, ACL_INT64}};
  }
  all.attributes["groupIdxType"] = int64_t{groups == Groups::kSizes ? 1 : 0};
  return all;
}

Operator Row(Operator row, bool hasType) {
  Argument groups = Tensor("groupIdxOptional", "where groups end", "[G]", {ACL_INT64, ACL_INT32});
  groups.optional = true;
  groups.holds = Meaning::kOnes;
  groups.dtype = Always(ACL_INT64);
  row.arguments = {Tensor("gradY", "gradients of rows", "[rows, H], or [G, C, H] without groups", Floats()),
                   std::move(groups)};
  if (hasType) {
    row.arguments.push_back(Mode("groupIdxType", "what the groups say", {{"ends", 0}, {"sizes", 1}}));
  }
  row.arguments.push_back(OutputWith(
      Tensor("out", "sums of groups", "[G, H]", Floats()),
      [](const Arguments& known) {
        const Shape& gradY = known.ShapeOf("gradY");
        const bool given = known.Find("groupIdxOptional") != nullptr;
        const Shape& first = given ? known.ShapeOf("groupIdxOptional") : gradY;
        return gradY.empty() || first.empty() ? Shape{} : Shape{first[0], gradY.back()};
      },
      SameAs("gradY")));
  const auto call = [hasType](Groups groupsAs, int64_t count, int64_t rows, int64_t columns,
                              aclDataType dtype) {
    Arguments all = Call(groupsAs, count, rows, columns, dtype);
    if (!hasType) {
      all.attributes.clear();
    }
    return all;
  };
  const auto sample = [&](const char* name, Groups groupsAs, int64_t count, int64_t rows, int64_t columns,
                          bool specials = false) {
    row.samples.push_back({.name = name,
                           .arguments = call(groupsAs, count, rows, columns, ACL_DT_UNDEFINED),
                           .data = {{.name = "gradY", .pattern = Pattern::kSpread, .specials = specials}}});
  };
  sample("groups_of_rows", Groups::kNone, 7, 601, 130);
  sample("columns", Groups::kNone, 2, 31, 5003);
  sample("specials", Groups::kNone, 5, 7, 90, true);
  sample("first_group", Groups::kEnds, 5, 1, 301);
  if (hasType) {
    sample("sizes", Groups::kSizes, 65, 1, 301);
  }
  row.draw = [call, hasType](Choices& choices) {
    const auto groupsAs = static_cast<Groups>(choices.Below(hasType ? 3 : 2));
    return call(groupsAs, choices.Extent(), choices.Extent(), choices.Extent(), choices.DType(Floats()));
  };
  row.runExample = "--grady g.npy --group-idx-optional ends.npy -o gb.npy";
  row.benchExample = "--grady 8x512x4096";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row({.phases = TwoPhases<&aclnnGroupedBiasAddGradGetWorkspaceSize, &aclnnGroupedBiasAddGrad>(
               "aclnnGroupedBiasAddGrad"),
           .summary = "gradient of a bias for each group of rows",
           .formula = {"out[g] = sum of the rows of group g"}},
          false),
      Row({.phases = TwoPhases<&aclnnGroupedBiasAddGradV2GetWorkspaceSize, &aclnnGroupedBiasAddGradV2>(
               "aclnnGroupedBiasAddGradV2"),
           .summary = "gradient of a bias for each group of rows, by their ends or sizes",
           .formula = {"out[g] = sum of the rows of group g"}},
          true),
  };
}

}  // namespace openaclnn::catalogue::experts::grouped_bias_add_grad
