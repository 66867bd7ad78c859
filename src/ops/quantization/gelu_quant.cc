// SPDX-License-Identifier: Apache-2.0
//
// aclnnGeluQuant: GELU as whole numbers, by given scales or by those of rows.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_gelu_quant.h"
#include "base/checked_math.h"
#include "kernels/functions/row_functions.h"
#include "kernels/quantization/quantized_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;         // [.., length]
  TensorView inputScale;   // [length], or one number
  TensorView inputOffset;  // likewise
  TensorView y;
  TensorView outScale;  // of each row; left out: by inputScale and inputOffset alone
  bool tanh = false;
};

struct State : Prepared {
  int64_t length = 0;
  int64_t rows = 0;
};

State Prepare(const Args& args) {
  State state;
  const std::span<const int64_t> dims = args.self.Dims();
  state.length = dims.back();
  state.rows = CheckedProduct(dims.first(dims.size() - 1)).value_or(0);
  if (state.length == 0 && !args.outScale.Defined()) {
    state.rows = 0;
  }
  state.cost = static_cast<size_t>(args.self.NumElements()) * (SizeOf(args.self.dtype) + 8);
  return state;
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (state.rows == 0) {
    return;
  }
  const TileReader self(args.self);
  const QuantizedRows y(args.y, args.inputScale, args.inputOffset, args.outScale,
                        QuantizedRowsForm{.channels = state.length});
  const auto activate = args.tanh ? BestRowFunctions().geluTanh : BestRowFunctions().gelu;
  ForEachRow(cpu, state.rows, state.length, [&](int64_t row) {
    y.Write(row, [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      TileBuffer numbers;
      activate(self.Read(row * state.length + begin, count, numbers), count, buffer.data());
      return static_cast<const float*>(buffer.data());
    });
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:gelu_quant", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{{
    {"self", Role::kInput, &Args::self},
    {"inputScaleOptional", Role::kInput, &Args::inputScale},
    {"inputOffsetOptional", Role::kInput, &Args::inputOffset},
    {"y", Role::kOutput, &Args::y},
    {"outScaleOptional", Role::kOutput, &Args::outScale},
}};
constexpr Operator<Args> kGeluQuant{"aclnnGeluQuant", kArguments, kKernels};

constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};
constexpr std::array<DType, 1> kInt8Alone{DType::kInt8};

struct Attributes {
  const char* approximate;
  const char* quantMode;
  const char* roundMode;
  int64_t dstType;
};

void CheckText(ArgumentChecks& check, const char* name, const char* expected, const char* text,
               std::initializer_list<std::string_view> allowed) {
  check.Require(
      name, expected, [&] { return std::ranges::find(allowed, std::string_view(text)) != allowed.end(); },
      [&] { return '"' + std::string(text) + '"'; });
}

// inputScale or inputOffset.
void CheckFactor(ArgumentChecks& check, const NamedTensor& factor, const NamedTensor& self) {
  if (factor.tensor == nullptr || check.Failed()) {
    return;
  }
  check.DtypeIn(factor, FloatDtypes()).ValidView(factor);
  check.Require(
      factor.name, "one element, or [the last dim of self]",
      [&] {
        const auto& dims = factor.tensor->viewDims;
        return NumElements(*factor.tensor) == 1 ||
               (dims.size() == 1 && dims[0] == self.tensor->viewDims.back());
      },
      [&] { return ShapeText(factor.tensor->viewDims) + " for " + ShapeText(self.tensor->viewDims); });
}

Status Bind(PhaseOneCall& call, const Tensors<5>& given, const Attributes& of) {
  const auto [self, scale, offset, y, outScale] = Named(kGeluQuant, given);
  ArgumentChecks check;
  check.NotNull(self).LiveOrNull(scale).LiveOrNull(offset).NotNull("approximate", of.approximate);
  check.NotNull("quantMode", of.quantMode).NotNull("roundMode", of.roundMode).NotNull(y).LiveOrNull(outScale);
  if (check.Failed()) {
    return check.Result();
  }
  const bool dynamic = std::string_view(of.quantMode) == "dynamic";
  dynamic ? check.NotNull(outScale) : check.NotNull(scale);
  CheckText(check, "approximate", R"("none" or "tanh")", of.approximate, {"none", "tanh"});
  CheckText(check, "quantMode", R"("static" or "dynamic")", of.quantMode, {"static", "dynamic"});
  CheckText(check, "roundMode", R"("rint")", of.roundMode, {"rint"});
  check.InRange("dstType", of.dstType, ACL_INT8, ACL_INT8, "2: INT8");
  check.DtypeIn(self, FloatDtypes()).DtypeIn(y, kInt8Alone).ValidView(self).ValidOutputView(y);
  check.Require(
      self.name, "1 to 8 dims", [&] { return !self.tensor->viewDims.empty(); }, [] { return "0"; });
  check.SameShape(y, self);
  CheckFactor(check, scale, self);
  CheckFactor(check, offset, self);
  if (dynamic && !check.Failed()) {
    check.Require(
        offset.name, "null in the mode \"dynamic\"", [&] { return offset.tensor == nullptr; },
        [] { return "a tensor"; });
    check.DtypeIn(outScale, kFloatAlone).ValidOutputView(outScale);
    const std::span<const int64_t> dims(self.tensor->viewDims);
    check.NumElements(outScale, CheckedProduct(dims.first(dims.size() - 1)),
                      "the product of self's dims before the last one");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.tanh = std::string_view(of.approximate) == "tanh";
  TensorsOfCall tensors = TensorsOf(std::span(given).first(4));
  tensors.push_back({given[4], dynamic});
  return call.Bind(kGeluQuant, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGeluQuant,
               (const aclTensor* self, const aclTensor* inputScaleOptional,
                const aclTensor* inputOffsetOptional, const char* approximate, const char* quantMode,
                const char* roundMode, int64_t dstType, const aclTensor* y,
                const aclTensor* outScaleOptional),
               Bind(call, {self, inputScaleOptional, inputOffsetOptional, y, outScaleOptional},
                    {approximate, quantMode, roundMode, dstType}))
