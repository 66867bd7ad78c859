// SPDX-License-Identifier: Apache-2.0
//
// aclnnCdist and aclnnCdistBackward: distances of all pairs of rows of two matrices, and the gradient for the
// first matrix's rows. aclnnPdist and aclnnPdistForward: distances of all pairs of rows of one matrix.
//
// Rows are converted to FLOAT. The others of a row are put into panels, so that a vector holds one column of
// several of them. Differences and sums are computed in float64.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "aclnnop/aclnn_cdist.h"
#include "aclnnop/aclnn_cdist_backward.h"
#include "aclnnop/aclnn_pdist.h"
#include "aclnnop/aclnn_pdist_forward.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/reduction/distance_terms.h"
#include "ops/reduction/norms.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x1;
  TensorView x2;
  TensorView grad;      // of the gradient
  TensorView distance;  // likewise
  TensorView out;
  double order = 2;
};

struct State : Prepared {
  int64_t columns = 0;  // of both matrices
  int64_t padded = 0;   // with zeros, to a multiple of kPanelRows
  int64_t slots = 1;
  ScratchArray<float> first;   // rows of x1, padded
  ScratchArray<float> second;  // of x2 panels; for the gradient rows, padded
  ScratchArray<double> sums;   // of a slot
  ScratchArray<float> pairs;   // of a slot: gradients and distances of a row
};

constexpr int64_t kMostSlots = 64;
constexpr int64_t kRowsOfTask = 64;

int64_t Last(const TensorView& view, int fromEnd) {
  return view.dims[static_cast<size_t>(view.rank - fromEnd)];
}

int64_t RowsOf(const TensorView& matrices) {
  return Last(matrices, 1) == 0 ? 0 : matrices.NumElements() / Last(matrices, 1);
}

// Panels of a matrix.
int64_t PanelsOf(const TensorView& matrix) {
  return CeilDivide(Last(matrix, 2), kPanelRows);
}

// What all have in common.
State PrepareRows(const Args& args, ScratchLayout& scratch) {
  State state;
  state.columns = Last(args.x1, 1);
  state.padded = CeilDivide(state.columns, kPanelRows) * kPanelRows;
  state.first = scratch.Book<float>(RowsOf(args.x1) * state.padded);
  return state;
}

State Finished(State state, const ScratchLayout& scratch, const TensorView& distances) {
  state.workspaceBytes = scratch.Bytes();
  state.cost =
      state.workspaceBytes + static_cast<size_t>(distances.NumElements()) * static_cast<size_t>(state.padded);
  return state;
}

int64_t MatricesOf(const TensorView& x) {
  return Last(x, 2) == 0 ? 0 : RowsOf(x) / Last(x, 2);
}

State Prepare(const Args& args) {
  ScratchLayout scratch;
  State state = PrepareRows(args, scratch);
  state.second = scratch.Book<float>(MatricesOf(args.x2) * PanelsOf(args.x2) * kPanelRows * state.columns);
  return Finished(state, scratch, args.out);
}

void PadRows(const TensorView& matrices, const State& state, float* rows,
             const backend::cpu::CpuContext& cpu) {
  ForEachRowOfTasks(cpu, RowsOf(matrices), kRowsOfTask, [&](int64_t row) {
    float* const to = rows + row * state.padded;
    ReadConverted(matrices, row * state.columns, state.columns, to);
    std::fill(to + state.columns, to + state.padded, 0.0F);
  });
}

// The number of a matrix of x1 or x2 that matrix `number` of the result is made from: dims of 1 are repeated.
int64_t MatrixOf(const TensorView& out, const TensorView& x, int64_t number) {
  int64_t matrix = 0;
  int64_t size = 1;
  for (int fromEnd = 3; fromEnd <= out.rank; ++fromEnd) {
    const int64_t extent = Last(out, fromEnd);
    const int64_t own = fromEnd <= x.rank ? Last(x, fromEnd) : 1;
    matrix += own == 1 ? 0 : number % extent * size;
    size *= own;
    number /= extent;
  }
  return matrix;
}

// The panels of all matrices; rows that the last one of a matrix lacks are zeros.
void FillPanels(const TensorView& x, int64_t columns, float* panels, const backend::cpu::CpuContext& cpu) {
  const int64_t rows = Last(x, 2);
  const int64_t ofMatrix = PanelsOf(x);
  cpu.ParallelFor(MatricesOf(x) * ofMatrix, [&](int64_t number) {
    float* const panel = panels + number * kPanelRows * columns;
    const int64_t begin = number % ofMatrix * kPanelRows;
    const int64_t count = std::min(kPanelRows, rows - begin);
    if (count < kPanelRows) {
      std::fill_n(panel, kPanelRows * columns, 0.0F);
    }
    const ConvertedReader reader(x, DType::kFloat);
    ConvertedBuffer buffer;
    for (int64_t row = 0; row < count; ++row) {
      const int64_t at = (number / ofMatrix * rows + begin + row) * columns;
      for (int64_t column = 0; column < columns; column += kConvertedChunk) {
        const int64_t some = std::min(kConvertedChunk, columns - column);
        const auto* const from = reinterpret_cast<const float*>(reader.Read(at + column, some, buffer));
        for (int64_t i = 0; i < some; ++i) {
          panel[(column + i) * kPanelRows + row] = from[i];
        }
      }
    }
  });
}

// The distances of up to kRowsWithPanel rows from all others behind `skipped` ones, and one more of these for
// each row after the first where `ofPairs`.
struct DistanceRows {
  const float* rows;
  int64_t count;
  const float* panels;
  int64_t others;
  int64_t skipped = 0;
  bool ofPairs = false;
};

// at(row): where a row's distances begin in the result.
template <typename At>
void WriteDistances(const Args& args, const State& state, const DistanceRows& from, const At& at) {
  const ConvertedWriter writer(args.out, DType::kDouble);
  constexpr int64_t kPanels = kConvertedChunk / kPanelRows;
  std::array<double, static_cast<size_t>(kRowsWithPanel * kConvertedChunk)> distances;
  const int64_t panels = CeilDivide(from.others, kPanelRows);
  for (int64_t first = from.skipped / kPanelRows; first < panels; first += kPanels) {
    const int64_t end = std::min(panels, first + kPanels);
    for (int64_t panel = first; panel < end; ++panel) {
      DistancesFromPanel(args.order, from.rows, state.padded, from.count,
                         from.panels + panel * kPanelRows * state.columns, state.columns,
                         distances.data() + (panel - first) * kPanelRows, kConvertedChunk);
    }
    for (int64_t row = 0; row < from.count; ++row) {
      const int64_t skipped = from.skipped + (from.ofPairs ? row : 0);
      const int64_t begin = std::max(skipped, first * kPanelRows);
      const int64_t count = std::min(from.others, end * kPanelRows) - begin;
      if (count > 0) {
        const double* const ofRow = distances.data() + row * kConvertedChunk + (begin - first * kPanelRows);
        writer.Write(at(row) + begin - skipped, count, reinterpret_cast<const std::byte*>(ofRow));
      }
    }
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  PadRows(args.x1, state, state.first.In(workspace), cpu);
  FillPanels(args.x2, state.columns, state.second.In(workspace), cpu);
  const int64_t rows = Last(args.x1, 2);
  const int64_t others = Last(args.x2, 2);
  const int64_t blocks = CeilDivide(rows, kRowsWithPanel);
  cpu.ParallelFor(RowsOf(args.out) / rows * blocks, [&](int64_t task) {
    const int64_t matrix = task / blocks;
    const int64_t row = task % blocks * kRowsWithPanel;
    const int64_t x = MatrixOf(args.out, args.x1, matrix) * rows + row;
    const int64_t panel = MatrixOf(args.out, args.x2, matrix) * PanelsOf(args.x2);
    WriteDistances(args, state,
                   {state.first.In(workspace) + x * state.padded, std::min(kRowsWithPanel, rows - row),
                    state.second.In(workspace) + panel * kPanelRows * state.columns, others},
                   [&](int64_t i) { return (matrix * rows + row + i) * others; });
  });
}

// ---- Of one matrix

State PreparePairs(const Args& args) {
  ScratchLayout scratch;
  State state = PrepareRows(args, scratch);
  state.second = scratch.Book<float>(PanelsOf(args.x1) * kPanelRows * state.columns);
  return Finished(state, scratch, args.out);
}

void RunPairs(const Args& args, const State& state, std::byte* workspace,
              const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  PadRows(args.x1, state, state.first.In(workspace), cpu);
  FillPanels(args.x1, state.columns, state.second.In(workspace), cpu);
  const int64_t count = Last(args.x1, 2);
  // Each row with those behind it.
  cpu.ParallelFor(CeilDivide(count, kRowsWithPanel), [&](int64_t task) {
    const int64_t row = task * kRowsWithPanel;
    WriteDistances(args, state,
                   {state.first.In(workspace) + row * state.padded, std::min(kRowsWithPanel, count - row),
                    state.second.In(workspace), count, row + 1, true},
                   [&](int64_t i) { return (row + i) * (2 * count - row - i - 1) / 2; });
  });
}

// ---- The gradient

// Rows of a result, and where those of the matrices are that they are made from.
struct ResultRow {
  const float* x;
  const float* others;  // the first of x2's
};
ResultRow RowOf(const Args& args, const State& state, std::byte* workspace, int64_t row) {
  const int64_t rows = Last(args.x1, 2);
  const int64_t matrix = row / rows;
  const int64_t x = MatrixOf(args.out, args.x1, matrix) * rows + row % rows;
  const int64_t others = MatrixOf(args.out, args.x2, matrix) * Last(args.x2, 2);
  return {state.first.In(workspace) + x * state.padded, state.second.In(workspace) + others * state.padded};
}

State PrepareBackward(const Args& args) {
  ScratchLayout scratch;
  State state = PrepareRows(args, scratch);
  state.second = scratch.Book<float>(RowsOf(args.x2) * state.padded);
  state.slots = std::clamp<int64_t>(args.out.Empty() ? 1 : RowsOf(args.out), 1, kMostSlots);
  state.sums = scratch.Book<double>(state.slots * state.padded);
  state.pairs = scratch.Book<float>(state.slots * 2 * Last(args.x2, 2));
  return Finished(state, scratch, args.grad);
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

void RunBackward(const Args& args, const State& state, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  PadRows(args.x1, state, state.first.In(workspace), cpu);
  PadRows(args.x2, state, state.second.In(workspace), cpu);
  const DistanceKind kind = DistanceKindOf(args.order);
  const int64_t others = Last(args.x2, 2);
  ForEachTaskInSlots(cpu, RowsOf(args.out), state.slots, [&](int64_t row, int64_t slot) {
    const ResultRow from = RowOf(args, state, workspace, row);
    double* const sums = state.sums.In(workspace) + slot * state.padded;
    float* const grads = state.pairs.In(workspace) + slot * 2 * others;
    float* const distances = grads + others;
    ReadConverted(args.grad, row * others, others, grads);
    ReadConverted(args.distance, row * others, others, distances);
    std::fill_n(sums, state.padded, 0);
    for (int64_t i = 0; i < others; ++i) {
      AddPair(args, kind, from.x, from.others + i * state.padded, state.padded, grads[i], distances[i], sums);
    }
    WriteConverted(args.out, row * state.columns, state.columns, sums);
  });
}

constexpr OnlyKernel kForwardKernels(CpuKernel<Run>("cpu:cdist", Prepare));
constexpr OnlyKernel kBackwardKernels(CpuKernel<RunBackward>("cpu:cdist_backward", PrepareBackward));
constexpr OnlyKernel kPairs(CpuKernel<RunPairs>("cpu:pdist", PreparePairs));
constexpr std::array<TensorArgument<Args>, 3> kForwardArguments{
    {{"x1", Role::kInput, &Args::x1}, {"x2", Role::kInput, &Args::x2}, {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 5> kBackwardArguments{{{"grad", Role::kInput, &Args::grad},
                                                                  {"x1", Role::kInput, &Args::x1},
                                                                  {"x2", Role::kInput, &Args::x2},
                                                                  {"cdist", Role::kInput, &Args::distance},
                                                                  {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kCdist{"aclnnCdist", kForwardArguments, kForwardKernels};
constexpr std::array<TensorArgument<Args>, 2> kPairArguments{
    {{"self", Role::kInput, &Args::x1}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kPdist{"aclnnPdist", kPairArguments, kPairs};
constexpr Operator<Args> kPdistForward{"aclnnPdistForward", kPairArguments, kPairs};
constexpr Operator<Args> kCdistBackward{"aclnnCdistBackward", kBackwardArguments, kBackwardKernels};

void CheckOrder(ArgumentChecks& check, const char* name, double p) {
  check.Require(
      name, "a number that is not negative", [&] { return p >= 0; }, [&] { return std::to_string(p); });
}

// The matrices of both, broadcast together: the dims in front of the last two.
Dims CheckMatrices(ArgumentChecks& check, const NamedTensor& x1, const NamedTensor& x2, float p) {
  for (const NamedTensor* x : {&x1, &x2}) {
    check.Require(
        x->name, "at least 2 dims", [&] { return x->tensor->viewDims.size() >= 2; },
        [&] { return ShapeText(x->tensor->viewDims); });
  }
  if (check.Failed()) {
    return {};
  }
  const std::span<const int64_t> first(x1.tensor->viewDims);
  const std::span<const int64_t> second(x2.tensor->viewDims);
  check.DimEquals(x2, second.size() - 1, first.back(), "columns of x1");
  const std::optional<Dims> batch =
      BroadcastShape(first.first(first.size() - 2), second.first(second.size() - 2));
  check.Require(
      x2.name, "matrices that broadcast with those of x1", [&] { return batch.has_value(); },
      [&] { return ShapeText(second) + " for " + ShapeText(first); });
  CheckOrder(check, "p", p);
  return batch.value_or(Dims());
}

Dims WithMatrix(const Dims& batch, int64_t rows, int64_t columns) {
  Dims shape = batch;
  shape.push_back(rows);
  shape.push_back(columns);
  return shape;
}

int64_t Rows(const NamedTensor& x) {
  return x.tensor->viewDims[x.tensor->viewDims.size() - 2];
}

Status Cdist(PhaseOneCall& call, const NamedTensor& x1, const NamedTensor& x2, float p,
             const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).NotNull(out);
  check.DtypeIn(x1, FloatDtypes()).SameDtype(x2, x1).SameDtype(out, x1);
  check.ValidView(x1).ValidView(x2).ValidOutputView(out);
  const Dims batch = CheckMatrices(check, x1, x2, p);
  if (!check.Failed()) {
    check.Shape(out, WithMatrix(batch, Rows(x1), Rows(x2)), "[matrices, rows of x1, rows of x2]");
  }
  Args args;
  args.order = p;
  return check.Failed() ? check.Result() : call.Bind(kCdist, args, {x1.tensor, x2.tensor, out.tensor});
}

Status CdistBackward(PhaseOneCall& call, const NamedTensor& grad, const NamedTensor& x1,
                     const NamedTensor& x2, const NamedTensor& cdist, float p, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(grad).NotNull(x1).NotNull(x2).NotNull(cdist).NotNull(out);
  check.DtypeIn(grad, FloatDtypes()).SameDtype(x1, grad).SameDtype(x2, grad).SameDtype(cdist, grad);
  check.SameDtype(out, grad);
  check.ValidView(grad).ValidView(x1).ValidView(x2).ValidView(cdist).ValidOutputView(out);
  const Dims batch = CheckMatrices(check, x1, x2, p);
  if (!check.Failed()) {
    const Dims distances = WithMatrix(batch, Rows(x1), Rows(x2));
    check.Shape(grad, distances, "[matrices, rows of x1, rows of x2]");
    check.Shape(cdist, distances, "[matrices, rows of x1, rows of x2]");
    check.Shape(out, WithMatrix(batch, Rows(x1), x1.tensor->viewDims.back()),
                "[matrices, rows, columns of x1]");
  }
  Args args;
  args.order = p;
  return check.Failed()
             ? check.Result()
             : call.Bind(kCdistBackward, args, {grad.tensor, x1.tensor, x2.tensor, cdist.tensor, out.tensor});
}

// What all but the order has to be.
void CheckPairs(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& out) {
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  check.Rank(self, 2);
  if (!check.Failed()) {
    const int64_t rows = self.tensor->viewDims[0];
    // Of two neighbours one is even.
    const auto pairs = rows % 2 == 0 ? CheckedProduct(std::array{rows / 2, std::max<int64_t>(rows - 1, 0)})
                                     : CheckedProduct(std::array{rows, (rows - 1) / 2});
    check.Shape(out, {pairs.value_or(-1)}, "[N * (N - 1) / 2], N the rows of self");
  }
}

Status Pdist(PhaseOneCall& call, const NamedTensor& self, float p, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(out);
  CheckPairs(check, self, out);
  CheckOrder(check, "p", p);
  Args args;
  args.order = p;
  return check.Failed() ? check.Result() : call.Bind(kPdist, args, {self.tensor, out.tensor});
}

Status PdistForward(PhaseOneCall& call, const NamedTensor& self, const aclScalar* p, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("pScalar", p).NotNull(out);
  CheckPairs(check, self, out);
  check.Require(
      "pScalar", "a real number",
      [&] {
        const DTypeClass kind = ClassOf(p->dtype);
        return kind != DTypeClass::kComplex && kind != DTypeClass::kOther;
      },
      [&] { return NameOf(p->dtype); });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.order = ValueOf(*p).As<double>();
  CheckOrder(check, "pScalar", args.order);
  return check.Failed() ? check.Result() : call.Bind(kPdistForward, args, {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnPdist, (const aclTensor* self, float p, aclTensor* out),
               Pdist(call, {"self", self}, p, {"out", out}))

OPENACLNN_CALL(aclnnPdistForward, (const aclTensor* self, const aclScalar* pScalar, aclTensor* out),
               PdistForward(call, {"self", self}, pScalar, {"out", out}))

OPENACLNN_CALL(aclnnCdist,
               (const aclTensor* x1, const aclTensor* x2, float p, int64_t /*compute_mode*/, aclTensor* out),
               Cdist(call, {"x1", x1}, {"x2", x2}, p, {"out", out}))

OPENACLNN_CALL(aclnnCdistBackward,
               (const aclTensor* grad, const aclTensor* x1, const aclTensor* x2, const aclTensor* cdist,
                float p, aclTensor* out),
               CdistBackward(call, {"grad", grad}, {"x1", x1}, {"x2", x2}, {"cdist", cdist}, p, {"out", out}))
