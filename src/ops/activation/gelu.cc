// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/gelu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "ops/activation/gelu-inl.h"

#ifndef OPENACLNN_GELU_ONCE  // this file is included once for each target
#define OPENACLNN_GELU_ONCE
namespace openaclnn {
enum class GeluForm { kGelu, kGeluTanh, kGeluGradient, kGeluTanhGradient };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace gelu {

template <bool kTanh>
struct Value {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return GeluOf<kTanh>(self);
  }
};
template <bool kTanh>
struct Gradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self) {
    return gradOutput * GeluSlope<kTanh>(self);
  }
};

}  // namespace gelu

ElementwiseLoop FindGelu(GeluForm which, DType dtype) {
  using namespace gelu;
  switch (which) {
    case GeluForm::kGelu:
      return FindLoop<Value<false>, 1, 0>(FloatFormatsAndDouble(), dtype);
    case GeluForm::kGeluTanh:
      return FindLoop<Value<true>, 1, 0>(FloatFormatsAndDouble(), dtype);
    case GeluForm::kGeluGradient:
      return FindLoop<Gradient<false>, 2, 0>(FloatFormatsAndDouble(), dtype);
    case GeluForm::kGeluTanhGradient:
      return FindLoop<Gradient<true>, 2, 0>(FloatFormatsAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindGelu);

template <GeluForm kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindGelu)(kWhich, dtype);
}

constexpr auto kXAndY = UnaryArguments("x", "y");
constexpr auto kGradient = BinaryArguments("gradOutput", "self", "gradInput");

constexpr ElementwiseOperator kGeluV2 =
    ElementwiseRow("aclnnGeluV2", kXAndY, Loop<GeluForm::kGelu>, kFloatingDtypes, kOneType);
constexpr ElementwiseOperator kGeluV2Tanh =
    ElementwiseRow("aclnnGeluV2", kXAndY, Loop<GeluForm::kGeluTanh>, kFloatingDtypes, kOneType);
constexpr ElementwiseOperator kGeluBackwardV2 =
    ElementwiseRow("aclnnGeluBackwardV2", kGradient, Loop<GeluForm::kGeluGradient>, kFloatingDtypes);
constexpr ElementwiseOperator kGeluBackwardV2Tanh =
    ElementwiseRow("aclnnGeluBackwardV2", kGradient, Loop<GeluForm::kGeluTanhGradient>, kFloatingDtypes);

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnGelu, (const aclTensor* self, aclTensor* out),
                      (kSelf, Loop<GeluForm::kGelu>, kFloatingDtypes, kOneType), {self}, {}, out)

aclnnStatus aclnnGeluV2GetWorkspaceSize(const aclTensor* x, int64_t approximate, aclTensor* y,
                                        uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  const auto known = [&](ArgumentChecks& check) {
    check.InRange("approximate", approximate, 0, 1, "0: with erf, 1: with tanh");
  };
  return PhaseOneOf(__func__, approximate == 1 ? kGeluV2Tanh : kGeluV2, {x}, {}, y, workspaceSize, executor,
                    known);
}
OPENACLNN_PHASE_TWO(aclnnGeluV2)

OPENACLNN_ELEMENTWISE(aclnnGeluBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, aclTensor* gradInput),
                      (kGradient, Loop<GeluForm::kGeluGradient>, kFloatingDtypes), {gradOutput, self}, {},
                      gradInput)

aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                char* approximate, aclTensor* gradInput,
                                                uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  const std::string_view form = approximate == nullptr ? std::string_view() : approximate;
  const auto known = [&](ArgumentChecks& check) {
    check.NotNull("approximate", approximate);
    check.Require(
        "approximate", "\"none\" or \"tanh\"", [&] { return form == "none" || form == "tanh"; },
        [&] { return '"' + std::string(form) + '"'; });
  };
  return PhaseOneOf(__func__, form == "tanh" ? kGeluBackwardV2Tanh : kGeluBackwardV2, {gradOutput, self}, {},
                    gradInput, workspaceSize, executor, known);
}
OPENACLNN_PHASE_TWO(aclnnGeluBackwardV2)
#endif  // HWY_ONCE
