// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantMatmulDequant: rows of floats become INT8 in the workspace, and the kernel of scaled products does the rest.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_quant_matmul_dequant.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/quant_matmul.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;            // [m, k]
  TensorView weight;       // [n, k] if it is swapped, or [k, n]
  TensorView weightScale;  // one, or one for each column; of words, which have the scale of x in them
  TensorView bias;         // [n]
  TensorView xScale;       // [m], or [1]; left out: each row's largest magnitude is 127
  TensorView xOffset;      // not supported
  TensorView smooth;       // [k]
  TensorView out;          // [m, n]
  bool swapped = false;
};

struct State : Prepared {
  ScratchArray<std::byte> numbers;  // of INT8, [m, k]
  ScratchArray<std::byte> scales;   // of FLOAT, [m]
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout layout;
  state.numbers = layout.Book<std::byte>(args.x.NumElements());
  state.scales = {layout.Reserve(args.x.dims[0], sizeof(float))};
  state.workspaceBytes = layout.Bytes();
  const auto products = static_cast<double>(args.out.NumElements()) *
                        static_cast<double>(std::max<int64_t>(args.x.dims[1] / 4, 8));
  state.cost = static_cast<size_t>(products) + 4 * static_cast<size_t>(args.x.NumElements());
  return state;
}

// Row-major.
TensorView ScratchView(std::byte* data, DType dtype, std::initializer_list<int64_t> dims) {
  TensorView view{.data = data, .dtype = dtype, .rank = static_cast<int>(dims.size())};
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  ContiguousStrides(view.Dims(), {view.strides.data(), dims.size()});
  return view;
}

void Quantize(const Args& args, const TensorView& numbers, const TensorView& scales,
              const backend::cpu::CpuContext& cpu) {
  const int64_t length = args.x.dims[1];
  const TileReader x(args.x);
  const bool smoothed = args.smooth.Defined();
  const TileReader smooth(smoothed ? args.smooth : args.x);
  const bool given = args.xScale.Defined();
  const TileReader scale(given ? args.xScale : args.x);
  const bool single = given && args.xScale.NumElements() == 1;
  const DynamicRows rows(numbers, scales, {}, false);
  const WholeWriter writer(numbers);
  ForEachRow(cpu, args.x.dims[0], length, [&](int64_t row) {
    const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      const float* const own = x.Read(row * length + begin, count, buffer);
      if (!smoothed) {
        return own;
      }
      alignas(64) TileBuffer other;
      const float* const factors = smooth.Read(begin, count, other);
      for (int64_t i = 0; i < count; ++i) {
        buffer[static_cast<size_t>(i)] = own[i] * factors[i];
      }
      return static_cast<const float*>(buffer.data());
    };
    if (!given) {
      rows.Quantize(row, length, tile);
      return;
    }
    TileBuffer buffer;
    const float by = *scale.Read(single ? 0 : row, 1, buffer);
    for (int64_t begin = 0; begin < length; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, length - begin);
      const float* const own = tile(begin, count, buffer);
      TileBuffer quotients;
      for (int64_t i = 0; i < count; ++i) {
        quotients[static_cast<size_t>(i)] = own[i] / by;
      }
      RoundToRange(quotients.data(), count, RoundMode::kNearest, kInt8Range, quotients.data());
      writer.Write(row * length + begin, count, quotients.data());
    }
  });
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const int64_t rows = args.x.dims[0];
  const TensorView numbers = ScratchView(state.numbers.In(workspace), DType::kInt8, {rows, args.x.dims[1]});
  const TensorView scales = ScratchView(state.scales.In(workspace), DType::kFloat, {rows});
  Quantize(args, numbers, scales, cpu);
  QuantMatmulArgs product;
  product.x1 = numbers;
  product.x2 = args.weight;
  product.scale = args.weightScale;
  product.bias = args.bias;
  product.out = args.out;
  product.swapped2 = args.swapped;
  product.rows = rows;
  product.depth = args.x.dims[1];
  product.columns = args.out.dims[1];
  float none = 0;  // words have no offset here
  if (SizeOf(args.weightScale.dtype) == 8) {
    product.offset = ScratchView(reinterpret_cast<std::byte*>(&none), DType::kFloat, {1});
  } else {
    product.rowScale = !args.xScale.Defined() ? scales : BroadcastTo(args.xScale, std::array{rows});
  }
  RunQuantMatmul(product, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:quant_matmul_dequant", Prepare));
constexpr std::array<TensorArgument<Args>, 8> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"weight", Role::kInput, &Args::weight, false, true},
     {"weightScale", Role::kInput, &Args::weightScale, false, true},
     {"biasOptional", Role::kInput, &Args::bias, false, true},
     {"xScaleOptional", Role::kInput, &Args::xScale, false, true},
     {"xOffsetOptional", Role::kInput, &Args::xOffset, false, true},
     {"smoothScaleOptional", Role::kInput, &Args::smooth, false, true},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kQuantMatmulDequant{"aclnnQuantMatmulDequant", kArguments, kKernels};

constexpr std::span<const DType> kFloats = std::span(kFloatingDtypes).first(3);
constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 1> kInt32{DType::kInt32};
constexpr std::array<DType, 3> kScales{DType::kFloat, DType::kInt64, DType::kUint64};

// Scales of x that are given, or follow from its rows; and whether weightScale may have them in it.
void CheckScales(ArgumentChecks& check, const NamedTensor& xScale, const NamedTensor& weightScale,
                 const char* mode, int64_t rows) {
  const std::string_view text = mode == nullptr ? "pertoken" : mode;
  const bool ofTensor = text == "pertensor";
  check.Require(
      "xQuantMode", "pertoken or pertensor", [&] { return ofTensor || text == "pertoken" || text.empty(); },
      [&] { return '"' + std::string(text) + '"'; });
  check.Require(
      "xScaleOptional", "a scale, as xQuantMode is pertensor",
      [&] { return !ofTensor || xScale.tensor != nullptr; }, [] { return "null"; });
  check.Require(
      weightScale.name, "FLOAT, as xQuantMode is not pertensor",
      [&] { return ofTensor || weightScale.tensor->dtype == DType::kFloat; },
      [&] { return NameOf(weightScale.tensor->dtype); });
  if (!check.Failed() && xScale.tensor != nullptr) {
    check.DtypeIn(xScale, kFloats).ValidView(xScale);
    check.Shape(xScale, {ofTensor ? 1 : rows}, ofTensor ? "[1]" : "[rows of x]");
  }
}

Status Bind(PhaseOneCall& call, const Tensors<8>& given, const char* mode, bool transposed) {
  const auto [x, weight, weightScale, bias, xScale, xOffset, smooth, out] = Named(kQuantMatmulDequant, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(weightScale).LiveOrNull(bias).LiveOrNull(xScale);
  check.LiveOrNull(xOffset).LiveOrNull(smooth).NotNull(out);
  check.DtypeIn(x, kFloats).DtypeIn(weight, kInt8).DtypeIn(weightScale, kScales).DtypeIn(out, kFloats);
  check.ValidView(x).ValidView(weight).ValidView(weightScale).ValidOutputView(out);
  check.Require(
      xOffset.name, "null: it is not supported", [&, of = xOffset.tensor] { return of == nullptr; },
      [] { return "a tensor"; });
  check.Rank(x, 2).Rank(weight, 2).Rank(out, 2);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = x.tensor->viewDims[0];
  const int64_t depth = x.tensor->viewDims[1];
  const int64_t columns = weight.tensor->viewDims[transposed ? 0 : 1];
  check.Require(
      weight.name, transposed ? "[columns of out, columns of x]" : "[columns of x, columns of out]",
      [&, &dims = weight.tensor->viewDims] { return dims[transposed ? 1 : 0] == depth; },
      [&, &dims = weight.tensor->viewDims] { return ShapeText(dims); });
  check.Shape(out, {rows, columns}, "[rows of x, columns of the weight]");
  check.Require(
      weightScale.name, "[1] or [columns of out]",
      [&, &dims = weightScale.tensor->viewDims] {
        return dims.size() == 1 && (dims[0] == 1 || dims[0] == columns);
      },
      [&, &dims = weightScale.tensor->viewDims] { return ShapeText(dims); });
  CheckScales(check, xScale, weightScale, mode, rows);
  if (!check.Failed() && bias.tensor != nullptr) {
    check.DtypeIn(bias, kInt32).ValidView(bias).Shape(bias, {columns}, "[columns of out]");
  }
  if (!check.Failed() && smooth.tensor != nullptr) {
    check.DtypeIn(smooth, kFloats).ValidView(smooth).Shape(smooth, {depth}, "[columns of x]");
  }
  Args args;
  args.swapped = transposed;
  return check.Failed() ? check.Result() : call.Bind(kQuantMatmulDequant, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(
    aclnnQuantMatmulDequant,
    (const aclTensor* x, const aclTensor* weight, const aclTensor* weightScale, const aclTensor* biasOptional,
     const aclTensor* xScaleOptional, const aclTensor* xOffsetOptional, const aclTensor* smoothScaleOptional,
     char* xQuantMode, bool transposeWeight, const aclTensor* out),
    Bind(call,
         {x, weight, weightScale, biasOptional, xScaleOptional, xOffsetOptional, smoothScaleOptional, out},
         xQuantMode, transposeWeight))
