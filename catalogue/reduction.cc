// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_aminmax.h"
#include "aclnnop/aclnn_aminmax_all.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_logsumexp.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_min.h"
#include "aclnnop/aclnn_norm.h"
#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_reduce_nansum.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_trace.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_correction.h"
#include "aclnnop/aclnn_var_mean.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument WithComplex(Argument argument) {
  argument.others = {ACL_COMPLEX64, ACL_COMPLEX128};
  return argument;
}

Argument KeepDims(const char* name) {
  return Flag(name, "whether reduced dimensions stay, with extent 1");
}

/// An output that has the type of self, or what a rule says, and no other.
Argument Exactly(Argument output) {
  output.anyDType = false;
  return output;
}

/// Of operators whose attribute dtype is the type of self.
Operator OfOneType(Operator row) {
  row.draw = [draw = std::move(row.draw)](Choices& choices) {
    Arguments drawn = draw(choices);
    drawn.attributes["dtype"] = int64_t{drawn.DTypeOf("self")};
    return drawn;
  };
  return row;
}

Operator Sum(Phases phases, const char* summary, const char* formula, const char* dims, const char* keepDims,
             const DTypes& dtypes) {
  Argument self = WithComplex(Input("self", dtypes));
  for (const aclDataType dtype : Numbers()) {
    if (!Contains(dtypes, dtype)) {
      self.others.push_back(dtype);  // that a mean is made of, but has not itself
    }
  }
  return Reduction(std::move(phases), summary, {formula},
                   {self, Dims(dims), KeepDims(keepDims), Type("dtype", "the type of the result", dtypes),
                    WithComplex(Output("out", dtypes, AsAttribute("dtype")))});
}

Operator Extreme(Phases phases, const char* summary, const char* formula) {
  return WithElements(Reduction(
      std::move(phases), summary, {formula},
      {Input("self", Numbers()), Dims("dim"), KeepDims("keepDim"), Exactly(Output("out", Numbers()))}));
}

Operator ExtremeOfAll(Phases phases, const char* summary, const char* formula) {
  return WithElements(Reduction(std::move(phases), summary, {formula},
                                {Input("self", Numbers()), Exactly(Output("out", Numbers()))}));
}

Operator Truth(Phases phases, const char* summary, const char* formula) {
  return Reduction(std::move(phases), summary, {formula},
                   {WithComplex(Input("self", Numbers())), Dims("dim"), KeepDims("keepdim"),
                    Exactly(Output("out", {ACL_BOOL}, Always(ACL_BOOL)))});
}

Operator BothExtremes(Phases phases, const char* summary, const char* formula,
                      const std::vector<Argument>& dims) {
  std::vector<Argument> arguments{Input("self", Numbers())};
  arguments.insert(arguments.end(), dims.begin(), dims.end());
  arguments.push_back(Exactly(Output("minOut", Numbers())));
  arguments.push_back(Exactly(Output("maxOut", Numbers())));
  return WithElements(Reduction(std::move(phases), summary, {formula}, std::move(arguments)));
}

// Null: all of them.
Argument DimsOrNull(const char* name) {
  Argument dims = Dims(name);
  dims.optional = true;
  return dims;
}

Argument Correction() {
  return {.name = "correction",
          .role = Role::kAttribute,
          .meaning = "what the number of elements is made smaller by",
          .defaultValue = int64_t{1}};
}

Operator MomentOf(Phases phases, const char* summary, const char* formula, const Argument& correction,
                  const std::vector<const char*>& outputs) {
  std::vector<Argument> arguments{Input("self", FloatsAndDouble()), DimsOrNull("dim"), correction,
                                  KeepDims("keepdim")};
  for (const char* output : outputs) {
    arguments.push_back(Output(output, FloatsAndDouble()));
  }
  return Reduction(std::move(phases), summary, {formula}, std::move(arguments));
}

Operator Trace() {
  Argument self = WithComplex(Input("self", Numbers()));
  self.shapeText = "[n, m]";
  DTypes results = FloatsAndDouble();
  results.push_back(ACL_INT64);
  Argument out = WithComplex(OutputOfThatType(
      "out", results, {"INT64 for integers and BOOL, else as self", [](const Arguments& known) {
                         const aclDataType dtype = known.DTypeOf("self");
                         return Contains(Integers(), dtype) || dtype == ACL_BOOL ? ACL_INT64 : dtype;
                       }}));
  out.shapeText = "[]";
  out.shape = [](const Arguments& /*known*/) { return Shape(); };
  const auto sample = [](const char* name, const Shape& shape, Pattern pattern) {
    Sample one{.name = name};
    one.arguments.tensors["self"] = {{shape, ACL_DT_UNDEFINED}};
    one.data = {{.name = "self", .pattern = pattern, .specials = one.name == "specials"}};
    return one;
  };
  return MakeOperator({.phases = TwoPhases<&aclnnTraceGetWorkspaceSize, &aclnnTrace>("aclnnTrace"),
                       .summary = "sum of the diagonal of a matrix",
                       .formula = {"out = sum of self[i, i]"},
                       .arguments = {self, out},
                       .draw =
                           [](Choices& choices) {
                             Arguments drawn;
                             const aclDataType dtype = choices.DType(Numbers());
                             const int64_t columns = choices.Extent();
                             drawn.tensors["self"] = {{{choices.Extent(), columns}, dtype}};
                             return drawn;
                           },
                       .samples = {sample("square", {1100, 1100}, Pattern::kSpread),
                                   sample("wide", {70, 300}, Pattern::kUsual),
                                   sample("specials", {600, 90}, Pattern::kUsual)},
                       .runExample = "--self x.npy --out trace.npy",
                       .benchExample = "--self 4096x4096"});
}

}  // namespace

std::vector<Operator> Reductions() {
  return {
      Trace(),
      Sum(TwoPhases<&aclnnReduceSumGetWorkspaceSize, &aclnnReduceSum>("aclnnReduceSum"),
          "sum over dimensions", "out = sum of self over dims", "dims", "keepDims", Numbers()),
      Sum(TwoPhases<&aclnnMeanGetWorkspaceSize, &aclnnMean>("aclnnMean"), "mean over dimensions",
          "out = mean of self over dim", "dim", "keepDim", FloatsAndDouble()),
      Reduction(TwoPhases<&aclnnReduceNansumGetWorkspaceSize, &aclnnReduceNansum>("aclnnReduceNansum"),
                "sum over dimensions that leaves out NaN", {"out = sum of self over dim, NaN as 0"},
                {Input("self", Numbers()), Dims("dim"), KeepDims("keepDim"),
                 Type("dtype", "the type of the result", Numbers()),
                 Output("out", Numbers(), AsAttribute("dtype"))}),
      Extreme(TwoPhases<&aclnnAmaxGetWorkspaceSize, &aclnnAmax>("aclnnAmax"),
              "largest elements over dimensions", "out = largest element of self over dim"),
      Extreme(TwoPhases<&aclnnAminGetWorkspaceSize, &aclnnAmin>("aclnnAmin"),
              "smallest elements over dimensions", "out = smallest element of self over dim"),
      ExtremeOfAll(TwoPhases<&aclnnMaxGetWorkspaceSize, &aclnnMax>("aclnnMax"), "largest element",
                   "out = largest element of self"),
      ExtremeOfAll(TwoPhases<&aclnnMinGetWorkspaceSize, &aclnnMin>("aclnnMin"), "smallest element",
                   "out = smallest element of self"),
      Truth(TwoPhases<&aclnnAllGetWorkspaceSize, &aclnnAll>("aclnnAll"), "whether all elements are true",
            "out = whether all elements of self over dim are not zero"),
      Truth(TwoPhases<&aclnnAnyGetWorkspaceSize, &aclnnAny>("aclnnAny"), "whether any element is true",
            "out = whether any element of self over dim is not zero"),
      OfOneType(Reduction(
          TwoPhases<&aclnnLinalgVectorNormGetWorkspaceSize, &aclnnLinalgVectorNorm>("aclnnLinalgVectorNorm"),
          "norms over dimensions", {"out = (sum of |self|^ord over dims)^(1 / ord)"},
          {Input("self", FloatsAndDouble()), Number("ord", 2), DimsOrNull("dims"), KeepDims("keepDims"),
           Type("dtype", "the type of the result", FloatsAndDouble()),
           Exactly(Output("out", FloatsAndDouble(), AsAttribute("dtype")))})),
      Reduction(TwoPhases<&aclnnNormGetWorkspaceSize, &aclnnNorm>("aclnnNorm"), "norms over dimensions",
                {"out = (sum of |self|^pScalar over dim)^(1 / pScalar)"},
                {Input("self", FloatsAndDouble()), Number("pScalar", 2), Dims("dim"), KeepDims("keepdim"),
                 Output("out", FloatsAndDouble())}),
      BothExtremes(TwoPhases<&aclnnAminmaxGetWorkspaceSize, &aclnnAminmax>("aclnnAminmax"),
                   "smallest and largest elements over dimensions",
                   "minOut, maxOut = smallest, largest element of self over dim",
                   {Dims("dim"), KeepDims("keepDim")}),
      BothExtremes(TwoPhases<&aclnnAminmaxAllGetWorkspaceSize, &aclnnAminmaxAll>("aclnnAminmaxAll"),
                   "smallest and largest element", "minOut, maxOut = smallest, largest element of self", {}),
      MomentOf(TwoPhases<&aclnnVarGetWorkspaceSize, &aclnnVar>("aclnnVar"), "variances over dimensions",
               "out = variance of self over dim", Flag("unbiased", "whether the correction is 1, not 0"),
               {"out"}),
      MomentOf(TwoPhases<&aclnnVarCorrectionGetWorkspaceSize, &aclnnVarCorrection>("aclnnVarCorrection"),
               "variances over dimensions", "out = variance of self over dim", Correction(), {"out"}),
      MomentOf(TwoPhases<&aclnnVarMeanGetWorkspaceSize, &aclnnVarMean>("aclnnVarMean"),
               "variances and means over dimensions", "varOut, meanOut = variance, mean of self over dim",
               Correction(), {"varOut", "meanOut"}),
      MomentOf(TwoPhases<&aclnnStdGetWorkspaceSize, &aclnnStd>("aclnnStd"),
               "standard deviations over dimensions", "out = standard deviation of self over dim",
               Correction(), {"out"}),
      MomentOf(TwoPhases<&aclnnStdMeanCorrectionGetWorkspaceSize, &aclnnStdMeanCorrection>(
                   "aclnnStdMeanCorrection"),
               "standard deviations and means over dimensions",
               "stdOut, meanOut = standard deviation, mean of self over dim", Correction(),
               {"stdOut", "meanOut"}),
      Reduction(TwoPhases<&aclnnProdGetWorkspaceSize, &aclnnProd>("aclnnProd"), "product of all elements",
                {"out = product of self"},
                {WithComplex(Input("self", Numbers())), Type("dtype", "the type of the result", Numbers()),
                 WithComplex(Output("out", Numbers(), AsAttribute("dtype")))}),
      Reduction(TwoPhases<&aclnnLogSumExpGetWorkspaceSize, &aclnnLogSumExp>("aclnnLogSumExp"),
                "logarithms of sums of exponentials over dimensions",
                {"out = log(sum of exp(self) over dim)"},
                {Input("self", Numbers()), Dims("dim"), KeepDims("keepDim"),
                 Output("out", FloatsAndDouble(), PromotedToFloating({"self"}))}),
  };
}

}  // namespace openaclnn::catalogue
