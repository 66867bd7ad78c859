// SPDX-License-Identifier: Apache-2.0
//
// aclnnTril, aclnnTriu and their in-place forms: one side of a diagonal, zeros on the other.
#include <algorithm>

#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/tiles/pack.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView out;
  int64_t diagonal = 0;
  bool upper = false;
};

struct State : Prepared {
  int64_t matrices = 0;
  int64_t rowsOfTask = 0;
};

constexpr int64_t kTaskElements = int64_t{1} << 14;

State Prepare(const Args& args) {
  State state;
  const int64_t count = args.out.NumElements();
  state.cost = static_cast<size_t>(2 * count) * SizeOf(args.out.dtype);
  if (count > 0) {
    const auto rank = static_cast<size_t>(args.out.rank);
    const int64_t columns = args.out.dims[rank - 1];
    state.matrices = count / (args.out.dims[rank - 2] * columns);
    state.rowsOfTask = std::max<int64_t>(1, kTaskElements / columns);
  }
  return state;
}

// Rows of elements of one size, anywhere in memory; strides in bytes.
struct Rows {
  std::byte* data;
  int64_t rowStride;
  int64_t columnStride;
};

Rows RowsOf(const TensorView& view, int64_t matrix) {
  const auto rank = static_cast<size_t>(view.rank);
  const auto size = static_cast<int64_t>(SizeOf(view.dtype));
  int64_t offset = 0;
  for (size_t d = rank - 2; d-- > 0;) {
    offset += matrix % view.dims[d] * view.strides[d];
    matrix /= view.dims[d];
  }
  return {view.data + offset * size, view.strides[rank - 2] * size, view.strides[rank - 1] * size};
}

// Columns [begin, end) of a row.
void CopyColumns(int64_t size, const Rows& from, const Rows& to, int64_t row, int64_t begin, int64_t end) {
  alignas(64) std::array<std::byte, 4096> buffer;
  const std::byte* const source = from.data + row * from.rowStride;
  std::byte* const target = to.data + row * to.rowStride;
  if (source == target && from.columnStride == to.columnStride) {
    return;  // in place
  }
  const auto most = static_cast<int64_t>(buffer.size()) / size;
  for (int64_t at = begin; at < end; at += most) {
    const int64_t count = std::min(most, end - at);
    if (to.columnStride == size) {
      PackPlane(size, {1, count, 0, from.columnStride}, source + at * from.columnStride, target + at * size);
      continue;
    }
    PackPlane(size, {1, count, 0, from.columnStride}, source + at * from.columnStride, buffer.data());
    UnpackPlane(size, {1, count, 0, to.columnStride}, buffer.data(), target + at * to.columnStride);
  }
}

void ZeroColumns(int64_t size, const Rows& to, int64_t row, int64_t begin, int64_t end) {
  alignas(64) static constexpr std::array<std::byte, 4096> kZeros{};
  std::byte* const target = to.data + row * to.rowStride;
  const auto most = static_cast<int64_t>(kZeros.size()) / size;
  for (int64_t at = begin; at < end; at += most) {
    const int64_t count = std::min(most, end - at);
    UnpackPlane(size, {1, count, 0, to.columnStride}, kZeros.data(), target + at * to.columnStride);
  }
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (state.matrices == 0) {
    return;
  }
  const auto rank = static_cast<size_t>(args.out.rank);
  const int64_t rows = args.out.dims[rank - 2];
  const int64_t columns = args.out.dims[rank - 1];
  const auto size = static_cast<int64_t>(SizeOf(args.out.dtype));
  const int64_t tasksOfMatrix = CeilDivide(rows, state.rowsOfTask);
  // So far that every element is on one side: no sum with it overflows.
  const int64_t diagonal = std::clamp(args.diagonal, -rows - 1, columns + 1);
  cpu.ParallelFor(state.matrices * tasksOfMatrix, [&](int64_t task) {
    const Rows from = RowsOf(args.self, task / tasksOfMatrix);
    const Rows to = RowsOf(args.out, task / tasksOfMatrix);
    const int64_t first = task % tasksOfMatrix * state.rowsOfTask;
    const int64_t end = std::min(rows, first + state.rowsOfTask);
    for (int64_t row = first; row < end; ++row) {
      const int64_t border =
          std::clamp<int64_t>(args.upper ? row + diagonal : row + diagonal + 1, 0, columns);
      if (args.upper) {
        ZeroColumns(size, to, row, 0, border);
        CopyColumns(size, from, to, row, border, columns);
      } else {
        CopyColumns(size, from, to, row, 0, border);
        ZeroColumns(size, to, row, border, columns);
      }
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:triangles", Prepare));

constexpr std::array<TensorArgument<Args>, 2> kApart{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 2> kInplace{
    {{"selfRef", Role::kInput, &Args::self}, {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kTril{"aclnnTril", kApart, kKernels};
constexpr Operator<Args> kTriu{"aclnnTriu", kApart, kKernels};
constexpr Operator<Args> kInplaceTril{"aclnnInplaceTril", kInplace, kKernels};
constexpr Operator<Args> kInplaceTriu{"aclnnInplaceTriu", kInplace, kKernels};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const aclTensor* from, const aclTensor* to,
            int64_t diagonal, bool upper) {
  const NamedTensor self{op.arguments[0].name, from};
  const NamedTensor out{op.arguments[1].name, to};
  ArgumentChecks check;
  CheckMove(check, self, out);
  check.Require(
      self.name, "at least 2 dims", [&] { return from->viewDims.size() >= 2; },
      [&] { return std::to_string(from->viewDims.size()); });
  check.SameShape(out, self);
  Args args;
  args.diagonal = diagonal;
  args.upper = upper;
  return check.Failed() ? check.Result() : call.Bind(op, args, {from, to});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTril, (const aclTensor* self, int64_t diagonal, aclTensor* out),
               Bind(call, kTril, self, out, diagonal, false))

OPENACLNN_CALL(aclnnInplaceTril, (aclTensor * selfRef, int64_t diagonal),
               Bind(call, kInplaceTril, selfRef, selfRef, diagonal, false))

OPENACLNN_CALL(aclnnTriu, (const aclTensor* self, int64_t diagonal, aclTensor* out),
               Bind(call, kTriu, self, out, diagonal, true))

OPENACLNN_CALL(aclnnInplaceTriu, (aclTensor * selfRef, int64_t diagonal),
               Bind(call, kInplaceTriu, selfRef, selfRef, diagonal, true))
