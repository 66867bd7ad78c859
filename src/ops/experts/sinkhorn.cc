// SPDX-License-Identifier: Apache-2.0
//
// aclnnSinkhorn: factors of rows and columns, in turn, until they stay.
#include "aclnnop/aclnn_sinkhorn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

constexpr double kUsualTolerance = 1e-4;
constexpr double kTiny = 1e-8;  // which keeps divisors from 0
constexpr int kMostSteps = 1000;
// Rows, and columns, of a task.
constexpr int64_t kTaskRows = 16;
constexpr int64_t kTaskColumns = 64;
// Sums of a row are made in so many lanes.
constexpr size_t kLanes = 8;

struct Args {
  TensorView cost;
  TensorView p;
  double tolerance = kUsualTolerance;
};

struct State : Prepared {
  int64_t rows = 0;
  int64_t columns = 0;
  ScratchArray<float> exponentials;  // [rows, columns]
  ScratchArray<double> ofRows;
  ScratchArray<double> ofColumns;
  ScratchArray<double> before;  // of columns, in the step before
};

State Prepare(const Args& args) {
  State state;
  state.rows = args.cost.dims[0];
  state.columns = args.cost.dims[1];
  const int64_t count = args.cost.NumElements();
  ScratchLayout scratch;
  state.exponentials = scratch.Book<float>(count);
  state.ofRows = scratch.Book<double>(count == 0 ? 0 : state.rows);
  state.ofColumns = scratch.Book<double>(count == 0 ? 0 : state.columns);
  state.before = scratch.Book<double>(count == 0 ? 0 : state.columns);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(count) * 64;
  return state;
}

double SumOfRow(const float* row, const double* factors, int64_t columns) {
  std::array<double, kLanes> lanes{};
  const auto count = static_cast<size_t>(columns);
  size_t column = 0;
  for (; column + kLanes <= count; column += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] += factors[column + lane] * static_cast<double>(row[column + lane]);
    }
  }
  double sum = 0;
  for (; column < count; ++column) {
    sum += factors[column] * static_cast<double>(row[column]);
  }
  for (const double lane : lanes) {
    sum += lane;
  }
  return sum;
}

// The factors of a task's columns.
void FactorsOfColumns(const float* numbers, const double* ofRows, const State& state, int64_t begin,
                      double* to) {
  const int64_t count = std::min(kTaskColumns, state.columns - begin);
  std::array<double, kTaskColumns> sums{};
  for (int64_t row = 0; row < state.rows; ++row) {
    const float* const from = numbers + row * state.columns + begin;
    for (int64_t i = 0; i < count; ++i) {
      sums[static_cast<size_t>(i)] += ofRows[row] * static_cast<double>(from[i]);
    }
  }
  for (int64_t i = 0; i < count; ++i) {
    to[begin + i] = 1 / (static_cast<double>(state.columns) * (sums[static_cast<size_t>(i)] + kTiny));
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const int64_t columns = state.columns;
  if (state.rows * columns == 0) {
    return;
  }
  float* const numbers = state.exponentials.In(workspace);
  double* const ofRows = state.ofRows.In(workspace);
  double* ofColumns = state.ofColumns.In(workspace);
  double* before = state.before.In(workspace);
  ForEachRowOfTasks(cpu, state.rows, kTaskRows, [&](int64_t row) {
    float* const own = numbers + row * columns;
    ReadConverted(args.cost, row * columns, columns, own);
    BestRowFunctions().exp(own, 0, columns, own);
  });
  std::fill_n(ofColumns, columns, 1.0);
  double moved = 0;
  int steps = 0;
  do {
    std::swap(ofColumns, before);
    ForEachRowOfTasks(cpu, state.rows, kTaskRows, [&](int64_t row) {
      const double sum = SumOfRow(numbers + row * columns, before, columns);
      ofRows[row] = 1 / (static_cast<double>(state.rows) * (sum + kTiny));
    });
    cpu.ParallelFor(CeilDivide(columns, kTaskColumns), [&](int64_t task) {
      FactorsOfColumns(numbers, ofRows, state, task * kTaskColumns, ofColumns);
    });
    moved = 0;
    for (int64_t column = 0; column < columns; ++column) {
      moved += std::fabs(before[column] - ofColumns[column]);
    }
  } while (moved / static_cast<double>(columns) > args.tolerance && ++steps < kMostSteps);
  ForEachRowOfTasks(cpu, state.rows, kTaskRows, [&](int64_t row) {
    float* const own = numbers + row * columns;
    for (int64_t column = 0; column < columns; ++column) {
      const double product = ofColumns[column] * static_cast<double>(own[column]) * ofRows[row];
      own[column] = static_cast<float>(WithQuietNan(product));
    }
    WriteConverted(args.p, row * columns, columns, own);
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:sinkhorn", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"cost", Role::kInput, &Args::cost}, {"p", Role::kOutput, &Args::p, true}}};
constexpr Operator<Args> kSinkhorn{"aclnnSinkhorn", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<2>& given, const aclScalar* tol) {
  const auto [cost, p] = Named(kSinkhorn, given);
  ArgumentChecks check;
  check.NotNull(cost).NotNull(p).LiveOrNull("tol", tol);
  check.DtypeIn(cost, FloatDtypes()).SameDtype(p, cost);
  check.ValidView(cost).ValidOutputView(p).Rank(cost, 2).SameShape(p, cost);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.tolerance = tol == nullptr ? kUsualTolerance : ValueOf(*tol).As<double>();
  return call.Bind(kSinkhorn, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSinkhorn, (const aclTensor* cost, const aclScalar* tol, aclTensor* p),
               Bind(call, {cost, p}, tol))
