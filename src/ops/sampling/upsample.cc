// SPDX-License-Identifier: Apache-2.0
//
// Resizing of signals, images and volumes, and its gradients: the table of aclnnUpsample*. Where a place of
// the output lies in the input is decided along each axis by itself.
#include <array>
#include <span>

#include "aclnnop/aclnn_upsample_bicubic2d_aa.h"
#include "aclnnop/aclnn_upsample_bicubic2d_aa_grad.h"
#include "aclnnop/aclnn_upsample_bicubic_2d.h"
#include "aclnnop/aclnn_upsample_bicubic_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_linear_1d.h"
#include "aclnnop/aclnn_upsample_linear_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d.h"
#include "aclnnop/aclnn_upsample_nearest_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_3d.h"
#include "aclnnop/aclnn_upsample_nearest_3d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d_backward.h"
#include "aclnnop/aclnn_upsample_trilinear_3d.h"
#include "aclnnop/aclnn_upsample_trilinear_3d_backward.h"
#include "ops/common/entry.h"
#include "ops/sampling/resize.h"

namespace openaclnn::resize {

static constexpr std::array<DType, 5> kFloatsDoubleByte{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                                        DType::kDouble, DType::kUint8};
static constexpr std::array<DType, 4> kFloatsByte{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                                  DType::kUint8};
static constexpr std::span<const DType> kFloatsDouble = std::span(kFloatsDoubleByte).first<4>();
static constexpr std::span<const DType> kFloats = std::span(kFloatsDoubleByte).first<3>();

}  // namespace openaclnn::resize

// An operator of arguments Args: its kind, spatial dims and types; its parameters, and the names of its input
// and output; whether corners are aligned, and then how often each extent goes into the output's.
#define UPSAMPLE(Args, Name, kind, spatial, dtypes, parameters, input, out, alignCorners, ...)       \
  OPENACLNN_ENTRY(aclnnUpsample##Name, parameters, {                                                 \
    using namespace resize;                                                                          \
    static constexpr auto kArguments = ArgumentsOf<Args>(#input, #out);                              \
    static constexpr Operator<Args> kOperator{"aclnnUpsample" #Name, kArguments, kKernels<Args>};    \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {                     \
      return Bind(call, kOperator, {ResizeKind::kind, spatial, dtypes, alignCorners, {__VA_ARGS__}}, \
                  {#input, input}, outputSize, {#out, out});                                         \
    });                                                                                              \
  })
// Its gradient.
#define UPSAMPLE_BACKWARD(Name, kind, spatial, dtypes, parameters, input, out, alignCorners, ...)            \
  OPENACLNN_ENTRY(aclnnUpsample##Name, parameters, {                                                         \
    using namespace resize;                                                                                  \
    static constexpr auto kArguments = ArgumentsOf<PlaneMapArgs>(#input, #out);                              \
    static constexpr Operator<PlaneMapArgs> kOperator{"aclnnUpsample" #Name, kArguments,                     \
                                                      kKernels<PlaneMapArgs>};                               \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {                             \
      return BindBackward(call, kOperator, {ResizeKind::kind, spatial, dtypes, alignCorners, {__VA_ARGS__}}, \
                          {#input, input}, outputSize, inputSize, {#out, out});                              \
    });                                                                                                      \
  })

// clang-format off
UPSAMPLE(NearestArgs, Nearest1d, kNearest, 1, kFloatsDoubleByte, (const aclTensor* self, const aclIntArray* outputSize, aclTensor* out), self, out, false, 0)
UPSAMPLE(NearestArgs, Nearest1dV2, kNearest, 1, kFloatsDoubleByte, (const aclTensor* self, const aclIntArray* outputSize, float scaleL, aclTensor* out), self, out, false, static_cast<double>(scaleL))
UPSAMPLE_BACKWARD(Nearest1dBackward, kNearest, 1, kFloatsDouble, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, double scales, aclTensor* out), gradOut, out, false, scales)
UPSAMPLE(NearestArgs, Nearest2d, kNearest, 2, kFloatsDoubleByte, (const aclTensor* self, const aclIntArray* outputSize, aclTensor* out), self, out, false, 0, 0)
UPSAMPLE(NearestArgs, Nearest2dV2, kNearest, 2, kFloatsDoubleByte, (const aclTensor* self, const aclIntArray* outputSize, float scalesH, float scalesW, aclTensor* out), self, out, false, static_cast<double>(scalesH), static_cast<double>(scalesW))
UPSAMPLE_BACKWARD(Nearest2dBackward, kNearest, 2, kFloatsDouble, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesH, double scalesW, aclTensor* gradInput), gradOut, gradInput, false, scalesH, scalesW)
UPSAMPLE(NearestArgs, Nearest3d, kNearest, 3, kFloatsDoubleByte, (const aclTensor* self, const aclIntArray* outputSize, double scalesD, double scalesH, double scalesW, aclTensor* out), self, out, false, scalesD, scalesH, scalesW)
UPSAMPLE_BACKWARD(Nearest3dBackward, kNearest, 3, kFloatsDouble, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesD, double scalesH, double scalesW, aclTensor* gradInput), gradOut, gradInput, false, scalesD, scalesH, scalesW)
UPSAMPLE(NearestArgs, NearestExact1d, kNearestExact, 1, kFloatsByte, (const aclTensor* self, const aclIntArray* outputSize, double scales, aclTensor* out), self, out, false, scales)
UPSAMPLE_BACKWARD(NearestExact1dBackward, kNearestExact, 1, kFloats, (const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize, double scales, aclTensor* out), gradOutput, out, false, scales)
UPSAMPLE(NearestArgs, NearestExact2d, kNearestExact, 2, kFloatsByte, (const aclTensor* self, const aclIntArray* outputSize, double scalesH, double scalesW, aclTensor* out), self, out, false, scalesH, scalesW)
UPSAMPLE_BACKWARD(NearestExact2dBackward, kNearestExact, 2, kFloats, (const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesH, double scalesW, aclTensor* out), gradOutput, out, false, scalesH, scalesW)
UPSAMPLE(NearestArgs, NearestExact3d, kNearestExact, 3, kFloats, (const aclTensor* self, const aclIntArray* outputSize, double scalesD, double scalesH, double scalesW, aclTensor* out), self, out, false, scalesD, scalesH, scalesW)
UPSAMPLE_BACKWARD(NearestExact3dBackward, kNearestExact, 3, kFloats, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesD, double scalesH, double scalesW, aclTensor* gradInput), gradOut, gradInput, false, scalesD, scalesH, scalesW)
UPSAMPLE(PlaneMapArgs, Linear1d, kLinear, 1, kFloats, (const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scale, aclTensor* out), self, out, alignCorners, scale)
UPSAMPLE_BACKWARD(Linear1dBackward, kLinear, 1, kFloats, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scales, aclTensor* out), gradOut, out, alignCorners, scales)
UPSAMPLE(PlaneMapArgs, Bilinear2d, kLinear, 2, kFloatsDouble, (const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), self, out, alignCorners, scalesH, scalesW)
UPSAMPLE_BACKWARD(Bilinear2dBackward, kLinear, 2, kFloatsDouble, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), gradOut, out, alignCorners, scalesH, scalesW)
// The newer name has the same meaning.
UPSAMPLE_BACKWARD(Bilinear2dBackwardV2, kLinear, 2, kFloatsDouble, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), gradOut, out, alignCorners, scalesH, scalesW)
UPSAMPLE(PlaneMapArgs, Bilinear2dAA, kLinearWide, 2, kFloats, (const aclTensor* input, const aclIntArray* outputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), input, out, alignCorners, scalesH, scalesW)
UPSAMPLE_BACKWARD(Bilinear2dAABackward, kLinearWide, 2, kFloats, (const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), gradOutput, out, alignCorners, scalesH, scalesW)
UPSAMPLE(PlaneMapArgs, Trilinear3d, kLinear, 3, kFloatsDouble, (const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scalesD, double scalesH, double scalesW, aclTensor* out), self, out, alignCorners, scalesD, scalesH, scalesW)
UPSAMPLE_BACKWARD(Trilinear3dBackward, kLinear, 3, kFloatsDouble, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scalesD, double scalesH, double scalesW, aclTensor* gradInput), gradOut, gradInput, alignCorners, scalesD, scalesH, scalesW)
UPSAMPLE(PlaneMapArgs, Bicubic2d, kCubic, 2, kFloats, (const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), self, out, alignCorners, scalesH, scalesW)
UPSAMPLE_BACKWARD(Bicubic2dBackward, kCubic, 2, kFloats, (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* gradInput), gradOut, gradInput, alignCorners, scalesH, scalesW)
UPSAMPLE(PlaneMapArgs, Bicubic2dAA, kCubicWide, 2, kFloats, (const aclTensor* x, const aclIntArray* outputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), x, out, alignCorners, scalesH, scalesW)
UPSAMPLE_BACKWARD(Bicubic2dAAGrad, kCubicWide, 2, kFloats, (const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners, double scalesH, double scalesW, aclTensor* out), gradOutput, out, alignCorners, scalesH, scalesW)
// clang-format on
