// SPDX-License-Identifier: Apache-2.0
//
// aclnnInverse, aclnnLogdet, aclnnSlogdet: what a decomposition into triangles by rows' exchanges gives.
#include <array>

#include "aclnnop/aclnn_inverse.h"
#include "aclnnop/aclnn_logdet.h"
#include "aclnnop/aclnn_slogdet.h"
#include "ops/common/entry.h"
#include "ops/common/result_checks.h"
#include "ops/linalg/matrices.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<MatrixArgs>, 2> kOneResult{{
    {"self", Role::kInput, &MatrixArgs::a},
    {"out", Role::kOutput, &MatrixArgs::first, true},
}};
constexpr std::array<TensorArgument<MatrixArgs>, 3> kTwoResults{{
    {"self", Role::kInput, &MatrixArgs::a},
    {"signOut", Role::kOutput, &MatrixArgs::first, true},
    {"logOut", Role::kOutput, &MatrixArgs::second, true},
}};
constexpr Operator<MatrixArgs> kInverse{"aclnnInverse", kOneResult, kMatrixKernels};
constexpr Operator<MatrixArgs> kLogdet{"aclnnLogdet", kOneResult, kMatrixKernels};
constexpr Operator<MatrixArgs> kSlogdet{"aclnnSlogdet", kTwoResults, kMatrixKernels};

constexpr std::array<DType, 4> kRealDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};

Status Inverse(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  CheckMatrices(check, self, kRealDtypes).SameDtype(out, self);
  CheckSquare(check, self).ValidOutputView(out).SameShape(out, self);
  MatrixArgs args;
  args.function = MatrixFunction::kInverse;
  return check.Failed() ? check.Result() : call.Bind(kInverse, args, {self.tensor, out.tensor});
}

// One number of each matrix.
ArgumentChecks& CheckDeterminant(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& out) {
  check.SameDtype(out, self).ValidOutputView(out);
  return check.Failed() ? check
                        : CheckReducedShape(check, out, BatchOf(*self.tensor), "of the batch of self");
}

Status Logdet(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  CheckMatrices(check, self, kMatrixDtypes);
  CheckSquare(check, self);
  CheckDeterminant(check, self, out);
  MatrixArgs args;
  args.function = MatrixFunction::kLogdet;
  args.dims = {0, 0, 0};
  return check.Failed() ? check.Result() : call.Bind(kLogdet, args, {self.tensor, out.tensor});
}

Status Slogdet(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& signOut,
               const NamedTensor& logOut) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(signOut).NotNull(logOut);
  CheckMatrices(check, self, kMatrixDtypes);
  CheckSquare(check, self);
  CheckDeterminant(check, self, signOut);
  CheckDeterminant(check, self, logOut);
  MatrixArgs args;
  args.function = MatrixFunction::kSlogdet;
  args.dims = {0, 0, 0};
  return check.Failed() ? check.Result()
                        : call.Bind(kSlogdet, args, {self.tensor, signOut.tensor, logOut.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnInverse, (const aclTensor* self, aclTensor* out),
               Inverse(call, {"self", self}, {"out", out}))

OPENACLNN_CALL(aclnnLogdet, (const aclTensor* self, aclTensor* out),
               Logdet(call, {"self", self}, {"out", out}))

OPENACLNN_CALL(aclnnSlogdet, (const aclTensor* self, aclTensor* signOut, aclTensor* logOut),
               Slogdet(call, {"self", self}, {"signOut", signOut}, {"logOut", logOut}))
