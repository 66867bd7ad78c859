// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_global_average_pool.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_reduce_log_sum.h"
#include "aclnnop/aclnn_reduce_nansum.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_trace.h"
#include "catalogue/rows/reduction/global_pool.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::sums {
namespace {

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

Operator LogSum() {
  Argument data = Input("data", FloatsAndDouble());
  data.holds = Meaning::kPositive;
  return Reduction(TwoPhases<&aclnnReduceLogSumGetWorkspaceSize, &aclnnReduceLogSum>("aclnnReduceLogSum"),
                   "logarithm of the sum over dimensions", {"reduce = log(sum of data over axes)"},
                   {data, Dims("axes"), KeepDims("keepDims"), Noop("noopWithEmptyAxes"),
                    Exactly(Output("reduce", FloatsAndDouble()))});
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

std::vector<Operator> Rows() {
  return {
      Trace(),
      GlobalPool(TwoPhases<&aclnnGlobalAveragePoolGetWorkspaceSize, &aclnnGlobalAveragePool>(
                     "aclnnGlobalAveragePool"),
                 "mean", FloatsAndDouble()),
      Sum(TwoPhases<&aclnnReduceSumGetWorkspaceSize, &aclnnReduceSum>("aclnnReduceSum"),
          "sum over dimensions", "out = sum of self over dims", "dims", "keepDims", Numbers()),
      Sum(TwoPhases<&aclnnMeanGetWorkspaceSize, &aclnnMean>("aclnnMean"), "mean over dimensions",
          "out = mean of self over dim", "dim", "keepDim", FloatsAndDouble()),
      WithElements(
          Reduction(TwoPhases<&aclnnMeanV2GetWorkspaceSize, &aclnnMeanV2>("aclnnMeanV2"),
                    "mean over dimensions", {"out = mean of self over dim"},
                    {WithComplex(Input("self", NumbersButBool())), Dims("dim"), KeepDims("keepDim"),
                     Noop("noopWithEmptyAxes"), Exactly(WithComplex(Output("out", NumbersButBool())))})),
      LogSum(),
      Reduction(TwoPhases<&aclnnReduceNansumGetWorkspaceSize, &aclnnReduceNansum>("aclnnReduceNansum"),
                "sum over dimensions that leaves out NaN", {"out = sum of self over dim, NaN as 0"},
                {Input("self", Numbers()), Dims("dim"), KeepDims("keepDim"),
                 Type("dtype", "the type of the result", Numbers()),
                 Output("out", Numbers(), AsAttribute("dtype"))}),
  };
}

}  // namespace openaclnn::catalogue::reduction::sums
