// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_angle_v2.h"
#include "aclnnop/aclnn_complex.h"
#include "aclnnop/aclnn_polar.h"
#include "aclnnop/aclnn_real.h"
#include "catalogue/rows/elementwise/functions.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::complex {
namespace {

const DTypes kParts{ACL_FLOAT, ACL_DOUBLE};

Argument ComplexOf(const std::string& input) {
  return OutputOfThatType("out", {ACL_COMPLEX64, ACL_COMPLEX128},
                          {"whose parts have the type of " + input, [input](const Arguments& known) {
                             return known.DTypeOf(input) == ACL_DOUBLE ? ACL_COMPLEX128 : ACL_COMPLEX64;
                           }});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(
          TwoPhases<&aclnnComplexGetWorkspaceSize, &aclnnComplex>("aclnnComplex"),
          "complex numbers from their parts", {"out = real + imag * i"},
          {With(Input("real", kParts), {ACL_FLOAT16}), With(InputAs("imag", kParts, "real"), {ACL_FLOAT16}),
           With(ComplexOf("real"), {ACL_COMPLEX32})}),
      Pointwise(TwoPhases<&aclnnPolarGetWorkspaceSize, &aclnnPolar>("aclnnPolar"),
                "complex numbers from absolute values and angles",
                {"out = input * (cos(angle) + sin(angle) * i)"},
                {Input("input", kParts), InputAs("angle", kParts, "input"), ComplexOf("input")}),
      Pointwise(
          TwoPhases<&aclnnRealGetWorkspaceSize, &aclnnReal>("aclnnReal"), "real parts of complex numbers",
          {"out = the real part of self"},
          {With(Input("self", {ACL_FLOAT, ACL_FLOAT16}), {ACL_COMPLEX64, ACL_COMPLEX128, ACL_COMPLEX32}),
           With(OutputOfThatType("out", {ACL_FLOAT, ACL_FLOAT16}, SameAs("self")), {ACL_DOUBLE})}),
      Pointwise(TwoPhases<&aclnnAngleV2GetWorkspaceSize, &aclnnAngleV2>("aclnnAngleV2"),
                "angles of complex numbers", {"out = the angle of x, from -pi to pi"},
                {ComplexIf(true, Input("x", Numbers())), FloatingOut({"x"}, false)}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::complex
