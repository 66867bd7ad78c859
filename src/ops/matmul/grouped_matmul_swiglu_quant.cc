// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedMatmulSwigluQuant, its second version, and both with weights in FRACTAL_NZ: scaled products in float32,
// whose rows are gated and quantized a tile at a time.
#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "aclnnop/aclnn_grouped_matmul_swiglu_quant.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_v2.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz_v2.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/group_weights.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/matmul/scaled_products.h"

namespace openaclnn {
namespace {

struct Args : ScaledOperands {
  TensorView smooth;       // left out, or [groups, n / 2] or [groups]: what gated rows are multiplied by
  TensorView output;       // [m, n / 2]
  TensorView outputScale;  // [m]
  int64_t listType = 0;    // 0: groups are where they end; 1: how many rows they have
};

struct State : Prepared {
  Prepared products;
  ScratchArray<float> numbers;  // [m, n]
  ScratchArray<std::byte> workspace;
  ScratchArray<int64_t> ends;  // of groups; of calls with `smooth`
};

GroupedMatmulArgs ProductsOf(const Args& args, float* numbers) {
  GroupedMatmulArgs products = ScaledProducts(args, numbers);
  products.listType = args.listType;
  return products;
}

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.numbers =
      scratch.Book<float>(CheckedMultiply(args.x.dims[0], args.columnScale.dims[1]).value_or(INT64_MAX));
  state.products = PlanGroupedMatmul(ProductsOf(args, nullptr));
  state.workspace = scratch.Book<std::byte>(static_cast<int64_t>(state.products.workspaceBytes));
  state.ends = scratch.Book<int64_t>(args.smooth.Defined() ? args.groups.dims[0] : 0);
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.products.cost;
  return state;
}

// What the rows of each group are multiplied by. The groups have been checked.
class Smoothing {
 public:
  Smoothing(const Args& args, int64_t* ends)
      : ends_(args.smooth.Defined() ? std::span(ends, static_cast<size_t>(args.groups.dims[0]))
                                    : std::span<int64_t>()),
        length_(args.output.dims[1]),
        factors_(Spread(args)) {
    const IndexReader groups(args.groups, 0);
    int64_t sum = 0;
    for (size_t g = 0; g < ends_.size(); ++g) {
      int64_t given = 0;
      groups.Read(static_cast<int64_t>(g), 1, &given);
      sum = args.listType == 1 ? sum + given : given;
      ends_[g] = sum;
    }
  }

  // Elements [begin, begin + count) of a row, in place. Rows of no group stay.
  void Multiply(int64_t row, int64_t begin, int64_t count, float* tile) const {
    const auto end = std::ranges::upper_bound(ends_, row);
    if (end == ends_.end()) {
      return;
    }
    TileBuffer buffer;
    const float* const factors = factors_.Read((end - ends_.begin()) * length_ + begin, count, buffer);
    std::transform(tile, tile + count, factors, tile, std::multiplies<>());
  }

 private:
  static TensorView Spread(const Args& args) {
    if (!args.smooth.Defined()) {
      return args.output;  // which is not read
    }
    TensorView factors = args.smooth;
    if (factors.rank == 1) {
      factors.rank = 2;
      factors.dims[1] = 1;
    }
    const std::array<int64_t, 2> dims{factors.dims[0], args.output.dims[1]};
    return BroadcastTo(factors, dims);
  }

  std::span<int64_t> ends_;
  int64_t length_;
  TileReader factors_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  float* const numbers = state.numbers.In(workspace);
  const Status status =
      RunGroupedMatmul(ProductsOf(args, numbers), state.products, state.workspace.In(workspace), cpu);
  if (!status.IsOk()) {
    return status;
  }
  const int64_t length = args.output.dims[1];
  const Smoothing smoothing(args, state.ends.In(workspace));
  const DynamicRows rows(args.output, args.outputScale, {}, false);
  ForEachRow(cpu, args.x.dims[0], length, [&](int64_t row) {
    const float* const gates = numbers + row * 2 * length;
    rows.Quantize(row, length, [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      BestRowFunctions().swiGlu(gates + begin, gates + length + begin, count, buffer.data());
      smoothing.Multiply(row, begin, count, buffer.data());
      return static_cast<const float*>(buffer.data());
    });
  });
  return status;
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:grouped_matmul_swiglu_quant", Prepare));
constexpr std::array<TensorArgument<Args>, 8> Arguments(const char* weight, const char* weightScale) {
  return {{{"x", Role::kInput, &Args::x, false, true},
           {weight, Role::kInput, &Args::weight, false, true},
           {weightScale, Role::kInput, &Args::columnScale, false, true},
           {"xScale", Role::kInput, &Args::rowScale, false, true},
           {"groupList", Role::kInput, &Args::groups, false, true},
           {"smoothScale", Role::kInput, &Args::smooth, false, true},
           {"output", Role::kOutput, &Args::output},
           {"outputScale", Role::kOutput, &Args::outputScale}}};
}
constexpr auto kArguments = Arguments("weight", "weightScale");
constexpr auto kListArguments = Arguments("weight[0]", "weightScale[0]");
constexpr Operator<Args> kPlain{"aclnnGroupedMatmulSwigluQuant", kArguments, kKernels};
constexpr Operator<Args> kWeightNZ{"aclnnGroupedMatmulSwigluQuantWeightNZ", kArguments, kKernels};
constexpr Operator<Args> kPlainV2{"aclnnGroupedMatmulSwigluQuantV2", kListArguments, kKernels};
constexpr Operator<Args> kWeightNzV2{"aclnnGroupedMatmulSwigluQuantWeightNzV2", kListArguments, kKernels};

constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 2> kScales{DType::kFloat, DType::kBfloat16};

// Of a row of a gated product, or of each of its elements.
void CheckSmoothing(ArgumentChecks& check, const NamedTensor& smooth, int64_t groups, int64_t length) {
  if (check.Failed() || smooth.tensor == nullptr) {
    return;
  }
  check.DtypeIn(smooth, kFloat).ValidView(smooth);
  check.Require(
      smooth.name, "[groups] or [groups, half of the columns]",
      [&] {
        const auto& dims = smooth.tensor->viewDims;
        return (dims.size() == 1 || (dims.size() == 2 && dims[1] == length)) && dims[0] == groups;
      },
      [&] { return ShapeText(smooth.tensor->viewDims) + " for " + std::to_string(groups) + " groups"; });
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<8>& given,
            std::span<const NamedTensor> leftOut, const aclTensor* outputOffset, int64_t listType = 0) {
  const auto [x, weight, columnScale, rowScale, groups, smooth, output, outputScale] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(columnScale).NotNull(rowScale).NotNull(groups);
  check.NotNull(output).NotNull(outputScale).LiveOrNull("outputOffset", outputOffset).LiveOrNull(smooth);
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
  const GroupWeights weights(check, weight, x.tensor->viewDims[1], columns,
                             &op == &kWeightNZ || &op == &kWeightNzV2);
  check.Require(
      columnScale.name, "an even number of columns, the halves of which are gated",
      [&] { return columns % 2 == 0; }, [&] { return std::to_string(columns); });
  check.Shape(weights.Shown(), {groups.tensor->viewDims[0], x.tensor->viewDims[1], columns},
              "[groups, columns of x, columns of weightScale]");
  check.DimEquals(columnScale, 0, groups.tensor->viewDims[0], "the number of groups");
  check.Shape(rowScale, {rows}, "[rows of x]");
  CheckSmoothing(check, smooth, groups.tensor->viewDims[0], columns / 2);
  check.Shape(output, {rows, columns / 2}, "[rows of x, half of the columns]");
  check.Shape(outputScale, {rows}, "[rows of x]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.blocks = weights.InBlocks();
  args.listType = listType;
  return call.Bind(op, args,
                   {x.tensor, weights.OfCall(), columnScale.tensor, rowScale.tensor, groups.tensor,
                    smooth.tensor, output.tensor, outputScale.tensor});
}

// The arguments of the second version that are no single tensors.
struct Lists {
  const aclTensorList* weight;
  const aclTensorList* weightScale;
  const aclTensorList* assistMatrix;
  const aclIntArray* tuning;
};
struct Modes {
  int64_t dequantMode;
  int64_t dequantDtype;
  int64_t quantMode;
  int64_t groupListType;
};

// The only tensor of a list.
const aclTensor* SingleOf(ArgumentChecks& check, const char* name, const aclTensorList* list) {
  check.Require(
      name, "one tensor, of all groups", [&] { return list->values.size() == 1; },
      [&] { return std::to_string(list->values.size()); });
  return check.Failed() ? nullptr : list->values[0];
}

// `given` without weights.
Status BindSecond(PhaseOneCall& call, const Operator<Args>& op, Tensors<8> given, const Lists& lists,
                  const aclTensor* bias, const Modes& modes) {
  ArgumentChecks check;
  check.NotNull("x", given[0]).NotNull("weight", lists.weight).NotNull("weightScale", lists.weightScale);
  check.NotNull("xScale", given[3]).NotNull("groupList", given[4]);
  check.NotNull("output", given[6]).NotNull("outputScale", given[7]);
  for (const auto& [name, list] :
       {std::pair{"weight", lists.weight}, std::pair{"weightScale", lists.weightScale}}) {
    for (size_t i = 0; !check.Failed() && i < list->values.size(); ++i) {
      check.NotNull({{name, static_cast<int64_t>(i)}, list->values[i]});
    }
  }
  given[1] = SingleOf(check, "weight", lists.weight);
  given[2] = SingleOf(check, "weightScale", lists.weightScale);
  check.LiveOrNull("weightAssistMatrix", lists.assistMatrix).LiveOrNull("tuningConfig", lists.tuning);
  check.Require(
      "weightAssistMatrix", "null: it is not supported",
      [&] { return lists.assistMatrix == nullptr || lists.assistMatrix->values.empty(); },
      [] { return "a list"; });
  check.InRange("dequantMode", modes.dequantMode, 0, 0, "0, scales of columns");
  check.InRange("dequantDtype", modes.dequantDtype, ACL_FLOAT, ACL_FLOAT, "0, FLOAT");
  check.InRange("quantMode", modes.quantMode, 0, 0, "0, scales of rows");
  check.InRange("groupListType", modes.groupListType, 0, 1, "0 or 1");
  const std::array<NamedTensor, 1> leftOut{{{"bias", bias}}};
  return check.Failed() ? check.Result() : Bind(call, op, given, leftOut, nullptr, modes.groupListType);
}

}  // namespace
}  // namespace openaclnn

#define OPENACLNN_GATED_PRODUCTS(name, row)                                                                  \
  OPENACLNN_CALL(                                                                                            \
      name,                                                                                                  \
      (const aclTensor* x, const aclTensor* weight, const aclTensor* bias, const aclTensor* offset,          \
       const aclTensor* weightScale, const aclTensor* xScale, const aclTensor* groupList, aclTensor* output, \
       aclTensor* outputScale, aclTensor* outputOffset),                                                     \
      Bind(call, row, {x, weight, weightScale, xScale, groupList, nullptr, output, outputScale},             \
           std::array<NamedTensor, 2>{{{"bias", bias}, {"offset", offset}}}, outputOffset))

OPENACLNN_GATED_PRODUCTS(aclnnGroupedMatmulSwigluQuant, kPlain)
OPENACLNN_GATED_PRODUCTS(aclnnGroupedMatmulSwigluQuantWeightNZ, kWeightNZ)

#define OPENACLNN_GATED_PRODUCTS_OF_LISTS(name, row)                                                        \
  OPENACLNN_CALL(                                                                                           \
      name,                                                                                                 \
      (const aclTensor* x, const aclTensorList* weight, const aclTensorList* weightScale,                   \
       const aclTensorList* weightAssistMatrix, const aclTensor* bias, const aclTensor* xScale,             \
       const aclTensor* smoothScale, const aclTensor* groupList, int64_t dequantMode, int64_t dequantDtype, \
       int64_t quantMode, int64_t groupListType, const aclIntArray* tuningConfig, aclTensor* output,        \
       aclTensor* outputScale),                                                                             \
      BindSecond(call, row, {x, nullptr, nullptr, xScale, groupList, smoothScale, output, outputScale},     \
                 {weight, weightScale, weightAssistMatrix, tuningConfig}, bias,                             \
                 {dequantMode, dequantDtype, quantMode, groupListType}))

OPENACLNN_GATED_PRODUCTS_OF_LISTS(aclnnGroupedMatmulSwigluQuantV2, kPlainV2)
OPENACLNN_GATED_PRODUCTS_OF_LISTS(aclnnGroupedMatmulSwigluQuantWeightNzV2, kWeightNzV2)
