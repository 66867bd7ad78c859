// SPDX-License-Identifier: Apache-2.0
//
// aclnnFlatQuant: two products in float32, whose matrices are quantized as rows of all their numbers.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_flat_quant.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/matmul_plan.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;       // [k, m, n]
  TensorView left;    // [m, m]
  TensorView right;   // [n, n]
  TensorView out;     // [k, m, n / 8]
  TensorView scales;  // [k]
  float clipRatio = 1;
};

struct State : Prepared {
  MatmulPlan byRight;
  MatmulPlan byLeft;
  ScratchArray<float> half;  // x @ right
  ScratchArray<float> full;  // left @ that
  ScratchArray<std::byte> workspace;
};

// Matrices of float32 with the dims of x.
TensorView Numbers(const Args& args, float* data) {
  TensorView view = args.x;
  view.data = reinterpret_cast<std::byte*>(data);
  view.dtype = DType::kFloat;
  ContiguousStrides(view.Dims(), {view.strides.data(), view.Dims().size()});
  return view;
}

MatmulArgs ProductOf(const TensorView& first, const TensorView& second, const TensorView& out) {
  MatmulArgs product;
  product.first = first;
  product.second = second;
  product.out = out;
  return product;
}

State Prepare(const Args& args) {
  State state;
  const TensorView numbers = Numbers(args, nullptr);
  state.byRight = MatmulPlan(ProductOf(args.x, args.right, numbers));
  state.byLeft = MatmulPlan(ProductOf(args.left, numbers, numbers));
  ScratchLayout scratch;
  state.half = scratch.Book<float>(numbers.NumElements());
  state.full = scratch.Book<float>(numbers.NumElements());
  const size_t bytes = std::max(state.byRight.WorkspaceBytes(), state.byLeft.WorkspaceBytes());
  state.workspace = scratch.Book<std::byte>(static_cast<int64_t>(bytes));
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.byRight.Cost() + state.byLeft.Cost();
  return state;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const TensorView half = Numbers(args, state.half.In(workspace));
  const TensorView full = Numbers(args, state.full.In(workspace));
  std::byte* const products = state.workspace.In(workspace);
  state.byRight.Multiply(ProductOf(args.x, args.right, half), products, cpu);
  state.byLeft.Multiply(ProductOf(args.left, half, full), products, cpu);
  const DynamicRows rows(args.out, args.scales, {}, true, args.clipRatio);
  const TileReader numbers(full);
  const int64_t length = args.x.dims[1] * args.x.dims[2];
  ForEachRow(cpu, args.x.dims[0], length, [&](int64_t row) {
    rows.Quantize(row, length, [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      return numbers.Read(row * length + begin, count, buffer);
    });
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:flat_quant", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"kroneckerP1", Role::kInput, &Args::left, false, true},
     {"kroneckerP2", Role::kInput, &Args::right, false, true},
     {"out", Role::kOutput, &Args::out},
     {"quantScale", Role::kOutput, &Args::scales}}};
constexpr Operator<Args> kFlatQuant{"aclnnFlatQuant", kArguments, kKernels};

constexpr std::array<DType, 1> kPacked{DType::kInt32};
constexpr std::array<DType, 1> kFloat{DType::kFloat};

Status Bind(PhaseOneCall& call, const Tensors<5>& given, double clipRatio) {
  const auto [x, left, right, out, scales] = Named(kFlatQuant, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(left).NotNull(right).NotNull(out).NotNull(scales);
  check.DtypeIn(x, FloatDtypes()).SameDtype(left, x).SameDtype(right, x);
  check.DtypeIn(out, kPacked).DtypeIn(scales, kFloat);
  check.ValidView(x).ValidView(left).ValidView(right).ValidOutputView(out).ValidOutputView(scales);
  check.Rank(x, 3);
  check.Require(
      "clipRatio", "above 0, at most 1", [&] { return clipRatio > 0 && clipRatio <= 1; },
      [&] { return std::to_string(clipRatio); });
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = x.tensor->viewDims;
  check.Require(
      x.name, "a multiple of 8 as the last dim", [&] { return dims[2] % kPackedInWord == 0; },
      [&] { return ShapeText(dims); });
  check.Shape(left, {dims[1], dims[1]}, "[M, M] for x of [K, M, N]");
  check.Shape(right, {dims[2], dims[2]}, "[N, N] for x of [K, M, N]");
  check.Shape(out, {dims[0], dims[1], dims[2] / kPackedInWord}, "[K, M, N / 8] for x of [K, M, N]");
  check.Shape(scales, {dims[0]}, "[K] for x of [K, M, N]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.clipRatio = static_cast<float>(clipRatio);
  return call.Bind(kFlatQuant, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnFlatQuant,
               (const aclTensor* x, const aclTensor* kroneckerP1, const aclTensor* kroneckerP2,
                double clipRatio, aclTensor* out, aclTensor* quantScale),
               Bind(call, {x, kroneckerP1, kroneckerP2, out, quantScale}, clipRatio))
