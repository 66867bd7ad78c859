// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry point of aclnnGridSampler2D.
#include "ops/sampling/grid_sampler2d.h"

#include <array>
#include <string>

#include "aclnnop/aclnn_grid_sampler2d.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/sampling/grid_checks.h"

namespace openaclnn {
namespace {

constexpr std::array<TensorArgument<GridSampler2DArgs>, 3> kArguments{{
    {"input", Role::kInput, &GridSampler2DArgs::input},
    {"grid", Role::kInput, &GridSampler2DArgs::grid},
    {"out", Role::kOutput, &GridSampler2DArgs::out},
}};
constexpr std::array<const KernelEntry<GridSampler2DArgs>*, 1> kKernels{&kGridSampler2DCpu};
constexpr Operator<GridSampler2DArgs> kOperator{"aclnnGridSampler2D", kArguments, kKernels};

Status Check(const NamedTensor& input, const NamedTensor& grid, const GridAttributes& attributes,
             const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(input).NotNull(grid).NotNull(out);
  check.DtypeIn(input, kFloatingDtypes).SameDtype(grid, input).SameDtype(out, input);
  CheckGridModes(check, attributes, true);
  check.Rank(input, 4).Rank(grid, 4);
  check.ValidView(input).ValidView(grid).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& image = input.tensor->viewDims;
  const auto& points = grid.tensor->viewDims;
  constexpr int64_t kMost = int64_t{1} << 31;
  check.DimEquals(grid, 0, image[0], "N of input");
  check.Require(
      input.name, "dims 2 and 3, H and W, from 1 to 2^31 - 1",
      [&] { return image[2] > 0 && image[3] > 0 && image[2] < kMost && image[3] < kMost; },
      [&] { return "shape " + ShapeText(image); });
  check.DimEquals(grid, 3, 2, "the pair (x, y)");
  check.Shape(out, {image[0], image[1], points[1], points[2]}, "[N, C, Ho, Wo]");
  return check.Result();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnGridSampler2D,
                (const aclTensor* input, const aclTensor* grid, int64_t interpolationMode,
                 int64_t paddingMode, bool alignCorners, aclTensor* out),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    if (Status status = Check({"input", input}, {"grid", grid},
                                              {interpolationMode, paddingMode, alignCorners}, {"out", out});
                        !status.IsOk()) {
                      return status;
                    }
                    GridSampler2DArgs args;
                    args.interpolation = static_cast<GridInterpolation>(interpolationMode);
                    args.padding = static_cast<GridPadding>(paddingMode);
                    args.alignCorners = alignCorners;
                    return call.Bind(kOperator, args, {input, grid, out});
                  });
                })
