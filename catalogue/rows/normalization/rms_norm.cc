// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_rms_norm.h"
#include "aclnnop/aclnn_add_rms_norm_cast.h"
#include "aclnnop/aclnn_gemma_rms_norm.h"
#include "aclnnop/aclnn_inplace_add_rms_norm.h"
#include "aclnnop/aclnn_rms_norm.h"
#include "catalogue/rows/normalization/row_norm.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::rms_norm {
namespace {

/// What an operator writes beside statistics.
enum class Writes { kNorm, kNormAndSum, kInPlace, kTwoNormsAndSum };

Operator RmsNorm(Phases phases, std::string summary, std::vector<std::string> formula,
                 const std::vector<std::string>& inputs, Writes writes) {
  const std::string first = inputs.front();
  std::vector<Argument> arguments;
  for (const std::string& input : inputs) {
    arguments.push_back(Data(input, "input"));
    arguments.back().role = writes == Writes::kInPlace ? Role::kInPlace : Role::kInput;
    if (input != first) {
      arguments.back().shape = SameShapeAs(first);
      arguments.back().dtype = SameAs(first);
    }
  }
  arguments.push_back({.name = "gamma",
                       .meaning = "scale",
                       .shapeText = "the last extents of the input: those of a row",
                       .dtypes = Floats(),
                       .shape = [first](const Arguments& known) { return Trailing(known.ShapeOf(first), 1); },
                       .dtype = SameAs(first)});
  arguments.push_back(Epsilon("epsilon"));
  if (writes == Writes::kTwoNormsAndSum) {
    arguments.push_back(OutputWith(Tensor("y1Out", "result in FLOAT", "that of the input", {ACL_FLOAT}),
                                   SameShapeAs(first), Always(ACL_FLOAT)));
    arguments.push_back(Result("y2Out", first));
  } else if (writes != Writes::kInPlace) {
    arguments.push_back(Result("yOut", first));
  }
  arguments.push_back(
      Statistic("rstdOut", "reciprocal roots of the mean squares", [first](const Arguments& known) {
        return OfRows(known.ShapeOf(first), known.ShapeOf("gamma").size());
      }));
  if (writes == Writes::kNormAndSum || writes == Writes::kTwoNormsAndSum) {
    arguments.push_back(Result("xOut", first));
  }
  const auto sample = [&](std::string name, const Shape& shape, size_t trailing, bool specials = false) {
    Sample made = RowsSample(std::move(name), inputs, shape, trailing, specials);
    made.arguments.attributes.clear();
    made.arguments.tensors["gamma"] = {{Trailing(shape, trailing)}};
    return made;
  };
  std::string files;
  for (const std::string& input : inputs) {
    files += OptionName(input) + " " + input + ".npy ";
  }
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = std::move(formula),
      .arguments = std::move(arguments),
      .draw =
          [inputs](Choices& choices) {
            Drawn drawn = DrawRows(choices);
            for (const std::string& input : inputs) {
              drawn.arguments.tensors[input] = {Spec(drawn.shape, drawn.dtype)};
            }
            drawn.arguments.tensors["gamma"] = {
                Spec(drawn.normalized, choices.Chance(64) ? ACL_FLOAT : drawn.dtype)};
            drawn.arguments.attributes = {{"epsilon", 1e-5}};
            return drawn.arguments;
          },
      .samples = {sample("short_rows", {301, 24}, 1), sample("rows_of_planes", {33, 31, 57}, 2),
                  sample("one_long_row", {1, 70001}, 1), sample("specials", {65, 130}, 1, true)},
      .runExample = files + "--gamma w.npy " +
                    (writes == Writes::kInPlace          ? "--x1-ref-result y.npy"
                     : writes == Writes::kTwoNormsAndSum ? "--y1-out y.npy"
                                                         : "--y-out y.npy"),
      .benchExample = OptionName(first) + " 4096x1024",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      RmsNorm(TwoPhases<&aclnnRmsNormGetWorkspaceSize, &aclnnRmsNorm>("aclnnRmsNorm"),
              "normalization by the root of the mean square",
              {"yOut = x * rstd * gamma", "rstd = 1 / sqrt(mean of x * x over a row + epsilon)"}, {"x"},
              Writes::kNorm),
      RmsNorm(TwoPhases<&aclnnGemmaRmsNormGetWorkspaceSize, &aclnnGemmaRmsNorm>("aclnnGemmaRmsNorm"),
              "normalization by the root of the mean square, scaled by 1 + gamma",
              {"yOut = x * rstd * (1 + gamma)", "rstd = 1 / sqrt(mean of x * x over a row + epsilon)"}, {"x"},
              Writes::kNorm),
      RmsNorm(TwoPhases<&aclnnInplaceAddRmsNormGetWorkspaceSize, &aclnnInplaceAddRmsNorm>(
                  "aclnnInplaceAddRmsNorm"),
              "a sum, and its normalization by the root of the mean square, in place",
              {"x2Ref = x1Ref + x2Ref", "x1Ref = x2Ref * rstd * gamma",
               "rstd = 1 / sqrt(mean of x2Ref * x2Ref over a row + epsilon)"},
              {"x1Ref", "x2Ref"}, Writes::kInPlace),
      RmsNorm(TwoPhases<&aclnnAddRmsNormCastGetWorkspaceSize, &aclnnAddRmsNormCast>("aclnnAddRmsNormCast"),
              "a sum, and its normalization by the root of the mean square, also in FLOAT",
              {"xOut = x1 + x2", "y1Out = xOut * rstd * gamma, and y2Out = that in the type of x1",
               "rstd = 1 / sqrt(mean of xOut * xOut over a row + epsilon)"},
              {"x1", "x2"}, Writes::kTwoNormsAndSum),
      RmsNorm(TwoPhases<&aclnnAddRmsNormGetWorkspaceSize, &aclnnAddRmsNorm>("aclnnAddRmsNorm"),
              "a sum, and its normalization by the root of the mean square",
              {"xOut = x1 + x2", "yOut = xOut * rstd * gamma",
               "rstd = 1 / sqrt(mean of xOut * xOut over a row + epsilon)"},
              {"x1", "x2"}, Writes::kNormAndSum),
  };
}

}  // namespace openaclnn::catalogue::normalization::rms_norm
