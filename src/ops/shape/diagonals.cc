// SPDX-License-Identifier: Apache-2.0
//
// aclnnDiag and aclnnDiagFlat: a diagonal of a matrix, and the matrix that has elements on one, zeros beside it.
#include <algorithm>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_diag.h"
#include "aclnnop/aclnn_diag_flat.h"
#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/shape/moves.h"

namespace openaclnn {
namespace {

using Args = MoveArgs;

constexpr std::array<TensorArgument<Args>, 2> kSelf{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};

// numbers: how many rows and columns come before the diagonal.
int64_t RowsBefore(const Args& args) {
  return args.numbers[0];
}
int64_t ColumnsBefore(const Args& args) {
  return args.numbers[1];
}

void PlanTake(const Args& args, Moves& moves) {
  Window self(args.self);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t before = std::min(args.numbers[d], self.Dim(d));
    self.Narrow(d, before, self.Dim(d) - before);
  }
  self.Join(0);
  moves.Copy(Window(args.out), self);
}

// Elements of a task.
constexpr int64_t kTask = int64_t{1} << 14;

Prepared PreparePut(const Args& args) {
  Prepared state;
  state.cost = static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype);
  return state;
}

void RunPut(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
            const backend::cpu::CpuContext& cpu) {
  const int64_t rows = args.out.dims[0];
  if (rows == 0) {
    return;
  }
  const int64_t elements = args.self.NumElements();
  const auto size = static_cast<int64_t>(SizeOf(args.self.dtype));
  const int64_t rowStride = args.out.strides[0] * size;
  const int64_t columnStride = args.out.strides[1] * size;
  const int64_t rowsOfTask = CeilDivide(kTask, rows);
  cpu.ParallelFor(CeilDivide(rows, rowsOfTask), [&](int64_t task) {
    const int64_t first = task * rowsOfTask;
    const int64_t end = std::min(rows, first + rowsOfTask);
    FillZero(args.out, first * rows, end * rows);
    int64_t element = std::max<int64_t>(first - RowsBefore(args), 0);
    const int64_t last = std::min(end - RowsBefore(args), elements);
    if (element >= last) {
      return;
    }
    MergedDims(args.self).ForEachRun(
        element, last - element, [&](int64_t offset, int64_t stride, int64_t count) {
          for (int64_t i = 0; i < count; ++i, ++element) {
            std::memcpy(args.out.data + (element + RowsBefore(args)) * rowStride +
                            (element + ColumnsBefore(args)) * columnStride,
                        args.self.data + (offset + i * stride) * size, static_cast<size_t>(size));
          }
        });
  });
}

constexpr OnlyKernel kPutKernels(CpuKernel<RunPut>("cpu:diagonal", PreparePut));
constexpr Operator<Args> kDiagOfMatrix{"aclnnDiag", kSelf, kMoveKernels};
constexpr Operator<Args> kDiagOfRow{"aclnnDiag", kSelf, kPutKernels};
constexpr Operator<Args> kDiagFlat{"aclnnDiagFlat", kSelf, kPutKernels};

Args ArgsOf(int64_t diagonal) {
  Args args;
  // The number without its sign may not be one of 64 bits: then no tensor is that large.
  const auto positive = [](int64_t number) {
    return number == INT64_MIN ? INT64_MAX : std::max<int64_t>(-number, 0);
  };
  args.numbers = {positive(diagonal), std::max<int64_t>(diagonal, 0)};
  return args;
}

// A matrix that has `elements` on the diagonal.
Status BindPut(PhaseOneCall& call, const Operator<Args>& op, ArgumentChecks& check, const NamedTensor& self,
               int64_t diagonal, const NamedTensor& out) {
  Args args = ArgsOf(diagonal);
  int64_t rows = NumElements(*self.tensor);
  const bool fits = !__builtin_add_overflow(rows, RowsBefore(args) + ColumnsBefore(args), &rows);
  check.Require(
      "diagonal", "one of a matrix whose size fits into 63 bits", [&] { return fits; },
      [&] { return std::to_string(diagonal); });
  check.Shape(out, Dims{rows, rows}, "of a matrix with the elements of self on the diagonal");
  return check.Failed() ? check.Result() : call.Bind(op, std::move(args), {self.tensor, out.tensor});
}

Status BindTake(PhaseOneCall& call, ArgumentChecks& check, const NamedTensor& self, int64_t diagonal,
                const NamedTensor& out) {
  const int64_t rows = self.tensor->viewDims[0];
  const int64_t columns = self.tensor->viewDims[1];
  const bool empty = rows == 0 || columns == 0;
  check.Require(
      "diagonal", "one that self has", [&] { return empty || (diagonal > -rows && diagonal < columns); },
      [&] { return std::to_string(diagonal) + " of " + ShapeText(self.tensor->viewDims); });
  Args args = ArgsOf(diagonal);
  args.plan = PlanTake;
  const int64_t length =
      std::max<int64_t>(std::min(rows - RowsBefore(args), columns - ColumnsBefore(args)), 0);
  check.Shape(out, Dims{empty ? 0 : length}, "[elements of the diagonal]");
  return check.Failed() ? check.Result()
                        : call.Bind(kDiagOfMatrix, std::move(args), {self.tensor, out.tensor});
}

ArgumentChecks& CheckTensors(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& out) {
  check.NotNull(self).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).SameDtype(out, self);
  return check.ValidView(self).ValidOutputView(out);
}

Status Diag(PhaseOneCall& call, const NamedTensor& self, int64_t diagonal, const NamedTensor& out) {
  ArgumentChecks check;
  CheckTensors(check, self, out)
      .Require(
          self.name, "1 or 2 dims",
          [&] { return self.tensor->viewDims.size() == 1 || self.tensor->viewDims.size() == 2; },
          [&] { return ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  return self.tensor->viewDims.size() == 1 ? BindPut(call, kDiagOfRow, check, self, diagonal, out)
                                           : BindTake(call, check, self, diagonal, out);
}

Status DiagFlat(PhaseOneCall& call, const NamedTensor& self, int64_t diagonal, const NamedTensor& out) {
  ArgumentChecks check;
  CheckTensors(check, self, out);
  return check.Failed() ? check.Result() : BindPut(call, kDiagFlat, check, self, diagonal, out);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnDiag, (const aclTensor* self, int64_t diagonal, aclTensor* out),
               Diag(call, {"self", self}, diagonal, {"out", out}))

OPENACLNN_CALL(aclnnDiagFlat, (const aclTensor* self, int64_t diagonal, aclTensor* out),
               DiagFlat(call, {"self", self}, diagonal, {"out", out}))
