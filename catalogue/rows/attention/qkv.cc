// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_transform_bias_rescale_qkv.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::attention::qkv {
namespace {

constexpr int64_t kParts = 3;

// Of one part, as heads.
Shape ShapeOfHeads(const Arguments& known) {
  const Shape& qkv = known.ShapeOf("qkv");
  const int64_t heads = known.Integer("numHeads");
  if (qkv.size() != 3 || heads <= 0) {
    return {};
  }
  return {qkv[0], heads, qkv[1], qkv[2] / (kParts * heads)};
}

Arguments Call(const Shape& qkv, int64_t heads, aclDataType dtype) {
  return {.tensors = {{"qkv", {{qkv, dtype}}}, {"qkvBias", {{{qkv[2]}, dtype}}}},
          .attributes = {{"numHeads", heads}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument bias = Tensor("qkvBias", "a bias for each column", "[3 * numHeads * d]", Floats());
  bias.shape = [](const Arguments& known) {
    const Shape& qkv = known.ShapeOf("qkv");
    return Shape{qkv.empty() ? 0 : qkv.back()};
  };
  bias.dtype = SameAs("qkv");
  const auto part = [](const char* name, const char* meaning) {
    return OutputWith(Tensor(name, meaning, "[B, numHeads, T, d]", Floats()), ShapeOfHeads, SameAs("qkv"));
  };
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnTransformBiasRescaleQkvGetWorkspaceSize, &aclnnTransformBiasRescaleQkv>(
           "aclnnTransformBiasRescaleQkv"),
       .summary = "queries, keys and values of heads from one projection",
       .formula = {"q = (qkv + qkvBias) / sqrt(d) of the first part, by heads",
                   "k, v = qkv + qkvBias of the other parts, by heads"},
       .arguments = {Tensor("qkv", "projection", "[B, T, 3 * numHeads * d]", Floats()),
                     bias,
                     {.name = "numHeads",
                      .role = Role::kAttribute,
                      .meaning = "number of heads",
                      .defaultValue = int64_t{1},
                      .lowest = 1},
                     part("q", "queries"),
                     part("k", "keys"),
                     part("v", "values")},
       .runExample = "--qkv x.npy --qkv-bias b.npy --num-heads 8 --q q.npy --k k.npy --v v.npy",
       .benchExample = "--qkv 4096x512x6"});
  const auto sample = [&](const char* name, const Shape& qkv, int64_t heads, bool specials = false) {
    row.samples.push_back({.name = name,
                           .arguments = Call(qkv, heads, ACL_DT_UNDEFINED),
                           .data = {{.name = "qkv", .specials = specials}, {.name = "qkvBias"}}});
  };
  sample("heads", {3, 41, 720}, 5);
  sample("narrow_heads", {2, 301, 63}, 7);
  sample("specials", {2, 17, 96}, 2, true);
  row.draw = [](Choices& choices) {
    const auto heads = static_cast<int64_t>(1 + choices.Below(4));
    return Call(
        {choices.Extent(), choices.Extent(), kParts * heads * static_cast<int64_t>(choices.Below(20))}, heads,
        choices.DType(Floats()));
  };
  return {row};
}

}  // namespace openaclnn::catalogue::attention::qkv
