// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/reduction/global_pool.h"

#include <string>
#include <utility>
#include <vector>

namespace openaclnn::catalogue::reduction {

Operator GlobalPool(Phases phases, const std::string& what, const DTypes& types) {
  Operator row = MakeOperator({.phases = std::move(phases),
                               .summary = what + " of each plane",
                               .formula = {"out[n, c] = " + what + " of self[n, c, ...]"},
                               .arguments = {Tensor("self", "planes", "[N, C, ...], 4 to 8 dims", types),
                                             OutputWith(
                                                 Tensor("out", "the result", "[N, C, 1, ...]", types),
                                                 [](const Arguments& known) {
                                                   Shape shape = known.ShapeOf("self");
                                                   for (size_t d = 2; d < shape.size(); ++d) {
                                                     shape[d] = 1;
                                                   }
                                                   return shape;
                                                 },
                                                 SameAs("self"))},
                               .runExample = "--self x.npy -o y.npy",
                               .benchExample = "--self 32x256x56x56"});
  const auto call = [](Shape shape, aclDataType dtype) {
    Arguments all;
    all.tensors["self"] = {{std::move(shape), dtype}};
    return all;
  };
  const auto sample = [&](const char* name, Shape shape, SampleData data) {
    row.samples.push_back(
        {.name = name, .arguments = call(std::move(shape), ACL_DT_UNDEFINED), .data = {std::move(data)}});
  };
  sample("images", {3, 17, 61, 45}, {.name = "self", .pattern = Pattern::kSpread});
  sample("volumes", {2, 5, 7, 31, 9}, {.name = "self", .pattern = Pattern::kSpread});
  sample("specials", {7, 9, 1, 13}, {.name = "self", .specials = true});
  row.draw = [call, types](Choices& choices) {
    Shape shape{choices.Extent(), choices.Extent(), choices.Extent(false), choices.Extent(false)};
    for (size_t more = choices.Below(5); more > 0; --more) {
      shape.push_back(choices.Extent(false));
    }
    return call(std::move(shape), choices.DType(types));
  };
  return row;
}

}  // namespace openaclnn::catalogue::reduction
