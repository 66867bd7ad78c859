// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "catalogue/rows/activation/operands.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation::gelu {
namespace {

Argument Approximate() {
  return Mode("approximate", "the form", {{"none", 0}, {"tanh", 1}});
}

// Prototypes with arguments that the catalogue's calls do without: a text, a tensor that is not used.
aclnnStatus GeluBackwardV2(const aclTensor* gradOutput, const aclTensor* self, int64_t approximate,
                           aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string text = approximate == 0 ? "none" : "tanh";
  return aclnnGeluBackwardV2GetWorkspaceSize(gradOutput, self, text.data(), gradInput, workspaceSize,
                                             executor);
}

}  // namespace

std::vector<Operator> Rows() {
  // Where the other tensor holds floating-point numbers.
  const DTypes integers{ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL};
  return {
      Pointwise(TwoPhases<&aclnnGeluGetWorkspaceSize, &aclnnGelu>("aclnnGelu"), "Gaussian error linear unit",
                {"out = self (1 + erf(self / sqrt(2))) / 2"}, {In(), Out()}),
      Pointwise(TwoPhases<&aclnnGeluV2GetWorkspaceSize, &aclnnGeluV2>("aclnnGeluV2"),
                "Gaussian error linear unit in either form", {"y = x (1 + erf(x / sqrt(2))) / 2"},
                {In("x"), Approximate(), Out("y")}),
      Pointwise(TwoPhases<&aclnnGeluBackwardGetWorkspaceSize, &aclnnGeluBackward>("aclnnGeluBackward"),
                "gradient of the Gaussian error linear unit",
                {"gradInput = gradOutput (P(self) + self p(self))"},
                {With(In("gradOutput"), integers), With(In(), integers), GradInput()}),
      Pointwise(TwoPhases<&GeluBackwardV2, &aclnnGeluBackwardV2>("aclnnGeluBackwardV2"),
                "gradient of the Gaussian error linear unit in either form",
                {"gradInput = gradOutput (P(self) + self p(self))"},
                {With(In("gradOutput"), integers), With(In(), integers), Approximate(), GradInput()}),
  };
}

}  // namespace openaclnn::catalogue::activation::gelu
