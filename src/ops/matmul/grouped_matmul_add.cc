// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedMatmulAdd and V2: products of groups of the depth, each added to a matrix of its own.
#include <array>
#include <string>

#include "aclnnop/aclnn_grouped_matmul_add.h"
#include "aclnnop/aclnn_grouped_matmul_add_v2.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/product_checks.h"
#include "ops/matmul/grouped_matmul.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;       // [m, depth]
  TensorView weight;  // [depth, n]
  TensorView groups;
  TensorView added;  // [groups, m, n]
  TensorView out;
  int64_t listType = 0;
};

GroupedMatmulArgs ProductsOf(const Args& args) {
  GroupedMatmulArgs products;
  products.x = {args.x};
  products.weights = {args.weight};
  products.groups = args.groups;
  products.added = args.added;
  products.outs = {args.out};
  products.of = GroupsOf::kDepth;
  products.groupCount = args.groups.dims[0];
  products.listType = args.listType;
  return products;
}

Prepared Prepare(const Args& args) {
  return PlanGroupedMatmul(ProductsOf(args));
}

Status Run(const Args& args, const Prepared& plan, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  return RunGroupedMatmul(ProductsOf(args), plan, workspace, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:grouped_matmul_add", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"weight", Role::kInput, &Args::weight, false, true},
     {"groupList", Role::kInput, &Args::groups, false, true},
     {"yRef", Role::kInput, &Args::added},
     {"yRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kGroupedMatmulAdd{"aclnnGroupedMatmulAdd", kArguments, kKernels};
constexpr Operator<Args> kGroupedMatmulAddV2{"aclnnGroupedMatmulAddV2", kArguments, kKernels};

constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};

struct Options {
  bool transposeX;
  bool transposeWeight;
  int64_t groupType;
  int64_t groupListType = 0;
};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<4>& given, const Options& options) {
  const auto [x, weight, groups, y] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(groups).NotNull(y);
  check.DtypeIn(x, FloatDtypes()).SameDtype(weight, x).DtypeIn(groups, kInt64).DtypeIn(y, kFloat);
  check.ValidView(x).ValidView(weight).ValidView(groups).ValidOutputView(y);
  check.Rank(x, 2).Rank(weight, 2).Rank(groups, 1);
  check.InRange("groupType", options.groupType, 2, 2, "2");
  check.InRange("groupListType", options.groupListType, 0, 1, "0 or 1");
  if (check.Failed()) {
    return check.Result();
  }
  const aclTensor left = OperandOf(*x.tensor, options.transposeX);
  const aclTensor right = OperandOf(*weight.tensor, options.transposeWeight);
  check.Require(
      weight.name, "the depth of x, both as factors", [&] { return right.viewDims[0] == left.viewDims[1]; },
      [&] { return ShapeText(right.viewDims) + " behind " + ShapeText(left.viewDims); });
  const int64_t count = groups.tensor->viewDims[0];
  const Dims matrices{count, left.viewDims[0], right.viewDims[1]};
  aclTensor sums = *y.tensor;
  if (sums.viewDims.size() == 2 && matrices[1] > 0 && sums.viewDims[0] % matrices[1] == 0) {
    const int64_t stride = sums.strides[0];
    sums.viewDims = {sums.viewDims[0] / matrices[1], matrices[1], sums.viewDims[1]};
    // Of more than a matrix, whose rows lie in memory.
    sums.strides = {sums.viewDims[0] > 1 ? stride * matrices[1] : 0, stride, sums.strides[1]};
  }
  check.Require(
      y.name, "[groups, m, n] or [groups * m, n] of the products",
      [&] { return sums.viewDims == std::vector<int64_t>(matrices.begin(), matrices.end()); },
      [&] {
        return ShapeText(y.tensor->viewDims) + " for " + ShapeText({matrices.begin(), matrices.size()});
      });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.listType = options.groupListType;
  return call.Bind(
      op, args,
      {{x.tensor, left}, {weight.tensor, right}, groups.tensor, {y.tensor, sums}, {y.tensor, sums}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupedMatmulAdd,
               (const aclTensor* x, const aclTensor* weight, const aclTensor* groupList, aclTensor* yRef,
                bool transposeX, bool transposeWeight, int64_t groupType),
               Bind(call, kGroupedMatmulAdd, {x, weight, groupList, yRef},
                    {transposeX, transposeWeight, groupType}))

OPENACLNN_CALL(aclnnGroupedMatmulAddV2,
               (const aclTensor* x, const aclTensor* weight, const aclTensor* groupList, aclTensor* yRef,
                bool transposeX, bool transposeWeight, int64_t groupType, int64_t groupListType),
               Bind(call, kGroupedMatmulAddV2, {x, weight, groupList, yRef},
                    {transposeX, transposeWeight, groupType, groupListType}))
