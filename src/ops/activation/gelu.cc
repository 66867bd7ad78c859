// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/gelu-inl.h"

// clang-format off
OPENACLNN_LOOP(Gelu, (T self), GeluOf<false>(self), 1, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(GeluTanh, (T self), GeluOf<true>(self), 1, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(GeluBackward, (T gradOutput, T self), gradOutput * GeluSlope<false>(self), 2, 0, FloatFormatsAndDouble)
OPENACLNN_LOOP(GeluTanhBackward, (T gradOutput, T self), gradOutput * GeluSlope<true>(self), 2, 0, FloatFormatsAndDouble)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kXAndY = UnaryArguments("x", "y");
constexpr auto kGradient = BinaryArguments("gradOutput", "self", "gradInput");

constexpr ElementwiseOperator kGeluV2 =
    ElementwiseRow("aclnnGeluV2", kXAndY, LoopGelu, kFloatingDtypes, kOneType);
constexpr ElementwiseOperator kGeluV2Tanh =
    ElementwiseRow("aclnnGeluV2", kXAndY, LoopGeluTanh, kFloatingDtypes, kOneType);
constexpr ElementwiseOperator kGeluBackwardV2 =
    ElementwiseRow("aclnnGeluBackwardV2", kGradient, LoopGeluBackward, kRealDtypes);
constexpr ElementwiseOperator kGeluBackwardV2Tanh =
    ElementwiseRow("aclnnGeluBackwardV2", kGradient, LoopGeluTanhBackward, kRealDtypes);
constexpr ElementwiseOperator kGeluBackward =
    ElementwiseRow("aclnnGeluBackward", kGradient, LoopGeluBackward, kRealDtypes);

// A tensor of integers is promoted by the other one.
void CheckFloating(ArgumentChecks& check, const aclTensor& gradOutput, const aclTensor& self) {
  check.Require(
      "gradOutput", "FLOAT, FLOAT16, BFLOAT16 or DOUBLE, where self has none of them",
      [&] {
        return ClassOf(gradOutput.dtype) == DTypeClass::kFloating ||
               ClassOf(self.dtype) == DTypeClass::kFloating;
      },
      [&] { return NameOf(gradOutput.dtype) + std::string(" with ") + NameOf(self.dtype); });
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnGelu, (const aclTensor* self, aclTensor* out),
                      (kSelf, LoopGelu, kFloatingDtypes, kOneType), {self}, {}, out)

OPENACLNN_ENTRY(aclnnGeluV2, (const aclTensor* x, int64_t approximate, aclTensor* y), {
  const auto known = [&](ArgumentChecks& check) {
    check.InRange("approximate", approximate, 0, 1, "0: with erf, 1: with tanh");
  };
  return PhaseOneOf(__func__, approximate == 1 ? kGeluV2Tanh : kGeluV2, {x}, {}, y, workspaceSize, executor,
                    known);
})

OPENACLNN_ENTRY(aclnnGeluBackward, (const aclTensor* gradOutput, const aclTensor* self, aclTensor* gradInput),
                {
                  const auto known = [&](ArgumentChecks& check) { CheckFloating(check, *gradOutput, *self); };
                  return PhaseOneOf(__func__, kGeluBackward, {gradOutput, self}, {}, gradInput, workspaceSize,
                                    executor, known);
                })

OPENACLNN_ENTRY(aclnnGeluBackwardV2,
                (const aclTensor* gradOutput, const aclTensor* self, char* approximate, aclTensor* gradInput),
                {
                  const std::string_view form = approximate == nullptr ? std::string_view() : approximate;
                  const auto known = [&](ArgumentChecks& check) {
                    check.NotNull("approximate", approximate);
                    check.Require(
                        "approximate", "\"none\" or \"tanh\"",
                        [&] { return form == "none" || form == "tanh"; },
                        [&] { return '"' + std::string(form) + '"'; });
                    if (!check.Failed()) {
                      CheckFloating(check, *gradOutput, *self);
                    }
                  };
                  return PhaseOneOf(__func__, form == "tanh" ? kGeluBackwardV2Tanh : kGeluBackwardV2,
                                    {gradOutput, self}, {}, gradInput, workspaceSize, executor, known);
                })
#endif  // HWY_ONCE
