// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/storage_checks.h"
#include "ops/sampling/grid_checks.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = GridSampler2DBackwardArgs;

constexpr std::array<TensorArgument<Args>, 5> kArguments{{
    {"gradOutput", Role::kInput, &Args::gradOutput},
    {"input", Role::kInput, &Args::input},
    {"grid", Role::kInput, &Args::grid},
    {"inputGrad", Role::kOutput, &Args::inputGrad},
    {"gridGrad", Role::kOutput, &Args::gridGrad},
}};

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kGridSampler2DBackwardCpu};

constexpr Operator<Args> kOperator{"aclnnGridSampler2DBackward", kArguments, kKernels};

constexpr size_t kMaskSize = 2;

Status Bind(PhaseOneCall& call, const Tensors<5>& given, const GridAttributes& attributes,
            const aclBoolArray* outputMask) {
  const auto [gradOutput, input, grid, inputGrad, gridGrad] = Named(kOperator, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(input).NotNull(grid).NotNull(inputGrad).NotNull(gridGrad);
  check.NotNull("outputMask", outputMask);
  for (const NamedTensor* other : {&gradOutput, &grid, &inputGrad, &gridGrad}) {
    check.SameDtype(*other, input, FloatDtypes());
  }
  check.DtypeIn(input, FloatDtypes());
  CheckGridModes(check, attributes);
  check.Rank(input, 4).Rank(grid, 4).Rank(gradOutput, 4);
  CheckStoredViews(check, {gradOutput, input, grid});
  CheckStoredOutputView(check, inputGrad);
  CheckStoredOutputView(check, gridGrad);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& image = input.tensor->viewDims;
  const std::vector<int64_t>& samples = gradOutput.tensor->viewDims;
  check.DimEquals(grid, 0, image[0], "N of input").DimEquals(gradOutput, 0, image[0], "N of input");
  check.DimEquals(gradOutput, 1, image[1], "C of input");
  check.Require(
      input.name, "dims 2 and 3, H and W, greater than 0", [&] { return image[2] > 0 && image[3] > 0; },
      [&] { return "shape " + ShapeText(image); });
  check.DimEquals(grid, 1, samples[2], "dim 2 of gradOutput");
  check.DimEquals(grid, 2, samples[3], "dim 3 of gradOutput");
  check.DimEquals(grid, 3, 2, "the pair (x, y)");
  check.SameShape(inputGrad, input).SameShape(gridGrad, grid);
  check.MaskSize("outputMask", outputMask, kMaskSize);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.interpolation = static_cast<GridInterpolation>(attributes.interpolation);
  args.padding = static_cast<GridPadding>(attributes.padding);
  args.alignCorners = attributes.alignCorners;
  return call.Bind(kOperator, args, GridGradients(given, *outputMask));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGridSampler2DBackward,
               (const aclTensor* gradOutput, const aclTensor* input, const aclTensor* grid,
                int64_t interpolationMode, int64_t paddingMode, bool alignCorners,
                const aclBoolArray* outputMask, aclTensor* inputGrad, aclTensor* gridGrad),
               Bind(call, {gradOutput, input, grid, inputGrad, gridGrad},
                    {interpolationMode, paddingMode, alignCorners}, outputMask))
