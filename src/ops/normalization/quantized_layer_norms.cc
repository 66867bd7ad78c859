// SPDX-License-Identifier: Apache-2.0
//
// aclnnAddLayerNormQuant and V2: layer normalization of a sum, as whole numbers.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_add_layer_norm_quant.h"
#include "aclnnop/aclnn_add_layer_norm_quant_v2.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/quantized_norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Args = RowNormArgs;
using norms::Quantized;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Args>, 15> kSecondArguments{{
    {"x1", Role::kInput, &Args::input},
    {"x2", Role::kInput, &Args::added},
    {"gamma", Role::kInput, &Args::scale},
    {"beta", Role::kInput, &Args::shift},
    {"biasOptional", Role::kInput, &Args::bias},
    {"scales1Optional", Role::kInput, &Args::factor},
    {"scales2Optional", Role::kInput, &Args::factor2},
    {"zeroPoints1Optional", Role::kInput, &Args::zeroPoint},
    {"zeroPoints2Optional", Role::kInput, &Args::zeroPoint2},
    {"y1Out", Role::kOutput, &Args::quantized},
    {"y2Out", Role::kOutput, &Args::quantized2},
    {"xOut", Role::kOutput, &Args::sum},
    {"layernormRes", Role::kOutput, &Args::out},
    {"outScales1Out", Role::kOutput, &Args::rowScale},
    {"outScales2Out", Role::kOutput, &Args::rowScale2},
}};
constexpr size_t kResult = 12;  // which the first version lacks
constexpr auto kFirstArguments = [] {
  std::array<TensorArgument<Args>, kSecondArguments.size() - 1> arguments{};
  std::copy_n(kSecondArguments.begin(), kResult, arguments.begin());
  std::copy(kSecondArguments.begin() + kResult + 1, kSecondArguments.end(), arguments.begin() + kResult);
  return arguments;
}();
constexpr Operator<Args> kFirst{"aclnnAddLayerNormQuant", kFirstArguments, kKernels};
constexpr Operator<Args> kSecond{"aclnnAddLayerNormQuantV2", kSecondArguments, kKernels};

struct Attributes {
  const char* quantMode;
  double epsilon;
  bool additionalOutput;
  bool divMode;
};

// A tensor that has to be null.
void CheckNull(ArgumentChecks& check, const NamedTensor& tensor, const char* expected) {
  check.Require(
      tensor.name, expected, [&] { return tensor.tensor == nullptr; }, [] { return "a tensor"; });
}

// Which factors and zero points go with each other.
void CheckCombination(ArgumentChecks& check, const Quantized& first, const Quantized& second, bool dynamic) {
  if (first.factor.tensor == nullptr) {
    CheckNull(check, second.factor, "null, as scales1Optional is");
  }
  if (dynamic) {
    CheckNull(check, first.zeroPoint, "null in the mode \"dynamic\"");
    CheckNull(check, second.zeroPoint, "null in the mode \"dynamic\"");
  } else if (second.factor.tensor == nullptr) {
    CheckNull(check, second.zeroPoint, "null, as scales2Optional is");
  } else {
    check.Require(
        second.zeroPoint.name, "a tensor where zeroPoints1Optional is one, else null",
        [&] { return (first.zeroPoint.tensor == nullptr) == (second.zeroPoint.tensor == nullptr); },
        [&] { return second.zeroPoint.tensor == nullptr ? "null" : "a tensor"; });
  }
}

void CheckBias(ArgumentChecks& check, const NamedTensor& bias, const NamedTensor& x1,
               const NamedTensor& gamma) {
  if (bias.tensor == nullptr || check.Failed()) {
    return;
  }
  norms::CheckParameterDtypes(check, {bias}, x1);
  check.ValidView(bias).Require(
      bias.name, "the shape of gamma or of x1",
      [&] {
        const auto& dims = bias.tensor->viewDims;
        return dims == x1.tensor->viewDims ||
               (dims.size() <= x1.tensor->viewDims.size() &&
                std::ranges::equal(norms::RowDims(*bias.tensor), norms::RowDims(*gamma.tensor)));
      },
      [&] { return ShapeText(bias.tensor->viewDims) + " for " + ShapeText(x1.tensor->viewDims); });
}

// The second version's tensors.
Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<15>& given, const Attributes& of) {
  const auto [x1, x2, gamma, beta, bias, scales1, scales2, zero1, zero2, y1, y2, x, result, outScales1,
              outScales2] = Named(kSecond, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).NotNull(gamma).NotNull(beta).NotNull("quantMode", of.quantMode).NotNull(y1);
  for (const NamedTensor* optional :
       {&bias, &scales1, &scales2, &zero1, &zero2, &y2, &x, &result, &outScales1, &outScales2}) {
    check.LiveOrNull(*optional);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const bool dynamic = std::string_view(of.quantMode) == "dynamic";
  const bool both = scales2.tensor != nullptr;
  if (!dynamic) {
    check.NotNull(scales1);
  }
  if (both) {
    check.NotNull(y2);
  }
  if (of.additionalOutput) {
    check.NotNull(x);
  }
  if (dynamic) {
    check.NotNull(outScales1);
    if (both) {
      check.NotNull(outScales2);
    }
  }
  check.Require(
      "quantMode", R"("static" or "dynamic")",
      [&] { return dynamic || std::string_view(of.quantMode) == "static"; },
      [&] { return '"' + std::string(of.quantMode) + '"'; });
  const auto used = [](const NamedTensor& tensor, bool isUsed) {
    return NamedTensor{tensor.name, isUsed ? tensor.tensor : nullptr};
  };
  const Quantized first{y1, scales1, zero1, used(outScales1, dynamic)};
  const Quantized second{used(y2, both), scales2, zero2, used(outScales2, dynamic && both)};
  CheckCombination(check, first, second, dynamic);
  const RowShape shape = norms::CheckQuantized(
      check, {x1, {x2}, gamma, beta, {used(x, of.additionalOutput), result}, {first, second}});
  CheckBias(check, bias, x1, gamma);
  if (check.Failed()) {
    return check.Result();
  }
  Args args = norms::QuantizedArgs(shape, of.epsilon, true, of.divMode && !dynamic);
  TensorsOfCall tensors;
  const std::array<bool, 6> uses{true, both, of.additionalOutput, true, dynamic, dynamic && both};
  constexpr size_t kInputs = kSecondArguments.size() - uses.size();
  for (size_t i = 0; i < given.size(); ++i) {
    if (i != kResult || &op == &kSecond) {
      tensors.push_back({given[i], i < kInputs || uses[i - kInputs]});
    }
  }
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAddLayerNormQuant,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
                const aclTensor* biasOptional, const aclTensor* scales1Optional,
                const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                const aclTensor* zeroPoints2Optional, const char* quantMode, double epsilon,
                bool additionalOutput, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
                aclTensor* outScales1Out, aclTensor* outScales2Out),
               Bind(call, kFirst,
                    {x1, x2, gamma, beta, biasOptional, scales1Optional, scales2Optional, zeroPoints1Optional,
                     zeroPoints2Optional, y1Out, y2Out, xOut, nullptr, outScales1Out, outScales2Out},
                    {quantMode, epsilon, additionalOutput, divMode}))

OPENACLNN_CALL(aclnnAddLayerNormQuantV2,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
                const aclTensor* biasOptional, const aclTensor* scales1Optional,
                const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
                const aclTensor* zeroPoints2Optional, const char* quantMode, double epsilon,
                bool additionalOutput, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
                aclTensor* layernormRes, aclTensor* outScales1Out, aclTensor* outScales2Out),
               Bind(call, kSecond,
                    {x1, x2, gamma, beta, biasOptional, scales1Optional, scales2Optional, zeroPoints1Optional,
                     zeroPoints2Optional, y1Out, y2Out, xOut, layernormRes, outScales1Out, outScales2Out},
                    {quantMode, epsilon, additionalOutput, divMode}))
