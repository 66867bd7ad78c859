// SPDX-License-Identifier: Apache-2.0
//
// aclnnCdist: distances of all pairs of rows of two matrices. aclnnPdist and aclnnPdistForward: distances of all
// pairs of rows of one matrix.
//
// Rows are converted to FLOAT. The others of a row are put into panels, so that a vector holds one column of
// several of them. Differences and sums are computed in float64, those of order 2 in float32 as far as it reaches.
#include <algorithm>
#include <array>
#include <type_traits>

#include "aclnnop/aclnn_cdist.h"
#include "aclnnop/aclnn_pdist.h"
#include "aclnnop/aclnn_pdist_forward.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/reduction/distance_terms.h"
#include "ops/reduction/euclidean.h"
#include "ops/reduction/row_pairs.h"

namespace openaclnn {
namespace {

using Args = PairArgs;
using State = PairState;

// Panels of a matrix.
int64_t PanelsOf(const TensorView& matrix) {
  return CeilDivide(Last(matrix, 2), kPanelRows);
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

// at(row): where a row's distances begin in the result. Of order 2, distances are FLOAT.
template <typename Number, typename At>
void WriteDistancesAs(const Args& args, const State& state, const DistanceRows& from, const At& at) {
  const ConvertedWriter writer(args.out, DTypeOfNumbers<Number>());
  constexpr int64_t kPanels = kConvertedChunk / kPanelRows;
  std::array<Number, static_cast<size_t>(kRowsWithPanel * kConvertedChunk)> distances;
  const int64_t panels = CeilDivide(from.others, kPanelRows);
  for (int64_t first = from.skipped / kPanelRows; first < panels; first += kPanels) {
    const int64_t end = std::min(panels, first + kPanels);
    for (int64_t panel = first; panel < end; ++panel) {
      const float* const numbers = from.panels + panel * kPanelRows * state.columns;
      Number* const to = distances.data() + (panel - first) * kPanelRows;
      if constexpr (std::is_same_v<Number, float>) {
        EuclideanFromPanel(from.rows, state.padded, from.count, numbers, state.columns, to, kConvertedChunk);
      } else {
        DistancesFromPanel(args.order, from.rows, state.padded, from.count, numbers, state.columns, to,
                           kConvertedChunk);
      }
    }
    for (int64_t row = 0; row < from.count; ++row) {
      const int64_t skipped = from.skipped + (from.ofPairs ? row : 0);
      const int64_t begin = std::max(skipped, first * kPanelRows);
      const int64_t count = std::min(from.others, end * kPanelRows) - begin;
      if (count > 0) {
        const Number* const ofRow = distances.data() + row * kConvertedChunk + (begin - first * kPanelRows);
        writer.Write(at(row) + begin - skipped, count, reinterpret_cast<const std::byte*>(ofRow));
      }
    }
  }
}

template <typename At>
void WriteDistances(const Args& args, const State& state, const DistanceRows& from, const At& at) {
  if (DistanceKindOf(args.order) == DistanceKind::kSquares) {
    WriteDistancesAs<float>(args, state, from, at);
  } else {
    WriteDistancesAs<double>(args, state, from, at);
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

constexpr OnlyKernel kForwardKernels(CpuKernel<Run>("cpu:cdist", Prepare));
constexpr OnlyKernel kPairs(CpuKernel<RunPairs>("cpu:pdist", PreparePairs));
constexpr std::array<TensorArgument<Args>, 3> kForwardArguments{
    {{"x1", Role::kInput, &Args::x1}, {"x2", Role::kInput, &Args::x2}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kCdist{"aclnnCdist", kForwardArguments, kForwardKernels};
constexpr std::array<TensorArgument<Args>, 2> kPairArguments{
    {{"self", Role::kInput, &Args::x1}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kPdist{"aclnnPdist", kPairArguments, kPairs};
constexpr Operator<Args> kPdistForward{"aclnnPdistForward", kPairArguments, kPairs};

Status Cdist(PhaseOneCall& call, const NamedTensor& x1, const NamedTensor& x2, float p,
             const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).NotNull(out);
  check.DtypeIn(x1, FloatDtypes()).SameDtype(x2, x1).SameDtype(out, x1);
  check.ValidView(x1).ValidView(x2).ValidOutputView(out);
  const Dims batch = CheckMatrices(check, x1, x2, p);
  if (!check.Failed()) {
    check.Shape(out, WithRows(batch, x1, RowsOf(x2)), "[matrices, rows of x1, rows of x2]");
  }
  Args args;
  args.order = p;
  return check.Failed() ? check.Result() : call.Bind(kCdist, args, {x1.tensor, x2.tensor, out.tensor});
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
