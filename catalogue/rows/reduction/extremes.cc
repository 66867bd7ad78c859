// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_aminmax.h"
#include "aclnnop/aclnn_aminmax_all.h"
#include "aclnnop/aclnn_aminmax_dim.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_global_max_pool.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_max_v2.h"
#include "aclnnop/aclnn_min.h"
#include "catalogue/rows/reduction/global_pool.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::extremes {
namespace {

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
                    With(Exactly(Output("out", {ACL_BOOL}, Always(ACL_BOOL))), {ACL_UINT8})});
}

Operator BothExtremes(Phases phases, const char* summary, const char* formula,
                      const std::vector<Argument>& dims) {
  std::vector<Argument> arguments{Input("self", Numbers())};
  arguments.insert(arguments.end(), dims.begin(), dims.end());
  arguments.push_back(Exactly(Output("minOut", Numbers())));
  arguments.push_back(Exactly(Output("maxOut", Numbers())));
  return WithElements(Reduction(std::move(phases), summary, {formula}, std::move(arguments)));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Extreme(TwoPhases<&aclnnAmaxGetWorkspaceSize, &aclnnAmax>("aclnnAmax"),
              "largest elements over dimensions", "out = largest element of self over dim"),
      Extreme(TwoPhases<&aclnnAminGetWorkspaceSize, &aclnnAmin>("aclnnAmin"),
              "smallest elements over dimensions", "out = smallest element of self over dim"),
      WithElements(Reduction(TwoPhases<&aclnnMaxV2GetWorkspaceSize, &aclnnMaxV2>("aclnnMaxV2"),
                             "largest elements over dimensions", {"out = largest element of self over dims"},
                             {Input("self", Numbers()), Dims("dims"), KeepDims("keepDims"),
                              Noop("noopWithEmptyDims"), Exactly(Output("out", Numbers()))})),
      GlobalPool(TwoPhases<&aclnnGlobalMaxPoolGetWorkspaceSize, &aclnnGlobalMaxPool>("aclnnGlobalMaxPool"),
                 "maximum", {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}),
      ExtremeOfAll(TwoPhases<&aclnnMaxGetWorkspaceSize, &aclnnMax>("aclnnMax"), "largest element",
                   "out = largest element of self"),
      ExtremeOfAll(TwoPhases<&aclnnMinGetWorkspaceSize, &aclnnMin>("aclnnMin"), "smallest element",
                   "out = smallest element of self"),
      Truth(TwoPhases<&aclnnAllGetWorkspaceSize, &aclnnAll>("aclnnAll"), "whether all elements are true",
            "out = whether all elements of self over dim are not zero"),
      Truth(TwoPhases<&aclnnAnyGetWorkspaceSize, &aclnnAny>("aclnnAny"), "whether any element is true",
            "out = whether any element of self over dim is not zero"),
      BothExtremes(TwoPhases<&aclnnAminmaxGetWorkspaceSize, &aclnnAminmax>("aclnnAminmax"),
                   "smallest and largest elements over dimensions",
                   "minOut, maxOut = smallest, largest element of self over dim",
                   {Dims("dim"), KeepDims("keepDim")}),
      BothExtremes(TwoPhases<&aclnnAminmaxAllGetWorkspaceSize, &aclnnAminmaxAll>("aclnnAminmaxAll"),
                   "smallest and largest element", "minOut, maxOut = smallest, largest element of self", {}),
      OneAlongDim(TwoPhases<&aclnnAminmaxDimGetWorkspaceSize, &aclnnAminmaxDim>("aclnnAminmaxDim"),
                  "smallest and largest elements along a dimension",
                  "minOut, maxOut = smallest, largest element of self along dim",
                  {Input("self", Numbers()), Dim("dim"), KeepDim("keepDim"),
                   OutputOfThatType("minOut", Numbers()), OutputOfThatType("maxOut", Numbers())},
                  "keepDim"),
  };
}

}  // namespace openaclnn::catalogue::reduction::extremes
