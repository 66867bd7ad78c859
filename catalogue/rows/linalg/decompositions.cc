// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "aclnnop/aclnn_linalg_cholesky.h"
#include "aclnnop/aclnn_linalg_qr.h"
#include "aclnnop/aclnn_qr.h"
#include "aclnnop/aclnn_svd.h"
#include "catalogue/rows/linalg/matrices.h"

namespace openaclnn::catalogue::linalg::decompositions {
namespace {

Operator Cholesky() {
  Argument self = Tensor("self", "symmetric matrices", "[..., n, n]", {ACL_FLOAT, ACL_BF16, ACL_DOUBLE});
  self.holds = Meaning::kDefinite;
  self.mayRunOut = true;  // one that is not positive definite fails
  return Matrices(
      {.phases = TwoPhases<&aclnnLinalgCholeskyGetWorkspaceSize, &aclnnLinalgCholesky>("aclnnLinalgCholesky"),
       .summary = "Cholesky decompositions",
       .formula = {"out @ out^T = self, or out^T @ out = self with upper"},
       .arguments = {self, Flag("upper", "an upper triangle instead of a lower one"),
                     ResultOf(self, "out", "triangles", "that of self", SameShapeAs("self"))},
       .drawAttributes =
           [](Choices& choices, Arguments* drawn) {
             drawn->attributes["upper"] = int64_t{choices.Chance(128) ? 1 : 0};
           },
       .runExample = "--self a.npy -o factor.npy"});
}

constexpr int64_t kOnlyR = 2;

// Of aclnnQr, whose flag says the opposite of the mode, and of aclnnLinalgQr.
Operator Qr(Phases phases, const Argument& mode, int64_t complete) {
  Argument self = Tensor("self", "matrices", "[..., m, n]", {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE});
  self = WithComplex(self);
  const auto width = [name = mode.name, complete](const Arguments& known) {
    const Shape& shape = known.ShapeOf("self");
    return known.Integer(name) == complete ? Rows(shape) : std::min(Rows(shape), Columns(shape));
  };
  const bool hasOnlyR = complete == 1;
  const auto q = [width, hasOnlyR, name = mode.name](const Arguments& known) {
    const Shape& shape = known.ShapeOf("self");
    return hasOnlyR && known.Integer(name) == kOnlyR ? Shape{0}
                                                     : BatchAnd(shape, {Rows(shape), width(known)});
  };
  return Matrices(
      {.phases = std::move(phases),
       .summary = "QR decompositions",
       .formula = {"self = Q @ R"},
       .arguments = {self, mode, ResultOf(self, "Q", "orthonormal columns", "[..., m, k]", q),
                     ResultOf(self, "R", "upper triangles", "[..., k, n]",
                              [width](const Arguments& known) {
                                const Shape& shape = known.ShapeOf("self");
                                return BatchAnd(shape, {width(known), Columns(shape)});
                              })},
       .square = false,
       .drawAttributes =
           [name = mode.name, modes = hasOnlyR ? size_t{3} : size_t{2}](Choices& choices, Arguments* drawn) {
             drawn->attributes[name] = static_cast<int64_t>(choices.Below(modes));
           },
       .runExample = "--self a.npy --q q.npy --r r.npy"});
}

Operator Svd() {
  Argument input = ComplexMatrices("input", "[..., m, n]");
  input.mayRunOut = true;  // one with NaN or infinities fails
  const auto least = [](const Shape& shape) { return std::min(Rows(shape), Columns(shape)); };
  const auto width = [least](const Arguments& known, int64_t full) {
    return known.Integer("fullMatrices") != 0 ? full : least(known.ShapeOf("input"));
  };
  Argument computeUV = Flag("computeUV", "u and v, too");
  computeUV.defaultValue = int64_t{1};
  const auto vectors = [input](const char* name, const char* meaning, const char* shapeText,
                               ShapeRule shape) {
    Argument argument = ResultOf(input, name, meaning, shapeText, std::move(shape));
    argument.written = [](const Arguments& known) { return known.Integer("computeUV") != 0; };
    argument.optional = true;
    argument.needed = argument.written;
    return argument;
  };
  Operator op = Matrices(
      {.phases = TwoPhases<&aclnnSvdGetWorkspaceSize, &aclnnSvd>("aclnnSvd"),
       .summary = "singular value decompositions",
       .formula = {"input = u @ diag(sigma) @ v^H"},
       .arguments = {input, Flag("fullMatrices", "square u and v"), computeUV,
                     With(ResultOf(input, "sigma", "singular values", "[..., k]",
                                   [least](const Arguments& known) {
                                     const Shape& shape = known.ShapeOf("input");
                                     return BatchAnd(shape, {least(shape)});
                                   }),
                          {}),
                     vectors("u", "left singular vectors", "[..., m, k] or [..., m, m]",
                             [width](const Arguments& known) {
                               const Shape& shape = known.ShapeOf("input");
                               return BatchAnd(shape, {Rows(shape), width(known, Rows(shape))});
                             }),
                     vectors("v", "right singular vectors", "[..., n, k] or [..., n, n]",
                             [width](const Arguments& known) {
                               const Shape& shape = known.ShapeOf("input");
                               return BatchAnd(shape, {Columns(shape), width(known, Columns(shape))});
                             })},
       .square = false,
       .drawAttributes =
           [](Choices& choices, Arguments* drawn) {
             drawn->attributes["fullMatrices"] = int64_t{choices.Chance(128) ? 1 : 0};
             drawn->attributes["computeUV"] = int64_t{1};  // without it u and v are no part of the call
           },
       .runExample = "--input a.npy --sigma s.npy --u u.npy --v v.npy"});
  for (Sample& sample : op.samples) {
    sample.arguments.attributes["fullMatrices"] = int64_t{sample.name == "tall" ? 1 : 0};
  }
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Cholesky(),
      Qr(TwoPhases<&aclnnQrGetWorkspaceSize, &aclnnQr>("aclnnQr"), Flag("some", "k is min(m, n), not m"), 0),
      Qr(TwoPhases<&aclnnLinalgQrGetWorkspaceSize, &aclnnLinalgQr>("aclnnLinalgQr"),
         Mode("mode", "what is computed", {{"reduced", 0}, {"complete", 1}, {"r", kOnlyR}}), 1),
      Svd(),
  };
}

}  // namespace openaclnn::catalogue::linalg::decompositions
