// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_finalize_routing.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v2.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v3.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_weight_nz.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_weight_nz_v2.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::grouped_matmul_finalize_routing {
namespace {

/// The prototypes without arguments that have one value; groups are numbers of rows. Some call the weight writable.
template <auto getWorkspaceSize>
aclnnStatus First(const aclTensor* x, const aclTensor* w, const aclTensor* scale,
                  const aclTensor* pertokenScale, const aclTensor* groupList, const aclTensor* sharedInput,
                  const aclTensor* logit, const aclTensor* rowIndex, float sharedInputWeight,
                  int64_t sharedInputOffset, aclTensor* y, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  return getWorkspaceSize(x, const_cast<aclTensor*>(w), scale, nullptr, pertokenScale, groupList, sharedInput,
                          logit, rowIndex, 0, sharedInputWeight, sharedInputOffset, false, false, 1, y,
                          workspaceSize, executor);
}
/// Of those with places for offsets; later ones have another one, for a hint.
template <auto getWorkspaceSize, auto... hint>
aclnnStatus Second(const aclTensor* x1, const aclTensor* x2, const aclTensor* scale,
                   const aclTensor* pertokenScale, const aclTensor* groupList, const aclTensor* sharedInput,
                   const aclTensor* logit, const aclTensor* rowIndex, float sharedInputWeight,
                   int64_t sharedInputOffset, aclTensor* out, uint64_t* workspaceSize,
                   aclOpExecutor** executor) {
  return getWorkspaceSize(x1, const_cast<aclTensor*>(x2), scale, nullptr, nullptr, nullptr, nullptr,
                          pertokenScale, groupList, sharedInput, logit, rowIndex, 0, sharedInputWeight,
                          sharedInputOffset, false, false, 1, hint..., out, workspaceSize, executor);
}

/// How a version calls its tensors.
struct Names {
  std::string x;
  std::string weight;
  std::string scale;
  std::string groups;
  std::string shared;
  std::string logit;
  std::string index;
  std::string out;
};
const Names kFirst{"x",
                   "w",
                   "scaleOptional",
                   "groupListOptional",
                   "sharedInputOptional",
                   "logitOptional",
                   "rowIndexOptional",
                   "y"};
const Names kOptional{"x1",
                      "x2",
                      "scaleOptional",
                      "groupListOptional",
                      "sharedInputOptional",
                      "logitOptional",
                      "rowIndexOptional",
                      "out"};
const Names kBlocks{"x1", "x2", "scale", "groupList", "sharedInput", "logit", "rowIndex", "out"};

struct Sizes {
  int64_t groups;
  int64_t rows;
  int64_t depth;
  int64_t columns;
  int64_t tokens;
};

Arguments Given(const Names& names, const Sizes& sizes, int64_t shared, bool all) {
  Arguments given{.tensors = {{names.x, {{{sizes.rows, sizes.depth}, ACL_INT8}}},
                              {names.weight, {{{sizes.groups, sizes.depth, sizes.columns}, ACL_INT8}}},
                              {names.scale, {{{sizes.groups, sizes.columns}, ACL_FLOAT}}},
                              {names.groups, {{{sizes.groups}, ACL_INT64}}},
                              {names.index, {{{sizes.rows}, ACL_INT64}}},
                              {names.out, {{{sizes.tokens, sizes.columns}, ACL_FLOAT}}}}};
  if (shared > 0) {
    given.tensors[names.shared] = {{{shared, sizes.columns}, ACL_FLOAT}};
    given.attributes["sharedInputOffset"] = sizes.tokens - shared;
  }
  if (all) {
    given.tensors[names.logit] = {{{sizes.rows}, ACL_FLOAT}};
    given.tensors["pertokenScaleOptional"] = {{{sizes.rows}, ACL_FLOAT}};
  }
  return given;
}

std::vector<Argument> ArgumentsOf(const Names& names) {
  const ShapeRule rows = [names](const Arguments& known) { return Shape{Extent(known.ShapeOf(names.x), 0)}; };
  Argument weight = Tensor(names.weight, "matrices of groups", "[groups, k, n]", {ACL_INT8});
  weight.mayBeFractal = true;
  Argument scale = Tensor(names.scale, "scales of columns", "[groups, n]", {ACL_FLOAT, ACL_BF16});
  scale.dtype = Always(ACL_FLOAT);
  scale.shape = [names](const Arguments& known) {
    const Shape dims = known.ShapeOf(names.weight);
    return Shape{Extent(dims, 0), Extent(dims, 2)};
  };
  Argument groups = Tensor(names.groups, "how many rows each group has", "[groups]", {ACL_INT64});
  groups.holds = Meaning::kOnes;
  groups.shape = [names](const Arguments& known) { return Shape{Extent(known.ShapeOf(names.weight), 0)}; };
  Argument index = Tensor(names.index, "rows of the result", "[m]", {ACL_INT64, ACL_INT32});
  index.holds = Meaning::kIndices;
  index.dtype = Always(ACL_INT64);
  index.shape = rows;
  index.bound = [names](const Arguments& known) {
    const auto out = known.tensors.find(names.out);
    return out == known.tensors.end() ? Extent(known.ShapeOf(names.x), 0)
                                      : Extent(out->second.front().shape, 0);
  };
  Argument offset{.name = "sharedInputOffset",
                  .role = Role::kAttribute,
                  .meaning = "the row of the result that the first of these is added to",
                  .defaultValue = int64_t{0},
                  .lowest = 0};
  return {Tensor(names.x, "rows of all groups", "[m, k]", {ACL_INT8}),
          std::move(weight),
          std::move(scale),
          quantization::OptionalInput("pertokenScaleOptional", "scales of rows", "[m]", {ACL_FLOAT}),
          std::move(groups),
          quantization::OptionalInput(names.shared, "rows that are added, too", "[s, n]", Floats()),
          quantization::OptionalInput(names.logit, "factors of rows", "[m]", {ACL_FLOAT}),
          std::move(index),
          Real("sharedInputWeight", "factor of the rows that are added, too", 1),
          std::move(offset),
          OutputWith(
              Tensor(names.out, "sums of tokens", "[tokens, n]", {ACL_FLOAT}),
              [names](const Arguments& known) {
                return Shape{Extent(known.ShapeOf(names.x), 0), Extent(known.ShapeOf(names.weight), 2)};
              },
              Always(ACL_FLOAT))};
}

Operator Row(Phases phases, std::string summary, const Names& names) {
  Operator row{.phases = std::move(phases), .summary = std::move(summary)};
  row.formula = {names.out + "[" + names.index + "[r]] += (" + names.x + "[r] @ " + names.weight +
                 "[g]) * scale[g] * pertokenScale[r] * logit[r]"};
  row.arguments = ArgumentsOf(names);
  row.draw = [names](Choices& choices) {
    const int64_t groups = choices.Extent();
    const Sizes sizes{groups, groups + choices.Extent(), choices.Extent(), choices.Extent(),
                      choices.Extent(false)};
    const int64_t shared = choices.Chance(128) ? std::min(choices.Extent(false), sizes.tokens) : 0;
    return Given(names, sizes, shared, choices.Chance(192));
  };
  row.samples = {{.name = "tokens", .arguments = Given(names, {9, 12, 130, 65, 5}, 3, true)},
                 {.name = "long_rows", .arguments = Given(names, {3, 4, 40, 2050, 2}, 0, true)},
                 {.name = "one_group", .arguments = Given(names, {1, 1, 70, 300, 3}, 3, false)}};
  const std::string required = OptionName(names.x) + " x.npy " + OptionName(names.weight) + " w.npy ";
  row.runExample = required + OptionName(names.scale) + " s.npy " + OptionName(names.groups) + " g.npy " +
                   OptionName(names.index) + " i.npy -o y.npy";
  row.benchExample = OptionName(names.x) + " 64x1024:int8 " + OptionName(names.weight) + " 64x1024x512:int8";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string summary = "products of quantized groups of rows, summed up by token";
  return {
      Row(TwoPhases<&First<&aclnnGroupedMatmulFinalizeRoutingGetWorkspaceSize>,
                    &aclnnGroupedMatmulFinalizeRouting>("aclnnGroupedMatmulFinalizeRouting"),
          summary, kFirst),
      Row(TwoPhases<&Second<&aclnnGroupedMatmulFinalizeRoutingV2GetWorkspaceSize>,
                    &aclnnGroupedMatmulFinalizeRoutingV2>("aclnnGroupedMatmulFinalizeRoutingV2"),
          summary + ", with places for offsets", kOptional),
      Row(TwoPhases<&Second<&aclnnGroupedMatmulFinalizeRoutingV3GetWorkspaceSize, nullptr>,
                    &aclnnGroupedMatmulFinalizeRoutingV3>("aclnnGroupedMatmulFinalizeRoutingV3"),
          summary + ", with a hint for tuning", kOptional),
      Row(TwoPhases<&First<&aclnnGroupedMatmulFinalizeRoutingWeightNzGetWorkspaceSize>,
                    &aclnnGroupedMatmulFinalizeRoutingWeightNz>("aclnnGroupedMatmulFinalizeRoutingWeightNz"),
          summary + ", by weights in FRACTAL_NZ", kBlocks),
      Row(TwoPhases<&Second<&aclnnGroupedMatmulFinalizeRoutingWeightNzV2GetWorkspaceSize, nullptr>,
                    &aclnnGroupedMatmulFinalizeRoutingWeightNzV2>(
              "aclnnGroupedMatmulFinalizeRoutingWeightNzV2"),
          summary + ", by weights in FRACTAL_NZ, with a hint for tuning", kBlocks)};
}

}  // namespace openaclnn::catalogue::matmul::grouped_matmul_finalize_routing
