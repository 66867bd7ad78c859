// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_trans_quant_param_v2.h"
#include "aclnnop/aclnn_trans_quant_param_v3.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::trans_quant_param {
namespace {

Arguments Given(int64_t scales, int64_t offsets, int64_t roundMode) {
  Arguments all{.tensors = {{"scale", {{{scales}, ACL_FLOAT}}}}, .attributes = {{"roundMode", roundMode}}};
  if (offsets >= 0) {
    all.tensors["offset"] = {{{offsets}, ACL_FLOAT}};
  }
  return all;
}

Operator Words(Operator row, bool hasMode) {
  row.summary = hasMode ? "scales as the words that quantized products take, with rounding"
                        : "scales as the words that quantized products take";
  row.formula = {"out = upper 19 bits of scale | offset << 37 | 1 << 46"};
  row.arguments = {Tensor("scale", "scales", "any", {ACL_FLOAT}),
                   OptionalInput("offset", "offsets", "one element, or as many as scale", {ACL_FLOAT})};
  if (hasMode) {
    row.arguments.push_back(Mode("roundMode", "how scales get 19 bits", {{"cut", 0}, {"nearest", 1}}));
  }
  Argument out = OutputWith(
      Tensor("out", "words", "as many elements as the larger of both", {ACL_INT64, ACL_UINT64}),
      [](const Arguments& known) {
        const Shape& scale = known.ShapeOf("scale");
        const bool one = Product(scale) == 1 && known.Find("offset") != nullptr;
        return one ? known.ShapeOf("offset") : scale;
      },
      Always(ACL_INT64));
  out.anyDType = true;
  row.arguments.push_back(std::move(out));
  const auto given = [hasMode](int64_t scales, int64_t offsets, int64_t mode) {
    Arguments all = Given(scales, offsets, mode);
    if (!hasMode) {
      all.attributes.clear();
    }
    return all;
  };
  row.draw = [given](Choices& choices) {
    const int64_t scales = choices.Extent();
    const bool one = choices.Chance(64);
    const int64_t offsets = one ? 1 : choices.Chance(128) ? scales : -1;
    return given(scales, offsets, static_cast<int64_t>(choices.Below(2)));
  };
  row.samples = {{.name = "scales", .arguments = given(3001, -1, 0)},
                 {.name = "scales_and_offsets", .arguments = given(3001, 3001, 1)},
                 {.name = "offsets", .arguments = given(1, 515, 0)}};
  row.runExample = "--scale s.npy -o words.npy";
  row.benchExample = "--scale 4096";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Words({.phases = TwoPhases<&aclnnTransQuantParamV2GetWorkspaceSize, &aclnnTransQuantParamV2>(
                     "aclnnTransQuantParamV2")},
                false),
          Words({.phases = TwoPhases<&aclnnTransQuantParamV3GetWorkspaceSize, &aclnnTransQuantParamV3>(
                     "aclnnTransQuantParamV3")},
                true)};
}

}  // namespace openaclnn::catalogue::quantization::trans_quant_param
