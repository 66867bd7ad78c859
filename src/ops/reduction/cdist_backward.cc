// SPDX-License-Identifier: Apache-2.0
//
// aclnnCdistBackward: the gradient of distances of all pairs of rows of two matrices, for the first matrix's rows.
//
// Rows are converted to FLOAT. Sums are computed in float64, those of order 2 in float32 as far as it reaches.
#include <algorithm>
#include <array>
#include <cmath>

#include "aclnnop/aclnn_cdist_backward.h"
#include "base/checked_math.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/move_checks.h"
#include "ops/reduction/distance_terms.h"
#include "ops/reduction/euclidean.h"
#include "ops/reduction/norms.h"
#include "ops/reduction/row_pairs.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

using Args = PairArgs;
using State = PairState;

constexpr int64_t kMostSlots = 64;

// Some rows of a matrix of the result, and where those are that they are made from.
struct ResultRows {
  int64_t first;
  int64_t count;
  const float* x;
  const float* others;  // the first of x2's
  int64_t otherCount;
};
ResultRows RowsOfTask(const Args& args, const State& state, std::byte* workspace, int64_t task) {
  const int64_t rows = Last(args.x1, 2);
  const int64_t tasks = CeilDivide(rows, kGradientRows);
  const int64_t matrix = task / tasks;
  const int64_t row = task % tasks * kGradientRows;
  const int64_t x = MatrixOf(args.out, args.x1, matrix) * rows + row;
  const int64_t others = MatrixOf(args.out, args.x2, matrix) * Last(args.x2, 2);
  return {matrix * rows + row, std::min(kGradientRows, rows - row),
          state.first.In(workspace) + x * state.padded, state.second.In(workspace) + others * state.padded,
          Last(args.x2, 2)};
}

// What a slot holds: sums of rows; gradients or factors of them, and distances of one, with zeros behind.
struct Slot {
  double* sums;
  float* factors;
  float* distances;
};

// Others of a row, with zeros to whole vectors.
int64_t PaddedOthers(const Args& args) {
  return CeilDivide(Last(args.x2, 2), kPanelRows) * kPanelRows;
}

State PrepareBackward(const Args& args) {
  ScratchLayout scratch;
  State state = PrepareRows(args, scratch);
  state.second = scratch.Book<float>(RowsOf(args.x2) * state.padded);
  state.slots = std::clamp<int64_t>(args.out.Empty() ? 1 : RowsOf(args.out), 1, kMostSlots);
  state.sums = scratch.Book<double>(state.slots * kGradientRows * state.padded);
  state.pairs = scratch.Book<float>(state.slots * (kGradientRows + 1) * PaddedOthers(args));
  return Finished(state, scratch, args.grad);
}

Slot SlotAt(const Args& args, const State& state, std::byte* workspace, int64_t slot) {
  const int64_t padded = PaddedOthers(args);
  float* const factors = state.pairs.In(workspace) + slot * (kGradientRows + 1) * padded;
  return {state.sums.In(workspace) + slot * kGradientRows * state.padded, factors,
          factors + kGradientRows * padded};
}

// Reads gradients and distances of a row.
void ReadPairs(const Args& args, int64_t row, int64_t others, float* grads, float* distances) {
  ReadConverted(args.grad, row * others, others, grads);
  ReadConverted(args.distance, row * others, others, distances);
  std::fill(grads + others, grads + PaddedOthers(args), 0.0F);
  std::fill(distances + others, distances + PaddedOthers(args), 0.0F);
}

// The largest differences alone: those that, rounded to the type of the distance, are it.
void AddLargest(DType dtype, const float* x, const float* y, int64_t count, double factor, float distance,
                double* sums) {
  for (int64_t i = 0; i < count; ++i) {
    const float difference = x[i] - y[i];
    float rounded = std::abs(difference);
    if (dtype != DType::kFloat) {
      uint16_t bits = 0;
      const float exact = rounded;
      ConvertTo(dtype, &exact, &bits, 1, Stores::kCached);
      ConvertToFloat(dtype, &bits, &rounded, 1);
    }
    if (rounded == distance) {
      sums[i] += difference > 0 ? factor : -factor;
    }
  }
}

void AddPair(const Args& args, DistanceKind kind, const float* x, const float* y, int64_t count, float grad,
             float distance, double* sums) {
  if (distance == 0) {
    return;
  }
  double factor = grad;
  switch (kind) {
    case DistanceKind::kNonzeros:
      return;
    case DistanceKind::kLargest:
      AddLargest(args.x1.dtype, x, y, count, factor, distance, sums);
      return;
    case DistanceKind::kSquares:
      factor /= distance;
      break;
    case DistanceKind::kPowers:
      factor /= PowerOf(distance, args.order - 1);
      break;
    default:
      break;
  }
  AddDistanceDerivatives(args.order, x, y, count, factor, sums);
}

// The sums of a row in float64.
void SumRow(const Args& args, const State& state, const ResultRows& from, int64_t row, const Slot& slot,
            double* sums) {
  const DistanceKind kind = DistanceKindOf(args.order);
  ReadPairs(args, from.first + row, from.otherCount, slot.factors, slot.distances);
  std::fill_n(sums, state.padded, 0);
  for (int64_t i = 0; i < from.otherCount; ++i) {
    AddPair(args, kind, from.x + row * state.padded, from.others + i * state.padded, state.padded,
            slot.factors[i], slot.distances[i], sums);
  }
}

// The sums of the rows in float32, and in float64 of those for which it does not do. Of order 2.
void SumSquares(const Args& args, const State& state, const ResultRows& from, const Slot& slot) {
  const int64_t padded = PaddedOthers(args);
  std::array<bool, kGradientRows> fits{};
  for (int64_t row = 0; row < from.count; ++row) {
    float* const factors = slot.factors + row * padded;
    ReadPairs(args, from.first + row, from.otherCount, factors, slot.distances);
    fits[static_cast<size_t>(row)] = EuclideanFactors(factors, slot.distances, padded, factors);
  }
  SumEuclideanGradients({.rows = from.x,
                         .count = from.count,
                         .others = from.others,
                         .otherCount = from.otherCount,
                         .stride = state.padded,
                         .factors = slot.factors,
                         .factorStride = padded,
                         .sums = slot.sums});
  for (int64_t row = 0; row < from.count; ++row) {
    double* const sums = slot.sums + row * state.padded;
    const bool finite =
        std::all_of(sums, sums + state.columns, [](double sum) { return std::isfinite(sum); });
    if (!fits[static_cast<size_t>(row)] || !finite) {
      SumRow(args, state, from, row, slot, sums);
    }
  }
}

void RunBackward(const Args& args, const State& state, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  PadRows(args.x1, state, state.first.In(workspace), cpu);
  PadRows(args.x2, state, state.second.In(workspace), cpu);
  const int64_t rows = Last(args.x1, 2);
  const int64_t tasks = RowsOf(args.out) / rows * CeilDivide(rows, kGradientRows);
  ForEachTaskInSlots(cpu, tasks, state.slots, [&](int64_t task, int64_t number) {
    const ResultRows from = RowsOfTask(args, state, workspace, task);
    const Slot slot = SlotAt(args, state, workspace, number);
    if (DistanceKindOf(args.order) == DistanceKind::kSquares) {
      SumSquares(args, state, from, slot);
    } else {
      for (int64_t row = 0; row < from.count; ++row) {
        SumRow(args, state, from, row, slot, slot.sums + row * state.padded);
      }
    }
    for (int64_t row = 0; row < from.count; ++row) {
      WriteConverted(args.out, (from.first + row) * state.columns, state.columns,
                     slot.sums + row * state.padded);
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<RunBackward>("cpu:cdist_backward", PrepareBackward));
constexpr std::array<TensorArgument<Args>, 5> kArguments{{{"grad", Role::kInput, &Args::grad},
                                                          {"x1", Role::kInput, &Args::x1},
                                                          {"x2", Role::kInput, &Args::x2},
                                                          {"cdist", Role::kInput, &Args::distance},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kCdistBackward{"aclnnCdistBackward", kArguments, kKernels};

Status CdistBackward(PhaseOneCall& call, const NamedTensor& grad, const NamedTensor& x1,
                     const NamedTensor& x2, const NamedTensor& cdist, float p, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(grad).NotNull(x1).NotNull(x2).NotNull(cdist).NotNull(out);
  check.DtypeIn(grad, FloatDtypes()).SameDtype(x1, grad).SameDtype(x2, grad).SameDtype(cdist, grad);
  check.SameDtype(out, grad);
  check.ValidView(grad).ValidView(x1).ValidView(x2).ValidView(cdist).ValidOutputView(out);
  const Dims batch = CheckMatrices(check, x1, x2, p);
  if (!check.Failed()) {
    const Dims distances = WithRows(batch, x1, RowsOf(x2));
    check.Shape(grad, distances, "[matrices, rows of x1, rows of x2]");
    check.Shape(cdist, distances, "[matrices, rows of x1, rows of x2]");
    check.Shape(out, WithRows(batch, x1, x1.tensor->viewDims.back()), "[matrices, rows, columns of x1]");
  }
  Args args;
  args.order = p;
  return check.Failed()
             ? check.Result()
             : call.Bind(kCdistBackward, args, {grad.tensor, x1.tensor, x2.tensor, cdist.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCdistBackward,
               (const aclTensor* grad, const aclTensor* x1, const aclTensor* x2, const aclTensor* cdist,
                float p, aclTensor* out),
               CdistBackward(call, {"grad", grad}, {"x1", x1}, {"x2", x2}, {"cdist", cdist}, p, {"out", out}))
