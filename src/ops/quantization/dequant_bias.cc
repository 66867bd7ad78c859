// SPDX-License-Identifier: Apache-2.0
//
// aclnnDequantBias: sums of integers become numbers, row by row, in float64: FLOAT does not hold every INT32.
#include <algorithm>
#include <array>

#include "aclnnop/aclnn_dequant_bias.h"
#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/quantization/packing.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;            // [m, n]
  TensorView columnScale;  // [n]
  TensorView rowScale;     // [m]
  TensorView bias;         // [n]
  TensorView out;
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(args.x.NumElements()) * 6;
  return state;
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const int64_t rows = args.x.dims[0];
  const int64_t columns = args.x.dims[1];
  const bool biased = args.bias.Defined();
  const bool wholeBias = biased && args.bias.dtype == DType::kInt32;
  const IndexReader x(args.x, 0);
  const IndexReader wholeBiases(wholeBias ? args.bias : args.x, 0);
  const TileReader biases(biased && !wholeBias ? args.bias : args.columnScale);
  const TileReader columnScales(args.columnScale);
  const TileReader rowScales(args.rowScale.Defined() ? args.rowScale : args.columnScale);
  const TileWriter out(args.out);
  // Scales and biases are read once for all rows of a task.
  const int64_t rowsOfTask = RowsOfTask(std::min(columns, kTileElements));
  const int64_t tiles = CeilDivide(columns, kTileElements);
  cpu.ParallelFor(CeilDivide(rows, rowsOfTask) * tiles, [&](int64_t task) {
    const int64_t begin = task % tiles * kTileElements;
    const int64_t count = std::min(kTileElements, columns - begin);
    TileBuffer scaleBuffer;
    const float* const scale = columnScales.Read(begin, count, scaleBuffer);
    TileBuffer biasBuffer;
    biasBuffer.fill(0);
    const float* const bias =
        biased && !wholeBias ? biases.Read(begin, count, biasBuffer) : biasBuffer.data();
    IndexReader::Buffer whole{};
    if (wholeBias) {
      wholeBiases.Read(begin, count, whole.data());
    }
    const int64_t first = task / tiles * rowsOfTask;
    for (int64_t row = first; row < std::min(rows, first + rowsOfTask); ++row) {
      TileBuffer one;
      const double by = args.rowScale.Defined() ? *rowScales.Read(row, 1, one) : 1.0;
      IndexReader::Buffer sumBuffer;
      const int64_t* const sums = x.ReadTile(row * columns + begin, count, sumBuffer);
      DoubleTileBuffer results;
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(i);
        results[at] = static_cast<double>(sums[i] + whole[at]) * static_cast<double>(scale[i]) * by +
                      static_cast<double>(bias[i]);
      }
      out.Write(row * columns + begin, count, results.data());
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:dequant_bias", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{
    {{"x", Role::kInput, &Args::x},
     {"weightScale", Role::kInput, &Args::columnScale, false, true},
     {"activateScaleOptional", Role::kInput, &Args::rowScale, false, true},
     {"biasOptional", Role::kInput, &Args::bias, false, true},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kDequantBias{"aclnnDequantBias", kArguments, kKernels};

constexpr std::array<DType, 1> kSums{DType::kInt32};
constexpr std::array<DType, 1> kRowScales{DType::kFloat};
constexpr std::array<DType, 2> kColumnScales{DType::kFloat, DType::kBfloat16};
constexpr std::array<DType, 4> kBiases{DType::kInt32, DType::kFloat, DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 2> kResults{DType::kFloat16, DType::kBfloat16};

Status Bind(PhaseOneCall& call, const Tensors<5>& given, int64_t outputDtype) {
  const auto [x, columnScale, rowScale, bias, out] = Named(kDequantBias, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(columnScale).LiveOrNull(rowScale).LiveOrNull(bias).NotNull(out);
  check.DtypeIn(x, kSums).DtypeIn(columnScale, kColumnScales).DtypeIn(out, kResults);
  if (!check.Failed()) {
    CheckDstType(check, "outputDtype", outputDtype, out);
  }
  check.ValidView(x).ValidView(columnScale).ValidOutputView(out).Rank(x, 2);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = x.tensor->viewDims;
  check.Shape(columnScale, {dims[1]}, "[columns of x]");
  if (rowScale.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(rowScale, kRowScales).ValidView(rowScale).Shape(rowScale, {dims[0]}, "[rows of x]");
  }
  if (bias.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(bias, kBiases).ValidView(bias).Shape(bias, {dims[1]}, "[columns of x]");
  }
  check.SameShape(out, x);
  return check.Failed() ? check.Result() : call.Bind(kDequantBias, Args(), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnDequantBias,
               (const aclTensor* x, const aclTensor* weightScale, const aclTensor* activateScaleOptional,
                const aclTensor* biasOptional, int64_t outputDtype, const aclTensor* out),
               Bind(call, {x, weightScale, activateScaleOptional, biasOptional, out}, outputDtype))
