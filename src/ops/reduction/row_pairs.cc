// SPDX-License-Identifier: Apache-2.0
#include "ops/reduction/row_pairs.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "base/checked_math.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/move_checks.h"
#include "ops/reduction/distance_terms.h"

namespace openaclnn {
namespace {

constexpr int64_t kRowsOfTask = 64;

}  // namespace

int64_t Last(const TensorView& view, int fromEnd) {
  return view.dims[static_cast<size_t>(view.rank - fromEnd)];
}

int64_t RowsOf(const TensorView& matrices) {
  return Last(matrices, 1) == 0 ? 0 : matrices.NumElements() / Last(matrices, 1);
}

PairState PrepareRows(const PairArgs& args, ScratchLayout& scratch) {
  PairState state;
  state.columns = Last(args.x1, 1);
  state.padded = CeilDivide(state.columns, kPanelRows) * kPanelRows;
  state.first = scratch.Book<float>(RowsOf(args.x1) * state.padded);
  return state;
}

PairState Finished(PairState state, const ScratchLayout& scratch, const TensorView& distances) {
  state.workspaceBytes = scratch.Bytes();
  state.cost =
      state.workspaceBytes + static_cast<size_t>(distances.NumElements()) * static_cast<size_t>(state.padded);
  return state;
}

void PadRows(const TensorView& matrices, const PairState& state, float* rows,
             const backend::cpu::CpuContext& cpu) {
  ForEachRowOfTasks(cpu, RowsOf(matrices), kRowsOfTask, [&](int64_t row) {
    float* const to = rows + row * state.padded;
    ReadConverted(matrices, row * state.columns, state.columns, to);
    std::fill(to + state.columns, to + state.padded, 0.0F);
  });
}

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

void CheckOrder(ArgumentChecks& check, const char* name, double p) {
  check.Require(
      name, "a number that is not negative", [&] { return p >= 0; }, [&] { return std::to_string(p); });
}

int64_t RowsOf(const NamedTensor& x) {
  return x.tensor->viewDims[x.tensor->viewDims.size() - 2];
}

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

Dims WithRows(const Dims& batch, const NamedTensor& x1, int64_t columns) {
  Dims shape = batch;
  shape.push_back(RowsOf(x1));
  shape.push_back(columns);
  return shape;
}

}  // namespace openaclnn
