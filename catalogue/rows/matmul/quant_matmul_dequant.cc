// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_quant_matmul_dequant.h"

#include <string>
#include <utility>
#include <vector>

#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::quant_matmul_dequant {
namespace {

/// Without what is not supported; the mode is a number.
aclnnStatus Product(const aclTensor* x, const aclTensor* weight, const aclTensor* weightScale,
                    const aclTensor* biasOptional, const aclTensor* xScaleOptional,
                    const aclTensor* smoothScaleOptional, int64_t xQuantMode, bool transposeWeight,
                    const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string mode = xQuantMode == 0   ? "pertoken"
                     : xQuantMode == 1 ? "pertensor"
                                       : std::to_string(xQuantMode);
  return aclnnQuantMatmulDequantGetWorkspaceSize(x, weight, weightScale, biasOptional, xScaleOptional,
                                                 nullptr, smoothScaleOptional, mode.data(), transposeWeight,
                                                 out, workspaceSize, executor);
}

struct Sizes {
  int64_t rows;
  int64_t depth;
  int64_t columns;
};

enum class Scaled { kRows, kGivenRows, kTensor };

Arguments Given(const Sizes& sizes, Scaled scaled, bool swapped, bool all,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  const auto& [m, k, n] = sizes;
  Arguments given{.tensors = {{"x", {{{m, k}, dtype}}},
                              {"weight", {{swapped ? Shape{n, k} : Shape{k, n}, ACL_INT8}}},
                              {"weightScale", {{{n}, ACL_FLOAT}}}},
                  .attributes = {{"xQuantMode", int64_t{scaled == Scaled::kTensor ? 1 : 0}},
                                 {"transposeWeight", int64_t{swapped ? 1 : 0}}}};
  if (scaled != Scaled::kRows) {
    given.tensors["xScaleOptional"] = {{{scaled == Scaled::kTensor ? 1 : m}, ACL_FLOAT}};
  }
  if (all) {
    given.tensors["biasOptional"] = {{{n}, ACL_INT32}};
    given.tensors["smoothScaleOptional"] = {{{k}, dtype}};
  }
  return given;
}

Argument Scale(Argument argument) {
  argument.holds = Meaning::kPositive;
  argument.dtype = Always(ACL_FLOAT);
  return argument;
}

Operator Row() {
  Argument weight = Tensor("weight", "factor", "[n, k], or [k, n] without transposeWeight", {ACL_INT8});
  Argument scale = Scale(Tensor("weightScale", "scale of columns", "[1] or [n]", {ACL_FLOAT}));
  scale.others = {ACL_INT64, ACL_UINT64};
  Argument smooth =
      quantization::OptionalInput("smoothScaleOptional", "multiplied to columns of x", "[k]", Floats());
  smooth.dtype = SameAs("x");
  Argument swap = Flag("transposeWeight", "whether weight is [n, k]");
  Operator row{
      .phases = TwoPhases<&Product, &aclnnQuantMatmulDequant>("aclnnQuantMatmulDequant"),
      .summary = "product of a matrix that is quantized first with one of INT8, scaled",
      .formula = {"out = (round(x * smoothScaleOptional / s) @ weight + biasOptional) * weightScale * s",
                  "s: xScaleOptional, or max(abs(x * smoothScaleOptional)) / 127 of each row"},
      .arguments =
          {Tensor("x", "factor", "[m, k]", Floats()), std::move(weight), std::move(scale),
           quantization::OptionalInput("biasOptional", "added to columns", "[n]", {ACL_INT32}),
           Scale(quantization::OptionalInput("xScaleOptional", "scale of x", "[m] or [1]", Floats())),
           std::move(smooth), Mode("xQuantMode", "what has a scale", {{"pertoken", 0}, {"pertensor", 1}}),
           std::move(swap),
           OutputWith(
               Tensor("out", "the product", "[m, n]", Floats()),
               [](const Arguments& known) {
                 return Shape{Extent(known.ShapeOf("x"), 0),
                              Extent(known.ShapeOf("weight"), known.Integer("transposeWeight") != 0 ? 0 : 1)};
               },
               SameAs("x"))},
      .lead = "x",
      .draw =
          [](Choices& choices) {
            const Sizes sizes{choices.Extent(), choices.Extent(), choices.Extent()};
            const auto scaled = static_cast<Scaled>(choices.Below(3));
            return Given(sizes, scaled, choices.Chance(128), choices.Chance(128), choices.DType(Floats()));
          },
      .samples = {{.name = "rows", .arguments = Given({130, 515, 193}, Scaled::kRows, true, true)},
                  {.name = "given_rows", .arguments = Given({65, 300, 70}, Scaled::kGivenRows, false, false)},
                  {.name = "one_row", .arguments = Given({1, 1030, 257}, Scaled::kTensor, true, true)}},
      .runExample = "--x a.npy --weight b.npy --weight-scale s.npy -o y.npy",
      .benchExample = "--x 2048x2048 --weight 2048x2048:int8 --weight-scale 2048"};
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row()};
}

}  // namespace openaclnn::catalogue::matmul::quant_matmul_dequant
