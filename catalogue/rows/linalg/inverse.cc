// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_inverse.h"
#include "aclnnop/aclnn_logdet.h"
#include "aclnnop/aclnn_slogdet.h"
#include "catalogue/rows/linalg/matrices.h"

namespace openaclnn::catalogue::linalg::inverse {
namespace {

Operator Inverse() {
  Argument self = Tensor("self", "matrices", "[..., n, n]", FloatsAndDouble());
  self.mayRunOut = true;  // a singular matrix fails
  return Matrices(
      {.phases = TwoPhases<&aclnnInverseGetWorkspaceSize, &aclnnInverse>("aclnnInverse"),
       .summary = "inverse matrices",
       .formula = {"out @ self = I"},
       .arguments = {self, ResultOf(self, "out", "inverses", "that of self", SameShapeAs("self"))},
       .runExample = "--self a.npy -o inverse.npy"});
}

Argument OneOfEach(const Argument& self, const char* name, const char* meaning) {
  return ResultOf(self, name, meaning, "the batch of self",
                  [](const Arguments& known) { return BatchAnd(known.ShapeOf("self"), {}); });
}

Operator Logdet() {
  const Argument self = ComplexMatrices("self", "[..., n, n]");
  return Matrices({.phases = TwoPhases<&aclnnLogdetGetWorkspaceSize, &aclnnLogdet>("aclnnLogdet"),
                   .summary = "logarithms of determinants",
                   .formula = {"out = log(det(self))"},
                   .arguments = {self, OneOfEach(self, "out", "logarithms")},
                   .runExample = "--self a.npy -o logdet.npy"});
}

Operator Slogdet() {
  const Argument self = ComplexMatrices("self", "[..., n, n]");
  return Matrices(
      {.phases = TwoPhases<&aclnnSlogdetGetWorkspaceSize, &aclnnSlogdet>("aclnnSlogdet"),
       .summary = "signs and logarithms of determinants",
       .formula = {"signOut = det(self) / |det(self)|, or 0", "logOut = log(|det(self)|)"},
       .arguments = {self, OneOfEach(self, "signOut", "signs"), OneOfEach(self, "logOut", "logarithms")},
       .runExample = "--self a.npy --sign-out sign.npy --log-out log.npy"});
}

}  // namespace

std::vector<Operator> Rows() {
  return {Inverse(), Logdet(), Slogdet()};
}

}  // namespace openaclnn::catalogue::linalg::inverse
