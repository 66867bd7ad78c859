// SPDX-License-Identifier: Apache-2.0
//
// aclnnTriangularSolve: systems of equations whose matrices are triangles.
#include "aclnnop/aclnn_triangular_solve.h"

#include <array>
#include <optional>

#include "ops/common/entry.h"
#include "ops/linalg/matrices.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<MatrixArgs>, 4> kArguments{{
    {"self", Role::kInput, &MatrixArgs::b},
    {"A", Role::kInput, &MatrixArgs::a},
    {"xOut", Role::kOutput, &MatrixArgs::first, true},
    {"mOut", Role::kOutput, &MatrixArgs::second, true},
}};
constexpr Operator<MatrixArgs> kTriangularSolve{"aclnnTriangularSolve", kArguments, kMatrixKernels};

Status Bind(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& a, bool upper, bool transpose,
            bool unitriangular, const NamedTensor& xOut, const NamedTensor& mOut) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(a).NotNull(xOut).NotNull(mOut);
  CheckMatrices(check, self, kMatrixDtypes);
  CheckMatrices(check, a, kMatrixDtypes).SameDtype(a, self).SameDtype(xOut, self).SameDtype(mOut, self);
  CheckSquare(check, a).ValidOutputView(xOut).ValidOutputView(mOut);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& right = self.tensor->viewDims;
  const int64_t rows = a.tensor->viewDims.back();
  check.DimEquals(self, right.size() - 2, rows, "rows of A");
  const Dims ofSelf = BatchOf(*self.tensor);
  const Dims ofA = BatchOf(*a.tensor);
  const std::optional<Dims> batch =
      BroadcastShape({ofSelf.begin(), ofSelf.size()}, {ofA.begin(), ofA.size()});
  check.Require(
      a.name, "a batch that broadcasts with that of self", [&] { return batch.has_value(); },
      [&] { return ShapeText(a.tensor->viewDims) + " against " + ShapeText(right); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(xOut, With(*batch, {rows, right.back()}), "of self with the broadcast batch");
  check.Shape(mOut, With(*batch, {rows, rows}), "of A with the broadcast batch");
  MatrixArgs args;
  args.function = MatrixFunction::kTriangularSolve;
  args.copiesA = true;
  args.transposed = transpose;
  args.upper = upper != transpose;
  args.unit = unitriangular;
  args.name = "A";
  return check.Failed()
             ? check.Result()
             : call.Bind(kTriangularSolve, args, {self.tensor, a.tensor, xOut.tensor, mOut.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTriangularSolve,
               (const aclTensor* self, const aclTensor* a, bool upper, bool transpose, bool unitriangular,
                aclTensor* xOut, aclTensor* mOut),
               Bind(call, {"self", self}, {"A", a}, upper, transpose, unitriangular, {"xOut", xOut},
                    {"mOut", mOut}))
