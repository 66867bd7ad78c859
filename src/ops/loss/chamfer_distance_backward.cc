// SPDX-License-Identifier: Apache-2.0
//
// aclnnChamferDistanceBackward: the gradient of the squared distances between points and their nearest ones.
// Sums are those of float64, in the order of points.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_chamfer_distance_backward.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/indexing/index_space.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kAxes = 2;  // of a point
constexpr int64_t kMostSlots = 64;

// A set of points in each batch.
struct Points {
  TensorView places;   // [B, n, 2]
  TensorView nearest;  // [B, n]: numbers of points of the other set
  TensorView grad;     // [B, n]: of the distances to these
  TensorView result;   // [B, n, 2]
};

struct Args {
  TensorView xyz1;
  TensorView xyz2;
  TensorView idx1;
  TensorView idx2;
  TensorView gradDist1;
  TensorView gradDist2;
  TensorView gradXyz1;
  TensorView gradXyz2;

  [[nodiscard]] Points First() const { return {xyz1, idx1, gradDist1, gradXyz1}; }
  [[nodiscard]] Points Second() const { return {xyz2, idx2, gradDist2, gradXyz2}; }
};

// What there is of a set while a batch is computed.
struct Slots {
  int64_t count = 0;
  ScratchArray<double> places;
  ScratchArray<double> grads;
  ScratchArray<double> sums;
  ScratchArray<int64_t> nearest;
};

struct State : Prepared {
  int64_t batches = 0;
  int64_t slots = 1;
  Slots first;
  Slots second;
};

Slots Book(ScratchLayout& scratch, const TensorView& points, int64_t slots) {
  Slots booked;
  booked.count = points.Empty() ? 0 : points.dims[1];
  booked.places = scratch.Book<double>(slots * booked.count * kAxes);
  booked.grads = scratch.Book<double>(slots * booked.count);
  booked.sums = scratch.Book<double>(slots * booked.count * kAxes);
  booked.nearest = scratch.Book<int64_t>(slots * booked.count);
  return booked;
}

State Prepare(const Args& args) {
  State state;
  state.batches = args.xyz1.dims[0];
  state.slots = std::clamp<int64_t>(state.batches, 1, kMostSlots);
  ScratchLayout scratch;
  state.first = Book(scratch, args.xyz1, state.slots);
  state.second = Book(scratch, args.xyz2, state.slots);
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kPasses = 4;
  state.cost =
      kPasses * static_cast<size_t>(args.xyz1.NumElements() + args.xyz2.NumElements()) * sizeof(double);
  return state;
}

Status CheckNumbers(const TensorView& view, const char* name, int64_t points, const CpuContext& cpu) {
  IndexSpace numbers(view.Dims());
  numbers.Add({.name = name, .view = view, .extent = points, .unit = "element"});
  return numbers.Check(cpu);
}

// A set in a batch, in memory.
struct Cloud {
  int64_t count;
  double* places;
  double* grads;
  double* sums;
  int64_t* nearest;
};

Cloud Read(const Points& points, const Slots& slots, int64_t batch, int64_t slot, std::byte* workspace) {
  const int64_t first = slot * slots.count;
  const Cloud cloud{slots.count, slots.places.In(workspace) + first * kAxes,
                    slots.grads.In(workspace) + first, slots.sums.In(workspace) + first * kAxes,
                    slots.nearest.In(workspace) + first};
  ReadConverted(points.places, batch * cloud.count * kAxes, cloud.count * kAxes, cloud.places);
  ReadConverted(points.grad, batch * cloud.count, cloud.count, cloud.grads);
  ReadConverted(points.nearest, batch * cloud.count, cloud.count, cloud.nearest);
  std::fill_n(cloud.sums, cloud.count * kAxes, 0.0);
  return cloud;
}

// The distances of the points of `from` to their nearest ones in `to`.
void AddGradients(const Cloud& from, const Cloud& to) {
  for (int64_t i = 0; i < from.count; ++i) {
    const int64_t other = from.nearest[i];
    for (int64_t axis = 0; axis < kAxes; ++axis) {
      const double grad =
          2 * from.grads[i] * (from.places[i * kAxes + axis] - to.places[other * kAxes + axis]);
      from.sums[i * kAxes + axis] += grad;
      to.sums[other * kAxes + axis] -= grad;
    }
  }
}

void Write(const Cloud& cloud, const TensorView& result, int64_t batch) {
  const int64_t count = cloud.count * kAxes;
  std::transform(cloud.sums, cloud.sums + count, cloud.sums, WithQuietNan<double>);
  WriteConverted(result, batch * count, count, cloud.sums);
}

Status Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  Status status = CheckNumbers(args.idx1, "idx1", state.second.count, cpu);
  if (status.IsOk()) {
    status = CheckNumbers(args.idx2, "idx2", state.first.count, cpu);
  }
  if (!status.IsOk()) {
    return status;
  }
  ForEachTaskInSlots(cpu, state.batches, state.slots, [&](int64_t batch, int64_t slot) {
    const Cloud first = Read(args.First(), state.first, batch, slot, workspace);
    const Cloud second = Read(args.Second(), state.second, batch, slot, workspace);
    AddGradients(first, second);
    AddGradients(second, first);
    Write(first, args.gradXyz1, batch);
    Write(second, args.gradXyz2, batch);
  });
  return status;
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:chamfer_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 8> kArguments{{
    {"xyz1", Role::kInput, &Args::xyz1, false, true},
    {"xyz2", Role::kInput, &Args::xyz2, false, true},
    {"idx1", Role::kInput, &Args::idx1, false, true},
    {"idx2", Role::kInput, &Args::idx2, false, true},
    {"gradDist1", Role::kInput, &Args::gradDist1, false, true},
    {"gradDist2", Role::kInput, &Args::gradDist2, false, true},
    {"gradXyz1", Role::kOutput, &Args::gradXyz1},
    {"gradXyz2", Role::kOutput, &Args::gradXyz2},
}};
constexpr Operator<Args> kBackward{"aclnnChamferDistanceBackward", kArguments, kKernel};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

Status Bind(PhaseOneCall& call, const Tensors<8>& given) {
  const auto [xyz1, xyz2, idx1, idx2, gradDist1, gradDist2, gradXyz1, gradXyz2] = Named(kBackward, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor :
       {&xyz1, &xyz2, &idx1, &idx2, &gradDist1, &gradDist2, &gradXyz1, &gradXyz2}) {
    check.NotNull(*tensor);
  }
  check.DtypeIn(xyz1, FloatDtypes()).SameDtype(xyz2, xyz1).DtypeIn(idx1, kIndexDtypes).SameDtype(idx2, idx1);
  check.SameDtype(gradDist1, xyz1)
      .SameDtype(gradDist2, xyz1)
      .SameDtype(gradXyz1, xyz1)
      .SameDtype(gradXyz2, xyz1);
  for (const NamedTensor* tensor : {&xyz1, &xyz2, &idx1, &idx2, &gradDist1, &gradDist2}) {
    check.ValidView(*tensor);
  }
  check.ValidOutputView(gradXyz1).ValidOutputView(gradXyz2);
  check.Rank(xyz1, 3).Rank(xyz2, 3);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t batches = xyz1.tensor->viewDims[0];
  const int64_t first = xyz1.tensor->viewDims[1];
  const int64_t second = xyz2.tensor->viewDims[1];
  check.Shape(xyz1, {batches, first, kAxes}, "[B, N, 2]").Shape(xyz2, {batches, second, kAxes}, "[B, M, 2]");
  check.Shape(idx1, {batches, first}, "[B, N]").Shape(idx2, {batches, second}, "[B, M]");
  check.Shape(gradDist1, {batches, first}, "[B, N]").Shape(gradDist2, {batches, second}, "[B, M]");
  check.SameShape(gradXyz1, xyz1).SameShape(gradXyz2, xyz2);
  return check.Failed() ? check.Result() : call.Bind(kBackward, Args(), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnChamferDistanceBackward,
               (const aclTensor* xyz1, const aclTensor* xyz2, const aclTensor* idx1, const aclTensor* idx2,
                const aclTensor* gradDist1, const aclTensor* gradDist2, aclTensor* gradXyz1,
                aclTensor* gradXyz2),
               Bind(call, {xyz1, xyz2, idx1, idx2, gradDist1, gradDist2, gradXyz1, gradXyz2}))
