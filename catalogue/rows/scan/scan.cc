// SPDX-License-Identifier: Apache-2.0
//
// Scans: what is known of the elements up to each one.
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_cummax.h"
#include "aclnnop/aclnn_cummin.h"
#include "aclnnop/aclnn_cumprod.h"
#include "aclnnop/aclnn_cumsum.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::scan::scan {
namespace {

const DTypes kComplex{ACL_COMPLEX64, ACL_COMPLEX128};

Operator Scan(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments) {
  const std::string input = arguments.front().name;
  return AlongDim(std::move(phases), std::move(summary), std::move(formula), std::move(arguments),
                  SameShapeAs(input), "that of " + input);
}

Operator Extreme(Phases phases, const std::string& word) {
  Argument indices = OutputOfThatType("indicesOut", {ACL_INT64}, Always(ACL_INT64));
  indices.others = {ACL_INT32};
  indices.meaning = "where it is along dim";
  return Scan(
      std::move(phases), word + " of the elements up to each one, and where it is",
      "valuesOut[i], indicesOut[i] = " + word + " of self[0], ..., self[i], and its place",
      {Input("self", Numbers()), Dim("dim"), OutputOfThatType("valuesOut", Numbers()), std::move(indices)});
}

Argument SumType() {
  return Type("dtype", "the type of the result", NumbersButBool());
}
Argument SumOutput() {
  return With(Output("out", NumbersButBool(), AsAttribute("dtype")), kComplex);
}

}  // namespace

std::vector<Operator> Rows() {
  Argument axis{.name = "axis",
                .role = Role::kAttribute,
                .meaning = "the dimension, from 0 on or from the end as -1 on",
                .defaultValue = Scalar{ACL_INT64, -1}};
  Argument dim = axis;
  dim.name = "dim";
  const Argument input = With(Input("input", NumbersButBool()), {ACL_COMPLEX64, ACL_COMPLEX128, ACL_BOOL});
  Argument self = input;
  self.name = "self";
  return {
      Scan(TwoPhases<&aclnnCumsumGetWorkspaceSize, &aclnnCumsum>("aclnnCumsum"),
           "sums of the elements up to each one", "out[i] = self[0] + ... + self[i]",
           {self, Dim("dim"), SumType(), SumOutput()}),
      Scan(TwoPhases<&aclnnCumsumV2GetWorkspaceSize, &aclnnCumsumV2>("aclnnCumsumV2"),
           "sums of the elements up to each one, or before it, or from the end",
           "out[i] = self[0] + ... + self[i]",
           {With(Input("self", NumbersButBool()), kComplex), Dim("dim"),
            Flag("exclusive", "whether an element's own value is left out"),
            Flag("reverse", "whether sums begin at the end"),
            With(OutputOfThatType("out", NumbersButBool()), kComplex)}),
      Scan(TwoPhases<&aclnnCumprodGetWorkspaceSize, &aclnnCumprod>("aclnnCumprod"),
           "products of the elements up to each one", "out[i] = input[0] * ... * input[i]",
           {input, axis, SumType(), SumOutput()}),
      Scan(TwoPhases<&aclnnInplaceCumprodGetWorkspaceSize, &aclnnInplaceCumprod>("aclnnInplaceCumprod"),
           "products of the elements up to each one, in place", "input[i] = input[0] * ... * input[i]",
           {With(InPlace("input", NumbersButBool()),
                 {ACL_COMPLEX64, ACL_COMPLEX128, ACL_UINT16, ACL_UINT32, ACL_UINT64}),
            dim}),
      Extreme(TwoPhases<&aclnnCummaxGetWorkspaceSize, &aclnnCummax>("aclnnCummax"), "largest"),
      Extreme(TwoPhases<&aclnnCumminGetWorkspaceSize, &aclnnCummin>("aclnnCummin"), "smallest"),
  };
}

}  // namespace openaclnn::catalogue::scan::scan
