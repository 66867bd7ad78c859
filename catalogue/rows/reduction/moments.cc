// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_mean.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::moments {
namespace {

Argument Correction() {
  return {.name = "correction",
          .role = Role::kAttribute,
          .meaning = "what the number of elements is made smaller by",
          .defaultValue = int64_t{1}};
}

Operator MomentOf(Phases phases, const char* summary, const char* formula, const Argument& correction,
                  const std::vector<const char*>& outputs) {
  // Complex numbers have no mean among the results.
  const Argument self = Input("self", FloatsAndDouble());
  std::vector<Argument> arguments{outputs.size() == 1 ? WithComplex(self) : self, DimsOrNull("dim"),
                                  correction, KeepDims("keepdim")};
  for (const char* output : outputs) {
    arguments.push_back(Output(output, FloatsAndDouble()));
  }
  return Reduction(std::move(phases), summary, {formula}, std::move(arguments));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
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
  };
}

}  // namespace openaclnn::catalogue::reduction::moments
