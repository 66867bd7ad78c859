// SPDX-License-Identifier: Apache-2.0
//
// aclnnLinalgCholesky, aclnnQr, aclnnLinalgQr, aclnnSvd: matrices as products of triangles and rotations.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_linalg_cholesky.h"
#include "aclnnop/aclnn_linalg_qr.h"
#include "aclnnop/aclnn_qr.h"
#include "aclnnop/aclnn_svd.h"
#include "ops/common/entry.h"
#include "ops/linalg/matrices.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<MatrixArgs>, 2> kCholeskyArguments{{
    {"self", Role::kInput, &MatrixArgs::a},
    {"out", Role::kOutput, &MatrixArgs::first, true},
}};
constexpr std::array<TensorArgument<MatrixArgs>, 3> kQrArguments{{
    {"self", Role::kInput, &MatrixArgs::a},
    {"Q", Role::kOutput, &MatrixArgs::first, true},
    {"R", Role::kOutput, &MatrixArgs::second, true},
}};
constexpr std::array<TensorArgument<MatrixArgs>, 4> kSvdArguments{{
    {"input", Role::kInput, &MatrixArgs::a},
    {"sigma", Role::kOutput, &MatrixArgs::first, true},
    {"u", Role::kOutput, &MatrixArgs::second, true},
    {"v", Role::kOutput, &MatrixArgs::third, true},
}};
constexpr Operator<MatrixArgs> kCholesky{"aclnnLinalgCholesky", kCholeskyArguments, kMatrixKernels};
constexpr Operator<MatrixArgs> kQr{"aclnnQr", kQrArguments, kMatrixKernels};
constexpr Operator<MatrixArgs> kLinalgQr{"aclnnLinalgQr", kQrArguments, kMatrixKernels};
constexpr Operator<MatrixArgs> kSvd{"aclnnSvd", kSvdArguments, kMatrixKernels};

constexpr std::array<DType, 3> kCholeskyDtypes{DType::kFloat, DType::kBfloat16, DType::kDouble};
constexpr std::array<DType, 5> kQrDtypes{DType::kFloat, DType::kFloat16, DType::kDouble, DType::kComplex64,
                                         DType::kComplex128};

Status Cholesky(PhaseOneCall& call, const NamedTensor& self, bool upper, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  CheckMatrices(check, self, kCholeskyDtypes).SameDtype(out, self);
  CheckSquare(check, self).ValidOutputView(out).SameShape(out, self);
  MatrixArgs args;
  args.function = MatrixFunction::kCholesky;
  // The upper factor of a matrix is the lower one of the transposed matrix, transposed.
  args.transposed = upper;
  args.transposesFirst = upper;
  return check.Failed() ? check.Result() : call.Bind(kCholesky, args, {self.tensor, out.tensor});
}

enum QrMode { kReduced = 0, kComplete = 1, kOnlyR = 2 };

Status Qr(PhaseOneCall& call, const Operator<MatrixArgs>& op, const NamedTensor& self, int64_t mode,
          const NamedTensor& q, const NamedTensor& r) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(q).NotNull(r);
  CheckMatrices(check, self, kQrDtypes).SameDtype(q, self).SameDtype(r, self);
  check.InRange("mode", mode, kReduced, kOnlyR, "0 for reduced, 1 for complete, 2 for R alone");
  check.ValidOutputView(q).ValidOutputView(r);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = self.tensor->viewDims.end()[-2];
  const int64_t columns = self.tensor->viewDims.back();
  const int64_t width = mode == kComplete ? rows : std::min(rows, columns);
  const Dims batch = BatchOf(*self.tensor);
  if (mode == kOnlyR) {
    check.Require(
        q.name, "no elements with mode 2", [&] { return NumElements(*q.tensor) == 0; },
        [&] { return ShapeText(q.tensor->viewDims); });
  } else {
    check.Shape(q, With(batch, {rows, width}), "of orthogonal columns");
  }
  check.Shape(r, With(batch, {width, columns}), "of upper triangles");
  MatrixArgs args;
  args.function = MatrixFunction::kQr;
  return check.Failed() ? check.Result()
                        : call.Bind(op, args, {self.tensor, {q.tensor, mode != kOnlyR}, r.tensor});
}

Status Svd(PhaseOneCall& call, const NamedTensor& input, bool fullMatrices, bool computeUV,
           const NamedTensor& sigma, const NamedTensor& u, const NamedTensor& v) {
  ArgumentChecks check;
  check.NotNull(input).NotNull(sigma);
  if (computeUV) {
    check.NotNull(u).NotNull(v);
  }
  check.LiveOrNull(u).LiveOrNull(v);
  CheckMatrices(check, input, kMatrixDtypes);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = input.tensor->dtype;
  const DType real = dtype == DType::kComplex64    ? DType::kFloat
                     : dtype == DType::kComplex128 ? DType::kDouble
                                                   : dtype;
  check.Require(
      sigma.name, "the type of the parts of input", [&] { return sigma.tensor->dtype == real; },
      [&] { return NameOf(sigma.tensor->dtype); });
  check.ValidOutputView(sigma);
  const int64_t rows = input.tensor->viewDims.end()[-2];
  const int64_t columns = input.tensor->viewDims.back();
  const int64_t least = std::min(rows, columns);
  const Dims batch = BatchOf(*input.tensor);
  check.Shape(sigma, With(batch, {least}), "of the singular values of each matrix");
  for (const NamedTensor& vectors : {u, v}) {
    if (vectors.tensor != nullptr) {
      check.SameDtype(vectors, input).ValidOutputView(vectors);
    }
  }
  if (computeUV) {
    check.Shape(u, With(batch, {rows, fullMatrices ? rows : least}), "of left singular vectors");
    check.Shape(v, With(batch, {columns, fullMatrices ? columns : least}), "of right singular vectors");
  }
  MatrixArgs args;
  args.function = MatrixFunction::kSvd;
  args.dims = {1, 2, 2};
  args.name = "input";
  return check.Failed()
             ? check.Result()
             : call.Bind(kSvd, args,
                         {input.tensor, sigma.tensor, {u.tensor, computeUV}, {v.tensor, computeUV}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnLinalgCholesky, (const aclTensor* self, bool upper, aclTensor* out),
               Cholesky(call, {"self", self}, upper, {"out", out}))

OPENACLNN_CALL(aclnnQr, (const aclTensor* self, bool some, aclTensor* q, aclTensor* r),
               Qr(call, kQr, {"self", self}, some ? kReduced : kComplete, {"Q", q}, {"R", r}))

OPENACLNN_CALL(aclnnLinalgQr, (const aclTensor* self, int64_t mode, aclTensor* q, aclTensor* r),
               Qr(call, kLinalgQr, {"self", self}, mode, {"Q", q}, {"R", r}))

OPENACLNN_CALL(aclnnSvd,
               (const aclTensor* input, bool fullMatrices, bool computeUV, aclTensor* sigma, aclTensor* u,
                aclTensor* v),
               Svd(call, {"input", input}, fullMatrices, computeUV, {"sigma", sigma}, {"u", u}, {"v", v}))
