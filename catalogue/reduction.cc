// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_reduce_sum.h"
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

Operator ReduceSum() {
  return Reduction(TwoPhases<&aclnnReduceSumGetWorkspaceSize, &aclnnReduceSum>("aclnnReduceSum"),
                   "sum over dimensions", {"out = sum of self over dims"},
                   {WithComplex(Input("self", Numbers())), Dims("dims"), KeepDims("keepDims"),
                    Type("dtype", "the type of the sum", Numbers()),
                    WithComplex(Output("out", Numbers(), AsAttribute("dtype")))});
}

}  // namespace

std::vector<Operator> Reductions() {
  return {ReduceSum()};
}

}  // namespace openaclnn::catalogue
