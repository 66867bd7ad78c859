// SPDX-License-Identifier: Apache-2.0
//
// Gated activations whose rows are quantized: aclnnSwiGluQuant and V2, aclnnDequantSwigluQuant and V2.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_dequant_swiglu_quant.h"
#include "aclnnop/aclnn_dequant_swiglu_quant_v2.h"
#include "aclnnop/aclnn_swi_glu_quant.h"
#include "aclnnop/aclnn_swi_glu_quant_v2.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/quantization/packing.h"
#include "ops/quantization/swiglu_quant.h"

namespace openaclnn {
namespace {

using Args = SwiGluQuantArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kSwiGluQuantCpu};

// x, the scales of columns and rows, bias, smooth, offset, groups, y, scale.
constexpr std::array<TensorArgument<Args>, 9> Names(const char* smooth, const char* offset,
                                                    const char* groups) {
  return {{{"x", Role::kInput, &Args::x, false, true},
           {"weightScaleOptional", Role::kInput, &Args::columnScale, false, true},
           {"activationScaleOptional", Role::kInput, &Args::rowScale, false, true},
           {"biasOptional", Role::kInput, &Args::bias, false, true},
           {smooth, Role::kInput, &Args::smooth, false, true},
           {offset, Role::kInput, &Args::offset, false, true},
           {groups, Role::kInput, &Args::groups, false, true},
           {"yOut", Role::kOutput, &Args::y},
           {"scaleOut", Role::kOutput, &Args::scale}}};
}
constexpr auto kPlain = Names("smoothScalesOptional", "offsetsOptional", "groupIndexOptional");
constexpr auto kDequant = Names("quantScaleOptional", "quantOffsetOptional", "groupIndexOptional");
constexpr Operator<Args> kSwiGluQuant{"aclnnSwiGluQuant", kPlain, kKernels};
constexpr Operator<Args> kSwiGluQuantV2{"aclnnSwiGluQuantV2", kPlain, kKernels};
constexpr Operator<Args> kDequantSwigluQuant{"aclnnDequantSwigluQuant", kDequant, kKernels};
constexpr Operator<Args> kDequantSwigluQuantV2{"aclnnDequantSwigluQuantV2", kDequant, kKernels};

constexpr std::array<DType, 4> kXDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kInt32};
constexpr std::array<DType, 2> kQuantizedDtypes{DType::kInt8, DType::kInt32};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 4> kBiasDtypes{DType::kInt32, DType::kFloat, DType::kFloat16, DType::kBfloat16};

struct Attributes {
  bool activateLeft;
  const char* quantMode;
  const char* usualMode;
  bool takesStatic;
  bool takesIntegers = false;
  int64_t listType = 0;  // 0: ends, 1: counts
  int64_t dstType = -1;  // -1: that of y
  const char* roundMode = "rint";
  int64_t activateDim = -1;
  int64_t swigluMode = 0;
  double clampLimit = 0;
  double gluAlpha = 0;
  double gluBias = 0;
};

bool IsNumber(double value) {
  return value == value;  // NOLINT(misc-redundant-expression): NaN is not
}

void CheckModes(ArgumentChecks& check, const Attributes& given) {
  const std::string_view mode = given.quantMode == nullptr ? given.usualMode : given.quantMode;
  check.Require(
      "quantMode", given.takesStatic ? R"("dynamic" or "static")" : R"("dynamic")",
      [&] { return mode == "dynamic" || (given.takesStatic && mode == "static"); },
      [&] { return '"' + std::string(mode) + '"'; });
  const std::string_view round = given.roundMode == nullptr ? "rint" : given.roundMode;
  check.Require(
      "roundMode", R"("rint" or "round")",
      [&] { return round == "rint" || round == "round" || round.empty(); },
      [&] { return '"' + std::string(round) + '"'; });
  check.InRange("groupListType", given.listType, 0, 1, "0 or 1");
  check.InRange("swigluMode", given.swigluMode, 0, 2, "0, 1 or 2");
  check.Require(
      "clampLimit", "a number of 0 or more, and numbers for gluAlpha and gluBias",
      [&] {
        return given.swigluMode == 0 ||
               (given.clampLimit >= 0 && IsNumber(given.gluAlpha) && IsNumber(given.gluBias));
      },
      [&] { return std::to_string(given.clampLimit); });
}

// Numbers of groups: of all columns, or one of each.
void CheckOfGroups(ArgumentChecks& check, const NamedTensor& factor, int64_t groups, bool grouped,
                   int64_t columns, bool oneOfEach) {
  if (check.Failed() || factor.tensor == nullptr) {
    return;
  }
  check.ValidView(factor);
  check.Require(
      factor.name, oneOfEach ? "[columns], [groups, columns] or [groups]" : "[columns] or [groups, columns]",
      [&] {
        const auto& dims = factor.tensor->viewDims;
        if (dims.size() == 2) {
          return (dims[0] == groups || dims[0] == 1) && dims[1] == columns;
        }
        return dims.size() == 1 && ((!grouped && dims[0] == columns) || (oneOfEach && dims[0] == groups) ||
                                    (!oneOfEach && dims[0] == columns));
      },
      [&] { return ShapeText(factor.tensor->viewDims); });
}

// What only integers have.
void CheckIntegers(ArgumentChecks& check, const NamedTensor& x, const NamedTensor& columnScale,
                   const NamedTensor& rowScale, const NamedTensor& bias, int64_t rows) {
  const bool whole = x.tensor->dtype == DType::kInt32;
  check.Require(
      columnScale.name, whole ? "a tensor, as x is INT32" : "null, as x is not INT32",
      [&] { return (columnScale.tensor != nullptr) == whole; },
      [&] { return columnScale.tensor == nullptr ? "null" : "a tensor"; });
  for (const NamedTensor& scale : {columnScale, rowScale}) {
    if (scale.tensor != nullptr && !check.Failed()) {
      check.DtypeIn(scale, kFloat).ValidView(scale);
    }
  }
  if (rowScale.tensor != nullptr && !check.Failed()) {
    check.NumElements(rowScale, rows, "one for each row");
  }
  if (bias.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(bias, kBiasDtypes);
  }
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<9>& given,
            const Attributes& attributes) {
  const auto [x, columnScale, rowScale, bias, smooth, offset, groups, y, scale] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).LiveOrNull(columnScale).LiveOrNull(rowScale).LiveOrNull(bias).LiveOrNull(smooth);
  check.LiveOrNull(offset).LiveOrNull(groups).NotNull(y).NotNull(scale);
  CheckModes(check, attributes);
  check.DtypeIn(x, attributes.takesIntegers ? std::span<const DType>(kXDtypes) : FloatDtypes());
  check.DtypeIn(y, kQuantizedDtypes).ValidView(x).ValidOutputView(y);
  check.Require(
      x.name.argument, "1 dim or more, the last one even and less than 2^58",
      [tensor = x.tensor] {
        const auto& dims = tensor->viewDims;
        return !dims.empty() && dims.back() % 2 == 0 && dims.back() < (int64_t{1} << 58);
      },
      [tensor = x.tensor] { return ShapeText(tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  if (attributes.dstType >= 0) {
    CheckDstType(check, "dstType", attributes.dstType, y);
  }
  const auto rank = static_cast<int64_t>(x.tensor->viewDims.size());
  const int64_t dim = attributes.activateDim < 0 ? attributes.activateDim + rank : attributes.activateDim;
  check.InRange("activateDim", dim, rank - 1, rank - 1, "the last dim");
  aclTensor half = *x.tensor;  // what y has, unpacked
  half.viewDims.back() /= 2;
  CheckPackedShape(check, y, {x.name, &half});
  const int64_t columns = half.viewDims.back();
  half.viewDims.pop_back();
  if (groups.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(groups, kIndexDtypes).ValidView(groups).Rank(groups, 1);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const bool grouped = groups.tensor != nullptr;
  const int64_t count = grouped ? groups.tensor->viewDims[0] : 1;
  int64_t rows = 1;
  for (const int64_t extent : half.viewDims) {
    rows = extent == 0 ? 0 : rows * extent;
  }
  CheckIntegers(check, x, columnScale, rowScale, bias, rows);
  CheckOfGroups(check, columnScale, count, grouped, 2 * columns, false);
  CheckOfGroups(check, bias, count, grouped, 2 * columns, false);
  for (const NamedTensor& factor : {smooth, offset}) {
    if (factor.tensor != nullptr && !check.Failed()) {
      check.DtypeIn(factor, kFloat);
    }
    CheckOfGroups(check, factor, count, grouped, columns, true);
  }
  const std::string_view mode = attributes.quantMode == nullptr ? attributes.usualMode : attributes.quantMode;
  const bool dynamic = mode == "dynamic";
  check.DtypeIn(scale, kFloat).ValidOutputView(scale);
  if (dynamic && !check.Failed()) {
    check.Shape(scale, Dims(std::span<const int64_t>(half.viewDims)), "[dims of x but the last]");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.leftGate = attributes.activateLeft;
  args.dynamic = dynamic;
  args.counts = attributes.listType == 1;
  args.gating = static_cast<SwiGluGating>(attributes.swigluMode);
  args.limit = static_cast<float>(attributes.clampLimit);
  args.alpha = static_cast<float>(attributes.gluAlpha);
  args.added = static_cast<float>(attributes.gluBias);
  return call.Bind(op, args,
                   {x.tensor,
                    columnScale.tensor,
                    rowScale.tensor,
                    bias.tensor,
                    smooth.tensor,
                    {offset.tensor, !dynamic},
                    groups.tensor,
                    y.tensor,
                    {scale.tensor, dynamic}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSwiGluQuant,
               (const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* offsetsOptional,
                const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional,
                const aclTensor* yOut, const aclTensor* scaleOut),
               Bind(call, kSwiGluQuant,
                    {x, nullptr, nullptr, nullptr, smoothScalesOptional, offsetsOptional, groupIndexOptional,
                     yOut, scaleOut},
                    {.activateLeft = activateLeft,
                     .quantMode = quantModeOptional,
                     .usualMode = "dynamic",
                     .takesStatic = true}))

OPENACLNN_CALL(aclnnSwiGluQuantV2,
               (const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* offsetsOptional,
                const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional,
                int64_t groupListType, int64_t dstType, const aclTensor* yOut, const aclTensor* scaleOut),
               Bind(call, kSwiGluQuantV2,
                    {x, nullptr, nullptr, nullptr, smoothScalesOptional, offsetsOptional, groupIndexOptional,
                     yOut, scaleOut},
                    {.activateLeft = activateLeft,
                     .quantMode = quantModeOptional,
                     .usualMode = "dynamic",
                     .takesStatic = true,
                     .listType = groupListType,
                     .dstType = dstType}))

OPENACLNN_CALL(aclnnDequantSwigluQuant,
               (const aclTensor* x, const aclTensor* weightScaleOptional,
                const aclTensor* activationScaleOptional, const aclTensor* biasOptional,
                const aclTensor* quantScaleOptional, const aclTensor* quantOffsetOptional,
                const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional,
                const aclTensor* yOut, const aclTensor* scaleOut),
               Bind(call, kDequantSwigluQuant,
                    {x, weightScaleOptional, activationScaleOptional, biasOptional, quantScaleOptional,
                     quantOffsetOptional, groupIndexOptional, yOut, scaleOut},
                    {.activateLeft = activateLeft,
                     .quantMode = quantModeOptional,
                     .usualMode = "static",
                     .takesStatic = false,
                     .takesIntegers = true,
                     .listType = 1}))

OPENACLNN_CALL(aclnnDequantSwigluQuantV2,
               (const aclTensor* x, const aclTensor* weightScaleOptional,
                const aclTensor* activationScaleOptional, const aclTensor* biasOptional,
                const aclTensor* quantScaleOptional, const aclTensor* quantOffsetOptional,
                const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional,
                int64_t dstType, char* roundModeOptional, int64_t activateDim, int64_t swigluMode,
                double clampLimit, double gluAlpha, double gluBias, const aclTensor* yOut,
                const aclTensor* scaleOut),
               Bind(call, kDequantSwigluQuantV2,
                    {x, weightScaleOptional, activationScaleOptional, biasOptional, quantScaleOptional,
                     quantOffsetOptional, groupIndexOptional, yOut, scaleOut},
                    {.activateLeft = activateLeft,
                     .quantMode = quantModeOptional,
                     .usualMode = "static",
                     .takesStatic = false,
                     .takesIntegers = true,
                     .listType = 1,
                     .dstType = dstType,
                     .roundMode = roundModeOptional,
                     .activateDim = activateDim,
                     .swigluMode = swigluMode,
                     .clampLimit = clampLimit,
                     .gluAlpha = gluAlpha,
                     .gluBias = gluBias}))
