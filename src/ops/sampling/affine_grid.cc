// SPDX-License-Identifier: Apache-2.0
//
// aclnnAffineGrid: regular grids of points, moved by affine maps.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "aclnnop/aclnn_affine_grid.h"
#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "base/quiet_nan.h"
#include "executor/phases.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView theta;  // [N, K, K + 1]
  TensorView out;    // [N, H, W, 2] or [N, D, H, W, 3]
  bool alignCorners = false;
};

constexpr int64_t kTaskNumbers = 16384;

struct State : Prepared {
  int64_t rows = 0;  // along W, of all images
  int64_t band = 0;  // of a task
};

State Prepare(const Args& args) {
  State state;
  const int64_t numbers = args.out.NumElements();
  if (numbers > 0) {
    const auto rank = static_cast<size_t>(args.out.rank);
    const int64_t length = args.out.dims[rank - 1] * args.out.dims[rank - 2];
    state.rows = numbers / length;
    state.band = std::max(int64_t{1}, kTaskNumbers / length);
    state.cost = static_cast<size_t>(numbers) * SizeOf(args.out.dtype);
  }
  return state;
}

// Where place i of so many lies between -1 and 1.
double Coordinate(int64_t i, int64_t places, bool alignCorners) {
  const auto number = static_cast<double>(i);
  const auto count = static_cast<double>(places);
  if (alignCorners) {
    return places > 1 ? 2 * number / (count - 1) - 1 : 0;
  }
  return (2 * number + 1) / count - 1;
}

// Numbers of any of the types as float64.
void Read(const TensorView& view, int64_t begin, int64_t count, double* to) {
  if (view.dtype == DType::kDouble) {
    MergedDims(view).ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      for (int64_t i = 0; i < run; ++i) {
        *to++ = reinterpret_cast<const double*>(view.data)[offset + i * stride];
      }
    });
    return;
  }
  TileBuffer buffer;
  std::copy_n(TileReader(view).Read(begin, count, buffer), count, to);
}

void Write(const TensorView& view, int64_t begin, int64_t count, const double* numbers) {
  if (view.dtype == DType::kDouble) {
    MergedDims(view).ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      for (int64_t i = 0; i < run; ++i) {
        reinterpret_cast<double*>(view.data)[offset + i * stride] = *numbers++;
      }
    });
    return;
  }
  TileWriter(view).Write(begin, count, numbers);
}

// A row of points: all but x is the same.
void MakeRow(const Args& args, int64_t row) {
  const auto rank = static_cast<size_t>(args.out.rank);
  const size_t axes = rank - 2;
  const int64_t width = args.out.dims[axes];
  std::array<double, 12> theta;
  std::array<double, 4> at{};  // x, y and z, and 1
  at[axes] = 1;
  int64_t rest = row;
  for (size_t axis = 1; axis < axes; ++axis) {
    const int64_t extent = args.out.dims[axes - axis];
    at[axis] = Coordinate(rest % extent, extent, args.alignCorners);
    rest /= extent;
  }
  const auto numbers = static_cast<int64_t>(axes * (axes + 1));
  Read(args.theta, rest * numbers, numbers, theta.data());
  const auto points = kTileElements / static_cast<int64_t>(axes);
  for (int64_t first = 0; first < width; first += points) {
    const int64_t count = std::min(points, width - first);
    DoubleTileBuffer tile;
    double* to = tile.data();
    for (int64_t x = first; x < first + count; ++x) {
      at[0] = Coordinate(x, width, args.alignCorners);
      for (size_t k = 0; k < axes; ++k) {
        const double* map = theta.data() + k * (axes + 1);
        double sum = map[axes];
        for (size_t axis = axes; axis > 0; --axis) {
          sum = std::fma(map[axis - 1], at[axis - 1], sum);
        }
        *to++ = WithQuietNan(sum);
      }
    }
    const auto step = static_cast<int64_t>(axes);
    Write(args.out, (row * width + first) * step, count * step, tile.data());
  }
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (state.rows > 0) {
    cpu.ParallelFor(CeilDivide(state.rows, state.band), [&](int64_t task) {
      for (int64_t row = task * state.band; row < std::min(state.rows, (task + 1) * state.band); ++row) {
        MakeRow(args, row);
      }
    });
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rows", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{{
    {"theta", Role::kInput, &Args::theta},
    {"out", Role::kOutput, &Args::out},
}};
constexpr Operator<Args> kAffineGrid{"aclnnAffineGrid", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const NamedTensor& theta, const aclIntArray* size, bool alignCorners,
            const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(theta).NotNull("size", size).NotNull(out);
  check.DtypeIn(theta, kFloatingDtypes).SameDtype(out, theta);
  check.ValidView(theta).ValidOutputView(out);
  check.Require(
      "size", "4 or 5 values of 1 or more",
      [&] {
        const auto& values = size->values;
        return (values.size() == 4 || values.size() == 5) &&
               std::ranges::all_of(values, [](int64_t value) { return value >= 1; });
      },
      [&] { return ShapeText(size->values); });
  if (check.Failed()) {
    return check.Result();
  }
  const auto& values = size->values;
  const auto axes = static_cast<int64_t>(values.size()) - 2;
  check.Shape(theta, {values[0], axes, axes + 1}, "maps of the images");
  Dims shape{values[0]};
  for (size_t d = 2; d < values.size(); ++d) {
    shape.push_back(values[d]);
  }
  shape.push_back(axes);
  check.Shape(out, shape, "points of the images");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.alignCorners = alignCorners;
  return call.Bind(kAffineGrid, args, {theta.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAffineGrid,
               (const aclTensor* theta, const aclIntArray* size, bool alignCorners, aclTensor* out),
               Bind(call, {"theta", theta}, size, alignCorners, {"out", out}))
