// SPDX-License-Identifier: Apache-2.0
//
// aclnnTriangularSolve: systems of equations whose matrices are triangles.
#include "aclnnop/aclnn_triangular_solve.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/checked_math.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/elementwise/elementwise.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/linalg/matrices.h"
#include "ops/linalg/triangular_systems.h"

namespace openaclnn {
namespace {

// Complex systems are matrices of a batch as others are.
constexpr std::array<TensorArgument<MatrixArgs>, 4> kComplexArguments{{
    {"self", Role::kInput, &MatrixArgs::b},
    {"A", Role::kInput, &MatrixArgs::a},
    {"xOut", Role::kOutput, &MatrixArgs::first, true},
    {"mOut", Role::kOutput, &MatrixArgs::second, true},
}};
constexpr Operator<MatrixArgs> kComplexSolve{"aclnnTriangularSolve", kComplexArguments, kMatrixKernels};

struct Args {
  TensorView b;
  TensorView a;
  TensorView x;
  TensorView m;
  bool upper = false;  // after transposition
  bool transpose = false;
  bool unit = false;
};

// Operations of a task.
constexpr int64_t kTaskWork = int64_t{1} << 16;
// Columns of a task: what vectors of all processors divide.
constexpr int64_t kTaskColumns = 96;

struct State : Prepared {
  ElementwisePlan pack;  // right-hand sides, row after row
  ElementwisePlan store;
  ElementwisePlan copy;
  TensorView a;  // with the batch of the results, and transposed
  int64_t matrices = 0;
  int64_t matricesOfTask = 1;
  int64_t piecesOfMatrix = 1;
  int64_t stride = 0;  // of packed rows, in elements
};

ElementwisePlan CopyOf(const TensorView& from, const TensorView& to) {
  const TensorView* const input = &from;
  return {to, std::span(&input, 1), ElementwiseTypes{from.dtype, to.dtype},
          FindConversion(from.dtype, to.dtype)};
}

State Prepare(const Args& args) {
  State state;
  state.copy = CopyOf(args.a, args.m);
  state.cost = state.copy.Cost();
  if (args.x.Empty()) {
    return state;
  }
  const auto rank = static_cast<size_t>(args.x.rank);
  const int64_t rows = args.x.dims[rank - 2];
  const int64_t width = args.x.dims[rank - 1];
  const auto elementSize = static_cast<int64_t>(SizeOf(args.x.dtype));
  state.stride = CeilDivide(width * elementSize, kSystemsRowBytes) * kSystemsRowBytes / elementSize;
  state.matrices = args.x.NumElements() / (rows * width);
  const bool fits = CheckedProduct({state.matrices, rows, state.stride, elementSize})
                        .has_value();  // else nobody has the memory
  state.stride = fits ? state.stride : width;
  TensorView packed = args.x;
  packed.strides[rank - 1] = 1;
  int64_t stride = state.stride;
  for (size_t d = rank - 1; d-- > 0;) {
    packed.strides[d] = stride;
    stride *= packed.dims[d];
  }
  ScratchLayout layout;
  layout.Reserve(fits ? stride : INT64_MAX, SizeOf(args.x.dtype));
  state.workspaceBytes = layout.Bytes();
  state.pack = CopyOf(args.b, packed);
  state.store = CopyOf(packed, args.x);
  state.a = BroadcastTo(args.a, args.m.Dims());
  if (args.transpose) {
    std::swap(state.a.strides[rank - 2], state.a.strides[rank - 1]);
  }
  const int64_t work =
      CheckedProduct({rows, rows, std::min(width, kTaskColumns)}).value_or(INT64_MAX / 2) / 2 + 1;
  state.matricesOfTask = std::max<int64_t>(1, kTaskWork / work);
  state.piecesOfMatrix = state.matricesOfTask > 1 ? 1 : CeilDivide(width, kTaskColumns);
  constexpr double kMostCost = 1e18;
  state.cost += state.pack.Cost() + state.store.Cost() +
                static_cast<size_t>(
                    std::min(kMostCost, static_cast<double>(state.matrices) * static_cast<double>(rows) *
                                            static_cast<double>(rows * width) / 16));
  return state;
}

// Where the matrix of a batch begins, in elements.
int64_t OffsetOf(const TensorView& view, int64_t matrix) {
  int64_t offset = 0;
  for (auto d = static_cast<size_t>(view.rank) - 2; d-- > 0;) {
    offset += matrix % view.dims[d] * view.strides[d];
    matrix /= view.dims[d];
  }
  return offset;
}

void SolvePiece(const Args& args, const State& state, std::byte* workspace, int64_t matrix, int64_t piece) {
  const auto rank = static_cast<size_t>(args.x.rank);
  const int64_t rows = args.x.dims[rank - 2];
  const int64_t width = args.x.dims[rank - 1];
  const auto elementSize = static_cast<int64_t>(SizeOf(args.x.dtype));
  const int64_t column = piece * kTaskColumns;
  TriangularSystems systems;
  systems.rows = rows;
  systems.width = state.piecesOfMatrix == 1 ? width : std::min(kTaskColumns, width - column);
  systems.unit = args.unit;
  systems.rowStride = state.a.strides[rank - 2];
  systems.columnStride = state.a.strides[rank - 1];
  systems.xStride = state.stride;
  // What vectors compute beyond the last column is not used. Zeros take no longer than other numbers.
  for (int64_t row = 0; column + systems.width == width && width < state.stride && row < rows; ++row) {
    const int64_t at = (matrix * rows + row) * state.stride;
    std::fill(workspace + (at + width) * elementSize, workspace + (at + state.stride) * elementSize,
              std::byte{0});
  }
  int64_t a = OffsetOf(state.a, matrix);
  int64_t x = matrix * rows * state.stride + column;
  if (args.upper) {
    a += (rows - 1) * (systems.rowStride + systems.columnStride);
    x += (rows - 1) * systems.xStride;
    systems.rowStride = -systems.rowStride;
    systems.columnStride = -systems.columnStride;
    systems.xStride = -systems.xStride;
  }
  systems.a = args.a.data + a * elementSize;
  systems.x = workspace + x * elementSize;
  if (args.x.dtype == DType::kFloat) {
    SolveFloatSystems(systems);
  } else {
    SolveDoubleSystems(systems);
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (state.matrices > 0) {
    const std::byte* const b = args.b.data;
    state.pack.Run(workspace, std::span(&b, 1), {}, cpu);
    cpu.ParallelFor(CeilDivide(state.matrices, state.matricesOfTask) * state.piecesOfMatrix,
                    [&](int64_t task) {
                      const int64_t first = task / state.piecesOfMatrix * state.matricesOfTask;
                      const int64_t end = std::min(state.matrices, first + state.matricesOfTask);
                      for (int64_t matrix = first; matrix < end; ++matrix) {
                        SolvePiece(args, state, workspace, matrix, task % state.piecesOfMatrix);
                      }
                    });
    const std::byte* const x = workspace;
    state.store.Run(args.x.data, std::span(&x, 1), {}, cpu);
  }
  const std::byte* const a = args.a.data;
  state.copy.Run(args.m.data, std::span(&a, 1), {}, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:systems", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{
    {"self", Role::kInput, &Args::b},
    {"A", Role::kInput, &Args::a, false, true},
    {"xOut", Role::kOutput, &Args::x, true},
    {"mOut", Role::kOutput, &Args::m},
}};
constexpr Operator<Args> kSolve{"aclnnTriangularSolve", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& a, bool upper, bool transpose,
            bool unitriangular, const NamedTensor& xOut, const NamedTensor& mOut) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(a).NotNull(xOut).NotNull(mOut);
  CheckMatrices(check, self, kMatrixDtypes);
  CheckMatrices(check, a, kMatrixDtypes).SameDtype(a, self).SameDtype(xOut, self).SameDtype(mOut, self);
  CheckSquare(check, a).ValidOutputView(xOut).ValidOutputView(mOut);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& right = self.tensor->viewDims;
  const int64_t rows = a.tensor->viewDims.back();
  check.DimEquals(self, right.size() - 2, rows, "rows of A");
  const Dims ofSelf = BatchOf(*self.tensor);
  const Dims ofA = BatchOf(*a.tensor);
  const std::optional<Dims> batch =
      BroadcastShape({ofSelf.begin(), ofSelf.size()}, {ofA.begin(), ofA.size()});
  check.Require(
      a.name, "a batch that broadcasts with that of self", [&] { return batch.has_value(); },
      [&] { return ShapeText(a.tensor->viewDims) + " against " + ShapeText(right); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(xOut, With(*batch, {rows, right.back()}), "of self with the broadcast batch");
  check.Shape(mOut, With(*batch, {rows, rows}), "of A with the broadcast batch");
  if (check.Failed()) {
    return check.Result();
  }
  const TensorsOfCall tensors{self.tensor, a.tensor, xOut.tensor, mOut.tensor};
  if (ClassOf(self.tensor->dtype) != DTypeClass::kComplex) {
    Args args;
    args.upper = upper != transpose;
    args.transpose = transpose;
    args.unit = unitriangular;
    return call.Bind(kSolve, args, tensors);
  }
  MatrixArgs args;
  args.function = MatrixFunction::kTriangularSolve;
  args.copiesA = true;
  args.transposed = transpose;
  args.upper = upper != transpose;
  args.unit = unitriangular;
  args.name = "A";
  return call.Bind(kComplexSolve, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTriangularSolve,
               (const aclTensor* self, const aclTensor* a, bool upper, bool transpose, bool unitriangular,
                aclTensor* xOut, aclTensor* mOut),
               Bind(call, {"self", self}, {"A", a}, upper, transpose, unitriangular, {"xOut", xOut},
                    {"mOut", mOut}))
