// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedMatmulSwigluQuant and aclnnGroupedMatmulSwigluQuantWeightNZ: scaled products in float32, whose rows are
// gated and quantized a tile at a time.
#include <array>
#include <string>

#include "aclnnop/aclnn_grouped_matmul_swiglu_quant.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/group_weights.h"
#include "ops/matmul/grouped_matmul.h"

namespace openaclnn {
namespace {

// Groups are where they end.
struct Args : ScaledOperands {
  TensorView output;       // [m, n / 2]
  TensorView outputScale;  // [m]
};

struct State : Prepared {
  Prepared products;
  ScratchArray<float> numbers;  // [m, n]
  ScratchArray<std::byte> workspace;
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.numbers =
      scratch.Book<float>(CheckedMultiply(args.x.dims[0], args.columnScale.dims[1]).value_or(INT64_MAX));
  state.products = PlanGroupedMatmul(ScaledProducts(args, nullptr));
  state.workspace = scratch.Book<std::byte>(static_cast<int64_t>(state.products.workspaceBytes));
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.products.cost;
  return state;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  float* const numbers = state.numbers.In(workspace);
  const Status status =
      RunGroupedMatmul(ScaledProducts(args, numbers), state.products, state.workspace.In(workspace), cpu);
  if (!status.IsOk()) {
    return status;
  }
  const int64_t length = args.output.dims[1];
  const DynamicRows rows(args.output, args.outputScale, {}, false);
  ForEachRow(cpu, args.x.dims[0], length, [&](int64_t row) {
    const float* const gates = numbers + row * 2 * length;
    rows.Quantize(row, length, [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      BestRowFunctions().swiGlu(gates + begin, gates + length + begin, count, buffer.data());
      return static_cast<const float*>(buffer.data());
    });
  });
  return status;
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:grouped_matmul_swiglu_quant", Prepare));
constexpr std::array<TensorArgument<Args>, 7> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"weight", Role::kInput, &Args::weight, false, true},
     {"weightScale", Role::kInput, &Args::columnScale, false, true},
     {"xScale", Role::kInput, &Args::rowScale, false, true},
     {"groupList", Role::kInput, &Args::groups, false, true},
     {"output", Role::kOutput, &Args::output},
     {"outputScale", Role::kOutput, &Args::outputScale}}};
constexpr Operator<Args> kPlain{"aclnnGroupedMatmulSwigluQuant", kArguments, kKernels};
constexpr Operator<Args> kWeightNZ{"aclnnGroupedMatmulSwigluQuantWeightNZ", kArguments, kKernels};

constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 2> kScales{DType::kFloat, DType::kBfloat16};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<7>& given,
            const std::array<NamedTensor, 2>& leftOut, const aclTensor* outputOffset) {
  const auto [x, weight, columnScale, rowScale, groups, output, outputScale] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(columnScale).NotNull(rowScale).NotNull(groups);
  check.NotNull(output).NotNull(outputScale).LiveOrNull("outputOffset", outputOffset);
  for (const NamedTensor& one : leftOut) {
    check.LiveOrNull(one);
    check.Require(
        one.name, "null: it is not supported",  // torch_npu passes tensors without elements, too
        [&] { return one.tensor == nullptr || NumElements(*one.tensor) == 0; }, [] { return "a tensor"; });
  }
  check.DtypeIn(x, kInt8).DtypeIn(weight, kInt8).DtypeIn(columnScale, kScales).DtypeIn(rowScale, kFloat);
  check.DtypeIn(groups, kInt64).DtypeIn(output, kInt8).DtypeIn(outputScale, kFloat);
  check.ValidView(x).ValidView(columnScale).ValidView(rowScale).ValidView(groups);
  check.ValidOutputView(output).ValidOutputView(outputScale);
  check.Rank(x, 2).Rank(columnScale, 2).Rank(groups, 1);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = x.tensor->viewDims[0];
  const int64_t columns = columnScale.tensor->viewDims[1];
  const GroupWeights weights(check, weight, x.tensor->viewDims[1], columns, &op == &kWeightNZ);
  check.Require(
      columnScale.name, "an even number of columns, the halves of which are gated",
      [&] { return columns % 2 == 0; }, [&] { return std::to_string(columns); });
  check.Shape(weights.Shown(), {groups.tensor->viewDims[0], x.tensor->viewDims[1], columns},
              "[groups, columns of x, columns of weightScale]");
  check.DimEquals(columnScale, 0, groups.tensor->viewDims[0], "the number of groups");
  check.Shape(rowScale, {rows}, "[rows of x]");
  check.Shape(output, {rows, columns / 2}, "[rows of x, half of the columns]");
  check.Shape(outputScale, {rows}, "[rows of x]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.blocks = weights.InBlocks();
  return call.Bind(op, args,
                   {x.tensor, weights.OfCall(), columnScale.tensor, rowScale.tensor, groups.tensor,
                    output.tensor, outputScale.tensor});
}

}  // namespace
}  // namespace openaclnn

#define OPENACLNN_GATED_PRODUCTS(name, row)                                                                  \
  OPENACLNN_CALL(                                                                                            \
      name,                                                                                                  \
      (const aclTensor* x, const aclTensor* weight, const aclTensor* bias, const aclTensor* offset,          \
       const aclTensor* weightScale, const aclTensor* xScale, const aclTensor* groupList, aclTensor* output, \
       aclTensor* outputScale, aclTensor* outputOffset),                                                     \
      Bind(call, row, {x, weight, weightScale, xScale, groupList, output, outputScale},                      \
           {{{"bias", bias}, {"offset", offset}}}, outputOffset))

OPENACLNN_GATED_PRODUCTS(aclnnGroupedMatmulSwigluQuant, kPlain)
OPENACLNN_GATED_PRODUCTS(aclnnGroupedMatmulSwigluQuantWeightNZ, kWeightNZ)
