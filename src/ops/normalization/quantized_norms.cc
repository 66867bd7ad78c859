// SPDX-License-Identifier: Apache-2.0
//
// Norms whose results are whole numbers: aclnnAddRmsNormQuant and V2, aclnnAddRmsNormDynamicQuant and V2,
// aclnnRmsNormQuant, aclnnLayerNormQuant, aclnnGroupNormSiluQuant.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "aclnnop/aclnn_add_rms_norm_dynamic_quant.h"
#include "aclnnop/aclnn_add_rms_norm_dynamic_quant_v2.h"
#include "aclnnop/aclnn_add_rms_norm_quant.h"
#include "aclnnop/aclnn_add_rms_norm_quant_v2.h"
#include "aclnnop/aclnn_group_norm_silu_quant.h"
#include "aclnnop/aclnn_layer_norm_quant.h"
#include "aclnnop/aclnn_rms_norm_quant.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/quantized_norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using norms::CheckQuantized;
using norms::Quantized;
using norms::QuantizedArgs;
using Args = RowNormArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Args>, 12> kAddV2{{
    {"x1", Role::kInput, &Args::input},
    {"x2", Role::kInput, &Args::added},
    {"gamma", Role::kInput, &Args::scale},
    {"scales1", Role::kInput, &Args::factor},
    {"scales2Optional", Role::kInput, &Args::factor2},
    {"zeroPoints1Optional", Role::kInput, &Args::zeroPoint},
    {"zeroPoints2Optional", Role::kInput, &Args::zeroPoint2},
    {"betaOptional", Role::kInput, &Args::shift},
    {"y1Out", Role::kOutput, &Args::quantized},
    {"y2Out", Role::kOutput, &Args::quantized2},
    {"xOut", Role::kOutput, &Args::sum},
    {"rmsNormOut", Role::kOutput, &Args::out},
}};
constexpr std::array<TensorArgument<Args>, 10> kAdd{{kAddV2[0], kAddV2[1], kAddV2[2], kAddV2[3], kAddV2[4],
                                                     kAddV2[5], kAddV2[6], kAddV2[8], kAddV2[9], kAddV2[10]}};
constexpr std::array<TensorArgument<Args>, 11> kDynamicV2{{
    kAddV2[0],
    kAddV2[1],
    kAddV2[2],
    {"smoothScale1Optional", Role::kInput, &Args::factor},
    {"smoothScale2Optional", Role::kInput, &Args::factor2},
    kAddV2[7],
    kAddV2[8],
    kAddV2[9],
    kAddV2[10],
    {"scale1Out", Role::kOutput, &Args::rowScale},
    {"scale2Out", Role::kOutput, &Args::rowScale2},
}};
constexpr std::array<TensorArgument<Args>, 10> kDynamic{
    {kDynamicV2[0], kDynamicV2[1], kDynamicV2[2], kDynamicV2[3], kDynamicV2[4], kDynamicV2[6], kDynamicV2[7],
     kDynamicV2[8], kDynamicV2[9], kDynamicV2[10]}};
constexpr std::array<TensorArgument<Args>, 6> OneNorm(const char* zeroPoint, const char* out) {
  return {{{"x", Role::kInput, &Args::input},
           {"gamma", Role::kInput, &Args::scale},
           {"beta", Role::kInput, &Args::shift},
           {"scale", Role::kInput, &Args::factor},
           {zeroPoint, Role::kInput, &Args::zeroPoint},
           {out, Role::kOutput, &Args::quantized}}};
}
constexpr auto kRms = OneNorm("offset", "y");
constexpr auto kLayer = OneNorm("zeroPointsOptional", "res");
constexpr std::array<TensorArgument<Args>, 7> kGroup{{
    {"self", Role::kInput, &Args::input},
    {"gamma", Role::kInput, &Args::scale},
    {"beta", Role::kInput, &Args::shift},
    {"quantScale", Role::kInput, &Args::factor},
    {"out", Role::kOutput, &Args::quantized},
    {"meanOut", Role::kOutput, &Args::mean},
    {"rstdOut", Role::kOutput, &Args::rstd},
}};

constexpr Operator<Args> kAddRmsNormQuant{"aclnnAddRmsNormQuant", kAdd, kKernels};
constexpr Operator<Args> kAddRmsNormQuantV2{"aclnnAddRmsNormQuantV2", kAddV2, kKernels};
constexpr Operator<Args> kAddRmsNormDynamicQuant{"aclnnAddRmsNormDynamicQuant", kDynamic, kKernels};
constexpr Operator<Args> kAddRmsNormDynamicQuantV2{"aclnnAddRmsNormDynamicQuantV2", kDynamicV2, kKernels};
constexpr Operator<Args> kRmsNormQuant{"aclnnRmsNormQuant", kRms, kKernels};
constexpr Operator<Args> kLayerNormQuant{"aclnnLayerNormQuant", kLayer, kKernels};
constexpr Operator<Args> kGroupNormSiluQuant{"aclnnGroupNormSiluQuant", kGroup, kKernels};

constexpr std::array<DType, 1> kInt8Alone{DType::kInt8};
constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};

// V2's tensors; the first version's are those of kAdd.
Status BindStatic(PhaseOneCall& call, Tensors<12> given, int64_t axis, double epsilon, bool divMode,
                  bool isFirst) {
  const auto [x1, x2, gamma, scales1, scales2, zero1, zero2, beta, y1, y2, x, norm] =
      Named(kAddRmsNormQuantV2, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).NotNull(gamma).NotNull(scales1).NotNull(y1).NotNull(x);
  const bool both = scales2.tensor != nullptr;
  if (both) {
    check.NotNull(y2);
  }
  check.LiveOrNull(y2).LiveOrNull(zero2);
  check.Require(
      "axis", "-1, the last dim", [&] { return axis == -1; }, [&] { return std::to_string(axis); });
  const Quantized second{{y2.name, both ? y2.tensor : nullptr}, scales2, zero2, {y2.name, nullptr}};
  const RowShape shape = CheckQuantized(
      check, {x1, {x2}, gamma, beta, {x, norm}, {{y1, scales1, zero1, {y1.name, nullptr}}, second}});
  if (check.Failed()) {
    return check.Result();
  }
  TensorsOfCall tensors = TensorsOf(given);
  tensors[9] = {tensors[9].tensor, both};
  Args args = QuantizedArgs(shape, epsilon, false, divMode);
  if (isFirst) {
    return call.Bind(kAddRmsNormQuant, args,
                     {tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6],
                      tensors[8], tensors[9], tensors[10]});
  }
  return call.Bind(kAddRmsNormQuantV2, args, tensors);
}

// Which of two results a call asks for: those that a mask names; without one the first, and the second where
// both have factors.
std::array<bool, 2> Asked(const aclBoolArray* mask, const aclTensor* smooth1, const aclTensor* smooth2) {
  if (mask != nullptr) {
    return {mask->values[0] != 0, mask->values[1] != 0};
  }
  return {true, smooth1 != nullptr && smooth2 != nullptr};
}

Status BindDynamic(PhaseOneCall& call, Tensors<11> given, double epsilon, const aclBoolArray* outputMask,
                   bool isFirst) {
  const auto [x1, x2, gamma, smooth1, smooth2, beta, y1, y2, x, scale1, scale2] =
      Named(kAddRmsNormDynamicQuantV2, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).NotNull(gamma).NotNull(x);
  check.LiveOrNull("outputMask", outputMask).LiveOrNull(smooth1).LiveOrNull(smooth2);
  check.LiveOrNull(y1).LiveOrNull(y2).LiveOrNull(scale1).LiveOrNull(scale2);
  if (outputMask != nullptr) {
    check.MaskSize("outputMask", outputMask, 2);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const std::array<bool, 2> asked = Asked(outputMask, smooth1.tensor, smooth2.tensor);
  const std::array<Quantized, 2> all{
      {{y1, smooth1, {y1.name, nullptr}, scale1}, {y2, smooth2, {y2.name, nullptr}, scale2}}};
  std::array<Quantized, 2> used = all;
  for (size_t i = 0; i < asked.size(); ++i) {
    if (asked[i]) {
      check.NotNull(all[i].numbers).NotNull(all[i].rowScale);
    } else {  // not written
      used[i].numbers.tensor = nullptr;
      used[i].rowScale.tensor = nullptr;
    }
  }
  const RowShape shape = CheckQuantized(check, {x1, {x2}, gamma, beta, {x}, {used[0], used[1]}});
  if (check.Failed()) {
    return check.Result();
  }
  Args args = QuantizedArgs(shape, epsilon, false, false);
  TensorsOfCall tensors = TensorsOf(given);
  for (size_t i = 0; i < asked.size(); ++i) {
    tensors[6 + i] = {tensors[6 + i].tensor, asked[i]};
    tensors[9 + i] = {tensors[9 + i].tensor, asked[i]};
  }
  if (isFirst) {
    return call.Bind(kAddRmsNormDynamicQuant, args,
                     {tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[6], tensors[7],
                      tensors[8], tensors[9], tensors[10]});
  }
  return call.Bind(kAddRmsNormDynamicQuantV2, args, tensors);
}

Status BindRms(PhaseOneCall& call, const Tensors<6>& given, double epsilon) {
  const auto named = Named(kRmsNormQuant, given);
  const auto& [x, gamma, beta, scale, offset, y] = named;
  ArgumentChecks check;
  for (const NamedTensor& tensor : named) {
    check.NotNull(tensor);
  }
  const RowShape shape =
      CheckQuantized(check, {x, {}, gamma, beta, {}, {{y, scale, offset, {y.name, nullptr}}}});
  return check.Failed()
             ? check.Result()
             : call.Bind(kRmsNormQuant, QuantizedArgs(shape, epsilon, false, true), TensorsOf(given));
}

Status BindLayer(PhaseOneCall& call, const Tensors<6>& given, int quantMode, double epsilon,
                 const aclTensor* scaleOut) {
  const auto [x, gamma, beta, scale, zeroPoints, res] = Named(kLayerNormQuant, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(gamma).NotNull(beta).NotNull(scale).NotNull(res);
  check.LiveOrNull(NamedTensor{"scaleOut", scaleOut});
  check.Require(
      "quantMode", "0, static", [&] { return quantMode == 0; }, [&] { return std::to_string(quantMode); });
  const RowShape shape =
      CheckQuantized(check, {x, {}, gamma, beta, {}, {{res, scale, zeroPoints, {res.name, nullptr}}}});
  return check.Failed()
             ? check.Result()
             : call.Bind(kLayerNormQuant, QuantizedArgs(shape, epsilon, true, true), TensorsOf(given));
}

Status BindGroup(PhaseOneCall& call, const Tensors<7>& given, int64_t group, double eps, bool activateSilu) {
  const auto [self, gamma, beta, scale, out, mean, rstd] = Named(kGroupNormSiluQuant, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(scale).NotNull(out).NotNull(mean).NotNull(rstd);
  norms::GroupsOfSample groups{"group", group};
  norms::FindGroups(check, self, groups);
  norms::CheckParameterDtypes(check, {gamma, beta}, self);
  check.DtypeIn(scale, kFloatAlone).DtypeIn(out, kInt8Alone);
  norms::CheckParameterDtypes(check, {mean, rstd}, self);
  check.Require(
      "activateSilu", "true", [&] { return activateSilu; }, [] { return "false"; });
  check.Require(
      "eps", "0 or more", [&] { return eps >= 0; }, [&] { return std::to_string(eps); });
  norms::CheckViews(check, {gamma, beta, scale}, {out, mean, rstd});
  for (const NamedTensor& parameter : {gamma, beta}) {
    if (parameter.tensor != nullptr) {
      check.Shape(parameter, {groups.C}, "[C]");
    }
  }
  if (!check.Failed() && NumElements(*scale.tensor) != 1) {
    check.Shape(scale, {groups.C}, "[C], or one element");
  }
  check.SameShape(out, self);
  for (const NamedTensor& statistics : {mean, rstd}) {
    check.NumElements(statistics, CheckedProduct({groups.N, group}), "N * group");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args = QuantizedArgs(
      {.rows = groups.N * group, .channels = groups.C / group, .positions = groups.HxW, .groups = group}, eps,
      true, true);
  args.swish = true;
  return call.Bind(kGroupNormSiluQuant, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAddRmsNormQuant,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* scales1,
                const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                const aclTensor* zeroPoints2Optional, int64_t axis, double epsilon, bool divMode,
                aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut),
               BindStatic(call,
                          {x1, x2, gamma, scales1, scales2Optional, zeroPoints1Optional, zeroPoints2Optional,
                           nullptr, y1Out, y2Out, xOut, nullptr},
                          axis, epsilon, divMode, true))

OPENACLNN_CALL(aclnnAddRmsNormQuantV2,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* scales1,
                const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                const aclTensor* zeroPoints2Optional, const aclTensor* betaOptional, int64_t axis,
                double epsilon, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
                aclTensor* rmsNormOut),
               BindStatic(call,
                          {x1, x2, gamma, scales1, scales2Optional, zeroPoints1Optional, zeroPoints2Optional,
                           betaOptional, y1Out, y2Out, xOut, rmsNormOut},
                          axis, epsilon, divMode, false))

OPENACLNN_CALL(aclnnAddRmsNormDynamicQuant,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma,
                const aclTensor* smoothScale1Optional, const aclTensor* smoothScale2Optional, double epsilon,
                aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut, aclTensor* scale1Out,
                aclTensor* scale2Out),
               BindDynamic(call,
                           {x1, x2, gamma, smoothScale1Optional, smoothScale2Optional, nullptr, y1Out, y2Out,
                            xOut, scale1Out, scale2Out},
                           epsilon, nullptr, true))

OPENACLNN_CALL(aclnnAddRmsNormDynamicQuantV2,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma,
                const aclTensor* smoothScale1Optional, const aclTensor* smoothScale2Optional,
                const aclTensor* betaOptional, double epsilon, const aclBoolArray* outputMask,
                aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut, aclTensor* scale1Out,
                aclTensor* scale2Out),
               BindDynamic(call,
                           {x1, x2, gamma, smoothScale1Optional, smoothScale2Optional, betaOptional, y1Out,
                            y2Out, xOut, scale1Out, scale2Out},
                           epsilon, outputMask, false))

OPENACLNN_CALL(aclnnRmsNormQuant,
               (const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, const aclTensor* scale,
                const aclTensor* offset, double epsilon, aclTensor* y),
               BindRms(call, {x, gamma, beta, scale, offset, y}, epsilon))

OPENACLNN_CALL(aclnnLayerNormQuant,
               (const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, const aclTensor* scale,
                const aclTensor* zeroPointsOptional, int quantMode, double epsilon, aclTensor* res,
                aclTensor* scaleOut),
               BindLayer(call, {x, gamma, beta, scale, zeroPointsOptional, res}, quantMode, epsilon,
                         scaleOut))

OPENACLNN_CALL(aclnnGroupNormSiluQuant,
               (const aclTensor* self, const aclTensor* gamma, const aclTensor* beta,
                const aclTensor* quantScale, int64_t group, double eps, bool activateSilu, aclTensor* out,
                aclTensor* meanOut, aclTensor* rstdOut),
               BindGroup(call, {self, gamma, beta, quantScale, out, meanOut, rstdOut}, group, eps,
                         activateSilu))
