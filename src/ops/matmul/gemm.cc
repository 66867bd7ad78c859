// SPDX-License-Identifier: Apache-2.0
//
// aclnnGemm: a scaled product of two matrices, which may be transposed, and a scaled matrix.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "aclnnop/aclnn_gemm.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/product_checks.h"
#include "ops/matmul/matmul.h"

namespace openaclnn {
namespace {

using Args = MatmulArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kMatmulCpu};
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"A", Role::kInput, &Args::first, false, true},
                                                          {"B", Role::kInput, &Args::second, false, true},
                                                          {"C", Role::kInput, &Args::added},
                                                          {"out", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kGemm{"aclnnGemm", kArguments, kKernels};
constexpr std::span<const DType> kDtypes = std::span(kFloatingDtypes).first(3);

struct Options {
  float alpha;
  float beta;
  bool transposesA;
  bool transposesB;
  int8_t cubeMathType;
};

Status Bind(PhaseOneCall& call, const std::array<const aclTensor*, 4>& given, const Options& options) {
  const auto [a, b, c, out] = Named(kGemm, given);
  ArgumentChecks check;
  check.NotNull(a).NotNull(b).NotNull(c).NotNull(out);
  check.DtypeIn(a, kDtypes).SameDtype(b, a).SameDtype(c, a).SameDtype(out, a);
  check.ValidView(a).ValidView(b).ValidView(c).ValidOutputView(out);
  CheckCubeMathType(check, options.cubeMathType, 4);
  check.Rank(a, 2).Rank(b, 2).Rank(out, 2);
  if (check.Failed()) {
    return check.Result();
  }
  const aclTensor first = OperandOf(*a.tensor, options.transposesA);
  const aclTensor second = OperandOf(*b.tensor, options.transposesB);
  check.Require(
      b.name, "as many rows as A has columns, both as they are multiplied",
      [&] { return second.viewDims[0] == first.viewDims[1]; },
      [&] { return ShapeText(second.viewDims) + " behind " + ShapeText(first.viewDims); });
  const std::array<int64_t, 2> product{first.viewDims[0], second.viewDims[1]};
  check.Require(
      c.name, "a shape that broadcasts to that of the product",
      [&] {
        const std::optional<Dims> both = BroadcastShape(c.tensor->viewDims, product);
        return both && std::equal(both->begin(), both->end(), product.begin(), product.end());
      },
      [&] { return ShapeText(c.tensor->viewDims) + " against " + ShapeText(product); });
  check.Shape(out, {product[0], product[1]}, "of the product");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.alpha = static_cast<double>(options.alpha);
  args.beta = static_cast<double>(options.beta);
  return call.Bind(kGemm, args, {{a.tensor, first}, {b.tensor, second}, c.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGemm,
               (const aclTensor* A, const aclTensor* B, const aclTensor* C, float alpha, float beta,
                int64_t transA, int64_t transB, aclTensor* out, int8_t cubeMathType),
               Bind(call, {A, B, C, out}, {alpha, beta, transA != 0, transB != 0, cubeMathType}))
