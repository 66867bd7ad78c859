// SPDX-License-Identifier: Apache-2.0
//
// aclnnUnfoldGrad: the windows of a dim added where they were taken from. Sums are those of float64, in the
// order of windows.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "aclnnop/aclnn_unfold_grad.h"
#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView gradOut;  // of the tensor, with windows at dim, and their elements at the end
  TensorView gradIn;
  size_t dim = 0;
  int64_t step = 1;
};

constexpr int64_t kMostSlots = 64;
constexpr int64_t kTaskElements = 16384;

struct State : Prepared {
  TensorView windows;  // [rows of dim..., windows, size]
  TensorView rows;     // [rows of dim..., extent]
  int64_t count = 0;   // of rows
  int64_t extent = 0;
  int64_t windowsOfRow = 0;
  int64_t size = 0;
  int64_t band = 1;  // rows of a task
  int64_t slots = 1;
  ScratchArray<double> sums;
};

// With `dim` behind all dims before `end`.
TensorView WithDimAtEnd(TensorView view, size_t dim, size_t end) {
  std::rotate(view.dims.begin() + dim, view.dims.begin() + dim + 1, view.dims.begin() + end);
  std::rotate(view.strides.begin() + dim, view.strides.begin() + dim + 1, view.strides.begin() + end);
  return view;
}

State Prepare(const Args& args) {
  State state;
  if (args.gradIn.Empty()) {
    return state;
  }
  const auto rank = static_cast<size_t>(args.gradIn.rank);
  state.windows = WithDimAtEnd(args.gradOut, args.dim, rank);
  state.rows = WithDimAtEnd(args.gradIn, args.dim, rank);
  state.extent = state.rows.dims[rank - 1];
  state.count = args.gradIn.NumElements() / state.extent;
  state.windowsOfRow = state.windows.dims[rank - 1];
  state.size = state.windows.dims[rank];
  state.band = std::max<int64_t>(1, kTaskElements / std::max(state.extent, state.windowsOfRow * state.size));
  state.slots = std::min(kMostSlots, CeilDivide(state.count, state.band));
  ScratchLayout scratch;
  state.sums = scratch.Book<double>(state.slots * state.extent);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.gradOut.NumElements() + args.gradIn.NumElements()) * sizeof(double);
  return state;
}

void AddWindows(const State& state, const ConvertedReader& reader, int64_t row, int64_t step, double* sums) {
  const int64_t elements = state.windowsOfRow * state.size;
  ConvertedBuffer buffer;
  int64_t window = 0;
  int64_t place = 0;  // in the window
  for (int64_t begin = 0; begin < elements; begin += kConvertedChunk) {
    const int64_t count = std::min(kConvertedChunk, elements - begin);
    const auto* const numbers =
        reinterpret_cast<const double*>(reader.Read(row * elements + begin, count, buffer));
    for (int64_t i = 0; i < count; ++i) {
      sums[window * step + place] += numbers[i];
      if (++place == state.size) {
        place = 0;
        ++window;
      }
    }
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  TensorView windows = state.windows;
  TensorView rows = state.rows;
  windows.data = args.gradOut.data;
  rows.data = args.gradIn.data;
  ForEachTaskInSlots(cpu, CeilDivide(state.count, state.band), state.slots, [&](int64_t task, int64_t slot) {
    const ConvertedReader reader(windows, DType::kDouble);
    double* const sums = state.sums.In(workspace) + slot * state.extent;
    for (int64_t row = task * state.band; row < std::min(state.count, (task + 1) * state.band); ++row) {
      std::fill_n(sums, state.extent, 0.0);
      AddWindows(state, reader, row, args.step, sums);
      std::transform(sums, sums + state.extent, sums, WithQuietNan<double>);
      WriteConverted(rows, row * state.extent, state.extent, sums);
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:unfold_grad", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"gradOut", Role::kInput, &Args::gradOut}, {"gradIn", Role::kOutput, &Args::gradIn}}};
constexpr Operator<Args> kUnfoldGrad{"aclnnUnfoldGrad", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const NamedTensor& gradOut, const aclIntArray* inputSizes, int64_t dim,
            int64_t size, int64_t step, const NamedTensor& gradIn) {
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull("inputSizes", inputSizes).NotNull(gradIn);
  check.DtypeIn(gradOut, kFloatingDtypes).SameDtype(gradIn, gradOut);
  check.ValidView(gradOut).ValidOutputView(gradIn);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& sizes = inputSizes->values;
  check.Require(
      "inputSizes", "1 to 7 numbers that are not negative",
      [&] {
        return !sizes.empty() && sizes.size() < static_cast<size_t>(kMaxRank) &&
               std::ranges::all_of(sizes, [](int64_t extent) { return extent >= 0; });
      },
      [&] { return ShapeText(sizes); });
  if (check.Failed()) {
    return check.Result();
  }
  const size_t place = FindDim(check, "dim", dim, sizes.size());
  check.InRange("size", size, 0, check.Failed() ? 0 : sizes[place], "at most the size of dim");
  check.InRange("step", step, 1, INT64_MAX, "at least 1");
  if (check.Failed()) {
    return check.Result();
  }
  Dims windows{std::span<const int64_t>(sizes)};
  windows[place] = (sizes[place] - size) / step + 1;
  windows.push_back(size);
  check.Shape(gradIn, Dims(std::span<const int64_t>(sizes)), "inputSizes");
  check.Shape(gradOut, windows, "of inputSizes with the number of windows at dim, and size at the end");
  Args args;
  args.dim = place;
  args.step = step;
  return check.Failed() ? check.Result() : call.Bind(kUnfoldGrad, args, {gradOut.tensor, gradIn.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnUnfoldGrad,
               (const aclTensor* gradOut, const aclIntArray* inputSizes, int64_t dim, int64_t size,
                int64_t step, aclTensor* gradIn),
               Bind(call, {"gradOut", gradOut}, inputSizes, dim, size, step, {"gradIn", gradIn}))
