// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_exp_segsum_backward.h"
#include "aclnnop/aclnn_segsum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::scan::exp_segsum {
namespace {

Shape DrawRows(Choices& choices) {
  Shape rows{choices.Extent(), choices.Extent(), choices.Extent()};
  if (choices.Chance(128)) {
    rows.insert(rows.begin(), choices.Extent());
  }
  return rows;
}

// [.., N, N] of [.., N].
Shape Squared(Shape rows) {
  rows.push_back(rows.empty() ? 0 : rows.back());
  return rows;
}

Operator Forward() {
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnExpSegsumGetWorkspaceSize, &aclnnExpSegsum>("aclnnExpSegsum"),
                    .summary = "exponentials of sums of segments",
                    .formula = {"out[i, j] = exp(self[j + 1] + ... + self[i]) for j <= i, 0 for j > i"},
                    .arguments = {Tensor("self", "rows", "[.., N], 3 or 4 dims", Floats()),
                                  OutputWith(
                                      Tensor("out", "a matrix of each row", "[.., N, N]", Floats()),
                                      [](const Arguments& known) { return Squared(known.ShapeOf("self")); },
                                      SameAs("self"))},
                    .runExample = "--self x.npy -o y.npy",
                    .benchExample = "--self 8x16x256"});
  const auto sample = [&](const char* name, const Shape& rows, bool specials = false) {
    row.samples.push_back({.name = name,
                           .arguments = {.tensors = {{"self", {{rows}}}}},
                           .data = {{.name = "self", .specials = specials}}});
  };
  sample("rows", {3, 5, 65});
  sample("four_dims", {2, 3, 2, 130});
  sample("specials", {2, 3, 31}, true);
  row.draw = [](Choices& choices) {
    return Arguments{.tensors = {{"self", {{DrawRows(choices), choices.DType(Floats())}}}}};
  };
  return row;
}

Operator Backward() {
  Argument result = Tensor("gradSelf", "the forward output", "that of gradOutput", Floats());
  result.shape = SameShapeAs("gradOutput");
  result.dtype = SameAs("gradOutput");
  const auto call = [](const Shape& rows, aclDataType dtype) {
    return Arguments{
        .tensors = {{"gradOutput", {{Squared(rows), dtype}}}, {"gradSelf", {{Squared(rows), dtype}}}}};
  };
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnExpSegsumBackwardGetWorkspaceSize, &aclnnExpSegsumBackward>(
                        "aclnnExpSegsumBackward"),
                    .summary = "gradient of exponentials of sums of segments",
                    .formula = {"gradInput[k] = sum of gradOutput[i, j] * gradSelf[i, j] for j < k <= i"},
                    .arguments = {Tensor("gradOutput", "gradient of the forward output",
                                         "[.., N, N], 4 or 5 dims", Floats()),
                                  result,
                                  OutputWith(
                                      Tensor("gradInput", "gradient for the rows", "[.., N]", Floats()),
                                      [](const Arguments& known) {
                                        Shape rows = known.ShapeOf("gradOutput");
                                        if (!rows.empty()) {
                                          rows.pop_back();
                                        }
                                        return rows;
                                      },
                                      SameAs("gradOutput"))},
                    .runExample = "--grad-output g.npy --grad-self y.npy --grad-input gx.npy",
                    .benchExample = "--grad-output 8x16x256x256"});
  const auto sample = [&](const char* name, const Shape& rows, bool specials = false) {
    row.samples.push_back({.name = name,
                           .arguments = call(rows, ACL_DT_UNDEFINED),
                           .data = {{.name = "gradOutput", .pattern = Pattern::kSpread, .specials = specials},
                                    {.name = "gradSelf"}}});
  };
  sample("rows", {3, 5, 65});
  sample("four_dims", {2, 3, 2, 130});
  sample("specials", {2, 3, 31}, true);
  row.draw = [call](Choices& choices) { return call(DrawRows(choices), choices.DType(Floats())); };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::scan::exp_segsum
